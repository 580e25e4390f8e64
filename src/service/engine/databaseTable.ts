/** What the tables of databases have in common: totals, failures, and what `datastore_info` reports. */
import type { Batch, FoundRecord, RecordCount, Table, TableFacts, TableField } from '../question/datastore.ts';
import type { GroupedAnswer, GroupedQuestion } from '../question/groupedQuestion.ts';
import { groupedAnswer, type GroupedRows } from '../question/groupedAnswer.ts';
import type { GroupedPart } from '../question/groupedStatement.ts';
import type { RecordWindow } from '../question/statement.ts';
import type { SummaryQuestion, SummaryRows } from '../question/summaryQuestion.ts';
import { EVERYTHING, type Matching, type TableQuestion } from '../question/tableQuestion.ts';

export const PAGE_MS = 60_000;
/** The time limit for a statement that reads all records. */
export const ANY_TIME = 0;
/** Counting up to this number is fast. More records are estimated, unless the question says otherwise. */
const MOST_COUNTED = 100_000;

export interface DescribedTable {
  readonly id: string;
  /** The name by which clients may ask for the table. */
  readonly alias: string;
  readonly fields: readonly (TableField & { readonly modifiers?: readonly number[] })[];
  /** Fields that identify a record; may be empty. */
  readonly key: readonly string[];
  readonly bytes: number;
}

export abstract class DatabaseTable<R extends DescribedTable> implements Table {
  readonly isSearchable = true;
  protected readonly relation: R;
  readonly #onFailure: () => void;

  /** `onFailure` is called if a statement failed, perhaps because the table has changed. */
  constructor(relation: R, onFailure: () => void) {
    this.relation = relation;
    this.#onFailure = onFailure;
  }

  get id(): string {
    return this.relation.id;
  }

  get fields(): R['fields'] {
    return this.relation.fields;
  }

  get isInOrderOfIds(): boolean {
    const { key, fields } = this.relation;
    return key.join() === '_id' && fields.some(({ id, type }) => id === '_id' && type === 'int');
  }

  page(question: TableQuestion, signal: AbortSignal): AsyncIterable<Batch> {
    return this.#watched(this.batches(question, signal), signal);
  }

  stream(question: TableQuestion, signal: AbortSignal): AsyncIterable<readonly FoundRecord[]> {
    return this.#watched(this.records(question, ANY_TIME, signal), signal);
  }

  summary(question: SummaryQuestion, signal: AbortSignal): Promise<SummaryRows> {
    return this.#answered(this.summaryRows(question, signal), signal);
  }

  groups(question: GroupedQuestion, signal: AbortSignal): Promise<GroupedAnswer> {
    const answer = groupedAnswer(question, (part, page) => this.groupRows(question, part, page, signal));
    return this.#answered(answer, signal);
  }

  facts(signal: AbortSignal): TableFacts {
    const { id, alias, fields, key, bytes } = this.relation;
    return {
      id,
      fields: fields.flatMap(({ id: field, type, modifiers }) =>
        field === '_id' ? [] : [{ id: field, type, ...(modifiers !== undefined && { modifiers }) }],
      ),
      records: async () => {
        const count = (estimateFrom: number) => this.total(EVERYTHING, estimateFrom, signal);
        const { total = 0, isEstimate = false } = (await count(MOST_COUNTED)) ?? (await count(Infinity)) ?? {};
        return { total, isEstimate };
      },
      aliases: [alias],
      indexes: key.length === 0 ? [] : [key],
      size: () => Promise.resolve(bytes),
    };
  }

  /** The records of a page with their total, if it's requested; at least one batch. */
  protected abstract batches(question: TableQuestion, signal: AbortSignal): AsyncIterable<Batch>;
  protected abstract records(
    question: TableQuestion,
    timeMs: number,
    signal: AbortSignal,
  ): AsyncIterable<readonly FoundRecord[]>;
  protected abstract summaryRows(question: SummaryQuestion, signal: AbortSignal): Promise<SummaryRows>;
  protected abstract groupRows(
    question: GroupedQuestion,
    part: GroupedPart,
    page: RecordWindow,
    signal: AbortSignal,
  ): Promise<GroupedRows>;
  /**
   * More records than `estimateFrom` may be estimated. Undefined if counting would read a table of unknown size; with
   * Infinity, it's read.
   */
  protected abstract total(
    question: Matching,
    estimateFrom: number,
    signal: AbortSignal,
  ): Promise<RecordCount | undefined>;

  protected async *counted(
    question: TableQuestion,
    batches: AsyncIterable<Batch>,
    signal: AbortSignal,
  ): AsyncGenerator<Batch> {
    const { counts, estimateFrom = MOST_COUNTED } = question;
    const total = counts ? await this.total(question, estimateFrom, signal) : undefined;
    let isEmpty = true;
    for await (const batch of batches) {
      yield { ...batch, ...total };
      isEmpty = false;
    }
    if (isEmpty) yield { records: [], ...total };
  }

  async #answered<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      this.#failed(signal);
      throw error;
    }
  }

  async *#watched<T>(parts: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
    try {
      yield* parts;
    } catch (error) {
      this.#failed(signal);
      throw error;
    }
  }

  /** An abort isn't a failure. */
  #failed(signal: AbortSignal): void {
    if (!signal.aborted) this.#onFailure();
  }
}
