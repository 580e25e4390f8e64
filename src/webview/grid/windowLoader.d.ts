/** Asks for rows by windows: those in view first, then the next one in the direction of the scroll. */
export type Rows = readonly (readonly unknown[])[];
/** Rows `first` (inclusive) to `last` (exclusive). */
export type GetRows = (first: number, last: number, signal: AbortSignal) => Promise<Rows>;
/** A row's values, or why there are none: `absent` means that the source gave fewer rows than it had said. */
export type RowState = readonly unknown[] | 'loading' | 'failed' | 'absent';
export interface WindowLoaderOptions {
  readonly getRows: GetRows;
  readonly count: number;
  /** Rows in a window. */
  readonly size: number;
  /** Rows `first` (inclusive) to `last` (exclusive) have come, or will not come. */
  readonly onDidChange: (first: number, last: number) => void;
}
export declare class WindowLoader {
  #private;
  constructor(options: WindowLoaderOptions);
  row(index: number): RowState;
  /** Says which rows are in view; what is under way for other rows is aborted. */
  want(first: number, last: number): void;
  /** Asks again for the window of a row that failed. */
  retry(row: number): void;
  setCount(count: number): void;
  dispose(): void;
}
