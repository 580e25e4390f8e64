import assert from 'node:assert/strict';
import type { WebviewPanel } from 'vscode';
import type { LocalPort } from '../../../src/platform/ports/localPort.ts';
import { PanelQueries } from '../../../src/records/savedPanel.ts';
import type { RecordsProgram } from '../../../src/records/recordsPorts.ts';
import { RecordsTabs } from '../../../src/records/recordsTabs.ts';
import { savedPanel } from '../../../src/records/savedPanel.ts';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';
import { hostWith } from '../../support/host/twoPortals.ts';
import { EventEmitter, people } from '../../support/host/vscode.ts';

describe('a tab of records that comes back after a reload', () => {
  beforeEach(() => people.forget());

  const restore = async (portalId: string, resourceId: string) => {
    const localFiles = {
      portal: { id: 'local', name: 'Local files', baseUrl: '', resources: [] },
      isGone: () => Promise.resolve(true),
      resources: () => Promise.resolve([]),
    } satisfies Partial<LocalPort>;
    const { directory, state } = await hostWith({ 'city.test': new FakeCkan({ resources: {} }) }, localFiles);
    let isClosed = false;
    const panel = {
      title: 'Lessons — Records',
      onDidDispose: new EventEmitter<void>().event,
      dispose: () => void (isClosed = true),
    } as unknown as WebviewPanel;
    const panels = new RecordsTabs({
      host: { portals: directory },
      queries: new PanelQueries(state),
    } as unknown as RecordsProgram);
    await panels.deserializeWebviewPanel(panel, { saved: savedPanel(portalId, { resourceId }) });
    return { isClosed, said: people.asked.map(({ text }) => text) };
  };
  const closed = { isClosed: true, said: ['Closed the tab "Lessons — Records", because its resource was removed.'] };

  it('closes when its local data was removed', async () => {
    assert.deepEqual(await restore('local', '46b8042c-0000-5000-8000-000000000000'), closed);
  });

  it('closes when its portal was removed from the list', async () => {
    assert.deepEqual(await restore('a-portal-that-is-gone', 'lessons'), closed);
  });
});
