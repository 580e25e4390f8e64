/** The text of an answer: what it covers in words of ours, then the data of others between marks. */
import type { RecordRow } from '../base/cells.ts';
import type { Field } from '../base/field.ts';
import type { BudgetUsedUp } from './agentBudget.ts';
import {
  cutCell,
  shortened,
  fenced,
  fittingLines,
  type LineMembers,
  LONGEST_CELL,
  safeJson,
  jsonLine,
} from './fencedText.ts';

/** Most characters of an answer. */
export const MOST_CHARACTERS = {
  datastore_find: 8000,
  datastore_describe: 12_000,
  datastore_search: 16_000,
  datastore_summarize: 8000,
  datastore_sql: 16_000,
  datastore_show: 2000,
} as const;

/** Room for the words of ours around the lines. */
const HEAD_ROOM = 1100;

export interface AnswerFacts {
  /** Absent if it isn't counted. */
  readonly total?: number;
  readonly isEstimate?: boolean;
  readonly returned: number;
  /** Whether all that matches is in the answer, whole. */
  readonly isComplete: boolean;
  /** What was left out, in sentences without text of others. */
  readonly cuts?: readonly string[];
  readonly next?: string;
}

export function answerOf(
  { total, isEstimate, returned, isComplete, cuts = [], next }: AnswerFacts,
  lines: readonly string[],
): string {
  const head = [
    `total: ${total === undefined ? 'not counted' : `${isEstimate === true ? 'about ' : ''}${String(total)}`}`,
    `returned: ${String(returned)}`,
    `complete: ${String(isComplete)}`,
    ...cuts.map((cut) => `cut: ${cut}`),
    ...(next === undefined ? [] : [`next: ${next}`]),
  ];
  return [...head, fenced(lines)].join('\n');
}

/** What is left of an answer's characters behind the line that says what it is about. */
export function roomFor(tool: keyof typeof MOST_CHARACTERS, about: string): number {
  return MOST_CHARACTERS[tool] - HEAD_ROOM - about.length;
}

/** A sentence about a budget that ended the reading, and when to go on. */
export function budgetText({ message, waitS }: BudgetUsedUp): string {
  return waitS > 0 ? `${message} Go on in ${String(waitS)} seconds.` : message;
}

export interface RowLines {
  readonly lines: readonly string[];
  readonly rows: number;
  readonly leftOutFields: number;
  readonly cutCells: number;
}

/** Rows that fit even with short cells are preferred to whole cells of fewer rows than these. */
const FEWEST_ROWS = 5;
const SHORT_CELLS = [LONGEST_CELL, 60, 20];

/** A line with the names of the fields, and one for each row of plain cells, in at most `room` characters. */
export function rowLines(fields: readonly Pick<Field, 'id'>[], rows: readonly RecordRow[], room: number): RowLines {
  const shapes = shapesOf(fields.length);
  const linesOf = ({ count, most }: Shape): readonly string[] => [
    safeJson(fields.slice(0, count).map(({ id }) => shortened(id, LONGEST_CELL))),
    ...rows.map((row) => safeJson(row.slice(0, count).map((cell) => cutCell(cell, most)))),
  ];
  const levels = shapes.map((shape) => () => linesOf(shape));
  const { lines, level } = fittingLines(levels, room, Math.min(FEWEST_ROWS, rows.length) + 1);
  const { count, most } = shapes[level] ?? { count: 0, most: 0 };
  const shown = Math.max(0, lines.length - 1);
  const cutCells = rows
    .slice(0, shown)
    .flatMap((row) => row.slice(0, count).filter((cell) => cutCell(cell, most) !== cell)).length;
  return { lines, rows: shown, leftOutFields: fields.length - count, cutCells };
}

interface Shape {
  readonly count: number;
  readonly most: number;
}

/** All fields with shorter and shorter cells, then half of the fields, and so on. */
function shapesOf(fields: number): readonly Shape[] {
  const shapes: Shape[] = [];
  for (let count = fields; ; count = Math.floor(count / 2)) {
    shapes.push(...SHORT_CELLS.map((most) => ({ count, most })));
    if (count <= 1) return shapes;
  }
}

export interface RowsFacts extends Pick<AnswerFacts, 'total' | 'isEstimate' | 'cuts'> {
  readonly fields: readonly Pick<Field, 'id'>[];
  /** Rows of plain cells, of which as many are shown as fit. */
  readonly rows: readonly RecordRow[];
  /** Whether no other rows match. */
  readonly isAll: boolean;
  /** How to get more, if the answer is full or if it isn't. */
  readonly next: (isFull: boolean) => string;
}

/** An answer of rows. `about` is its first line. */
export function rowsAnswer(
  tool: keyof typeof MOST_CHARACTERS,
  about: string,
  { fields, rows, isAll, cuts = [], next, ...counts }: RowsFacts,
): string {
  const shown = rowLines(fields, rows, roomFor(tool, about));
  const { leftOutFields, cutCells } = shown;
  const leftOut = rows.length - shown.rows;
  const all = [
    ...cuts,
    ...(leftOut > 0 ? [`${String(leftOut)} rows, because the answer has no more room.`] : []),
    ...(leftOutFields > 0 ? [`${String(leftOutFields)} fields at the end of the row. Name the ones you need.`] : []),
    ...(cutCells > 0 ? [`${String(cutCells)} long values, which end in …[+number of characters left out].`] : []),
  ];
  const isComplete = isAll && all.length === 0;
  const facts = {
    ...counts,
    returned: shown.rows,
    isComplete,
    cuts: all,
    ...(!isComplete && { next: next(leftOut > 0) }),
  };
  return answerOf(facts, [about, ...shown.lines]);
}

/** The first line of the data, with the time of the answer. */
export function aboutLine(about: LineMembers): string {
  return jsonLine({ ...about, time: new Date().toISOString() });
}
