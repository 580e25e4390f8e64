import assert from 'node:assert/strict';
import { TreeChanges } from '../../../src/tree/treeChanges.ts';

const open = (id: string) => ({ id, isOpen: true });
const closed = (id: string) => ({ id, isOpen: false });

describe('changes of the tree', () => {
  let changes: TreeChanges<string>;
  let isShown = true;
  const hasDrawn = async (withinMs: number): Promise<boolean> => {
    const late = new Promise<boolean>((resolve) => setTimeout(resolve, withinMs, false));
    return Promise.race([changes.drawn().then(() => true), late]);
  };
  beforeEach(() => {
    isShown = true;
    changes = new TreeChanges(() => isShown);
  });
  afterEach(() => changes.dispose());

  it('are drawn once the rows at the top are read, if none of them is open', async () => {
    changes.fire(undefined);
    assert.equal(await hasDrawn(500), false);
    changes.begin(undefined)([closed('city')]);
    assert.equal(await hasDrawn(1000), true);
  });

  it('are drawn once the children of each open row are read, too', async () => {
    changes.fire(undefined);
    changes.begin(undefined)([open('files'), closed('city')]);
    assert.equal(await hasDrawn(500), false);
    changes.begin('files')([open('folder')]);
    assert.equal(await hasDrawn(500), false);
    changes.begin('folder')([closed('file')]);
    assert.equal(await hasDrawn(1000), true);
  });

  it('are drawn after three seconds if VS Code reads nothing', async () => {
    changes.fire(undefined);
    changes.begin(undefined)([open('files')]);
    assert.equal(await hasDrawn(2500), false);
    assert.equal(await hasDrawn(1500), true);
  });

  it('wait for nothing while the tree is hidden', async () => {
    isShown = false;
    changes.fire(undefined);
    changes.begin(undefined)([open('files')]);
    assert.equal(await hasDrawn(1000), true);
  });

  it('wait for no children of rows that are read without a change', async () => {
    changes.begin(undefined)([open('files')]);
    assert.equal(await hasDrawn(1000), true);
  });

  it('wait for rows anew after another change', async () => {
    changes.fire(undefined);
    changes.begin(undefined)([closed('files')]);
    changes.fire(undefined);
    assert.equal(await hasDrawn(500), false);
    changes.begin(undefined)([closed('files')]);
    assert.equal(await hasDrawn(1000), true);
  });

  it('are not drawn by a reading that began before them', async () => {
    changes.fire(undefined);
    const noteRows = changes.begin(undefined);
    changes.fire(undefined);
    noteRows([closed('city')]);
    assert.deepEqual([await hasDrawn(1000), changes.hasRead('city')], [false, false]);
    changes.begin(undefined)([closed('city')]);
    assert.deepEqual([await hasDrawn(1000), changes.hasRead('city')], [true, true]);
  });

  it('are not drawn while VS Code reads', async () => {
    const noteRows = changes.begin(undefined);
    assert.equal(await hasDrawn(1000), false);
    noteRows([closed('city')]);
    assert.equal(await hasDrawn(1000), true);
  });

  it('that came while the tree was hidden are read when it is shown', async () => {
    isShown = false;
    changes.fire(undefined);
    isShown = true;
    changes.shown();
    assert.equal(await hasDrawn(1000), false);
    changes.begin(undefined)([closed('city')]);
    assert.equal(await hasDrawn(1000), true);
    changes.shown();
    assert.equal(await hasDrawn(200), true, 'VS Code has the rows');
  });
});
