import {
  type ColumnLook,
  type FileOption,
  type FileOptionName,
  type OptionsLook,
  type SampleCell,
  FILE_OPTIONS,
  OTHER,
} from '../../messages/optionsProtocol.ts';
import { defined } from '../../base/defined.ts';
import { countText } from '../../platform/quantities.ts';
import { OPTION_FACT_WORDS, LOCAL_NOTICE_WORDS } from './localWords.ts';
import {
  type ColumnInspection,
  formatOfName,
  type Inspection,
  JobFailed,
  type Reading,
  type ReadingChoices,
  reasonText,
  SHOWN_LINES,
} from '../../service/index.ts';
import { translate, windowLanguage } from '../../platform/windowLanguage.ts';
import { problemText } from './localProblems.ts';
import { usualParts, type FileToOpen } from './localFile.ts';
import { encodingName, hasOption, isTextOption, optionsOf, partTitle, valueOfText } from './readingOptions.ts';

export interface Looked {
  readonly inspection?: Inspection;
  readonly problem?: string;
  /** Whether the problem is the file itself, so that no option helps. */
  readonly isHopeless?: boolean;
}

const HOPELESS: ReadonlySet<string> = new Set<NonNullable<JobFailed['unreadable']>['reason']['code']>([
  ...(['empty', 'folder', 'notFile', 'encrypted', 'password', 'pdf'] as const),
  ...(['zip', 'packed', 'oldOffice', 'oldExcel', 'oldXml', 'mhtml', 'xlsb'] as const),
  ...(['word', 'numbers', 'foreign', 'binary', 'shape'] as const),
]);

export function problemOf(error: unknown): Looked {
  const code = error instanceof JobFailed ? error.unreadable?.reason.code : undefined;
  return { problem: problemText(error), isHopeless: code !== undefined && HOPELESS.has(code) };
}

export function optionsLook(
  file: FileToOpen,
  { inspection, problem = '', isHopeless = false }: Looked,
  isBusy: boolean,
  typing: ReadonlyMap<FileOptionName, string> = new Map(),
): OptionsLook {
  const reading = readingOf(file, inspection);
  const lists = recordListsOf(reading, inspection);
  const offered = FILE_OPTIONS.filter((name) => hasOption(name, reading, lists));
  const options = offered.map((name) => optionOf(name, { reading, lists, choices: file.choices, typing, inspection }));
  const lines = inspection?.lines ?? [];
  const isWrong = options.some((option) => option.isWrong);
  return {
    options,
    ...(inspection?.parts !== undefined && {
      parts: {
        label: partTitle('part', reading.format),
        all: partsToChoose(inspection),
        selected: file.parts ?? usualParts(inspection),
        ...(inspection.leftOut && {
          leftOut: inspection.leftOut.map(
            ({ part, reason }) => `${part}: ${reasonText(reason, windowLanguage.translate)}`,
          ),
        }),
      },
    }),
    nullWords: reading.nullWords ?? [],
    isChosen: Object.keys(file.choices).length > 0 || file.parts !== undefined || typing.size > 0,
    lines,
    // The end of a longer file isn't among them.
    hasAllLines: lines.length < SHOWN_LINES,
    columns: inspection?.columns.map((column) => columnLook(column, reading.columns)) ?? [],
    sample: inspection === undefined ? [] : sampleOf(inspection),
    problem,
    canOpen: !isWrong && (isBusy || !isHopeless),
    isBusy,
  };
}

/** The sheets or tables that can be read: those of a usual import, and hidden sheets. */
export function partsToChoose({ parts = [], leftOut = [] }: Inspection): readonly string[] {
  return [...parts, ...leftOut.filter(({ reason }) => reason.code === 'sheetHidden').map(({ part }) => part)];
}

/** Combines the chosen options, the detected ones and the defaults. */
export function readingOf({ file, choices }: FileToOpen, inspection: Inspection | undefined): Reading {
  const start: Reading = { format: formatOfName(file) ?? 'csv', compression: 'none', unreadable: 'refuse' };
  return { ...start, ...(inspection?.hasNested && { nested: 'json' }), ...inspection?.reading, ...choices };
}

/** Places where a JSON file can have its records. A chosen one may be too deep to be detected. */
export function recordListsOf({ records }: Reading, inspection: Inspection | undefined): readonly string[] {
  return [...new Set([...(records ? [records] : []), ...(inspection?.recordLists ?? [])])];
}

interface OptionFacts {
  readonly reading: Reading;
  readonly lists: readonly string[];
  readonly choices: ReadingChoices;
  /** Texts of options that people are typing. They may not be values yet. */
  readonly typing: ReadonlyMap<FileOptionName, string>;
  readonly inspection: Inspection | undefined;
}

