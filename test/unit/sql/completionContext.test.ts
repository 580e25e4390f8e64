import assert from 'node:assert/strict';
import { readSqlDocument } from '../../../src/document/sqlDocument.ts';
import { completionContext } from '../../../src/sql/completionContext.ts';

const HEAD = '-- @source lessons = lessons.csv\n-- @source "My Trees" = trees.csv\n';

/** The context at `|`, as kind, what was typed, and the sources whose fields are meant. */
const at = (marked: string) => {
  const text = HEAD + marked.replace('|', '');
  const offset = HEAD.length + marked.indexOf('|');
  const context = completionContext(text, readSqlDocument(text), offset);
  return context && [context.kind, context.typed, ...context.sources];
};

describe('what completion proposes', () => {
  const cases: readonly (readonly [string, readonly string[] | undefined])[] = [
    ['|', ['any', '']],
    ['sel|', ['any', 'sel']],
    ['select 1;\nsel|', ['any', 'sel']],
    ['select * from |', ['table', '']],
    ['select * from les|', ['table', 'les']],
    ['select * from lessons l join "My|', ['table', '"My']],
    ['select st| from LESSONS', ['any', 'st', 'lessons']],
    ['select | from lessons, "My Trees"', ['any', '', 'lessons', 'My Trees']],
    ['select l.| from lessons l', ['field', '', 'lessons']],
    ['select "My Trees".sp| from "My Trees"', ['field', 'sp', 'My Trees']],
    ['select l."My fi| from lessons as l', ['field', '"My fi', 'lessons']],
    ['select 1; select lessons.|', ['field', '', 'lessons']],
    ['select x.| from lessons', undefined],
    ["select 'from |", undefined],
    ['select 1 -- from |', undefined],
    ['select 1 /* from |', undefined],
    ['select 1 /* a */ |', ['any', '']],
    ['select 1.|', undefined],
    ['-- @source x = |', undefined],
  ];
  for (const [marked, context] of cases)
    it(`is told by what stands before the cursor: ${marked.replaceAll('\n', ' ')}`, () =>
      assert.deepEqual(at(marked), context));

  it('takes the place of a quote that VS Code has closed', () => {
    const text = `${HEAD}select l."" from lessons l`;
    const offset = text.indexOf('""') + 1;
    const { start, end } = completionContext(text, readSqlDocument(text), offset) ?? {};
    assert.deepEqual([start, end], [offset - 1, offset + 1]);
  });
});
