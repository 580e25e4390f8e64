/** Readings say how a column's texts become values: decimal mark, order of dates, words for true and false. */

export const COLUMN_KINDS = ['text', 'number', 'date', 'timestamp', 'boolean'] as const;
export type ColumnKind = (typeof COLUMN_KINDS)[number];

/** A space matches spaces of any width, an apostrophe also the curved one. */
export const THOUSANDS_MARKS = ['', '.', ',', ' ', "'"] as const;
/** The place of the minus in negative numbers, if it is not in front: `5-`, `(5)`. */
export const NEGATIVE_FORMS = ['behind', 'brackets'] as const;
export const DATE_ORDERS = ['ymd', 'dmy', 'mdy'] as const;
export const DATE_SEPARATORS = ['-', '.', '/'] as const;

export const USUAL_PIVOT = 50;

/** Choices that are left out are guessed from the column's values. */
export interface ColumnReading {
  /** The column's name in `Inspection.fields`. */
  readonly field: string;
  readonly kind: ColumnKind;
  readonly decimal?: '.' | ',';
  readonly thousands?: (typeof THOUSANDS_MARKS)[number];
  /** A currency or `%` before or after each number; `%` divides it by 100. Empty if there is none. */
  readonly sign?: string;
  readonly negative?: (typeof NEGATIVE_FORMS)[number];
  readonly order?: (typeof DATE_ORDERS)[number];
  /** Empty for `20240131`, which is a number unless people choose a date. */
  readonly separator?: (typeof DATE_SEPARATORS)[number] | '';
  /** Months are names (monthNames.ts), with any usual separator. */
  readonly hasMonthNames?: true;
  /** Times have a zone (`Z`, `+02:00`), and are stored in UTC. */
  readonly hasZone?: true;
  /** Years have two digits. From this one on they are in the 20th century, and those before it in the 21st. */
  readonly pivot?: number;
  /** Words for true and false in lower case; values are compared without case. */
  readonly trueWords?: readonly string[];
  readonly falseWords?: readonly string[];
  /** The reading comes from a schema file beside the data, not from a person, so it's looked up at every import. */
  readonly isFromSchema?: true;
  /** The schema file contradicts itself or describes something that this program can't read, so no value fits. */
  readonly fitsNothing?: true;
  /** Texts that mean NULL in this column. Undefined if usual words do that don't fit (usualNullWords.ts). */
  readonly nullWords?: readonly string[];
  /** Values that don't fit become NULL. If this is absent, a single such value makes the whole column text. */
  readonly misfits?: 'null';
  /** The reading is guessed from the values, so numbers that look like names (NAME_PATTERN) don't fit. */
  readonly isGuess?: true;
}

/**
 * Why a column is read as text although it looks like another type: values don't fit; day and month, or the marks of
 * numbers, could be either; numbers with leading zeros are mostly names; those in brackets may be uncertain instead of
 * negative; the file declares the values as texts.
 */
export type ColumnDoubt = 'misfits' | 'dateOrder' | 'decimalMark' | 'leadingZeros' | 'brackets' | 'declared';

export interface ColumnGuess {
  readonly reading: ColumnReading;
  /** Undefined if the column gets the type of `reading`. */
  readonly doubt?: ColumnDoubt;
  /** The file writes the values as the datastore returns them (`1.5`, `2026-02-01`, `true`), or all are texts. */
  readonly isPlain?: true;
  readonly fitting: number;
  /** Another reading that all values fit, and by which some of them are different values. */
  readonly alternative?: ColumnReading;
  /** Every value looks like `1.234`, so that the other columns can tell `reading` from `alternative` (withMarks). */
  readonly isPointed?: true;
  readonly shownMark?: '.' | ',' | undefined;
  /** The values are texts so far, but later ones may make them words for true and false. */
  readonly mayBeWords?: true;
}

export interface MissingCount {
  readonly values: number;
  /** At most MOST_WORDS of them. */
  readonly words: readonly string[];
}

export const MOST_WORDS = 20;

export interface ColumnInspection extends Omit<ColumnGuess, 'isPointed'> {
  /** The chosen reading, completed by guesses; without a choice, the most likely one. */
  readonly reading: ColumnReading;
  readonly source: 'choice' | 'guess';
  /** The number of values that aren't NULL. */
  readonly values: number;
  /** Usual words for NULL that don't fit the type. */
  readonly missing?: MissingCount;
  /** The first value that doesn't fit, cut like those of the sample. `line` is undefined in formats without lines. */
  readonly misfit?: { readonly line?: number; readonly text: string };
  /** The values of `Inspection.sample` by `reading`, as the datastore will return them. NULLs and misfits are null. */
  readonly sample: readonly (string | null)[];
}
