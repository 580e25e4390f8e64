/** Draws a file: its dialect, what stands above and below its table, and the table itself. */
import { countColumn, drawColumn, type Column, type Manner } from './columns.ts';
import { Draw } from './draw.ts';
import { canEncode, drawEncoding, isUnicode, type Encoding } from './encoders.ts';
import { LANGUAGES, WORDS, type Language, type LanguageWords } from './languageWords.ts';

export interface Dialect {
  readonly delimiter: string;
  readonly quote: string;
  /** How a quote within quotes is written. */
  readonly escape: 'doubled' | 'backslash';
  readonly quoting: 'all' | 'minimal' | 'nonnumeric';
  /** `mixed` means LF and CRLF. */
  readonly lineEnd: '\n' | '\r\n' | '\r' | '\r\r\n' | '\u0085' | 'mixed';
  readonly endsLastLine: boolean;
  /** Each record, or each record but the header, ends with a delimiter. */
  readonly trailing: 'none' | 'all' | 'records';
  /** `groups`: a row above the names has a year for every two of them. */
  readonly header: 'names' | 'none' | 'withoutFirst' | 'groups';
}

export interface Recipe {
  readonly language: Language;
  readonly ending: 'csv' | 'tsv' | 'txt';
  readonly encoding: Encoding;
  readonly dialect: Dialect;
  readonly columns: readonly Column[];
  /** Lines above and below the table, as they are. `padded` are written as records of one value. */
  readonly above: readonly Line[];
  readonly below: readonly Line[];
  /** Place of a record above which a comment stands. */
  readonly commentAt: number | undefined;
  /** What the file ends with after its last line. */
  readonly end: string;
}

export interface Line {
  readonly text: string;
  readonly isPadded?: true;
}

const RARE = ['::', '^', '~', '¦', '§', '\u001f', '\u0001', '||', '!', '|@|'];

function drawDelimiter(draw: Draw, mark: '.' | ','): string {
  const rare = (): string => draw.pick(RARE);
  const plain = (text: string) => () => text;
  const choices: readonly (readonly [() => string, number])[] =
    mark === '.'
      ? [[plain(','), 60], [plain(';'), 12], [plain('\t'), 16], [plain('|'), 7], [rare, 3], [plain(' '), 1]]
      : [[plain(';'), 62], [plain(','), 16], [plain('\t'), 13], [plain('|'), 5], [rare, 3], [plain(' '), 1]]; // prettier-ignore
  return draw.weighted(choices)();
}

function drawDialect(draw: Draw, mark: '.' | ',', encoding: Encoding): Dialect {
  const delimiter = drawDelimiter(draw, mark);
  // Letters tell an old encoding, and a delimiter beyond ASCII would be the only sign of itself.
  const isWritable = delimiter < '\u0080' || isUnicode(encoding);
  const quote = draw.weighted([['"', 86], ["'", 3], ['', 11]]); // prettier-ignore
  const isTab = delimiter === '\t';
  // Single quotes around some texts alone can't be told from apostrophes.
  const quoting = draw.weighted<Dialect['quoting']>([
    ['minimal', quote === "'" ? 0 : 60],
    ['all', 25],
    ['nonnumeric', 15],
  ]);
  const lineEnd = draw.weighted<Dialect['lineEnd']>([
    ['\n', 44], ['\r\n', 46], ['\r', 3], ['\r\r\n', 1.5], ['\u0085', isUnicode(encoding) ? 0.5 : 0], ['mixed', 3],
  ]); // prettier-ignore
  return {
    delimiter: isWritable ? delimiter : ',',
    // R separates by spaces, and quotes what is a text.
    ...(delimiter === ' ' ? ({ quote: '"', quoting: 'nonnumeric' } as const) : { quote, quoting }),
    escape: !isTab && quote === '"' && draw.chance(0.06) ? 'backslash' : 'doubled',
    lineEnd,
    endsLastLine: draw.chance(0.85),
    trailing: draw.weighted([['none', 95], ['all', 2], ['records', 2]]), // prettier-ignore
    header: draw.weighted([['names', 92], ['none', 4], ['withoutFirst', 2], ['groups', 1.5]]), // prettier-ignore
  };
}

