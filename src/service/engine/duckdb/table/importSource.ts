import type { BlockIndexWriter } from '../blockIndex.ts';
import type { StoredField } from '../../../store/description.ts';
import type { SkippedRecord } from '../../../resource/reading.ts';

/** What a table is made from. */
export interface TableDraft {
  /** SQL for the `from` clause; its columns are `c0`, `c1`, … as text. */
  readonly relation: string;
  /** The same, for who asks for its first records alone. */
  readonly beginning?: string;
  readonly fields: readonly StoredField[];
  /** `stored`: the relation has the records' `_id` in column `i`. Their place when absent. */
  readonly ids?: 'place' | 'stored';
  /** Absent where that is not yet known. */
  readonly records?: number;
  /** About half of the records, where the relation has the same order each time that it's read. */
  readonly half?: number;
}

/** A file, read and judged, ready to be written. */
export interface ImportSource extends TableDraft {
  readonly records: number;
  /** It turned out to be just what was begun to be written. */
  readonly draft?: TableDraft;
  /** Records that were left out on request. */
  readonly skipped: readonly SkippedRecord[];
  /** In which line of the file each of these records begins, by their places from 1. Absent in files without lines. */
  readonly linesOf?: (records: ReadonlySet<number>) => Promise<ReadonlyMap<number, number>>;
  /** The index of blocks, where the reader has gathered it. */
  readonly blocks?: BlockIndexWriter;
  /** What must be in the table when the relation has been written into it. */
  readonly proof?: ImportProof;
}

/** Two readings of a file must find the same. */
export interface ImportProof {
  /** Of each field: how many values are not NULL, and their length together in UTF-8. */
  readonly fields: readonly { readonly values: number; readonly bytes: number }[];
  /** Slower relations for the case that the first one finds something else. */
  readonly others: readonly (() => Promise<string>)[];
  readonly refusal: Error;
}
