import assert from 'node:assert/strict';
import { NOTICE_WORDS } from '../../../src/datastore/result/notice.ts';
import { PanelQueries } from '../../../src/records/savedPanel.ts';
import { GridFocus } from '../../../src/records/gridFocus.ts';
import { LayoutStore } from '../../../src/records/layoutStore.ts';
import { RecordsController } from '../../../src/records/recordsController.ts';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';
import { FakePanel, type FakePage, UNTOLD } from '../../support/host/fakePage.ts';
import { hostWith } from '../../support/host/twoPortals.ts';
import { EventEmitter, Uri } from '../../support/host/vscode.ts';
import { PLAIN_LOOK } from '../../support/pages/plainLook.ts';

const query = { resourceId: 'r' };

describe('a records panel whose data changes while people scroll', () => {
  let edition: string;
  let controller: RecordsController;
  let page: FakePage;

  beforeEach(async () => {
    edition = 'first';
    const rows = Array.from({ length: 4000 }, (_, index) => [`record ${String(index)} of first`]);
    const resources = { r: { fields: [{ id: 'name', type: 'text' }], rows } };
    const server = new FakeCkan({
      resources,
      fault: (_, honest) => ({ ...honest, text: honest.text.replaceAll('of first', `of ${edition}`) }),
    });
    const host = await hostWith({ 'old.test': server });
    const { portal, directory, failures, log } = host;
    const unused = () => Promise.reject(new Error('not used'));
    controller = new RecordsController(portal.id, query, {
      host: {
        ...{ portals: directory, failures, log, extensionUri: Uri.file('/') as never },
        settings: { gridLook: { value: PLAIN_LOOK, onDidChange: new EventEmitter().event } } as never,
      },
      focus: new GridFocus(),
      waits: UNTOLD,
      queries: new PanelQueries(host.state),
      layouts: new LayoutStore({ get: () => undefined, update: () => Promise.resolve() }),
      actions: {
        editQuery: unused,
        typeInForm: () => undefined,
        exportJson: unused,
        exportRecords: unused,
        showText: unused,
        runWithCopy: unused,
      },
    });
    page = await new FakePanel().attachTo(controller).load();
    await controller.running.run(query);
  });
  afterEach(() => controller.dispose());

  const generation = () => page.last('result')?.[0].generation ?? 0;

  it('says so below the records', async () => {
    await page.host.rows(generation(), 2000, 2100);
    assert.equal(page.last('notice')?.[1] ?? '', '');
    edition = 'second';
    // This page begins with the records of the first answer.
    await page.host.rows(generation(), 50, 150);
    assert.equal(page.last('notice')?.[1], NOTICE_WORDS.recordsMoved);
  });
});
