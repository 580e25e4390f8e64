/** Guesses the dialect of CSV text, and where its table begins. */
import { NAMED_DELIMITERS } from '../../../base/quotes.ts';
import { defined } from '../../../base/defined.ts';
import { isHeaderless, MAX_ABOVE, namesBelowFacts, namesFit, presentCount } from './csvNames.ts';
import type { CsvDialect } from './csvShape.ts';
import { csvRecords, type CsvMarks, type CsvRecord } from './csvText.ts';
import { HEADER_SEPARATOR, hasTwoHeaderRows } from '../../reading/headerRows.ts';

const USUAL_DELIMITERS: readonly string[] = Object.values(NAMED_DELIMITERS);
/** Delimiters that are tried if no usual one divides the records. Longer ones come first. */
const OTHER_DELIMITERS = ['::', '^', '~', '¦', '§', '\u001f', '\u001e', '\u0001', '\u0007', ' '];
const RECORDS = 200;
/** In UTF-16 units; one long record may take all of it. */
const MAX_TEXT = 1 << 18;
/** The usual mark of a remark. A header may begin with it, too. */
const COMMENT = '#';
/** UTF-16 units in which unusual delimiters are looked for. */
const MAX_LINES = 1 << 14;
/** Share of the records that an unusual delimiter must divide evenly. */
const EVEN = 0.75;
/** Narrower tables have titles that can't be told from records with a missing value. */
const PADDED_WIDTH = 3;

interface Candidate extends CsvMarks {
  readonly records: readonly CsvRecord[];
  /** The most frequent number of values, and the share of records that have it. */
  readonly fields: number;
  readonly share: number;
}

type Choices = Partial<CsvDialect>;

/** Completes the choices by guesses. `isCut` means that the last record may be incomplete. `name` is the file's. */
export function guessCsv(text: string, isCut: boolean, choices: Choices, name = ''): CsvDialect {
  const head = text.slice(0, MAX_TEXT);
  const isHeadCut = isCut || head.length < text.length;
  // Excel's own line `sep=;` names the delimiter.
  const named = /^sep=([^\r\n]{1,4})[\r\n]/i.exec(head)?.[1];
  const delimiter = choices.delimiter ?? named;
  // What stands above a chosen line says nothing about the table.
  const below = head.slice(startOfLine(head, choices.headerLine ?? 1));
  const guessed = guessMarks(below, isHeadCut, defined({ ...choices, delimiter }), delimiterOfName(name));
  const marks = below === head ? guessed : { ...guessed, records: firstRecords(head, isHeadCut, guessed, RECORDS) };
  const comment = choices.comment ?? guessComment(head, marks);
  const uncommented = { ...marks, records: tableRecords(marks.records, head, defined({ comment })) };
  const headerLine = choices.headerLine ?? (named === undefined ? beginningOf(uncommented, choices.header) : 2);
  const table = defined({ headerLine: headerLine > 1 ? headerLine : undefined, comment });
  const records = tableRecords(marks.records, head, table);
  const isTwoRows = choices.header !== false && hasTwoHeaderRows(records.map(({ values }) => values));
  const headerSeparator = choices.headerSeparator ?? (isTwoRows ? HEADER_SEPARATOR : undefined);
  return {
    ...defined({ delimiter: marks.delimiter, quote: marks.quote, escape: marks.escape, skipEnd: choices.skipEnd }),
    ...table,
    ...defined({ headerSeparator }),
    header: choices.header ?? !isHeaderless(records),
  };
}

function startOfLine(text: string, line: number): number {
  const ends = text.matchAll(/\r\r\n|\r\n|[\r\n]/g);
  let start = 0;
  for (let at = 1; at < line; at += 1) {
    const end = ends.next().value;
    if (end === undefined) return start;
    start = end.index + end[0].length;
  }
  return start;
}

function delimiterOfName(name: string): string | undefined {
  const [, ending = ''] = /\.(tsv|tab|psv)(?:\.\w+)?$/i.exec(name) ?? [];
  return ending === '' ? undefined : ending.toLowerCase() === 'psv' ? '|' : '\t';
}

