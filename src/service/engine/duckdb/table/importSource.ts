import type { BlockIndexWriter } from '../blockIndex.ts';
import type { StoredField } from '../../../store/description.ts';
import type { LostCells } from '../../../resource/localResource.ts';
import type { SkippedRecord } from '../../../resource/reading.ts';
import type { Reason } from '../../../resource/reasons.ts';

export interface TableDraft {
  /** SQL for the `from` clause. Its columns are `c0`, `c1`, … as text. */
  readonly relation: string;
  /** A variant of the relation for reading only its first records. */
  readonly beginning?: string;
  readonly fields: readonly StoredField[];
  /** `stored`: column `i` of the relation is the record's `_id`. If undefined, `_id` is the record's place. */
  readonly ids?: 'place' | 'stored';
  readonly records?: number;
  /** About half of the records. Undefined if the order isn't the same at every reading. */
  readonly half?: number;
}

export interface ImportSource extends TableDraft {
  readonly records: number;
  /** The draft that was begun, if it turned out to be right. */
  readonly draft?: TableDraft;
  readonly skipped: readonly SkippedRecord[];
  readonly lost?: readonly LostCells[];
  /** What people should know about how the file was read. */
  readonly notices?: readonly Reason[];
  /** Finds the lines on which records begin, by their places from 1. Undefined in formats without lines. */
  readonly linesOf?: (records: ReadonlySet<number>) => Promise<ReadonlyMap<number, number>>;
  readonly blocks?: BlockIndexWriter;
  readonly proof?: ImportProof;
}

/** Two readings of a file must agree in these facts. */
export interface ImportProof {
  /** For each field, the number of values that aren't NULL, and their total length in UTF-8. */
  readonly fields: readonly { readonly values: number; readonly bytes: number }[];
  /** Slower relations that are tried if the first one differs. */
  readonly others: readonly (() => Promise<string>)[];
  readonly refusal: Error;
}
