import { defined } from '../../base/defined.ts';
import type { GroupedAnswer, GroupedQuestion } from './groupedQuestion.ts';
import type { GroupedPart, GroupedStatement } from './groupedStatement.ts';
import type { RecordWindow } from './statement.ts';
import type { SummaryRows } from './summaryQuestion.ts';

export interface GroupedRows {
  readonly statement: GroupedStatement;
  readonly rows: SummaryRows;
}

/** Asks for a page of groups, and for the row of the others if the page reaches it. */
export async function groupedAnswer(
  question: GroupedQuestion,
  ask: (part: GroupedPart, page: RecordWindow) => Promise<GroupedRows>,
): Promise<GroupedAnswer> {
  const { top, offset } = question;
  const limit = Math.max(0, Math.min(question.limit, top - offset));
  const page = limit === 0 ? { offset: 0, limit: 1 } : { offset, limit };
  const { rows, statement } = await ask('groups', page);
  const isBehind = rows.length === 0 && page.offset > 0;
  const { added } = statement;
  const isWhole = added !== undefined && rows.length < page.limit;
  // The numbers of all groups stand beside each group of a short page, so one is needed.
  const one = isBehind || (added && !isWhole) ? await ask('groups', { offset: 0, limit: 1 }) : { rows };
  const [total = 0, records = 0, notFinite = 0] = isWhole
    ? [rows.length, ...added.map((place) => sumAt(rows, place))]
    : (one.rows[0] ?? []).slice(-3).map(Number);
  const finish = (part: GroupedStatement): ((row: Row) => Row) => rowFinish(part, String(records));
  const shown = limit === 0 || isBehind ? [] : rows;
  const endsWithOthers = total > top && offset <= top && top < offset + question.limit;
  const others = endsWithOthers ? await ask('others', { offset: 0, limit: 1 }) : undefined;
  return {
    ...{ rows: finishedRows(shown, finish(statement)), groups: total, records, notFinite },
    ...defined({ others: others?.rows.map(finish(others.statement))[0] }),
    tooLong: statement.columns.flatMap(({ isTooLong }, at) => (isTooLong === true ? at : [])),
  };
}

type Row = readonly (string | null)[];

function* finishedRows(rows: SummaryRows, finish: (row: Row) => Row): Generator<Row> {
  for (const row of rows) yield finish(row);
}

function sumAt(rows: SummaryRows, place: number): number {
  return rows.reduce((sum, row) => sum + Number(row[place]), 0);
}

function rowFinish({ columns, places }: GroupedStatement, records: string): (row: Row) => Row {
  const finishes = columns.map(({ parts, finish }) => {
    const at = parts.map((sql) => places.get(sql) ?? -1);
    const [place = -1] = at;
    // Most values are made of one part, for which a walk over the parts takes longest.
    if (at.length === 1) return (row: Row) => finish([row[place] ?? null], records);
    return (row: Row) =>
      finish(
        at.map((each) => row[each] ?? null),
        records,
      );
  });
  return (row) => finishes.map((finish) => finish(row));
}