function guessMarks(text: string, isCut: boolean, choices: Choices, ofName: string | undefined): Candidate {
  // A delimiter that the text doesn't have can't divide it.
  const present = (delimiters: readonly string[]): readonly string[] => {
    const own = delimiters.filter((delimiter) => text.includes(delimiter));
    return own.length > 0 ? own : delimiters.slice(0, 1);
  };
  const ofQuote = (quote: string, delimiters: readonly string[]): Candidate =>
    present(delimiters)
      .map((delimiter) => candidate(text, isCut, defined({ delimiter, quote, escape: choices.escape })))
      .reduce((one, other) => (isBetter(other, one) ? other : one));
  const best = (delimiters: readonly string[]): Candidate => {
    if (choices.quote !== undefined) return ofQuote(choices.quote, delimiters);
    const double = ofQuote('"', delimiters);
    const single = text.includes("'") ? ofQuote("'", delimiters) : double;
    return isQuotedBy(single, double) ? single : withoutFaults(text, isCut, double, choices);
  };
  /** Some programs write a space behind each delimiter, also before a quote. */
  const withSpaces = (table: Candidate): Candidate => {
    if (table.quote === '' || !text.includes(`${table.delimiter} ${table.quote}`)) return table;
    const spaced = best([`${table.delimiter} `]);
    const isQuoted = spaced.records.some(({ quoted }) => quoted > 0);
    return isQuoted && isWhole(spaced) && widthOfFirst(spaced) === spaced.fields ? spaced : table;
  };
  if (choices.delimiter !== undefined) return best([choices.delimiter]);
  const named = ofName === undefined ? undefined : best([ofName]);
  const usual = named !== undefined && divides(named) ? named : best([...markedBars(text), ...USUAL_DELIMITERS]);
  if (named !== undefined && usual.share < 1) return named;
  const between = usual.delimiter === '|' ? betweenBars(usual) : undefined;
  const joined = between === undefined ? withSpaces(usual) : best([`|${between}|`]);
  // Names that are one fewer may be names that another delimiter divides as it divides the records.
  const isLikelyUsual = divides(joined) && isEven(joined) && widthOfFirst(joined) === joined.fields;
  if (isDecimalColumn(joined, text)) return candidate(text, isCut, { ...joined, delimiter: ';' });
  // A decimal comma divides each record into two, too, or into more if there are several.
  const isBetween = joined.delimiter === ',' && isBetweenDigits(joined, text);
  if (isLikelyUsual && !isBetween && (joined.delimiter !== ',' || joined.fields > 2)) return joined;
  const other = best([...OTHER_DELIMITERS, ...ownDelimiters(text)]);
  if (isLikelyUsual) {
    const fewest = isBetween ? joined.fields : 2 * joined.fields;
    return other.delimiter !== ' ' && isWhole(other) && other.fields > fewest ? other : joined;
  }
  // Beside quoted names, two records are enough.
  const isMost = divides(other) && (shareWithin(other) >= EVEN || (isEven(other) && hasQuotedNames(other)));
  const isLikely = isMost && (isEven(other) || !divides(joined) || isClearer(other, joined));
  return isLikely && (other.delimiter !== ' ' || (isEven(other) && hasQuotedNames(other))) ? other : joined;
}

/** Whether the comma is the decimal one of a single column: one name, and numbers below it. */
function isDecimalColumn({ delimiter, records: [names, ...records] }: Candidate, text: string): boolean {
  if (delimiter !== ',' || names?.values.length !== 1 || names.quoted > 0 || records.length < 2) return false;
  const values = records.map(({ start, end }) => text.slice(start, end));
  return (
    values.every((value) => /^\s*[-+]?\d{1,15}(?:,\d+)?\s*$/.test(value)) && values.some((value) => value.includes(','))
  );
}

/** Whether digits stand on both sides of each comma. */
function isBetweenDigits({ records }: Candidate, text: string): boolean {
  return records.every(({ start, end }) => !/(?:^|\D),|,(?:\D|$)/.test(text.slice(start, end).trim()));
}

/** Whether all records are of the same width. */
function isWhole(table: Candidate): boolean {
  return table.share === 1 && faultyCount(table) === 0;
}

/** The share of records of the usual width from the first to the last that has it: titles and notes don't count. */
function shareWithin({ records, fields }: Candidate): number {
  const isUsual = ({ values }: CsvRecord): boolean => values.length === fields;
  const within = records.slice(records.findIndex(isUsual), records.findLastIndex(isUsual) + 1);
  return within.length > 2 ? within.filter(isUsual).length / within.length : 0;
}

/** Whether the first record is as wide as the others, and all quotes fit. */
function isEven({ records, fields }: Candidate): boolean {
  const [first, ...others] = records;
  const isWide = first?.values.length === fields || (first !== undefined && namesFit(first, others) !== 'even');
  return isWide && faultyCount({ records }) === 0;
}

/** Whether a delimiter divides more of the records, into more fields, below lines that are no records. */
function isClearer(one: Candidate, other: Candidate): boolean {
  return faultyCount(one) === 0 && shareWithin(one) > other.share && one.fields >= other.fields;
}

