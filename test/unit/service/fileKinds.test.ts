import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { FILE_ENDINGS, FILE_KINDS, isData, isReadable, mayHaveParts } from '../../../src/service/resource/fileKinds.ts';
import { type FileManifest, withFileKinds, withKindNames } from '../../../tools/fileManifest.ts';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';

const read = (file: string) => fs.readFileSync(path.join(projectRoot, file), 'utf8');

describe('files that can be read', () => {
  for (const [name, words] of [
    ['a.csv', 'read'],
    ['A.CSV', 'read'],
    ['a.b.tsv', 'read'],
    ['a.csv.gz', 'read'],
    ['a.geojson.gz', 'read'],
    ['a.geojsonl', 'read'],
    ['a.xlsx', 'read, with parts'],
    ['a.xlsm', 'read, with parts'],
    ['a.sqlite3', 'read, with parts'],
    ['a.db', 'read, with parts'],
    ['a.parquet', 'read'],
    ['readme.txt', 'read when named'],
    ['a.txt.gz', 'read when named'],
    ['a.xlsx.gz', 'no'],
    ['a.tar.gz', 'no'],
    ['a.gz', 'no'],
    ['a.xls', 'read when named'],
    ['a.csv.zst', 'read'],
    ['a.zip', 'read when named, with parts'],
    ['a.csv.zip', 'read when named, with parts'],
    ['a.xlsx.zst', 'no'],
    ['csv', 'no'],
    ['', 'no'],
  ] as const)
    it(`"${name}": ${words}`, () => {
      assert.equal(isReadable(name), words !== 'no');
      assert.equal(isData(name), words.startsWith('read') && !words.startsWith('read when named'));
      assert.equal(mayHaveParts(name), words.endsWith('with parts'));
    });

  it('are in Reopen Editor With… and in the menu of the Explorer; "npm run manifest" writes them', () => {
    const manifest = JSON.parse(read('package.json')) as FileManifest;
    assert.deepEqual(manifest, withFileKinds(manifest));
    const { customEditors, menus } = manifest.contributes;
    const patterns = customEditors.flatMap(({ selector }) => selector.map((each) => each.filenamePattern));
    for (const ending of FILE_ENDINGS) {
      assert.ok(patterns.includes(`*.${ending}`), ending);
      assert.equal(patterns.includes(`*.${ending}.gz`), isReadable(`a.${ending}.gz`), ending);
    }
    const [entry] = menus['explorer/context'];
    const inMenu = new RegExp(/extname =~ \/(.*)\/i/i.exec(entry?.when ?? '')?.[1] ?? '', 'i');
    for (const ending of [...FILE_ENDINGS, 'gz', 'zst', 'zip']) assert.match(`.${ending}`, inMenu);
    assert.doesNotMatch('.pdf', inMenu);
  });

  it('are named in README.md and in the texts of package.json', () => {
    for (const file of ['README.md', 'package.nls.json']) assert.equal(read(file), withKindNames(read(file)));
    for (const { name, endings } of FILE_KINDS) {
      assert.ok(read('README.md').includes(name), name);
      for (const key of ['view.resources.welcome', 'config.localFiles']) {
        const texts = JSON.parse(read('package.nls.json')) as Readonly<Record<string, string>>;
        assert.ok(texts[key]?.includes(name), `${key}: ${name}`);
      }
      for (const ending of endings) assert.ok(read('README.md').includes(`.${ending}`), ending);
    }
  });
});
