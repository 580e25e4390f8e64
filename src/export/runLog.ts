/** What is known about an export while it runs: how much there is, and what was odd. */
import { stringifyExact } from '../base/exactJson.ts';
import { Extent } from '../datastore/result/extent.ts';
import type { Field } from '../base/field.ts';
import type { Page } from '../datastore/wire/model.ts';
import type { ResultNotice } from '../datastore/result/notice.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { RecordIds } from '../datastore/result/stretch.ts';
import type { RecordRow } from '../base/cells.ts';
import type { WalkStep } from './pageWalk.ts';
import type { RunState } from './runState.ts';

export interface ExportProgress {
  /** Records given out, including the batch that comes next. */
  readonly records: number;
  /** All there will be, as far as the server is right. */
  readonly expected?: number;
  readonly notices: readonly ResultNotice[];
}

/** What is known of a run before its records come. */
type Taken = Omit<WalkStep, 'asked' | 'elapsedMs' | 'host' | 'size'>;
type Counted = Pick<Page, 'fields' | 'lossyText' | 'mayNotMatch' | 'rank' | 'total' | 'totalIsEstimate'>;

export class RunLog {
  readonly #extent: Extent;
  readonly #idColumn: number;
  readonly #fields: readonly Field[];
  /** Of the two pages before, while `_id` doesn't just rise. */
  #ids: RecordIds | undefined;
  #highest = -Infinity;
  readonly #limit: number;
  /** The query's own filters: whether an export's filters of `_id` are heeded shows in the records. */
  readonly #hasFilters: boolean;
  /** Matching records by the newest count. */
  #counted: number | undefined;
  readonly #notices = new Map<ResultNotice['kind'], ResultNotice>();
  #pages = 0;
  #records = 0;
  /** Records, or their `_id` alone where they have one. */
  #last: readonly RecordRow[] = [];
  #beforeLast: readonly RecordRow[] = [];

  constructor(first: Counted, { limit, filters = [] }: DatastoreQuery) {
    this.#hasFilters = filters.length > 0;
    const { total, totalIsEstimate: isEstimate } = first;
    this.#extent = new Extent({ total, limit, isEstimate, step: 0 });
    this.#limit = limit ?? Infinity;
    this.#counted = isEstimate ? undefined : total;
    this.#idColumn = first.fields.findIndex(({ id }) => id === '_id');
    this.#fields = this.#hasIds ? first.fields.slice(this.#idColumn, this.#idColumn + 1) : [];
    if (first.rank) this.note({ kind: 'rankHidden', ...first.rank });
    if (first.lossyText) this.note({ kind: 'lossyText' });
    if (first.mayNotMatch) this.note({ kind: 'filtersUnproven' });
  }

  /** Of a run that is continued. */
  static behind({ fields, records, total, notices }: RunState, query: DatastoreQuery): RunLog {
    const counted = total === undefined ? {} : { total };
    const log = new RunLog({ fields, totalIsEstimate: false, lossyText: false, ...counted }, query);
    log.#extent.update(0, records, false);
    log.#records = records;
    for (const notice of notices) log.note(notice);
    return log;
  }

  get records(): number {
    return this.#records;
  }

  /** Matching records by the newest count, whatever the limit. */
  get counted(): number | undefined {
    return this.#counted;
  }

  /** Records that the server has counted and the limit lets in. */
  get promised(): number | undefined {
    return this.#counted === undefined ? undefined : Math.min(this.#counted, this.#limit);
  }

  /** Whether records are missing if these were the last ones. */
  lacksAfter(count: number): boolean {
    return this.#records + count < (this.promised ?? 0);
  }

  /** A server that counts no more leaves its last count standing. */
  recount(total: number | undefined): void {
    this.#counted = total ?? this.#counted;
  }

  get progress(): ExportProgress {
    const { correction, count, rowCount } = this.#extent;
    return {
      records: this.#records,
      ...(count.kind !== 'unknown' && { expected: rowCount }),
      notices: [...this.#notices.values(), ...(correction ? [correction] : [])],
    };
  }

  /** Without what the counts say, which is known again when it goes on. */
  get noted(): readonly ResultNotice[] {
    return [...this.#notices.values()];
  }

  note(notice: ResultNotice): void {
    this.#notices.set(notice.kind, notice);
  }

  /** Takes the next records; false when they are the last page's once more. */
  take({ rows: records, ended, leftOutFields, lossyText, mayRepeat, mayNotMatch }: Taken): boolean {
    // Whole records of earlier pages would be most of what an export has in memory.
    const rows = this.#hasIds ? records.map((row) => [row[this.#idColumn] ?? null]) : records;
    const repeated = this.#repeatedIn(rows);
    if (this.#isSamePage(rows, repeated)) return false;
    if (repeated > 0) this.note({ kind: 'repeatedRecords' });
    if (leftOutFields) this.note({ kind: 'fieldsLeftOut' });
    if (lossyText) this.note({ kind: 'lossyText' });
    if (mayRepeat === true) this.note({ kind: 'pagesMayRepeat' });
    if (mayNotMatch === true && this.#hasFilters) this.note({ kind: 'filtersUnproven' });
    this.#extent.update(this.#records, rows.length, ended);
    this.#records += rows.length;
    this.#pages += 1;
    // Ids of all pages of a large resource would fill the memory; repeats are neighbours nearly always.
    this.#ids?.forget(this.#beforeLast);
    this.#beforeLast = this.#last;
    this.#last = rows;
    return true;
  }

  /** How many of them are on the two pages before, or twice on this one. */
  #repeatedIn(rows: readonly RecordRow[]): number {
    let isRising = this.#hasIds;
    for (const [id] of rows) {
      isRising &&= typeof id === 'number' && id > this.#highest;
      if (typeof id === 'number') this.#highest = Math.max(this.#highest, id);
    }
    if (isRising) {
      this.#ids = undefined;
      return 0;
    }
    if (this.#ids === undefined) {
      this.#ids = new RecordIds(this.#fields);
      this.#ids.add(this.#beforeLast, this.#pages - 2);
      this.#ids.add(this.#last, this.#pages - 1);
    }
    return this.#ids.add(rows, this.#pages);
  }

  get #hasIds(): boolean {
    return this.#idColumn >= 0;
  }

  /** Without `_id` equal records may well follow each other, as long as the server had spoken of them. */
  #isSamePage(rows: readonly RecordRow[], repeated: number): boolean {
    if (rows.length === 0 || rows.length !== this.#last.length) return false;
    if (this.#hasIds) return repeated === rows.length;
    const isExpected = this.lacksAfter(0);
    return !isExpected && stringifyExact(rows) === stringifyExact(this.#last);
  }
}
