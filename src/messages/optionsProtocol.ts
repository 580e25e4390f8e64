/** Messages between the page of import options and the host (see rpc.ts). The host holds the options. */
import * as v from 'valibot';
import type { OptionsStrings } from './optionsStrings.ts';
import { type Api, call } from './rpc.ts';
import { natural, type Shape, text } from '../base/schema.ts';

/** Options of the whole file, in the order in which the page shows them. */
export const FILE_OPTIONS = [
  'format',
  'encoding',
  'delimiter',
  'quote',
  'escape',
  'headerLine',
  'skipEnd',
  'comment',
  'records',
  'nested',
  'header',
  'headerSeparator',
  'unreadable',
] as const;
export type FileOptionName = (typeof FILE_OPTIONS)[number];

export type FileOption = Shape<typeof FileOption>;
const FileOption = v.object({
  name: v.picklist(FILE_OPTIONS),
  label: v.string(),
  value: v.string(),
  /** Empty if people type the value. */
  choices: v.array(v.object({ value: v.string(), label: v.string() })),
  /** The typed value, while the choice is `OTHER`. */
  typed: v.exactOptional(v.string()),
  /** Whether the typed text is no value of the option. */
  isWrong: v.exactOptional(v.literal(true)),
  /** What the detected value stands on, or what the value does. */
  fact: v.exactOptional(v.string()),
  /** Whether the option is chosen or in doubt, and not folded away with the others. */
  isOpen: v.boolean(),
});
/** The choice of a value that people type. */
export const OTHER = 'other';

export const COLUMN_TYPES = ['text', 'number', 'date', 'timestamp', 'boolean'] as const;
export const DECIMAL_MARKS = ['.', ','] as const;
/** Thousands marks. The empty string means that digits aren't grouped. */
export const GROUP_MARKS = ['', '.', ',', ' ', "'"] as const;
export const NEGATIVES = ['behind', 'brackets'] as const;
export const DAY_ORDERS = ['ymd', 'dmy', 'mdy'] as const;
const DAY_SEPARATORS = ['-', '.', '/', ''] as const;
/** The two-digit years from which on they are in the 20th century. */
export const PIVOTS = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100] as const;

/** The limit bounds what the host accepts; people enter only a few words. */
const words = v.pipe(v.array(text), v.maxLength(100));

/** How the values of a column are read. Absent members are detected. */
export type ColumnOptions = Shape<typeof ColumnOptions>;
export const ColumnOptions = v.object({
  kind: v.picklist(COLUMN_TYPES),
  decimal: v.exactOptional(v.picklist(DECIMAL_MARKS)),
  thousands: v.exactOptional(v.picklist(GROUP_MARKS)),
  /** The sign before or after each number. `%` divides the number by 100. */
  sign: v.exactOptional(text),
  negative: v.exactOptional(v.picklist(NEGATIVES)),
  order: v.exactOptional(v.picklist(DAY_ORDERS)),
  separator: v.exactOptional(v.picklist(DAY_SEPARATORS)),
  hasMonthNames: v.exactOptional(v.literal(true)),
  hasZone: v.exactOptional(v.literal(true)),
  pivot: v.exactOptional(natural),
  trueWords: v.exactOptional(words),
  falseWords: v.exactOptional(words),
  /** Texts that mean NULL in this column. */
  nullWords: v.exactOptional(words),
  /** Values that don't fit become NULL. Without this option, a column with such values stays text. */
  misfits: v.exactOptional(v.literal('null')),
});

export type ColumnLook = Shape<typeof ColumnLook>;
const ColumnLook = v.object({
  name: v.string(),
  /** The chosen options, or the detected ones if none were chosen. Members left open are filled in. */
  options: ColumnOptions,
  isChosen: v.boolean(),
  /** Why the column stays text in spite of the options. */
  doubt: v.exactOptional(v.picklist(['misfits', 'dateOrder', 'decimalMark', 'leadingZeros', 'brackets', 'declared'])),
  values: natural,
  fitting: natural,
  /** Words that are NULL in this column, and how many values they are. */
  missing: v.exactOptional(v.object({ values: natural, words })),
  misfit: v.exactOptional(v.object({ text: v.string(), line: v.exactOptional(natural) })),
});

/** A value of the first records: its text, and the imported value if that looks different. */
export type SampleCell = Shape<typeof SampleCell>;
const SampleCell = v.object({ text: v.nullable(v.string()), value: v.exactOptional(v.nullable(v.string())) });

/** The result of importing the file with the current options. */
export type OptionsLook = Shape<typeof OptionsLook>;
export const OptionsLook = v.object({
  options: v.array(FileOption),
  parts: v.exactOptional(
    v.object({
      label: v.string(),
      all: v.array(v.string()),
      selected: v.array(v.string()),
      /** Says which parts aren't selected, and why. */
      leftOut: v.exactOptional(v.array(v.string())),
    }),
  ),
  nullWords: v.array(v.string()),
  /** Whether people have chosen something that they can reset. */
  isChosen: v.boolean(),
  /** The first lines of a text file, and what each is to the table. */
  hasAllLines: v.boolean(),
  lines: v.array(v.object({ text: v.string(), role: v.picklist(['names', 'record', 'leftOut']) })),
  columns: v.array(ColumnLook),
  /** The first records, with one cell for each column. */
  sample: v.array(v.array(SampleCell)),
  /** Why the import would fail. Empty if it wouldn't. */
  problem: v.string(),
  /** False if no option helps: the file is empty, encrypted or not a table. */
  canOpen: v.boolean(),
  /** The file is being inspected, and the other members are those of the last inspection. */
  isBusy: v.boolean(),
});

export type OptionsInit = Shape<typeof OptionsInit>;
const OptionsInit = v.object({
  strings: v.custom<OptionsStrings>((value) => typeof value === 'object' && value !== null),
  /** BCP 47, for number formats. */
  language: v.string(),
  name: v.string(),
  folder: v.string(),
  /** Label of the primary button. */
  accept: v.string(),
  /** Whether the file is one of several and can be skipped. */
  canSkip: v.boolean(),
  /** Whether the options can be used for other files. */
  canUseForOthers: v.boolean(),
  look: OptionsLook,
});

export type OptionsHost = typeof OptionsHost;
export const OptionsHost = {
  ready: call([], OptionsInit),
  setOption: call([v.picklist(FILE_OPTIONS), text]),
  /** Takes what people have typed for an option so far. The empty text returns to the detected value. */
  typeOption: call([v.picklist(FILE_OPTIONS), text]),
  setParts: call([v.array(text)]),
  setNullWords: call([words]),
  /** The column's position, and its options. Null returns to the detected ones. */
  setColumn: call([natural, v.nullable(ColumnOptions)]),
  /** Returns to the detected options. */
  reset: call([]),
  accept: call([]),
  /** Accepts the options for the similar files in the folder, too. */
  acceptSimilar: call([]),
  skip: call([]),
  cancel: call([]),
} satisfies Api;

export type OptionsView = typeof OptionsView;
export const OptionsView = { show: call([OptionsLook]) } satisfies Api;
