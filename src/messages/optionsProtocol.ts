/** What the page of import options and the host say to each other (see rpc.ts). The host holds the options. */
import * as v from 'valibot';
import type { OptionsStrings } from './optionsStrings.ts';
import { type Api, call } from './rpc.ts';
import { natural, type Shape, text } from '../base/schema.ts';

/** Options of the whole file, in the order in which they are shown. */
export const FILE_OPTIONS = ['format', 'encoding', 'delimiter', 'quote', 'header', 'unreadable'] as const;
export type FileOptionName = (typeof FILE_OPTIONS)[number];

export type FileOption = Shape<typeof FileOption>;
const FileOption = v.object({
  name: v.picklist(FILE_OPTIONS),
  label: v.string(),
  value: v.string(),
  choices: v.array(v.object({ value: v.string(), label: v.string() })),
});

/** What the values of a column can be read as. */
export const COLUMN_TYPES = ['text', 'number', 'date', 'timestamp', 'boolean'] as const;
export const DECIMAL_MARKS = ['.', ','] as const;
/** Between thousands; the first: none. */
export const GROUP_MARKS = ['', '.', ',', ' ', "'"] as const;
/** Of year, month and day. */
export const DAY_ORDERS = ['ymd', 'dmy', 'mdy'] as const;
const DAY_SEPARATORS = ['-', '.', '/'] as const;

/** No more words than people read. */
const words = v.pipe(v.array(text), v.maxLength(100));

/** How the values of a column are read. What is left open is guessed. */
export type ColumnOptions = Shape<typeof ColumnOptions>;
export const ColumnOptions = v.object({
  kind: v.picklist(COLUMN_TYPES),
  decimal: v.exactOptional(v.picklist(DECIMAL_MARKS)),
  thousands: v.exactOptional(v.picklist(GROUP_MARKS)),
  /** In front of each number or behind it; `%` makes it a hundredth. */
  sign: v.exactOptional(text),
  order: v.exactOptional(v.picklist(DAY_ORDERS)),
  separator: v.exactOptional(v.picklist(DAY_SEPARATORS)),
  trueWords: v.exactOptional(words),
  falseWords: v.exactOptional(words),
  /** Values that don't fit become NULL; otherwise a column that has some stays text. */
  misfits: v.exactOptional(v.literal('null')),
});

export type ColumnLook = Shape<typeof ColumnLook>;
const ColumnLook = v.object({
  name: v.string(),
  /** What was chosen, with what that leaves open; otherwise what most values look like. */
  options: ColumnOptions,
  isChosen: v.boolean(),
  /** Why the column stays text nonetheless. */
  doubt: v.exactOptional(v.picklist(['misfits', 'dateOrder', 'decimalMark', 'leadingZeros', 'declared'])),
  /** How many values were looked at, and how many of them fit. */
  values: natural,
  fitting: natural,
  /** The first value that doesn't fit. */
  misfit: v.exactOptional(v.object({ text: v.string(), line: v.exactOptional(natural) })),
});

/** A value of the first records: its text, and what is read from it where that looks different. */
export type SampleCell = Shape<typeof SampleCell>;
const SampleCell = v.object({ text: v.nullable(v.string()), value: v.exactOptional(v.nullable(v.string())) });

/** How a file would be read with the options as they are now. */
export type OptionsLook = Shape<typeof OptionsLook>;
export const OptionsLook = v.object({
  options: v.array(FileOption),
  /** Sheets or tables, where the file has several. */
  parts: v.exactOptional(
    v.object({ label: v.string(), all: v.array(v.string()), wanted: v.array(v.string()) }),
  ),
  /** Texts that stand for NULL. */
  nullWords: v.array(v.string()),
  columns: v.array(ColumnLook),
  /** The first records, a cell a column. */
  sample: v.array(v.array(SampleCell)),
  /** Why the file can't be read so; empty if it can. */
  problem: v.string(),
  /** False if no option helps: the file is empty, encrypted or not a table. */
  canOpen: v.boolean(),
  /** The file is being looked at: the rest is as it was before. */
  isBusy: v.boolean(),
});

export type OptionsInit = Shape<typeof OptionsInit>;
const OptionsInit = v.object({
  strings: v.custom<OptionsStrings>((value) => typeof value === 'object' && value !== null),
  /** BCP 47, for number formats. */
  language: v.string(),
  /** The file's name, and the folder it lies in. */
  name: v.string(),
  folder: v.string(),
  /** What the primary button says. */
  accept: v.string(),
  /** The file is one of several, and can be left out. */
  canSkip: v.boolean(),
  look: OptionsLook,
});

/** Served by the host, called by the page. */
export type OptionsHost = typeof OptionsHost;
export const OptionsHost = {
  ready: call([], OptionsInit),
  setOption: call([v.picklist(FILE_OPTIONS), text]),
  setParts: call([v.array(text)]),
  setNullWords: call([words]),
  /** By the column's place; null: as it is guessed. */
  setColumn: call([natural, v.nullable(ColumnOptions)]),
  accept: call([]),
  skip: call([]),
  cancel: call([]),
} satisfies Api;

/** Served by the page, called by the host. */
export type OptionsView = typeof OptionsView;
export const OptionsView = {
  show: call([OptionsLook]),
} satisfies Api;
