/** Asks a service for a random summary, and compares its answer with exact arithmetic. */
import assert from 'node:assert/strict';
import { type ExactValue, member } from '../../src/base/cells.ts';
import { valueText } from '../../src/base/exactJson.ts';
import { decimalText, parseDecimal } from '../../src/base/exactDecimal.ts';
import type { AskedServer } from '../support/drivers/askedServer.ts';
import { exactSummary, type Expected } from './exactSummary.ts';
import type { AnswerQuestion, AnswerTable } from './randomSummaries.ts';

/** Throws AssertionError if the answer isn't the exact one. */
export async function compareAnswer(
  served: AskedServer,
  resourceId: string,
  table: AnswerTable,
  question: AnswerQuestion,
): Promise<void> {
  const { summary, sort, limit, offset, filter } = question;
  const expected = exactSummary(table, question);
  const columns = columnNames(summary);
  const { status, text, result } = await served.post('x_datastore_summarize', {
    ...{ resource_id: resourceId, summary, limit, offset },
    ...(sort && { sort: sort.map(({ column, descends }) => `"${columns[column] ?? ''}"${descends ? ' desc' : ''}`) }),
    ...(filter && { filters: { [filter.field]: [filter.value] } }),
  });
  assert.equal(status, 200, text);
  const facts = member(result, 'x_summary');
  assert.deepEqual(
    [member(result, 'total'), ...['records', 'others', 'notFinite', 'tooLong'].map((name) => member(facts, name))],
    [expected.total, expected.records, expected.others, expected.notFinite, []],
  );
  const rows = member(result, 'records') as readonly (readonly ExactValue[])[];
  assert.deepEqual(
    rows.map((row, place) => row.map((value, at) => shown(value, expected.rows[place]?.[at] ?? null))),
    expected.rows.map((row) => row.map((value) => (typeof value === 'string' ? plain(value) : value))),
  );
}

function columnNames({ groups, measures }: AnswerQuestion['summary']): readonly string[] {
  const names: string[] = [];
  for (const parts of [
    ...groups.map(({ field, unit, width }) => [field, unit ?? width]),
    ...measures.map(({ calculate, field }) => [calculate, field]),
  ]) {
    const name = parts.filter((part) => part !== undefined).join(':');
    const times = names.filter((each) => each === name || each.startsWith(`${name} (`)).length;
    names.push(times === 0 ? name : `${name} (${String(times + 1)})`);
  }
  return names;
}

/** Numbers that are near enough to a double are that expected value itself. */
function shown(value: ExactValue, expected: Expected): Expected {
  if (value === null) return null;
  const text = valueText(value);
  if (expected === null || typeof expected === 'string') return plain(text);
  return Math.abs(Number(text) - expected.near) <= expected.within ? expected : text;
}

function plain(text: string): string {
  const number = parseDecimal(text);
  return number === undefined ? text : decimalText(number, true).replace(/^-0$/, '0');
}
