import assert from 'node:assert/strict';
import type { WebviewPanel } from 'vscode';
import { GridEditor } from '../../../src/records/gridEditor.ts';
import type { RecordsTabs } from '../../../src/records/recordsTabs.ts';
import type { GridFiles } from '../../../src/records/recordsPorts.ts';
import { EventEmitter, Uri } from '../../support/host/vscode.ts';

describe('an editor of a file', () => {
  const setUp = () => {
    const looking = Promise.withResolvers<{ readonly portalId: string; readonly resourceId: string }>();
    const closing = new EventEmitter<void>();
    const adopted: unknown[] = [];
    const files: GridFiles = { resourceOf: () => looking.promise };
    const panels = {
      adoptEditor: (panel: unknown) => {
        adopted.push(panel);
        return { controller: { running: { onDidReady: new EventEmitter<undefined>().event } } };
      },
    };
    const editor = new GridEditor(files, panels as unknown as RecordsTabs, {} as never);
    const panel = { onDidDispose: closing.event } as unknown as WebviewPanel;
    const document = { uri: Uri.file('/data/a.csv'), dispose: () => undefined };
    const opened = editor.resolveCustomEditor(document as never, panel);
    return { opened, adopted, look: () => looking.resolve({ portalId: 'local', resourceId: 'r' }), closing };
  };

  it('is a panel once the file was looked into', async () => {
    const { opened, adopted, look } = setUp();
    assert.deepEqual(adopted, []);
    look();
    await opened;
    assert.equal(adopted.length, 1);
  });

  it('is none where it was closed meanwhile', async () => {
    const { opened, adopted, look, closing } = setUp();
    closing.fire();
    look();
    await opened;
    assert.deepEqual(adopted, []);
  });
});
