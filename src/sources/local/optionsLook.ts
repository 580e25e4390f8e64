import type {
  ColumnLook,
  FileOption,
  FileOptionName,
  OptionsLook,
  SampleCell,
} from '../../messages/optionsProtocol.ts';
import { FILE_OPTIONS } from '../../messages/optionsProtocol.ts';
import {
  type ColumnInspection,
  formatOfName,
  type Inspection,
  JobFailed,
  type Reading,
  reasonText,
} from '../../service/index.ts';
import { translate, windowLanguage } from '../../platform/windowLanguage.ts';
import { problemText } from './localProblems.ts';
import { usualParts, type FileToOpen } from './localFile.ts';
import { LOCAL_NOTICE_WORDS } from './localWords.ts';
import { encodingName, hasOption, optionsOf, partTitle } from './readingOptions.ts';

export interface Looked {
  readonly inspection?: Inspection;
  readonly problem?: string;
  /** Whether the problem is the file itself, so that no option helps. */
  readonly isHopeless?: boolean;
}

const HOPELESS: ReadonlySet<string> = new Set<NonNullable<JobFailed['unreadable']>['reason']['code']>([
  ...(['empty', 'folder', 'notFile', 'encrypted', 'password', 'pdf'] as const),
  ...(['zip', 'packed', 'oldOffice', 'oldExcel', 'oldXml', 'mhtml', 'xlsb'] as const),
  ...(['word', 'numbers', 'foreign', 'binary'] as const),
]);

export function problemOf(error: unknown): Looked {
  const code = error instanceof JobFailed ? error.unreadable?.reason.code : undefined;
  return { problem: problemText(error), isHopeless: code !== undefined && HOPELESS.has(code) };
}

export function optionsLook(
  file: FileToOpen,
  { inspection, problem = '', isHopeless = false }: Looked,
  isBusy: boolean,
): OptionsLook {
  const reading = readingOf(file, inspection);
  const lists = recordListsOf(reading, inspection);
  const offered = FILE_OPTIONS.filter((name) => hasOption(name, reading, lists));
  return {
    options: offered.map((name) => ({
      ...optionOf(name, reading, lists),
      ...(name === 'encoding' && file.choices.encoding === undefined && inspection && unsureNote(inspection)),
    })),
    ...(inspection?.parts !== undefined && {
      parts: {
        label: partTitle('part', reading.format),
        all: partsToChoose(inspection),
        selected: file.parts ?? usualParts(inspection.parts),
        ...(inspection.leftOut && { leftOut: inspection.leftOut.map(leftOutText) }),
      },
    }),
    nullWords: reading.nullWords ?? [],
    columns: inspection?.columns.map((column) => columnLook(column, reading.columns)) ?? [],
    sample: inspection === undefined ? [] : sampleOf(inspection),
    problem,
    canOpen: isBusy || !isHopeless,
    isBusy,
  };
}

/** The sheets or tables that can be read: those of a usual import, and hidden sheets. */
export function partsToChoose({ parts = [], leftOut = [] }: Inspection): readonly string[] {
  return [...parts, ...leftOut.filter(({ reason }) => reason.code === 'sheetHidden').map(({ part }) => part)];
}

function leftOutText({ part, reason }: NonNullable<Inspection['leftOut']>[number]): string {
  return `${part}: ${reasonText(reason, windowLanguage.translate)}`;
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

function optionOf(name: FileOptionName, reading: Reading, lists: readonly string[]): FileOption {
  return {
    name,
    label: partTitle(name, reading.format),
    value: String(reading[name] ?? ''),
    choices: optionsOf(name, reading, lists).map(({ value, label }) => ({ value: String(value), label })),
  };
}

function unsureNote({ unsure = [], reading: { encoding } }: Inspection): { readonly note?: string } {
  if (encoding === undefined || !unsure.includes('encoding')) return {};
  return { note: translate(LOCAL_NOTICE_WORDS.unsureEncoding, { name: encodingName(encoding) }) };
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
      const isTyped = column !== undefined && column.reading.kind !== 'text' && column.doubt === undefined;
      const value = column?.sample[row];
      return { text, ...(isTyped && value !== undefined && value !== text && { value }) };
    }),
  );
}
