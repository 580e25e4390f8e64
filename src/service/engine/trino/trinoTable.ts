import type { ExactValue } from '../../../base/cells.ts';
import { validationError } from '../../ckan/actionError.ts';
import type { Batch, FoundRecord, Table } from '../../question/datastore.ts';
import { watched } from '../remembered.ts';
import { fieldsChanged } from '../../question/answerErrors.ts';
import type { SummaryQuestion, SummaryRows } from '../../question/summaryQuestion.ts';
import { EVERYTHING, isWhole, type Selected, type TableQuestion } from '../../question/tableQuestion.ts';
import type { TrinoConnection } from './trinoConnection.ts';
import { asText, floatText, type TrinoField } from './trinoFields.ts';
import { MOST_SORTED, PAGE_MS, type TrinoSize } from './trinoSize.ts';
import {
  countStatement,
  hasTypesOf,
  recordsStatement,
  summaryStatement,
  type TrinoRelation,
} from './trinoStatement.ts';

interface TableRelation extends TrinoRelation {
  readonly id: string;
}

const ANY_TIME = 0;
/** Counting up to this number is fast. More records are estimated, unless the question says otherwise. */
const MOST_COUNTED = 100_000;

interface Total {
  readonly total: number;
  readonly isEstimate: boolean;
}

export class TrinoTable implements Table {
  readonly isSearchable = true;
  /** Trino doesn't know which fields identify a record. */
  readonly isInOrderOfIds = false;
  readonly #relation: TableRelation;
  readonly #connection: TrinoConnection;
  readonly #size: TrinoSize;
  readonly #onFailure: () => void;

  /** `onFailure` is called if a statement failed, perhaps because the table has changed. */
  constructor(relation: TableRelation, connection: TrinoConnection, size: TrinoSize, onFailure: () => void) {
    this.#relation = relation;
    this.#connection = connection;
    this.#size = size;
    this.#onFailure = onFailure;
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

  /** Throws ActionError, even for a further page of a table that is too large to sort. */
  page(question: TableQuestion, signal: AbortSignal): AsyncIterable<Batch> {
    return watched(this.#page(question, signal), this.#onFailure, signal);
  }

  stream(question: TableQuestion, signal: AbortSignal): AsyncIterable<readonly FoundRecord[]> {
    return watched(this.#records(question, false, ANY_TIME, signal), this.#onFailure, signal);
  }

  async *#page(question: TableQuestion, signal: AbortSignal): AsyncGenerator<Batch> {
    const isUnsorted = await this.#isUnsorted(question, signal);
    if (isUnsorted && question.offset > 0)
      throw validationError({
        offset: ['Without a sort, pages of so many records would repeat or miss some. Sort by a field, or filter.'],
      });
    const total = question.counts ? await this.#total(question, signal) : undefined;
    let isEmpty = true;
    for await (const records of this.#records(question, isUnsorted, PAGE_MS, signal)) {
      yield { records, ...total, isUnsorted };
      isEmpty = false;
    }
    if (isEmpty) yield { records: [], ...total };
  }

  /** A sort by all fields reads every record that matches, so a page that fits to no other one does without it. */
  async #isUnsorted(question: TableQuestion, signal: AbortSignal): Promise<boolean> {
    const { limit, order, mayBeUnsorted = false } = question;
    if (limit === 0 || order.length > 0) return false;
    if (mayBeUnsorted && !this.fields.some(({ id }) => id === '_id')) return true;
    return isWhole(question) && (await this.#size.isTooLarge(signal));
  }

  async *#records(
    question: TableQuestion,
    isInAnyOrder: boolean,
    timeMs: number,
    signal: AbortSignal,
  ): AsyncGenerator<readonly FoundRecord[]> {
    if (question.limit === 0) return;
    const shown = question.select.map((selected) => this.#shown(selected));
    const statement = recordsStatement(question, this.#relation, isInAnyOrder, true);
    const checkTypes = (types: readonly string[]): void => {
      if (!hasTypesOf(this.#relation, types)) throw fieldsChanged();
    };
    for await (const rows of this.#connection.rows(statement, timeMs, signal, checkTypes))
      yield rows.map((row) => ({ id: null, content: shown.map((show, at) => show(row[at] ?? null)) }));
  }

  async summary(question: SummaryQuestion, signal: AbortSignal): Promise<SummaryRows> {
    const shown = [
      ...question.groups.map((group) => (group.kind === 'value' ? this.#shownField(group.field) : asText)),
      ...question.calculations.map((each) =>
        each.calculate === 'min' || each.calculate === 'max' ? this.#shownField(each.field) : asText,
      ),
    ];
    try {
      const rows = await this.#connection.all(summaryStatement(question, this.#relation), PAGE_MS, signal);
      return rows.map((row) => shown.map((show, at) => show(row[at] ?? null)));
    } catch (error) {
      if (!signal.aborted) this.#onFailure();
      throw error;
    }
  }

  #shown(selected: Selected): (value: ExactValue) => string | null {
    return selected.kind === 'rank' ? (value) => floatText('float8', value) : this.#shownField(selected.id);
  }

  #shownField(name: string): (value: ExactValue) => string | null {
    const field = this.fields.find(({ id }) => id === name);
    if (field === undefined) throw new Error('A question names a field that the table has not.');
    return field.shown;
  }

  /** Counts all records, or estimates them if they are many. */
  async count(signal: AbortSignal): Promise<Total> {
    const estimate = (await this.#size.estimate(signal)) ?? 0;
    if (estimate > MOST_COUNTED) return { total: estimate, isEstimate: true };
    const total = await this.#counted(countStatement(EVERYTHING, this.#relation), signal);
    return { total, isEstimate: false };
  }

  /** Undefined if counting would read a table of unknown size. */
  async #total(question: TableQuestion, signal: AbortSignal): Promise<Total | undefined> {
    const { estimateFrom = MOST_COUNTED } = question;
    if (isWhole(question)) {
      const estimate = await this.#size.estimate(signal);
      if (estimate !== undefined && estimate > estimateFrom) return { total: estimate, isEstimate: true };
      if (estimate === undefined && estimateFrom < MOST_SORTED && (await this.#size.isTooLarge(signal)))
        return undefined;
    }
    const total = await this.#counted(countStatement(question, this.#relation), signal);
    return { total, isEstimate: false };
  }

  async #counted(statement: string, signal: AbortSignal): Promise<number> {
    const [row] = await this.#connection.all(statement, PAGE_MS, signal);
    return Number(row?.[0] ?? 0);
  }
}