function optionOf(name: FileOptionName, facts: OptionFacts): FileOption {
  const { reading, lists, choices, typing, inspection } = facts;
  const value = String(reading[name] ?? '');
  const typed = typing.get(name);
  const isWrong = typed !== undefined && valueOfText(name, typed) === null;
  const isGuess = choices[name] === undefined;
  const fact = isGuess ? factOf(name, reading, inspection) : undefined;
  const own = optionsOf(name, reading, lists).map((each) => ({ value: String(each.value), label: each.label }));
  const other = { value: OTHER, label: translate(OPTION_FACT_WORDS.other) };
  const common = { name, label: partTitle(name, reading.format), ...defined({ fact }), ...(isWrong && { isWrong }) };
  const isOpen = choices[name] !== undefined || typed !== undefined || isInDoubt(name, reading, inspection);
  if (isTextOption(name)) return { ...common, value: typed ?? value, choices: [], isOpen };
  if (name !== 'delimiter' && name !== 'quote') return { ...common, value, choices: own, isOpen };
  return {
    ...common,
    value: typed === undefined ? value : OTHER,
    choices: [...own, other],
    ...defined({ typed }),
    isOpen,
  };
}

/** Whether people should look at a detected value: it's unusual, or not all of the file fits it. */
function isInDoubt(name: FileOptionName, reading: Reading, inspection: Inspection | undefined): boolean {
  switch (name) {
    case 'encoding':
      return reading.encoding !== 'utf-8';
    case 'delimiter':
      return (
        (inspection?.evidence?.share ?? 1) < 1 ||
        !optionsOf(name, { ...reading, delimiter: ',' }).some(({ value }) => value === reading.delimiter)
      );
    case 'headerLine':
      return (reading.headerLine ?? 1) > 1;
    case 'skipEnd':
      return (inspection?.evidence?.linesBelow ?? 0) > 0;
    case 'comment':
    case 'escape':
    case 'headerSeparator':
      return reading[name] !== undefined;
    case 'records':
      return (inspection?.recordLists?.length ?? 0) > 1;
    case 'nested':
      return true;
    case 'format':
    case 'quote':
    case 'header':
    case 'unreadable':
      return false;
  }
}

function factOf(
  name: FileOptionName,
  reading: Reading,
  { evidence, unsure = [] }: Partial<Inspection> = {},
): string | undefined {
  if (name === 'encoding' && reading.encoding !== undefined && unsure.includes('encoding'))
    return translate(LOCAL_NOTICE_WORDS.unsureEncoding, { name: encodingName(reading.encoding) });
  if (name === 'delimiter' && evidence !== undefined) {
    const share = new Intl.NumberFormat(windowLanguage.tag, { style: 'percent', maximumFractionDigits: 1 }).format(
      evidence.share,
    );
    return translate(OPTION_FACT_WORDS.delimiter, { share, values: countText(evidence.width) });
  }
  if (name === 'headerLine') return (reading.headerLine ?? 1) > 1 ? translate(OPTION_FACT_WORDS.headerLine) : undefined;
  if (name === 'comment') return reading.comment === undefined ? undefined : translate(OPTION_FACT_WORDS.comment);
  const { linesBelow = 0 } = evidence ?? {};
  return name === 'skipEnd' && linesBelow > 0
    ? translate(OPTION_FACT_WORDS.skipEnd, { lines: countText(linesBelow) })
    : undefined;
}

/** A chosen option is shown even before the inspection has used it. */
function columnLook(
  { reading, source: _, sample: __, ...facts }: ColumnInspection,
  choices: Reading['columns'] = [],
): ColumnLook {
  const { field, isFromSchema = false, ...detected } = reading;
  const chosen = choices.find((column) => column.field === field);
  if (chosen === undefined || isFromSchema) return { name: field, options: detected, isChosen: false, ...facts };
  const { field: ___, ...options } = chosen;
  const isSame = detected.kind === options.kind;
  return {
    name: field,
    options: isSame ? { ...detected, ...options } : options,
    isChosen: true,
    ...(isSame ? facts : { values: 0, fitting: 0 }),
  };
}

function sampleOf({ sample, columns }: Inspection): readonly (readonly SampleCell[])[] {
  return sample.map((texts, row) =>
    texts.map((text, place) => {
      const column = columns[place];
      // A column with a doubt stays text.
      const isTextOption = column !== undefined && column.reading.kind !== 'text' && column.doubt === undefined;
      const value = column?.sample[row];
      return { text, ...(isTextOption && value !== undefined && value !== text && { value }) };
    }),
  );
}
