/** What the texts of a column stand for: numbers with a decimal comma, dates with the day first, words for true and false. */

export const COLUMN_KINDS = ['text', 'number', 'date', 'timestamp', 'boolean'] as const;
export type ColumnKind = (typeof COLUMN_KINDS)[number];

/** A space stands for spaces of any width, an apostrophe for the curved one too. */
export const THOUSANDS_MARKS = ['', '.', ',', ' ', "'"] as const;
export const DATE_ORDERS = ['ymd', 'dmy', 'mdy'] as const;
export const DATE_SEPARATORS = ['-', '.', '/'] as const;

/** What a choice leaves open is guessed from the column's values. */
export interface ColumnReading {
  /** The column's name, as `Inspection.fields` has it. */
  readonly field: string;
  readonly kind: ColumnKind;
  /** Of numbers. */
  readonly decimal?: '.' | ',';
  readonly thousands?: (typeof THOUSANDS_MARKS)[number];
  /** In front of each number or behind it: `%`, which makes it a hundredth, or a currency. Empty for none. */
  readonly sign?: string;
  /** Of dates, and of dates with a time. */
  readonly order?: (typeof DATE_ORDERS)[number];
  readonly separator?: (typeof DATE_SEPARATORS)[number];
  /** Of true and false, in lower case: capitals are the same. */
  readonly trueWords?: readonly string[];
  readonly falseWords?: readonly string[];
  /** A schema file beside the data says so, and nobody chose it: it is asked again whenever the file is read. */
  readonly isFromSchema?: true;
  /** No value fits: the schema file contradicts itself, or describes what this program can't read. */
  readonly fitsNothing?: true;
  /** What doesn't fit becomes NULL. Otherwise a single value that doesn't fit makes the column one of texts. */
  readonly misfits?: 'null';
  /** The column's values suggest it, without a choice: numbers that look like names (NAME_PATTERN) don't fit. */
  readonly isGuess?: true;
}

/**
 * Why a column is read as text, although it looks like something else: values don't fit; day and month, or the marks of numbers,
 * could be either; numbers with zeros in front are mostly names of something; the file says itself that the values are texts.
 */
export type ColumnDoubt = 'misfits' | 'dateOrder' | 'decimalMark' | 'leadingZeros' | 'declared';

/** What the values of a column most likely are. */
export interface ColumnGuess {
  readonly reading: ColumnReading;
  /** Absent: the column will be as `reading` has it. */
  readonly doubt?: ColumnDoubt;
  /** The file has the values as the datastore gives them (`1.5`, `2026-02-01`, `true`), or all of them are texts. */
  readonly isPlain?: true;
  /** How many values fit `reading`. */
  readonly fitting: number;
  /** All values fit this reading as well, and some of them are other values by it. */
  readonly alternative?: ColumnReading;
  /** Every value looks like `1.234`, so that the other columns can tell `reading` from `alternative` (withMarks). */
  readonly isPointed?: true;
  /** The decimal mark that the numbers certainly have. */
  readonly shownMark?: '.' | ',' | undefined;
  /** Texts so far, and a later value can make them words for true and false. */
  readonly mayBeWords?: true;
}

/** What the records that were looked at show of one column. */
export interface ColumnInspection extends Omit<ColumnGuess, 'isPointed'> {
  /** What was chosen, with what that leaves open; otherwise what most values look like. */
  readonly reading: ColumnReading;
  readonly source: 'choice' | 'guess';
  /** How many values are not NULL. */
  readonly values: number;
  /** The first one that doesn't; the text is cut like those of the sample. `line` is absent in files without lines. */
  readonly misfit?: { readonly line?: number; readonly text: string };
  /** The values of `Inspection.sample` by `reading`, as the datastore will give them; null for what is NULL or doesn't fit. */
  readonly sample: readonly (string | null)[];
}
