import { typedDelimiter } from '../../base/quotes.ts';
import type { FileOptionName } from '../../messages/optionsProtocol.ts';
import { translate, translated } from '../../platform/windowLanguage.ts';
import { FILE_KINDS, fileKind, type FileEncoding, type FileFormat, type Reading } from '../../service/index.ts';
import { FIRST_ROW_WORDS, IMPORT_OPTION_WORDS, OPTION_VALUE_WORDS } from './localWords.ts';

/** The parts of a Reading that people can change for a whole file. */
type ReadingPart = FileOptionName | 'part';
/** Options whose values people type. */
type TypedOption = 'escape' | 'headerLine' | 'skipEnd' | 'comment';

/** The longest text that an option takes, in UTF-16 units. */
const LONGEST = 20;
const HIGHEST = 1e9;

export function isTextOption(part: ReadingPart): part is TypedOption {
  return part === 'escape' || part === 'headerLine' || part === 'skipEnd' || part === 'comment';
}

/**
 * What people have typed for an option: undefined for what is detected, null if it's no value of the option. `\\t`
 * stands for a tab, and delimiters have names, too.
 */
export function valueOfText(part: FileOptionName, text: string): string | number | null | undefined {
  if (text === '') return undefined;
  if (part === 'headerLine' || part === 'skipEnd') {
    const lowest = part === 'headerLine' ? 1 : 0;
    return /^\d{1,9}$/.test(text) && Number(text) >= lowest && Number(text) <= HIGHEST ? Number(text) : null;
  }
  const value = part === 'delimiter' ? typedDelimiter(text) : text.replaceAll(String.raw`\t`, '\t');
  const isOneCharacter = part === 'quote' || part === 'escape';
  if (isOneCharacter) return /^[!-~]$/.test(value) ? value : null;
  return value.length <= LONGEST && !/[\r\n]/.test(value) ? value : null;
}

export function partTitle(part: ReadingPart, format: FileFormat): string {
  const words = translated(IMPORT_OPTION_WORDS);
  if (part !== 'part') return words[part];
  return fileKind(format)?.parts === 'sheets' ? words.sheets : words.tables;
}

/** `lists` are the places in a JSON file where its records can be. */
export function hasOption(part: ReadingPart, reading: Reading, lists: readonly string[] = []): boolean {
  if (part === 'headerSeparator') return reading.header === true && reading.format !== 'json';
  if (part === 'headerLine' || part === 'skipEnd')
    return reading.format === 'csv' || fileKind(reading.format)?.parts === 'sheets';
  if (isTextOption(part)) return reading.format === 'csv';
  // Without a choice, texts of SQLite that aren't UTF-8 are bytes.
  if (part === 'encoding' && reading.format === 'sqlite') return true;
  return part === 'records' ? reading.format === 'json' && lists.length > 0 : partText(part, reading) !== undefined;
}

/** A part of this reading in words. Undefined if files of this format don't have it. */
function partText(part: ReadingPart, reading: Reading): string | undefined {
  const { compression, format } = reading;
  if (part === 'part') return reading.part;
  if (isTextOption(part)) return undefined;
  if (part === 'records') return reading.format === 'json' ? reading.records : undefined;
  // Only text formats can have invalid rows.
  if (part === 'unreadable' && fileKind(format)?.isText !== true) return undefined;
  const name = optionsOf(part, reading).find(({ value }) => value === reading[part])?.label;
  return part === 'format' && compression !== 'none'
    ? translate(IMPORT_OPTION_WORDS.packed, { format: name ?? format, packed: compression })
    : name;
}

/** The usual values of a part, and the one that a file has if it is another, such as the delimiter `^`. */
export function optionsOf(
  part: FileOptionName,
  reading: Reading,
  lists: readonly string[] = [],
): readonly { readonly label: string; readonly value: string | boolean }[] {
  if (part === 'records') {
    const whole = { value: '', label: translate(IMPORT_OPTION_WORDS.wholeText) };
    return [...lists.map((value) => ({ value, label: value })), whole];
  }
  if (isTextOption(part)) return [];
  if (part === 'format') return FILE_KINDS.map(({ id, name }) => ({ value: id, label: name }));
  const usual = Object.entries(translated(OPTION_VALUE_WORDS[part])).map(([value, label]) => ({
    value: part === 'header' ? value === 'true' : value,
    label,
  }));
  if (part === 'encoding' && reading.format === 'sqlite')
    return [{ value: '', label: translate(IMPORT_OPTION_WORDS.bytes) }, ...usual];
  const own = reading[part];
  if (own === undefined || usual.some(({ value }) => value === own)) return usual;
  return [...usual, { value: own, label: JSON.stringify(own).slice(1, -1) }];
}

export function encodingName(encoding: FileEncoding): string {
  return translated(OPTION_VALUE_WORDS.encoding)[encoding];
}

/** Describes a reading in one line: `CSV · UTF-8 · Semicolon · First row: Column names` */
export function readingText(reading: Reading): string {
  const { header } = reading;
  const shown = ['format', 'part', 'records', 'encoding', 'delimiter'] as const;
  const texts = [
    ...shown.map((part) => partText(part, reading)),
    header === undefined ? undefined : translated(FIRST_ROW_WORDS)[`${header}`],
  ];
  return texts.filter((text) => text !== undefined && text !== '').join(' · ');
}