/** Marks that are rare within values, from the first line and one in the middle, above which no title stands. */
function ownDelimiters(text: string): readonly string[] {
  const lines = text.slice(0, MAX_LINES).split(/[\r\n]+/, MAX_ABOVE);
  return [lines[0], lines[lines.length >> 1]].flatMap((line = '') => {
    const marks = line.match(/[^\p{L}\p{N}\s"'.,:;_()\\/-]+/gu) ?? [];
    return [...new Set(marks)].filter((mark) => !/^[@#%&+=$€£¥]$/.test(mark)).slice(0, 3);
  });
}

/** Spaces divide values only where all names are quoted, or, without names, some values of each record, as R writes them. */
function hasQuotedNames({ records, fields }: Candidate): boolean {
  const [first] = records;
  const isTable = records.length > 4 && records.every(({ quoted, values }) => quoted > 0 && values.length === fields);
  return isTable || (first !== undefined && first.quoted === first.values.length);
}

function candidate(text: string, isCut: boolean, marks: CsvMarks): Candidate {
  const records = firstRecords(text, isCut, marks, RECORDS);
  const unmarked = records.filter(({ start }) => text[start] !== COMMENT);
  const counted = unmarked.length > 1 ? unmarked : records;
  const frequencies = new Map<number, number>();
  for (const { values } of counted) frequencies.set(values.length, (frequencies.get(values.length) ?? 0) + 1);
  const [[fields, frequency] = [0, 0]] = [...frequencies].sort(
    ([few, one], [many, other]) => other - one || many - few,
  );
  return { ...marks, records, fields, share: frequency / Math.max(1, counted.length) };
}

function divides({ fields, share }: Candidate): boolean {
  return fields > 1 && share > 0.5;
}

/**
 * A delimiter must divide most records, then into the most fields, with quotes that fit, then the first record, which
 * decides if none does. Between a comma and another mark, the comma is the decimal one.
 */
function isBetter(one: Candidate, other: Candidate): boolean {
  if (divides(one) !== divides(other)) return divides(one);
  const wider = widthOfFirst(one) - widthOfFirst(other);
  if (!divides(one)) return wider > 0;
  if (one.share !== other.share) return one.share > other.share;
  if (one.fields !== other.fields) return one.fields > other.fields;
  const worse = faultyCount(one) - faultyCount(other);
  return worse === 0 && wider === 0 ? other.delimiter === ',' : (-worse || wider) > 0;
}

function faultyCount({ records }: Pick<Candidate, 'records'>): number {
  return records.filter(({ faulty }) => faulty > 0).length;
}

function widthOfFirst({ records }: Candidate): number {
  return records[0]?.values.length ?? 0;
}

/** A mark between two bars that is in the first line and in one of the middle, such as `|@|`. */
function markedBars(text: string): readonly string[] {
  const lines = text.slice(0, MAX_LINES).split(/[\r\n]+/, MAX_ABOVE);
  const [bars] = /\|[^\p{L}\p{N}\s|"']\|/u.exec(lines[0] ?? '') ?? [];
  return bars !== undefined && lines[lines.length >> 1]?.includes(bars) === true ? [bars] : [];
}

/** What stands between the two bars of a longer delimiter: every second value, in all records of the usual width. */
function betweenBars({ records: all, fields }: Candidate): string | undefined {
  const records = all.filter(({ values }) => values.length === fields);
  const between = records[0]?.values[1] ?? '';
  const isMark = fields > 2 && !/[\p{L}\p{N}\s]/u.test(between);
  return isMark && records.every(({ values }) => values.every((value, at) => at % 2 === 0 || (value ?? '') === between))
    ? between
    : undefined;
}

/** Single quotes occur in texts so often that they count only if they explain more than double quotes. */
function isQuotedBy(single: Candidate, double: Candidate): boolean {
  if (single === double) return false;
  const hasDouble = double.records.some(({ quoted }) => quoted > 0);
  // Empty values, such as the one behind a delimiter at the end, are rarely quoted.
  const isQuoted = ({ values, quoted }: CsvRecord): boolean => {
    // Names may be one fewer than the values.
    const isWide = values.length === single.fields || (quoted > 1 && values.length === single.fields - 1);
    return isWide && 2 * quoted > values.length && quoted >= values.filter(Boolean).length;
  };
  if (hasDouble) return false;
  const [, second, ...others] = single.records;
  // Several records have them, each in as many columns. Empty values are rarely quoted.
  const isSteady = second !== undefined && second.quoted > 0 && others.length > 1;
  const most = Math.max(...single.records.map(({ quoted }) => quoted));
  const isOfColumns =
    isSteady &&
    [second, ...others].every(
      ({ quoted, faulty, values }) => faulty === 0 && quoted + values.filter((value) => !value).length >= most,
    );
  const explainsMore = single.fields > 1 && single.share > double.share;
  return isOfColumns || explainsMore || single.records.slice(0, MAX_ABOVE).some(isQuoted);
}

/**
 * Double quotes that don't fit: a backslash escapes them, or, in tab-separated text, they are characters like others.
 * They are that, too, if values would go over lines that have the right number of values by themselves.
 */
function withoutFaults(text: string, isCut: boolean, quoted: Candidate, choices: Choices): Candidate {
  const count = (of: (record: CsvRecord) => number): number =>
    quoted.records.reduce((sum, record) => sum + of(record), 0);
  const faulty = count((record) => record.faulty);
  const spanning = count((record) => record.spanning);
  const proper = count((record) => record.quoted) - Math.max(faulty, spanning);
  const { delimiter, quote } = quoted;
  if (faulty > 0 && choices.escape === undefined) {
    const escaped = candidate(text, isCut, { delimiter, quote, escape: '\\' });
    if (escaped.records.every((record) => record.faulty === 0)) return escaped;
  }
  if (faulty === 0 && quoted.share < 1 && text.includes(`\\${delimiter}`) && choices.escape === undefined) {
    const masked = candidate(text, isCut, { delimiter, quote, escape: '\\' });
    if (masked.fields > 1 && isWhole(masked)) return masked;
  }
  if (delimiter !== '\t' || faulty + spanning === 0 || proper > 0) return quoted;
  const plain = candidate(text, isCut, { delimiter, quote: '' });
  return plain.fields > 1 && plain.share === 1 ? plain : quoted;
}

/** The line on which the table begins, behind titles and remarks that don't have its width. */
function beginningOf({ records, fields: width, share }: Candidate, header: boolean | undefined): number {
  if (width < 2 || share <= 0.5) return 1;
  // Empty lines above the table are no records.
  const top = records[0]?.line ?? 1;
  if (header !== false) {
    const names = namesBelowFacts(records, width);
    if (names !== undefined) return names;
  }
  const first = records.slice(0, MAX_ABOVE).findIndex((record, place) => {
    const next = records.slice(place, place + 3);
    return next.length > 1 && next.every(({ values }) => values.length === width) && !isAbove(record, width, header);
  });
  const line = records[first - 1];
  // Names that are one fewer or more than the values belong to the table.
  const isShort = first > 1 && line !== undefined && namesFit(line, records.slice(first)) !== 'even';
  const begin = isShort && presentCount(line) > 2 ? first - 1 : first;
  const above = records.slice(0, Math.max(0, begin));
  const [names, ...others] = records;
  if (above.length === 0 || names === undefined || !above.every((record) => isAbove(record, width, header))) return top;
  // A header that lacks the name of the first field is no title, unless it has one name and is filled up with empty ones.
  const isPadded = names.values.length >= PADDED_WIDTH && presentCount(names) <= 1;
  if (above.length === 1 && !isPadded && namesFit(names, others) !== 'even') return top;
  return records[begin]?.line ?? top;
}

/** Whether a record can be a title, a remark, or a line of delimiters alone. Only a header shows what stands above it. */
function isAbove({ values }: CsvRecord, width: number, header: boolean | undefined): boolean {
  const present = presentCount({ values });
  // A title has spaces behind its commas.
  const isProse =
    Math.abs(values.length - width) > 1 &&
    values.length > 1 &&
    values.slice(1).every((value) => value?.startsWith(' '));
  if (values.length !== width) return isProse || (values.length < width && (values.length === 1 || present <= 1));
  return header !== false && width >= PADDED_WIDTH && present <= 1;
}

/** Lines between the records that begin with `#` and aren't as wide as these. */
function guessComment(text: string, { records, fields: width, share }: Candidate): string | undefined {
  if (width < 2 || share <= 0.5) return undefined;
  const marked = records.filter(({ start }) => text[start] === COMMENT);
  const isWithin = marked.some(
    (record) => records.indexOf(record) > records.findIndex((each) => each.values.length === width),
  );
  return isWithin && marked.every(({ values }) => values.length !== width) ? COMMENT : undefined;
}

/** The records of the table: from its first line on, without comments. */
export function tableRecords(
  records: readonly CsvRecord[],
  text: string,
  { headerLine = 1, comment }: Pick<CsvDialect, 'headerLine' | 'comment'>,
): readonly CsvRecord[] {
  return records.filter(
    ({ line, start }) => line >= headerLine && (comment === undefined || !text.startsWith(comment, start)),
  );
}

/** At most `count` records. If the text is cut, the last one may be incomplete, and is left out. */
export function firstRecords(text: string, isCut: boolean, marks: CsvMarks, count: number): readonly CsvRecord[] {
  const records: CsvRecord[] = [];
  for (const record of csvRecords(text, marks)) {
    if (records.length === count) return records;
    records.push(record);
  }
  if (isCut && records.length > 1) records.pop();
  return records;
}
