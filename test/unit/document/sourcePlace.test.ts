import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { mayTouch, permittedPath, sourcePlace } from '../../../src/document/sourcePlace.ts';

const ID = '6f9a1c9e-4f5e-4a57-9d9b-8f2f6a2f0c11';

describe('sourcePlace', () => {
  const cases: readonly (readonly [place: string, expected: object])[] = [
    ['lessons.csv', { kind: 'file', path: 'lessons.csv' }],
    ['data/lessons', { kind: 'file', path: 'data/lessons' }],
    [String.raw`C:\data\lessons`, { kind: 'file', path: String.raw`C:\data\lessons` }],
    ['Lessons of 2024', { kind: 'name', name: 'Lessons of 2024' }],
    [
      `https://h.test/data/dataset/a/resource/${ID}`,
      { kind: 'portal', baseUrl: 'https://h.test/data', resourceId: ID },
    ],
    [
      `http://localhost:5000/api/3/action/datastore_search?resource_id=${ID}`,
      { kind: 'portal', baseUrl: 'http://localhost:5000', resourceId: ID },
    ],
  ];
  for (const [place, expected] of cases) it(`reads ${place}`, () => assert.deepEqual(sourcePlace(place), expected));

  const refused: readonly (readonly [place: string, words: RegExp])[] = [
    ['postgresql://user:secret@h.test/db', /^PostgreSQL and Trino tables can't be sources/],
    ['jdbc:trino://h.test/a', /^PostgreSQL and Trino tables can't be sources/],
    ['s3://bucket/a.csv', /^s3:\/\/bucket\/a\.csv can't be a source/],
    ['file:///etc/passwd', /can't be a source/],
    ['https://h.test/dataset/a', /doesn't name a resource/],
    ['https://me:secret@h.test/dataset/a', /^Remove user names, passwords and tokens/],
    [`https://h.test/api/3/action/datastore_search?resource_id=${ID}&limit=5`, /^This address asks for some of/],
  ];
  for (const [place, words] of refused)
    it(`refuses ${place}`, () => {
      const read = sourcePlace(place);
      assert.ok(read.kind === 'refused');
      assert.match(read.text, words);
      assert.doesNotMatch(read.text, /secret@/);
    });
});

describe('permittedPath', () => {
  let root: string;
  let folder: string;
  const touch = async (...names: readonly string[]) => {
    const file = path.join(root, ...names);
    await fs.mkdir(path.dirname(file), { recursive: true });
    await fs.writeFile(file, 'a\n1\n');
    return file;
  };
  beforeEach(async () => {
    root = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), 'permitted-')));
    folder = path.join(root, 'documents');
    for (const names of [
      ['documents', 'a.csv'],
      ['documents', 'sub', 'b.csv'],
      ['other', 'c.csv'],
      ['documents2', 'd.csv'],
    ])
      await touch(...names);
  });
  afterEach(() => fs.rm(root, { recursive: true }));

  const at = (...names: readonly string[]) => ({ path: path.join(root, ...names) });
  const outside = (file: string) => ({
    refused: `${file} isn't in the folder of the document. Move the file there, or open it in Datastore Explorer first.`,
  });

  it('is in the folder of the document', async () => {
    assert.deepEqual(await permittedPath(folder, 'a.csv', []), at('documents', 'a.csv'));
    assert.deepEqual(await permittedPath(folder, 'sub/../sub/b.csv', []), at('documents', 'sub', 'b.csv'));
    assert.deepEqual(await permittedPath(folder, path.join(folder, 'a.csv'), []), at('documents', 'a.csv'));
  });

  it('is not elsewhere, whether there is a file or not', async () => {
    for (const file of [
      '../other/c.csv',
      '../documents2/d.csv',
      path.join(root, 'other', 'c.csv'),
      '..',
      '.',
      '../none.csv',
    ])
      assert.deepEqual(await permittedPath(folder, file, []), outside(file));
  });

  it('is not behind a link out of the folder', async () => {
    await fs.symlink(path.join(root, 'other'), path.join(folder, 'link'));
    await fs.symlink(path.join(root, 'other', 'c.csv'), path.join(folder, 'link.csv'));
    for (const file of ['link/c.csv', 'link.csv'])
      assert.deepEqual(await permittedPath(folder, file, []), outside(file));
  });

  it('is behind a link within the folder, or in a folder that is a link', async () => {
    await fs.symlink(path.join(folder, 'a.csv'), path.join(folder, 'link.csv'));
    await fs.symlink(folder, path.join(root, 'way'));
    assert.deepEqual(await permittedPath(folder, 'link.csv', []), at('documents', 'a.csv'));
    assert.deepEqual(await permittedPath(path.join(root, 'way'), 'a.csv', []), at('documents', 'a.csv'));
  });

  it('is a file that people opened, or in a folder that they allowed', async () => {
    const opened = path.join(root, 'other', 'c.csv');
    assert.deepEqual(await permittedPath(folder, '../other/c.csv', [opened]), at('other', 'c.csv'));
    assert.deepEqual(await permittedPath(folder, opened, [], [path.join(root, 'other')]), at('other', 'c.csv'));
    assert.deepEqual(await permittedPath(folder, '../documents2/d.csv', [opened]), outside('../documents2/d.csv'));
    const late = path.join(root, 'none.csv');
    assert.deepEqual(await permittedPath(folder, late, [late]), { refused: `${late}: file not found.` });
  });

  it('says which file of the folder there is not', async () => {
    for (const file of ['none.csv', 'a\0.csv', 'a.csv/b'])
      assert.deepEqual(await permittedPath(folder, file, []), { refused: `${file}: file not found.` });
  });
});

describe('mayTouch', () => {
  const places = { folders: [String.raw`C:\Users\me\Documents`], files: [String.raw`\\nas\share\a.csv`] };
  const may = (file: string) =>
    mayTouch(file, path.win32.resolve(String.raw`C:\Users\me\Documents`, file), places, path.win32);

  it('looks at no path of another machine on Windows that people did not open', () => {
    for (const file of [
      '//evil/share/a.csv',
      String.raw`\\evil\share\a.csv`,
      String.raw`\\?\UNC\evil\a`,
      String.raw`/\evil\a\b`,
    ])
      assert.equal(may(file), false, file);
    assert.equal(may('//NAS/share/A.csv'), true);
  });

  it('tells neither upper and lower case nor slashes apart, and no drives from one another', () => {
    for (const file of ['a.csv', 'c:/users/ME/documents/a.csv', String.raw`sub\..\a.csv`, String.raw`C:a.csv`.slice(2)])
      assert.equal(may(file), true, file);
    for (const file of [
      'D:/Users/me/Documents/a.csv',
      String.raw`..\a.csv`,
      String.raw`\a.csv`,
      'C:/Users/me/Documents2/a',
    ])
      assert.equal(may(file), false, file);
  });
});
