import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../support/projectPaths.ts';

/** The cells of each line of a Markdown table whose head names a test file in one of its columns. */
function tableOf(markdown: string, headNames: string): readonly (readonly string[])[] {
  const lines = markdown.split('\n');
  const head = lines.findIndex((line) => line.startsWith('|') && line.includes(headNames));
  const rest = lines.slice(head);
  const end = rest.findIndex((line) => !line.startsWith('|'));
  return rest.slice(0, end < 0 ? undefined : end).map((line) => line.split('|').slice(1, -1));
}

const quoted = (cell: string | undefined): readonly string[] =>
  [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);

describe('test/README.md', () => {
  const readme = fs.readFileSync(path.join(projectRoot, 'test/README.md'), 'utf8');
  const [head = [], , ...rows] = tableOf(readme, 'test/service/apiDocument.test.ts');

  it('has a line for each sentence of the API document', () => {
    assert.equal(rows.length, 12);
  });

  for (const [column, cell] of head.entries()) {
    const [pattern = ''] = quoted(cell);
    if (pattern.endsWith('.test.ts'))
      it(`names tests that are in ${pattern}`, () => {
        const files = fs.globSync(pattern, { cwd: projectRoot });
        const source = files.map((file) => fs.readFileSync(path.join(projectRoot, file), 'utf8')).join('\n');
        const names = rows.flatMap((row) => quoted(row[column]));
        assert.ok(names.length >= 12 - 1, String(names.length));
        assert.deepEqual(
          names.filter((name) => !source.includes(name)),
          [],
        );
      });
  }
});
