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
  type Rows = readonly (ReturnType<typeof open> | ReturnType<typeof closed>)[];
  const read = (rows: Rows, parentId: string | undefined) => changes.read(Promise.resolve(rows), parentId);
  /** Begins to read the rows at the top. Returns what ends that. */
  const begin = () => {
    const { promise, resolve } = Promise.withResolvers<Rows>();
    const reading = changes.read(promise, undefined);
    return (rows: Rows) => {
      resolve(rows);
      return reading;
    };
  };
  beforeEach(() => {
    isShown = true;
    changes = new TreeChanges(() => isShown);
  });
  afterEach(() => changes.dispose());

  it('are drawn once the rows at the top are read, if none of them is open', async () => {
    changes.fire(undefined);
    assert.equal(await hasDrawn(500), false);
    await read([closed('city')], undefined);
    assert.equal(await hasDrawn(1000), true);
  });

  it('are drawn once the children of each open row are read, too', async () => {
    changes.fire(undefined);
    await read([open('files'), closed('city')], undefined);
    assert.equal(await hasDrawn(500), false);
    await read([open('folder')], 'files');
    assert.equal(await hasDrawn(500), false);
    await read([closed('file')], 'folder');
    assert.equal(await hasDrawn(1000), true);
  });

  it('are drawn after three seconds if VS Code reads nothing', async () => {
    changes.fire(undefined);
    await read([open('files')], undefined);
    assert.equal(await hasDrawn(2500), false);
    assert.equal(await hasDrawn(1500), true);
  });

  it('wait for nothing while the tree is hidden', async () => {
    isShown = false;
    changes.fire(undefined);
    await read([open('files')], undefined);
    assert.equal(await hasDrawn(1000), true);
  });

  it('wait for no children of rows that are read without a change', async () => {
    await read([open('files')], undefined);
    assert.equal(await hasDrawn(1000), true);
  });

  it('wait for rows anew after another change', async () => {
    changes.fire(undefined);
    await read([closed('files')], undefined);
    changes.fire(undefined);
    assert.equal(await hasDrawn(500), false);
    await read([closed('files')], undefined);
    assert.equal(await hasDrawn(1000), true);
  });

  describe('that come while VS Code reads', () => {
    let told: (string | undefined)[];
    beforeEach(() => {
      told = [];
      changes.event((row) => told.push(row));
    });

    it('wait until it has read the rows, and are told as one', async () => {
      changes.fire(undefined);
      const noteRows = begin();
      changes.fire('a row');
      changes.fire(undefined);
      changes.fire(undefined);
      assert.deepEqual(told, [undefined]);
      await noteRows([open('city')]);
      assert.deepEqual(told, [undefined]);
      await read([], 'city');
      assert.deepEqual(told, [undefined, undefined]);
      assert.deepEqual([await hasDrawn(500), changes.hasRead('city')], [false, false]);
    });

    it('wait for three seconds at most', async () => {
      changes.fire(undefined);
      begin();
      changes.fire(undefined);
      assert.deepEqual(told, [undefined]);
      await new Promise((resolve) => setTimeout(resolve, 3050));
      assert.deepEqual(told, [undefined, undefined]);
    });

    it('don’t wait before that, because VS Code takes them together', () => {
      changes.fire(undefined);
      changes.fire(undefined);
      assert.deepEqual(told, [undefined, undefined]);
    });
  });

  it('that came during a search are drawn before the next one', async () => {
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

  it('that wait for a reading are drawn before a search', async () => {
    const steps: string[] = [];
    changes.fire(undefined);
    changes.event(() => {
      steps.push('told');
      void read([closed('city')], undefined);
    });
    const noteRows = begin();
    changes.fire(undefined);
    const search = changes.waitFor(() => Promise.resolve(void steps.push('searched')));
    await noteRows([closed('city')]);
    await search;
    assert.deepEqual(steps, ['told', 'searched']);
  });

  it('are not drawn while VS Code reads', async () => {
    const noteRows = begin();
    assert.equal(await hasDrawn(1000), false);
    await noteRows([closed('city')]);
    assert.equal(await hasDrawn(1000), true);
  });
});
