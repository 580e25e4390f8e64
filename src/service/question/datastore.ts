/** What actions need of an engine. Only `openDatastore.ts` and `process/databaseMain.ts` choose which one it is. */
import type { ExactNumber } from '../../base/cells.ts';
import type { FieldType } from '../types/fieldTypes.ts';
import type { StoredField } from '../store/description.ts';
import type { GroupedAnswer, GroupedQuestion } from './groupedQuestion.ts';
import type { SummaryQuestion, SummaryRows } from './summaryQuestion.ts';
import type { TableQuestion, WrittenForm } from './tableQuestion.ts';

/** A returned value: a text, or a number that JavaScript holds exactly. */
export type Value = string | number | bigint | null;
export type Values = readonly Value[];

export interface OutputField {
  readonly id: string;
  /** Only `_id` has the type `int`, as in CKAN. */
  readonly type: FieldType;
  /** Values are JSON text, or NaN or an infinity, which JSON lacks. */
  readonly isJson: boolean;
  /** Values are numbers that this program wrote, which needn't be looked at. */
  readonly isExact?: boolean;
}

export interface TableField extends OutputField {
  readonly info?: StoredField['info'];
  /** The file writes values differently from how they're returned. */
  readonly hasFileTexts: boolean;
}

export interface FoundRecord {
  /** The record's `_id`; null if the table has none, or one that isn't an integer. */
  readonly id: number | string | ExactNumber | null;
  /** The selected values in their order, or the record as text in the requested format. */
  readonly content: string | Values;
}

export interface Batch {
  readonly records: readonly FoundRecord[];
  /** Number of matching records, if counted. Every batch has it, and there is one even without matches. */
  readonly total?: number | undefined;
  /** The total is an estimate from the engine's statistics. */
  readonly isEstimate?: boolean;
  /** The page isn't tied to the previous one: it may repeat records, or miss some between the two. */
  readonly mayRepeat?: boolean;
  /** The page is in no order, but the others are, so that it must be requested again together with them. */
  readonly isUnsorted?: boolean;
  /** Called if the response holds only this many of these records, so that the page ends after them. */
  readonly onCut?: (taken: number) => void;
}

/** Consecutive records: text of the form, or values of records that the engine can't write in the form exactly. */
export type RecordBlock =
  | {
      readonly records: number;
      readonly text: Uint8Array;
      /** How many values of each field became texts, if the form counts them. */
      readonly asText?: ReadonlyMap<string, number>;
    }
  | { readonly records: number; readonly rows: readonly Values[] };

export interface WrittenRecords {
  /** JSON lines if the engine can't write exactly these records as Parquet. */
  readonly kind: WrittenForm['kind'];
  /** Ids of fields that became texts, because no type of the format holds their values. */
  readonly asText: readonly string[];
  readonly blocks: AsyncIterable<RecordBlock>;
}

export interface Table {
  readonly id: string;
  /** The first field is `_id`, if there is one. */
  readonly fields: readonly TableField[];
  /** The table's own order is that of `_id`, so a page can begin after the last `_id` of the previous one. */
  readonly isInOrderOfIds: boolean;
  readonly isSearchable: boolean;
  /** Changes whenever the records may be others. Undefined if the engine can't tell. */
  readonly edition?: string | undefined;
  /** Ends when the signal is aborted or the caller stops reading. */
  page(question: TableQuestion, signal: AbortSignal): AsyncIterable<Batch>;
  /** Reads all records that match, one after the other, without counting them. */
  stream(question: TableQuestion, signal: AbortSignal): AsyncIterable<readonly FoundRecord[]>;
  /**
   * Reads like `stream`, but many records at a time, each in the form, behind a comma if the form has commas between
   * records. Values of fields with file texts have these beside them. Absent if the engine can't.
   */
  written?(question: TableQuestion, form: WrittenForm, signal: AbortSignal): Promise<WrittenRecords>;
  /** Counts and calculates over all records that match. Throws ActionError and DataUnavailable. */
  summary(question: SummaryQuestion, signal: AbortSignal): Promise<SummaryRows>;
  /** Groups all records that match, and calculates for each group. Throws ActionError and DataUnavailable. */
  groups(question: GroupedQuestion, signal: AbortSignal): Promise<GroupedAnswer>;
}

export interface TableEntry {
  readonly id: string;
  readonly name: string;
  /** Real path; empty if there is no file. */
  readonly file: string;
  /** Size of the file or table in bytes. */
  readonly size: number;
  /** Time of the last change, in ms. Undefined if unknown. */
  readonly modified: number | undefined;
  /** A view of a database, materialized or not. */
  readonly isView?: true;
  readonly description?: string;
  readonly estimatedRecords?: number;
  /** The schema of a database's table. */
  readonly schema?: string;
}

export interface RecordCount {
  readonly total: number;
  readonly isEstimate: boolean;
}

export interface TableFacts {
  readonly id: string;
  readonly fields: readonly Pick<StoredField, 'id' | 'type' | 'modifiers' | 'info'>[];
  readonly records: () => Promise<RecordCount>;
  readonly aliases: readonly string[];
  /** Fields of each index; the primary key comes first. */
  readonly indexes: readonly (readonly string[])[];
  /** Size of the table in bytes. */
  readonly size: () => Promise<number>;
}

export interface StatementLimits {
  /** Maximum number of records. The answer has one more if there are more. */
  readonly mostRecords: number;
  /** The engine has its own limit if this is undefined. */
  readonly timeMs?: number;
}

export interface StatementAnswer {
  readonly fields: readonly { readonly id: string; readonly type: string }[];
  /** Values as JSON text; null for NULL. */
  readonly records: AsyncIterable<readonly (string | null)[]>;
}

export interface Datastore {
  /** Lists the tables sorted by name. */
  list(): Promise<readonly TableEntry[]>;
  entry(id: string): Promise<TableEntry | undefined>;
  /** Opens a table by id or alias; undefined if there is none. It can be used until the signal ends the request. */
  open(name: string, signal: AbortSignal): Promise<Table | undefined>;
  /** The table of all tables (`_table_metadata`), which CKAN lets clients search. Absent if the engine has none. */
  names?(): Promise<Table>;
  facts(name: string, signal: AbortSignal): Promise<TableFacts | undefined>;
  /** Runs SQL of a client; absent if not allowed. `read` gets the answer. Throws ActionError and DataUnavailable. */
  statement?<T>(
    sql: string,
    limits: StatementLimits,
    read: (answer: StatementAnswer) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T>;
  close(): Promise<void>;
}