function mannerOf(
  draw: Draw,
  language: Language,
  words: LanguageWords,
  encoding: Encoding,
): Omit<Manner, 'isQuoted' | 'delimiter'> {
  const isSwiss = language === 'de' && draw.chance(0.12);
  const isPlain = language !== 'en' && draw.chance(0.3);
  const spaces = isUnicode(encoding) ? [' ', '\u00a0', '\u202f'] : [' '];
  const thousands = words.thousands === ' ' ? draw.pick(spaces) : words.thousands;
  const dates = draw.weighted<Manner['dates']>([
    ['iso', 45],
    ['dmy.', ['de', 'pl', 'ru'].includes(language) ? 55 : 2],
    ['dmy/', ['fr', 'es', 'it'].includes(language) ? 50 : 5],
    ['mdy/', language === 'en' ? 35 : 0],
    ['dmy-', language === 'en' ? 5 : 1],
  ]);
  const marks = isSwiss
    ? ({ decimal: '.', thousands: draw.pick(["'", ...(isUnicode(encoding) ? ['’'] : [])]) } as const)
    : isPlain
      ? ({ decimal: '.', thousands: '' } as const)
      : { decimal: words.decimal, thousands };
  return { words, ...marks, dates, isUnicode: isUnicode(encoding) };
}

