import { eachInSlices, TimeSlice } from '../../base/timeSlice.ts';
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
  const finished: Row[] = [];
  const finish = rowFinish(statement, String(records));
  const shown = limit === 0 || isBehind ? [] : rows;
  await eachInSlices(shown, new TimeSlice(), (row) => finished.push(finish(row)));
  const endsWithOthers = total > top && offset <= top && top < offset + question.limit;
  if (endsWithOthers) {
    const others = await ask('others', { offset: 0, limit: 1 });
    finished.push(...others.rows.map(rowFinish(others.statement, String(records))));
  }
  return {
    ...{ rows: finished, endsWithOthers, groups: total, records, notFinite },
    tooLong: statement.columns.flatMap(({ isTooLong }, at) => (isTooLong === true ? at : [])),
  };
}

type Row = readonly (string | null)[];

function sumAt(rows: SummaryRows, place: number): number {
  return rows.reduce((sum, row) => sum + Number(row[place]), 0);
}

function rowFinish({ columns, places }: GroupedStatement, records: string): (row: Row) => Row {
  const finishes = columns.map(({ parts, finish }) => {
    const at = parts.map((sql) => places.get(sql) ?? -1);
    return (row: Row) =>
      finish(
        at.map((place) => row[place] ?? null),
        records,
      );
  });
  return (row) => finishes.map((finish) => finish(row));
}
