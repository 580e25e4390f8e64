/** A table of a PostgreSQL database. */
import type { Batch, FoundRecord, Table } from '../datastore.ts';
import type { TableQuestion } from '../tableQuestion.ts';
import type { PostgresConnections, PostgresRow } from './postgresConnections.ts';
import type { PostgresField } from './postgresFields.ts';
import {
  countStatement,
  recordsStatement,
  type Matching,
  type PostgresRelation,
} from './postgresStatement.ts';

export interface RelationFacts extends PostgresRelation {
  readonly id: string;
  /** PostgreSQL's own estimate; below 0 where it has none. */
  readonly estimate: number;
  readonly bytes: number;
}

/** For a page, and for counting what it is a page of. */
export const PAGE_MS = 60_000;
const ANY_TIME = 0;
/** Rows at a time: those of a page are few, and a page that is cut is read no further. */
const BATCH = 1000;
/** Counting so many records takes no time; more are estimated, unless the question says otherwise. */
const MOST_COUNTED = 100_000;

type Counted = Matching & Pick<TableQuestion, 'estimateFrom'>;

const EVERYTHING: Counted = {
  ...{ where: undefined, texts: [], distinct: false, select: [], estimateFrom: undefined },
};

export class PostgresTable implements Table {
  readonly isSearchable = true;
  readonly #relation: RelationFacts;
  readonly #connections: PostgresConnections;

  constructor(relation: RelationFacts, connections: PostgresConnections) {
    this.#relation = relation;
    this.#connections = connections;
  }

  get id(): string {
    return this.#relation.id;
  }

  get fields(): readonly PostgresField[] {
    return this.#relation.fields;
  }

  get isInOrderOfIds(): boolean {
    const [first, second] = this.#relation.primaryKey;
    return first === '_id' && second === undefined;
  }

  async *page(question: TableQuestion, signal: AbortSignal): AsyncGenerator<Batch> {
    const total = question.counts ? await this.#total(question, signal) : undefined;
    let isEmpty = true;
    for await (const records of this.#records(question, PAGE_MS, signal)) {
      yield { records, ...total };
      isEmpty = false;
    }
    if (isEmpty) yield { records: [], ...total };
  }

  stream(question: TableQuestion, signal: AbortSignal): AsyncIterable<readonly FoundRecord[]> {
    return this.#records(question, ANY_TIME, signal);
  }

  async *#records(
    question: TableQuestion,
    timeMs: number,
    signal: AbortSignal,
  ): AsyncGenerator<readonly FoundRecord[]> {
    const statement = recordsStatement(question, this.#relation);
    const batch = question.limit > BATCH ? BATCH : Infinity;
    for await (const rows of this.#connections.rows(statement, batch, timeMs, signal))
      yield rows.map(recordOf);
  }

  /** Of all records: estimated if they are many. */
  async count(signal: AbortSignal): Promise<number> {
    return (await this.#total(EVERYTHING, signal)).total;
  }

  async #total(
    question: Counted,
    signal: AbortSignal,
  ): Promise<{ readonly total: number; readonly isEstimate: boolean }> {
    const { where, texts, distinct, estimateFrom = MOST_COUNTED } = question;
    const { estimate } = this.#relation;
    const isWhole = where === undefined && texts.length === 0 && !distinct;
    if (isWhole && estimate > estimateFrom) return { total: estimate, isEstimate: true };
    const counting = countStatement(question, this.#relation);
    const [row] = await this.#connections.all(counting, PAGE_MS, signal);
    return { total: Number(row?.[0] ?? 0), isEstimate: false };
  }
}

function recordOf([id = null, ...content]: PostgresRow): FoundRecord {
  return { id: id === null ? null : Number(id), content };
}
