/** A table of a Trino catalog. */
import type { ExactValue } from '../../../base/cells.ts';
import { valueText } from '../../../base/exactJson.ts';
import { validationError } from '../../ckan/actionError.ts';
import type { Batch, FoundRecord, Table } from '../datastore.ts';
import type { Selected, TableQuestion } from '../tableQuestion.ts';
import type { TrinoConnection } from './trinoConnection.ts';
import { floatText, type TrinoField } from './trinoFields.ts';
import {
  atMostStatement,
  countStatement,
  type Matching,
  recordsStatement,
  statisticsStatement,
  type TrinoRelation,
} from './trinoStatement.ts';

interface TableRelation extends TrinoRelation {
  readonly id: string;
}

/** For a page, and for counting what it is a page of. */
export const PAGE_MS = 60_000;
const ANY_TIME = 0;
/** Counting so many records takes no time; more are estimated, unless the question says otherwise. */
const MOST_COUNTED = 100_000;

/** More are not sorted to make pages that nobody asked to be sorted: each page would take minutes, and cost as much. */
const MOST_SORTED = 10_000_000;

const EVERYTHING: Matching = { where: undefined, texts: [], distinct: false, select: [] };

interface Total {
  readonly total: number;
  readonly isEstimate: boolean;
}

export class TrinoTable implements Table {
  readonly isSearchable = true;
  /** Which fields no two records share, Trino doesn't know. */
  readonly isInOrderOfIds = false;
  /** A statement failed, perhaps because the table is another one now. */
  isOutdated = false;
  readonly #relation: TableRelation;
  readonly #connection: TrinoConnection;
  /** Once it is known; `records` is undefined where there are no statistics. */
  #estimated: { readonly records: number | undefined } | undefined;
  #isLarge: boolean | undefined;

  constructor(relation: TableRelation, connection: TrinoConnection) {
    this.#relation = relation;
    this.#connection = connection;
  }

  get id(): string {
    return this.#relation.id;
  }

  get name(): string {
    return this.#relation.name;
  }

  get fields(): readonly TrinoField[] {
    return this.#relation.fields;
  }

  /** Throws ActionError, also for a page that nothing tells from the one before it. */
  page(question: TableQuestion, signal: AbortSignal): AsyncIterable<Batch> {
    return this.#watched(this.#page(question, signal));
  }

  stream(question: TableQuestion, signal: AbortSignal): AsyncIterable<readonly FoundRecord[]> {
    return this.#watched(this.#records(question, false, ANY_TIME, signal));
  }

  async *#watched<T>(batches: AsyncIterable<T>): AsyncGenerator<T> {
    try {
      yield* batches;
    } catch (error) {
      this.isOutdated = true;
      throw error;
    }
  }

  async *#page(question: TableQuestion, signal: AbortSignal): AsyncGenerator<Batch> {
    const needsSort = question.limit > 0 && question.order.length === 0 && isWhole(question);
    const isInAnyOrder = needsSort && (await this.#isTooLarge(signal));
    if (isInAnyOrder && question.offset > 0)
      throw validationError({
        offset: [
          'Without a sort, pages of so many records would repeat or miss some. Sort by a field, or filter.',
        ],
      });
    const total = question.counts ? await this.#total(question, signal) : undefined;
    let isEmpty = true;
    for await (const records of this.#records(question, isInAnyOrder, PAGE_MS, signal)) {
      yield { records, ...total };
      isEmpty = false;
    }
    if (isEmpty) yield { records: [], ...total };
  }

  async *#records(
    question: TableQuestion,
    isInAnyOrder: boolean,
    timeMs: number,
    signal: AbortSignal,
  ): AsyncGenerator<readonly FoundRecord[]> {
    if (question.limit === 0) return;
    const shown = question.select.map((selected) => this.#shown(selected));
    const statement = recordsStatement(question, this.#relation, isInAnyOrder);
    for await (const rows of this.#connection.rows(statement, timeMs, signal))
      yield rows.map((row) => ({ id: null, content: shown.map((show, at) => show(row[at] ?? null)) }));
  }

  #shown(selected: Selected): (value: ExactValue) => string | null {
    if (selected.kind === 'rank') return (value) => floatText('float8', value);
    const field = this.fields.find(({ id }) => id === selected.id);
    if (field === undefined) throw new Error('A question names a field that the table has not.');
    return field.shown;
  }

  /** Of all records: estimated if they are many. */
  async count(signal: AbortSignal): Promise<number> {
    const estimate = (await this.#estimate(signal)) ?? 0;
    return estimate > MOST_COUNTED
      ? estimate
      : this.#counted(countStatement(EVERYTHING, this.#relation), signal);
  }

  /** Undefined where counting would read a table that is as large as nobody knows. */
  async #total(question: TableQuestion, signal: AbortSignal): Promise<Total | undefined> {
    const { estimateFrom = MOST_COUNTED } = question;
    if (isWhole(question)) {
      const estimate = await this.#estimate(signal);
      if (estimate !== undefined && estimate > estimateFrom) return { total: estimate, isEstimate: true };
      if (estimate === undefined && estimateFrom < MOST_SORTED && (await this.#isTooLarge(signal)))
        return undefined;
    }
    const total = await this.#counted(countStatement(question, this.#relation), signal);
    return { total, isEstimate: false };
  }

  async #counted(statement: string, signal: AbortSignal): Promise<number> {
    const [row] = await this.#connection.all(statement, PAGE_MS, signal);
    return Number(row?.[0] ?? 0);
  }

  async #isTooLarge(signal: AbortSignal): Promise<boolean> {
    return (this.#isLarge ??= (await this.#size(signal)) > MOST_SORTED);
  }

  /** Exact only up to what is sorted. */
  async #size(signal: AbortSignal): Promise<number> {
    const estimate = await this.#estimate(signal);
    return estimate ?? this.#counted(atMostStatement(MOST_SORTED + 1, this.#relation), signal);
  }

  /** Undefined where there are no statistics. */
  async #estimate(signal: AbortSignal): Promise<number | undefined> {
    if (this.#estimated !== undefined) return this.#estimated.records;
    const rows = await this.#connection.all(statisticsStatement(this.#relation), PAGE_MS, signal);
    // Of the row without a column's name: its number of records, a double.
    const count = rows.find(([column]) => column === null)?.[4] ?? null;
    const number = count === null ? NaN : Number(valueText(count));
    const records = Number.isFinite(number) ? Math.round(number) : undefined;
    this.#estimated = { records };
    return records;
  }
}

function isWhole({ where, texts, distinct }: Matching): boolean {
  return where === undefined && texts.length === 0 && !distinct;
}
