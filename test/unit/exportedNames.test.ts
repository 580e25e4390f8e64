import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../tools/vscode/projectPaths.ts';

const SOURCES = path.join(projectRoot, 'src');
const DECLARATION =
  /^export (?:abstract )?(?:async )?(?:const enum|const|let|class|function\*?|interface|type|enum) (\w+)/gm;

/** Names that more than one of the files exports, each with its files. A type and a value of one file count once. */
function repeatedNames(files: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, string[]>();
  for (const [file, text] of files)
    for (const name of new Set([...text.matchAll(DECLARATION)].map(([, each = '']) => each)))
      places.set(name, [...(places.get(name) ?? []), file]);
  return new Map([...places].filter(([, { length }]) => length > 1));
}

describe('exported names', () => {
  it('are found where they are repeated', () => {
    const files = new Map([
      ['a.ts', 'export type Step = number;\nexport const Step = 1;\nexport async function walk() {}'],
      ['b.ts', 'export interface Step {}\nfunction walk() {}'],
    ]);
    assert.deepEqual([...repeatedNames(files)], [['Step', ['a.ts', 'b.ts']]]);
  });

  it('are repeated nowhere in src', () => {
    const names = fs.readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const files = new Map(names.map((file) => [file, fs.readFileSync(path.join(SOURCES, file), 'utf8')]));
    assert.deepEqual([...repeatedNames(files)], []);
  });
});
