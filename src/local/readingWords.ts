import { l10n } from 'vscode';
import { FILE_KINDS, fileKind, type FileEncoding, type FileFormat, type Reading } from '../service/index.ts';

/** A part of a Reading that a person may change, in the order in which they are shown. */
export const READING_PARTS = [
  'format',
  'part',
  'encoding',
  'delimiter',
  'quote',
  'header',
  'unreadable',
] as const;
export type ReadingPart = (typeof READING_PARTS)[number];

/** What a part of a reading can be: the value and its name. */
export interface ReadingOption {
  readonly label: string;
  readonly value: string | boolean;
}

const formatWords = (): Readonly<Record<string, string>> =>
  Object.fromEntries(FILE_KINDS.map(({ id, name }) => [id, name]));

const encodingWords = (): Readonly<Record<FileEncoding, string>> => ({
  'utf-8': 'UTF-8',
  'utf-16le': l10n.t('UTF-16, low byte first'),
  'utf-16be': l10n.t('UTF-16, high byte first'),
  'windows-1252': l10n.t('Windows-1252 (Western European)'),
  'iso-8859-1': l10n.t('ISO 8859-1 (Latin-1)'),
});

const delimiterWords = (): Readonly<Record<string, string>> => ({
  ',': l10n.t('comma'),
  ';': l10n.t('semicolon'),
  '\t': l10n.t('tab'),
  '|': l10n.t('vertical bar'),
});

const quoteWords = (): Readonly<Record<string, string>> => ({
  '"': l10n.t('double quotes (")'),
  "'": l10n.t("single quotes (')"),
  '': l10n.t('nothing is quoted'),
});

const unreadableWords = (): Readonly<Record<Reading['unreadable'], string>> => ({
  refuse: l10n.t('refuse the file'),
  skip: l10n.t('leave them out and list them'),
});

export function partTitle(part: ReadingPart, format: FileFormat): string {
  switch (part) {
    case 'format':
      return l10n.t('Format');
    case 'part':
      return fileKind(format)?.parts === 'sheets'
        ? l10n.t('Sheets')
        : l10n.t({ message: 'Tables', comment: 'Those of a database file.' });
    case 'encoding':
      return l10n.t('Encoding');
    case 'delimiter':
      return l10n.t('Delimiter');
    case 'quote':
      return l10n.t('Quotes');
    case 'header':
      return l10n.t('First record');
    case 'unreadable':
      return l10n.t('Unreadable records');
  }
}

/** What a part of this reading is, in words; undefined where files of this format have no such part. */
export function partText(part: ReadingPart, reading: Reading): string | undefined {
  const { compression, format, unreadable } = reading;
  if (part === 'part') return reading.part;
  // Records of other formats have their bounds from the format.
  if (part === 'unreadable')
    return fileKind(format)?.isText === true ? unreadableWords()[unreadable] : undefined;
  const name = optionsOf(part).find(({ value }) => value === reading[part])?.label;
  return part === 'format' && compression === 'gzip'
    ? l10n.t('{0}, compressed (gzip)', name ?? format)
    : name;
}

/** What a part can be, whatever the file. */
export function optionsOf(part: Exclude<ReadingPart, 'part'>): readonly ReadingOption[] {
  if (part === 'header')
    return [
      { label: l10n.t('names the fields'), value: true },
      { label: l10n.t('is a record like the others'), value: false },
    ];
  const words = {
    format: formatWords,
    encoding: encodingWords,
    delimiter: delimiterWords,
    quote: quoteWords,
  };
  const table = part === 'unreadable' ? unreadableWords() : words[part]();
  return Object.entries(table).map(([value, label]) => ({ label, value }));
}

/** The whole reading in a line: `CSV · UTF-8 · semicolon · …` */
export function readingText(reading: Reading): string {
  const shown = READING_PARTS.filter((part) => part !== 'quote' && part !== 'unreadable');
  const texts = shown.map((part) => {
    const text = partText(part, reading);
    return part === 'header' && text !== undefined ? l10n.t('the first record {0}', text) : text;
  });
  return texts.filter((text) => text !== undefined).join(' · ');
}