/** Lines that can't be written without quotes. */
function isPlainIn({ delimiter, quote }: Dialect, text: string): boolean {
  return !/[\r\n\u0085]/.test(text) && !text.includes(delimiter) && (quote === '' ? !/^["']/.test(text) : true);
}

const NAME_PARTS = ['', '', '', ' 2023', ' (%)', ' in m²', '_id', ' / km'];

function drawNames(draw: Draw, { names }: LanguageWords, count: number, encoding: Encoding): readonly string[] {
  const first = draw.chance(0.06) ? Array.from({ length: count }, (_, at) => String(2010 + at)) : [];
  const own = draw.some(names, count).map((name) => name + draw.pick(NAME_PARTS));
  return Array.from({ length: count }, (_, at) => {
    // Years name fields behind the first one.
    const name = (at > 0 ? first[at] : undefined) ?? own[at] ?? `x${String(at)}`;
    return canEncode(name, encoding) ? name : `name${String(at)}`;
  });
}

/** The file of a number, the same for each seed. */
export function drawRecipe(seed: number, number: number): Recipe {
  const draw = new Draw(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b));
  const language = draw.weighted(LANGUAGES.map((each) => [each, ['en', 'de'].includes(each) ? 3 : 1] as const));
  const words = WORDS[language];
  const encoding = drawEncoding(draw, language);
  const half = mannerOf(draw, language, words, encoding);
  const dialect = drawDialect(draw, half.decimal, encoding);
  const manner: Manner = { ...half, isQuoted: dialect.quote !== '', delimiter: dialect.delimiter };
  // A file of one field has no delimiter, so nothing shows what stands around its table.
  const width = draw.weighted([[1, 1], [2, 8], [draw.between(3, 8), 80], [draw.between(9, 40), 11]]); // prettier-ignore
  const rows = draw.weighted([[draw.between(4, 12), 35], [draw.between(12, 60), 60], [draw.between(200, 600), 5]]); // prettier-ignore
  const fitted = fittedDialect(dialect, width);
  const names = drawNames(draw, words, width, encoding);
  const columns = names.map((name, at) => {
    const column = drawColumn(draw, name, rows, manner);
    return isFit(column, at, fitted, encoding) ? column : countColumn(name, rows, draw);
  });
  const hasPlace = width > 1;
  const above = hasPlace && fitted.header === 'names' ? drawAbove(draw, words, width, fitted, encoding) : [];
  const below = hasPlace ? drawBelow(draw, words, width, fitted, encoding) : [];
  return {
    language,
    ending: draw.weighted([['csv', fitted.delimiter === '\t' ? 30 : 92], ['txt', 8], ['tsv', fitted.delimiter === '\t' ? 60 : 0]]), // prettier-ignore
    encoding,
    dialect: { ...fitted, escape: columns.some(hasQuote) ? fitted.escape : 'doubled' },
    columns: withFirstColumn(columns, rows, fitted, draw),
    above,
    below,
    commentAt: hasPlace && width > 2 && draw.chance(0.015) ? draw.between(1, rows - 1) : undefined,
    end: draw.weighted([['', 97], ['\u001a', 2], ['\0'.repeat(draw.between(1, 200)), hasPlace ? 0.5 : 0]]), // prettier-ignore
  };
}

/** Without an escaped quote, two backslashes can't be told from one that is escaped. */
function hasQuote({ cells }: Column): boolean {
  return cells.some(({ text }) => text?.includes('"') === true);
}

/** Some dialects need several fields to be told at all. */
function fittedDialect(dialect: Dialect, width: number): Dialect {
  if (width === 1) return { ...dialect, delimiter: ',', quote: '"', header: 'names', trailing: 'none', lineEnd: '\n', quoting: 'minimal' }; // prettier-ignore
  if (dialect.header === 'names' && dialect.trailing === 'none') return dialect;
  if (dialect.header === 'groups') return { ...dialect, header: width < 5 ? 'names' : 'groups', trailing: 'none' };
  // Above two fields, a single name could be a title.
  if (dialect.header === 'withoutFirst' && width < 3) return { ...dialect, header: 'names' };
  // Each is shown by the shape of the others, so that a file has one of them.
  return dialect.header === 'names' ? dialect : { ...dialect, trailing: 'none' };
}

/** Whether the dialect and the encoding can hold all texts, and the column leaves no doubt about the table. */
function isFit({ name, kind, cells }: Column, at: number, dialect: Dialect, encoding: Encoding): boolean {
  const texts = [name, ...cells.flatMap(({ text }) => text ?? [])];
  if (!texts.every((text) => canEncode(text, encoding))) return false;
  if (dialect.quote === '' && !texts.every((text) => isPlainIn(dialect, text))) return false;
  // Two rows of names above texts could be a name that is missing, and a record.
  if (dialect.header === 'groups' && at > 0) return false;
  // Without a header, a first field of numbers or dates shows that there is none.
  if (dialect.header === 'none' && at === 0) return kind === 'number' && cells.every(({ text }) => text !== null && !/^[12]\d{3}$/.test(text) && /^\d+$/.test(text)); // prettier-ignore
  return true;
}

/** The first field is never empty, so that no record looks like an empty line. */
function withFirstColumn(columns: readonly Column[], rows: number, { header }: Dialect, draw: Draw): readonly Column[] {
  const [first, ...others] = columns;
  if (first === undefined) return columns;
  const isWhole = first.cells.every(({ text }) => text !== null && text.trim() !== '');
  // R numbers the records that have no names of their own.
  const whole = isWhole && header !== 'withoutFirst' ? first : countColumn(first.name, rows, draw);
  const [second, ...rest] = others;
  const filled = second && { ...second, cells: second.cells.map((cell, row) => (row === rows - 1 && cell.text === null ? (second.cells[0] ?? cell) : cell)) }; // prettier-ignore
  // R writes a word for a missing value.
  const isComplete = (column: Column): boolean => header !== 'withoutFirst' || column.cells.every(({ text }) => text !== null); // prettier-ignore
  return [whole, ...(filled ? [filled] : []), ...rest].map((column) => isComplete(column) ? column : countColumn(column.name, rows, draw)); // prettier-ignore
}

function isWritten(encoding: Encoding, { delimiter, quote }: Dialect, lines: readonly Line[]): boolean {
  const isSafe = ({ text, isPadded }: Line): boolean => isPadded !== true || quote !== '' || !text.includes(delimiter);
  return lines.every((line) => canEncode(line.text, encoding) && isSafe(line));
}

function drawAbove(
  draw: Draw,
  words: LanguageWords,
  width: number,
  dialect: Dialect,
  encoding: Encoding,
): readonly Line[] {
  const { delimiter } = dialect;
  const titles = draw.some(words.titles, draw.between(1, 3)).map((text) => ({ text }));
  // A title with delimiters could be a record of a narrow table.
  const raw = titles.filter(({ text }) => !text.includes(delimiter) || (width > 4 && delimiter !== ' '));
  const blank = draw.chance(0.6) ? [{ text: '' }] : [];
  const lines = draw.weighted<() => readonly Line[]>([
    [() => [], 40],
    [() => (raw.length === 0 ? [] : [...raw, ...blank]), 5],
    [() => (width < 4 ? [] : [...titles.map(({ text }) => ({ text, isPadded: true as const })), ...blank]), 4],
    [() => raw.filter(({ text }) => !text.includes(delimiter)).map(({ text }) => ({ text: `# ${text}` })), 3],
    [() => (delimiter.length === 1 && delimiter !== '¦' && delimiter !== '§' ? [{ text: `sep=${delimiter}` }] : []), 2],
    [() => Array.from({ length: draw.between(1, 3) }, () => ({ text: '' })), 1.5],
  ])();
  return isWritten(encoding, dialect, lines) ? lines : [];
}

function drawBelow(
  draw: Draw,
  words: LanguageWords,
  width: number,
  dialect: Dialect,
  encoding: Encoding,
): readonly Line[] {
  const { delimiter } = dialect;
  const notes = draw.some(words.notes, draw.between(1, 3)).map((text) => ({ text }));
  const raw = notes.filter(({ text }) => !text.includes(delimiter));
  const lines = draw.weighted<() => readonly Line[]>([
    [() => [], 55],
    [() => (raw.length === 0 ? [] : [{ text: '' }, ...raw]), 4],
    [() => raw, 2],
    [
      () =>
        width < 4 || raw.length === 0
          ? []
          : [{ text: '', isPadded: true as const }, ...raw.map(({ text }) => ({ text, isPadded: true as const }))],
      2,
    ],
    [() => Array.from({ length: draw.between(1, 4) }, () => ({ text: '' })), 3],
    [() => Array.from({ length: draw.between(2, 6) }, () => ({ text: '', isPadded: true as const })), 2],
  ])();
  return isWritten(encoding, dialect, lines) ? lines : [];
}
