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
    changes.read([closed('city')], undefined);
    assert.equal(await hasDrawn(1000), true);
  });

  it('are drawn once the children of each open row are read, too', async () => {
    changes.fire(undefined);
    changes.read([open('files'), closed('city')], undefined);
    assert.equal(await hasDrawn(500), false);
    changes.read([open('folder')], 'files');
    assert.equal(await hasDrawn(500), false);
    changes.read([closed('file')], 'folder');
    assert.equal(await hasDrawn(1000), true);
  });

  it('are drawn after three seconds if VS Code reads nothing', async () => {
    changes.fire(undefined);
    changes.read([open('files')], undefined);
    assert.equal(await hasDrawn(2500), false);
    assert.equal(await hasDrawn(1500), true);
  });

  it('wait for nothing while the tree is hidden', async () => {
    isShown = false;
    changes.fire(undefined);
    changes.read([open('files')], undefined);
    assert.equal(await hasDrawn(1000), true);
  });

  it('wait for no children of rows that are read without a change', async () => {
    changes.read([open('files')], undefined);
    assert.equal(await hasDrawn(1000), true);
  });

  it('wait for rows anew after another change', async () => {
    changes.fire(undefined);
    changes.read([closed('files')], undefined);
    changes.fire(undefined);
    assert.equal(await hasDrawn(500), false);
    changes.read([closed('files')], undefined);
    assert.equal(await hasDrawn(1000), true);
  });

  it('that came during a search are told before the next one', async () => {
    isShown = false;
    const found = Promise.withResolvers<undefined>();
    const steps: string[] = [];
    changes.event(() => steps.push('told'));
    const first = changes.waitFor(async () => {
      steps.push('first');
      await found.promise;
    });
    while (steps.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    changes.fire(undefined);
    const second = changes.waitFor(() => Promise.resolve(void steps.push('second')));
    assert.deepEqual(steps, ['first']);
    found.resolve(undefined);
    await Promise.all([first, second]);
    assert.deepEqual(steps, ['first', 'told', 'second']);
  });
});
