import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { FILE_KINDS, isReadable, mayHaveParts } from '../../../src/portals/fileKinds.ts';
import { projectRoot } from '../../support/projectPaths.ts';

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
  const cases: readonly (readonly [name: string, isReadable: boolean, mayHaveParts: boolean])[] = [
    ['a.csv', true, false],
    ['A.CSV', true, false],
    ['a.b.tsv', true, false],
    ['a.csv.gz', true, false],
    ['a.geojson.gz', true, false],
    ['a.xlsx', true, true],
    ['a.sqlite3', true, true],
    ['a.db', true, true],
    ['a.parquet', true, false],
    ['a.xlsx.gz', false, false],
    ['a.tar.gz', false, false],
    ['a.gz', false, false],
    ['a.xls', false, false],
    ['csv', false, false],
    ['', false, false],
  ];
  for (const [name, readable, parts] of cases)
    it(`"${name}": ${readable ? 'yes' : 'no'}${parts ? ', with parts' : ''}`, () => {
      assert.equal(isReadable(name), readable);
      assert.equal(mayHaveParts(name), parts);
    });

  it('are the same in the menu of the Explorer', () => {
    const [entry] = contributes.menus['explorer/context'];
    const listed = /\(csv[^)]*\)/
      .exec(entry?.when ?? '')?.[0]
      .slice(1, -1)
      .split('|');
    assert.deepEqual(listed, [...FILE_KINDS, 'gz']);
  });

  it('are the same in Reopen Editor With…', () => {
    const patterns =
      contributes.customEditors[0]?.selector.map(({ filenamePattern }) => filenamePattern) ?? [];
    assert.deepEqual(
      patterns.slice(0, FILE_KINDS.length),
      FILE_KINDS.map((kind) => `*.${kind}`),
    );
    for (const pattern of patterns) assert.ok(isReadable(pattern.replace('*', 'a')), pattern);
  });
});
