/** Checks that docs/embedded-datastore.md shows exactly the differences from CKAN that the conformance run allows. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../tools/vscode/projectPaths.ts';

interface Difference {
  readonly reason: string;
  readonly engines: readonly string[];
  readonly cases: readonly string[];
}

/** Engines in the order of the table's columns. */
const ENGINES = ['embedded', 'postgres', 'trino'];

const read = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8');

describe('the table of differences from CKAN', () => {
  const differences = JSON.parse(read('test/service/conformance/differences.json')) as readonly Difference[];

  it('is that of the conformance run', () => {
    const [, shown = ''] =
      /<!-- differences: begin -->\n([^]*)<!-- differences: end -->/.exec(read('docs/embedded-datastore.md')) ?? [];
    const rows = shown
      .trim()
      .split('\n')
      .slice(2)
      .map((row) => row.split('|').map((cell) => cell.trim()));
    assert.deepEqual(
      rows.map(([, reason, ...cells]) => ({
        reason,
        engines: ENGINES.filter((_, at) => cells[at] === 'yes'),
        cases: (cells[ENGINES.length] ?? '')
          .split('<br>')
          .map((name) => name.replaceAll('`', ''))
          .filter((name) => name !== ''),
      })),
      differences,
    );
  });

  it('names cases that there are, each once for an engine', () => {
    const cases = ['cases', 'recorded'].flatMap(
      (file) => JSON.parse(read(`test/service/conformance/${file}.json`)) as readonly { name: string }[],
    );
    const known = new Set(cases.map(({ name }) => name));
    const named = differences.flatMap(({ cases: names }) => names);
    assert.deepEqual(
      named.filter((name) => !known.has(name)),
      [],
    );
    const byEngine = differences.flatMap(({ engines, cases: names }) =>
      engines.flatMap((engine) => names.map((name) => `${engine} ${name}`)),
    );
    assert.equal(new Set(byEngine).size, byEngine.length);
  });
});
