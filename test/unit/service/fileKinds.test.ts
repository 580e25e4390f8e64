import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import {
  FILE_ENDINGS,
  FILE_KINDS,
  isData,
  isReadable,
  mayHaveParts,
} from '../../../src/service/resource/fileKinds.ts';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';

interface Manifest {
  readonly contributes: {
    readonly customEditors: readonly { readonly selector: readonly { readonly filenamePattern: string }[] }[];
    readonly menus: { readonly 'explorer/context': readonly { readonly when: string }[] };
  };
}

const { contributes } = JSON.parse(
  fs.readFileSync(path.join(projectRoot, 'package.json'), 'utf8'),
) as Manifest;

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
    ['a.xls', 'no'],
    ['csv', 'no'],
    ['', 'no'],
  ] as const)
    it(`"${name}": ${words}`, () => {
      assert.equal(isReadable(name), words !== 'no');
      assert.equal(isData(name), words.startsWith('read') && words !== 'read when named');
      assert.equal(mayHaveParts(name), words.endsWith('with parts'));
    });

  it('are the same in the menu of the Explorer', () => {
    const [entry] = contributes.menus['explorer/context'];
    const listed = /\(csv[^)]*\)/
      .exec(entry?.when ?? '')?.[0]
      .slice(1, -1)
      .split('|');
    assert.deepEqual(listed, [...FILE_ENDINGS, 'gz']);
  });

  it('are the same in Reopen Editor With…', () => {
    const patterns =
      contributes.customEditors[0]?.selector.map(({ filenamePattern }) => filenamePattern) ?? [];
    assert.deepEqual(
      patterns,
      [...FILE_ENDINGS, ...FILE_ENDINGS.map((ending) => `${ending}.gz`)]
        .filter((ending) => isReadable(`a.${ending}`))
        .map((ending) => `*.${ending}`),
    );
  });

  it('are named in README.md and in the texts of package.json', () => {
    const words = (file: string) => fs.readFileSync(path.join(projectRoot, file), 'utf8');
    for (const { name, endings } of FILE_KINDS) {
      assert.ok(words('README.md').includes(name), name);
      for (const key of ['view.resources.welcome', 'config.localFiles']) {
        const texts = JSON.parse(words('package.nls.json')) as Readonly<Record<string, string>>;
        assert.ok(texts[key]?.includes(name), `${key}: ${name}`);
      }
      for (const ending of endings) assert.ok(words('README.md').includes(`.${ending}`), ending);
    }
  });
});
