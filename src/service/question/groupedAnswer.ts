import { defined } from '../../base/defined.ts';
import type { GroupedAnswer, GroupedQuestion } from './groupedQuestion.ts';
import type { GroupedPart, GroupedStatement } from './groupedStatement.ts';
import type { RecordWindow } from './statement.ts';
import type { SummaryRows } from './summaryQuestion.ts';

/** Rows that an engine may keep in its own form until they are finished, so that none of them lives long. */
export interface RowBlock {
  readonly count: number;
  readonly text: (row: number, place: number) => string | null;
}

export interface GroupedRows {
  readonly statement: GroupedStatement;
  readonly blocks: readonly RowBlock[];
}

export function blockOf(rows: SummaryRows): RowBlock {
  return { count: rows.length, text: (row, place) => rows[row]?.[place] ?? null };
}

/** Asks for a page of groups, and for the row of the others if the page reaches it. */
export async function groupedAnswer(
  question: GroupedQuestion,
  ask: (part: GroupedPart, page: RecordWindow) => Promise<GroupedRows>,
): Promise<GroupedAnswer> {
  const { top, offset } = question;
  const limit = Math.max(0, Math.min(question.limit, top - offset));
  const page = limit === 0 ? { offset: 0, limit: 1 } : { offset, limit };
  const answer = await ask('groups', page);
  const { added, columns } = answer.statement;
  const count = answer.blocks.reduce((sum, block) => sum + block.count, 0);
  const isBehind = count === 0 && page.offset > 0;
  const isWhole = added !== undefined && count < page.limit;
  // The numbers of all groups stand beside each group of a short page, so one is needed.
  const one = isBehind || (added && !isWhole) ? await ask('groups', { offset: 0, limit: 1 }) : answer;
  const [total = 0, records = 0, notFinite = 0] = isWhole
    ? [count, ...added.map((place) => sumAt(answer.blocks, place))]
    : [0, 1, 2].map((at) => Number(one.blocks[0]?.text(0, one.statement.places.size + at) ?? null));
  const endsWithOthers = total > top && offset <= top && top < offset + question.limit;
  const others = endsWithOthers ? await ask('others', { offset: 0, limit: 1 }) : undefined;
  return {
    ...{
      rows: limit === 0 || isBehind ? [] : finishedRows(answer, String(records)),
      groups: total,
      records,
      notFinite,
    },
    ...defined({ others: others && [...finishedRows(others, String(records))][0] }),
    tooLong: columns.flatMap(({ isTooLong }, at) => (isTooLong === true ? at : [])),
  };
}

type Row = readonly (string | null)[];

function sumAt(blocks: readonly RowBlock[], place: number): number {
  let sum = 0;
  for (const { count, text } of blocks) for (let row = 0; row < count; row += 1) sum += Number(text(row, place));
  return sum;
}

/** Engines' texts and parts of values stand in arrays that all rows share, because garbage takes most of the time. */
function* finishedRows({ statement, blocks }: GroupedRows, records: string): Generator<Row> {
  const texts = new Array<string | null>(statement.places.size).fill(null);
  const columns = statement.columns.map(({ parts, finish }) => ({
    places: parts.map((sql) => statement.places.get(sql) ?? -1),
    values: new Array<string | null>(parts.length).fill(null),
    finish,
  }));
  for (const { count, text } of blocks)
    for (let row = 0; row < count; row += 1) {
      for (let place = 0; place < texts.length; place += 1) texts[place] = text(row, place);
      yield columns.map(({ places, values, finish }) => {
        for (let at = 0; at < places.length; at += 1) values[at] = texts[places[at] ?? -1] ?? null;
        return finish(values, records);
      });
    }
}
