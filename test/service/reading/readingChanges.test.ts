/** A file that was read before, and has changed since. */
import assert from 'node:assert/strict';
import { isReadLike } from '../../../src/service/process/importTurn.ts';
import { reasonText } from '../../../src/service/resource/reasons.ts';
import { ReadingFolder } from './readings.ts';

describe('the reading of a file that has changed', () => {
  let folder: ReadingFolder;
  before(async () => {
    folder = await ReadingFolder.open();
  });
  after(() => folder.close());

  it('is said where the guesses differ from those before', async () => {
    const first = await folder.import('a.csv', 'a;b\n1;2\n3;4\n');
    assert.equal(first.resource.notices, undefined);
    const { resource } = await folder.import('a.csv', 'Title\na,b\n1,2\n3,4\n5,6\n');
    assert.deepEqual(
      resource.notices?.map((notice) => reasonText(notice)),
      [
        'The file has changed and is read in another way: the delimiter is "," instead of ";".',
        'The file has changed and is read in another way: the first row is 2 instead of –.',
      ],
    );
  });

  it('is not said where people chose it, or where nothing differs', async () => {
    await folder.import('b.csv', 'a;b\n1;2\n3;4\n');
    const chosen = await folder.import('b.csv', 'a,b\n1,2\n3,4\n5,6\n', { delimiter: ',' });
    assert.deepEqual([chosen.resource.notices, chosen.resource.chosen], [undefined, ['delimiter']]);
    assert.equal((await folder.import('b.csv', 'a,b\n1,2\n')).resource.notices, undefined);
  });

  it('stays until then, unless other choices are made or one is taken back', async () => {
    const { resource } = await folder.import('c.csv', 'a;b\n1;2\n');
    assert.ok(resource.reading !== undefined);
    const guessed = { ...resource.reading, delimiter: ',' };
    assert.ok(isReadLike(resource, guessed, {}));
    assert.ok(isReadLike(resource, guessed, { delimiter: ';' }));
    assert.ok(!isReadLike(resource, guessed, { delimiter: ',' }));
    const { resource: chosen } = await folder.import('c.csv', 'a;b\n1;2\n', { delimiter: ';' });
    assert.ok(!isReadLike(chosen, guessed, {}) && isReadLike(chosen, guessed, { delimiter: ';' }));
  });
});
