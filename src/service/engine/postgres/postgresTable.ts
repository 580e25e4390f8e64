import { createHash } from 'node:crypto';
import { ExactNumber } from '../../../base/cells.ts';
import type { Batch, FoundRecord, RecordCount } from '../../question/datastore.ts';
import { DatabaseTable, type DescribedTable, PAGE_MS } from '../databaseTable.ts';
import type { GroupedQuestion } from '../../question/groupedQuestion.ts';
import { blockOf, type GroupedRows } from '../../question/groupedAnswer.ts';
import type { GroupedPart } from '../../question/groupedStatement.ts';
import type { RecordWindow } from '../../question/statement.ts';
import type { SummaryQuestion, SummaryRows } from '../../question/summaryQuestion.ts';
import { isWhole, type Matching, type TableQuestion } from '../../question/tableQuestion.ts';
import type { PostgresConnections } from './postgresConnections.ts';
import type { PostgresRow } from './statementCursor.ts';
import type { PostgresField } from './postgresFields.ts';
import { HeldCursor } from './heldCursor.ts';
import { OVERLAPS, type PostgresPages } from './postgresPages.ts';
import {
  postgresCountStatement,
  hasPlaces,
  placedStatement,
  postgresGroups,
  postgresRecordsStatement,
  postgresSummaryStatement,
  type PostgresRelation,
  type PostgresStatement,
} from './postgresStatement.ts';

interface RelationFacts extends PostgresRelation, DescribedTable {
  readonly fields: readonly PostgresField[];
  /** PostgreSQL's estimate of the records; below 0 if it has none. */
  readonly estimate: number;
}

/** Rows per exchange. Most pages have fewer, and a page that is cut is read no further. */
const BATCH = 1000;

export class PostgresTable extends DatabaseTable<RelationFacts> {
  readonly #connections: PostgresConnections;
  readonly #pages: PostgresPages;

  constructor(relation: RelationFacts, connections: PostgresConnections, pages: PostgresPages, onFailure: () => void) {
    super(relation, onFailure);
    this.#connections = connections;
    this.#pages = pages;
  }

  protected batches(question: TableQuestion, signal: AbortSignal): AsyncIterable<Batch> {
    return this.counted(question, this.#page(question, signal), signal);
  }

  async *#page(question: TableQuestion, signal: AbortSignal): AsyncGenerator<Batch> {
    const { limit, offset } = question;
    if (limit === 0) return;
    if (limit === Infinity) {
      for await (const records of this.records(question, PAGE_MS, signal)) yield { records };
      return;
    }
    const name = this.#nameOf(question);
    const done = await this.#pages.turn(name, offset, offset + limit, signal);
    try {
      if (hasPlaces(question, this.relation)) yield* this.#placed(question, name, signal);
      else yield* this.#inTurn(question, name, signal);
    } finally {
      done();
    }
  }

