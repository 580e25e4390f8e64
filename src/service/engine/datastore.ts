/**
 * What the actions know of an engine: a datastore has tables, and a table answers questions (tableQuestion.ts). Whatever
 * speaks an engine's own language is in the engine's folder, and only `openDatastore.ts` and `process/databaseMain.ts` choose one.
 */
import type { ExactNumber } from '../../base/cells.ts';
import type { FieldType } from '../types/fieldTypes.ts';
import type { StoredField } from '../store/description.ts';
import type { SummaryQuestion, SummaryRows } from './summaryQuestion.ts';
import type { TableQuestion } from './tableQuestion.ts';

/** As it is given out: a text, or a number that loses nothing as one. */
export type Value = string | number | bigint | null;
export type Values = readonly Value[];

/** A field of a table, or a rank, as it is given out. */
export interface OutputField {
  readonly id: string;
  /** `int` is `_id` alone; CKAN calls it so. */
  readonly type: FieldType;
  /** Its texts are JSON already, or NaN or an infinity. */
  readonly isJson: boolean;
}

export interface TableField extends OutputField {
  readonly info?: StoredField['info'];
  /** Its values stand in the file in another way than they are given out. */
  readonly hasFileTexts: boolean;
}

export interface FoundRecord {
  /** Its `_id`; null where the table has none, or none that is an integer. */
  readonly id: number | string | ExactNumber | null;
  /** What was selected, in that order. As one text: the record in the format that was asked for. */
  readonly content: string | Values;
}

/** Some records of a page. */
export interface Batch {
  readonly records: readonly FoundRecord[];
  /** How many match, if the question counts them. Each batch says so, and there is one even if no record matches. */
  readonly total?: number | undefined;
  /** The total comes from statistics of the engine's. */
  readonly isEstimate?: boolean;
  /** Nothing ties the page to the one before: it may repeat records of it, or miss some behind it. */
  readonly mayRepeat?: boolean;
  /** Hears of a page that ends behind so many of these records, because its answer holds no more. */
  readonly onCut?: (taken: number) => void;
}

export interface Table {
  readonly id: string;
  /** `_id` first, where there is one. */
  readonly fields: readonly TableField[];
  /** Its own order is that of `_id`: behind the last record of a page the next one can be asked for. */
  readonly isInOrderOfIds: boolean;
  /** Whether texts can be looked for. */
  readonly isSearchable: boolean;
  /** The work ends when the signal is aborted, or when the caller takes no more. */
  page(question: TableQuestion, signal: AbortSignal): AsyncIterable<Batch>;
  /** Every record, one after the other, however many there are; counts nothing. */
  stream(question: TableQuestion, signal: AbortSignal): AsyncIterable<readonly FoundRecord[]>;
  summary(question: SummaryQuestion, signal: AbortSignal): Promise<SummaryRows>;
}

/** What a catalogue says of a table. */
export interface TableEntry {
  readonly id: string;
  readonly name: string;
  /** Real path; empty where there is no file. */
  readonly file: string;
  /** Bytes, and when it last changed, in ms. */
  readonly size: number;
  /** Undefined where nobody knows. */
  readonly modified: number | undefined;
  /** A view of a database, materialized or not. */
  readonly isView?: true;
  /** The comment on a table of a database. */
  readonly description?: string;
  /** Number of records from the database's statistics. Absent if the database has none. */
  readonly estimatedRecords?: number;
}

export interface RecordCount {
  readonly total: number;
  /** The total comes from statistics of the engine's. */
  readonly isEstimate: boolean;
}

/** What is known of a table besides its records. */
export interface TableFacts {
  readonly id: string;
  readonly fields: readonly Pick<StoredField, 'id' | 'type' | 'modifiers' | 'info'>[];
  readonly records: () => Promise<RecordCount>;
  readonly aliases: readonly string[];
  /** Lists of fields, the primary key first; none where there is none. */
  readonly indexes: readonly (readonly string[])[];
  /** In bytes. */
  readonly size: () => Promise<number>;
}

export interface StatementLimits {
  /** More are worth nothing, but the answer has one more if there are more. */
  readonly mostRecords: number;
  /** The engine's own unless given. */
  readonly timeMs?: number;
}

export interface StatementAnswer {
  readonly fields: readonly { readonly id: string; readonly type: string }[];
  /** Values as JSON text; null for NULL. */
  readonly records: AsyncIterable<readonly (string | null)[]>;
}

export interface Datastore {
  /** By name. */
  list(): Promise<readonly TableEntry[]>;
  /** By id. */
  entry(id: string): Promise<TableEntry | undefined>;
  /**
   * By id, or by another name; undefined if there is no such table. It can be asked until the signal says that the request
   * is over.
   */
  open(name: string, signal: AbortSignal): Promise<Table | undefined>;
  /** The table of all tables, which CKAN lets people search too; undefined where there is none. */
  names(): Promise<Table | undefined>;
  /** By id, or by another name. */
  facts(name: string, signal: AbortSignal): Promise<TableFacts | undefined>;
  /**
   * Runs what somebody wrote in SQL; absent where nobody may. `read` takes of the answer what it wants. Throws ActionError and
   * DataUnavailable.
   */
  statement?<T>(
    sql: string,
    limits: StatementLimits,
    read: (answer: StatementAnswer) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T>;
  close(): Promise<void>;
}
