import { stringifyExact } from '../base/exactJson.ts';
import { Extent } from '../datastore/result/extent.ts';
import type { Field } from '../base/field.ts';
import type { Page } from '../datastore/wire/model.ts';
import type { ResultNotice } from '../datastore/result/notice.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { RecordIds } from '../datastore/result/stretch.ts';
import type { RecordRow } from '../base/cells.ts';
import type { WalkStep } from './pageWalk.ts';
import type { Seam } from './edition.ts';

export interface ExportProgress {
  /** Number of records returned, including the next batch. */
  readonly records: number;
  /** Number of records in the end, if the server counts correctly. */
  readonly expected?: number;
  readonly notices: readonly ResultNotice[];
}

type Taken = Omit<WalkStep, 'limit' | 'elapsedMs' | 'host' | 'size' | 'answer'>;
type Counted = Pick<Page, 'fields' | 'lossyText' | 'mayNotMatch' | 'rank' | 'total' | 'totalIsEstimate'>;

/** Counts the records of a run and collects its notices. */
export class RunLog {
  readonly #extent: Extent;
  readonly #idColumn: number;
  readonly #fields: readonly Field[];
  /** Ids of the last two pages, kept once `_id` doesn't simply rise. */
  #ids: RecordIds | undefined;
  #highest = -Infinity;
  readonly #limit: number;
  /** Whether the query itself has filters. Records show whether a server obeys an export's own filters of `_id`. */
  readonly #hasFilters: boolean;
  #counted: number | undefined;
  readonly #notices = new Map<ResultNotice['kind'], ResultNotice>();
  #pages = 0;
  #records = 0;
  /** The last page's records, or only their `_id` if they have one. */
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

  static behind({ fields, records, total, notices }: ResumeState, query: DatastoreQuery): RunLog {
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

  /** Number of matching records by the newest count, not limited by the query. */
  get counted(): number | undefined {
    return this.#counted;
  }

  get promised(): number | undefined {
    return this.#counted === undefined ? undefined : Math.min(this.#counted, this.#limit);
  }

  lacksAfter(count: number): boolean {
    return this.#records + count < (this.promised ?? 0);
  }

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

  /** Notices except those derived from counts, which a resumed run derives again. */
  get noted(): readonly ResultNotice[] {
    return [...this.#notices.values()];
  }

  note(notice: ResultNotice): void {
    this.#notices.set(notice.kind, notice);
  }

  /** Adds the next records. Returns false if they repeat the last page. */
  take({ rows: records, ended, leftOutFields, lossyText, mayRepeat, mayNotMatch }: Taken): boolean {
    // Keeping whole records of earlier pages would take most of an export's memory.
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
    // Keeping the ids of all pages would fill the memory. Repeated records are nearly always neighbours.
    this.#ids?.forget(this.#beforeLast);
    this.#beforeLast = this.#last;
    this.#last = rows;
    return true;
  }

  /** How many of the rows are on the two pages before, or twice on this one. */
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

  /** Without `_id`, equal pages may follow each other as long as the server's count promises more records. */
  #isSamePage(rows: readonly RecordRow[], repeated: number): boolean {
    if (rows.length === 0 || rows.length !== this.#last.length) return false;
    if (this.#hasIds) return repeated === rows.length;
    const isExpected = this.lacksAfter(0);
    return !isExpected && stringifyExact(rows) === stringifyExact(this.#last);
  }
}

export interface ResumeState {
  readonly fields: readonly Field[];
  /** The query of the pages, which has a total order. */
  readonly query: DatastoreQuery;
  readonly records: number;
  /** Records that must come again unchanged before the run is resumed. The last one is the last record that came. */
  readonly seams: readonly Seam[];
  /** The resource's edition as the portal reported it (`DatastoreClient.edition`). */
  readonly edition?: string;
  readonly total?: number;
  readonly notices: readonly ResultNotice[];
}