  async *#placed(question: TableQuestion, name: string, signal: AbortSignal): AsyncGenerator<Batch> {
    const { limit, offset, select } = question;
    const before = offset === 0 ? undefined : this.#pages.end(name, offset);
    const { reading = { isOver: false }, isContested: mayRepeat = false } = before ?? {};
    const statement = placedStatement(question, this.relation, before?.place);
    const batch = limit > BATCH ? BATCH : Infinity;
    let end = offset;
    let last: readonly PostgresRow[] = [];
    const take = (rows: readonly PostgresRow[]): void => {
      end += rows.length;
      last = [...last, ...rows.slice(-OVERLAPS.length)].slice(-OVERLAPS.length);
    };
    const keepEnd = (): void => {
      for (const overlap of OVERLAPS) {
        const place = last.at(-1 - overlap)?.slice(1 + select.length);
        if (place !== undefined) this.#pages.keepEnd(name, end - overlap, { reading, identity: hashOf(place), place });
      }
    };
    for await (const rows of this.#connections.rows(statement, batch, PAGE_MS, signal)) {
      const onCut = (taken: number): void => {
        take(rows.slice(0, taken));
        keepEnd();
      };
      yield { records: rows.map((row) => recordOf(row, select.length)), mayRepeat, onCut };
      take(rows);
    }
    reading.isOver = end - offset < limit;
    keepEnd();
  }

  /** Each page waits for its turn first, so that held connections stay within the number reserved for them. */
  async *#inTurn(question: TableQuestion, name: string, signal: AbortSignal): AsyncGenerator<Batch> {
    const leave = await this.#connections.turn(signal);
    try {
      yield* this.#held(question, name, signal);
    } finally {
      leave();
    }
  }

  /** Records without a key: all pages come from one statement, as long as it can be held. */
  async *#held(question: TableQuestion, name: string, signal: AbortSignal): AsyncGenerator<Batch> {
    const { limit, offset, select } = question;
    const known = offset === 0 ? undefined : await this.#known(name, offset);
    const { cursor, rows: again } = known ?? { cursor: await this.#cursor(question, signal), rows: [] };
    const mayRepeat = offset > 0 && (known?.isContested ?? true);
    const batchOf = (rows: readonly PostgresRow[]): Batch => {
      return { records: rows.map((row) => recordOf(row, select.length)), mayRepeat };
    };
    let end = offset + again.length;
    // A reader that stops early hasn't had all rows that were read, so the cursor can't be kept.
    let isThere = false;
    try {
      if (again.length > 0) yield batchOf(again);
      for await (const rows of cursor.read(offset + limit - end, signal)) {
        end += rows.length;
        if (rows.length > 0) yield batchOf(rows);
      }
      isThere = !cursor.reading.isOver;
    } finally {
      if (isThere) await this.#pages.keepCursor(name, end, cursor);
      else await cursor.close();
    }
  }

  /** A statement held at that place, with rows that it has read already and that are requested again. */
  async #known(
    name: string,
    offset: number,
  ): Promise<
    { readonly cursor: HeldCursor; readonly rows: readonly PostgresRow[]; readonly isContested: boolean } | undefined
  > {
    for (const overlap of OVERLAPS) {
      const cursor = this.#pages.takeCursor(name, offset + overlap);
      if (cursor?.isLost === true) await cursor.close();
      else if (cursor !== undefined) {
        const { reading = { isOver: false }, isContested = false } = this.#pages.end(name, offset + overlap) ?? {};
        cursor.reading = reading;
        return { cursor, rows: overlap === 0 || !cursor.last ? [] : [cursor.last], isContested };
      }
    }
    return undefined;
  }

  async #cursor(question: TableQuestion, signal: AbortSignal): Promise<HeldCursor> {
    const session = await this.#connections.session(PAGE_MS, signal);
    return HeldCursor.open(session, this.#allPages(question), question.offset, signal);
  }

  #allPages(question: TableQuestion): PostgresStatement {
    return postgresRecordsStatement({ ...question, limit: Infinity, offset: 0 }, this.relation);
  }

  #nameOf(question: TableQuestion): string {
    const { sql, values } = this.#allPages(question);
    return hashOf([sql, values]);
  }

  protected async groupRows(
    question: GroupedQuestion,
    part: GroupedPart,
    page: RecordWindow,
    signal: AbortSignal,
  ): Promise<GroupedRows> {
    const { statement, values } = postgresGroups(question, part, page, this.relation);
    const rows = await this.#connections.all({ sql: statement.sql, values }, PAGE_MS, signal);
    return { statement, blocks: [blockOf(rows)] };
  }

  protected summaryRows(question: SummaryQuestion, signal: AbortSignal): Promise<SummaryRows> {
    return this.#connections.all(postgresSummaryStatement(question, this.relation), PAGE_MS, signal);
  }

  protected async *records(
    question: TableQuestion,
    timeMs: number,
    signal: AbortSignal,
  ): AsyncGenerator<readonly FoundRecord[]> {
    const statement = postgresRecordsStatement(question, this.relation);
    const { length } = question.select;
    for await (const rows of this.#connections.rows(statement, BATCH, timeMs, signal))
      yield rows.map((row) => recordOf(row, length));
  }

  protected async total(question: Matching, estimateFrom: number, signal: AbortSignal): Promise<RecordCount> {
    const { estimate } = this.relation;
    if (isWhole(question) && estimate > estimateFrom) return { total: estimate, isEstimate: true };
    const [row] = await this.#connections.all(postgresCountStatement(question, this.relation), PAGE_MS, signal);
    return { total: Number(row?.[0] ?? 0), isEstimate: false };
  }
}

function hashOf(value: unknown): string {
  return createHash('sha1').update(JSON.stringify(value)).digest('hex');
}

function recordOf(row: PostgresRow, count: number): FoundRecord {
  const [id = null] = row;
  return { id: id === null ? null : new ExactNumber(id), content: row.slice(1, 1 + count) };
}
