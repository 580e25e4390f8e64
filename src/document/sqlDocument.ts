/** Reads SQL documents: sources in comments, and statements between semicolons. No reader here throws. */
import { fillIn, type WordDetails } from '../base/words.ts';
import { jsonErrorOffset } from '../datastore/query/conditions.ts';
import { choicesOfJson, type ReadingChoices } from '../service/index.ts';
import { DOCUMENT_WORDS, type DocumentWords } from './documentWords.ts';
import { endOfQuotes, type SqlToken, sqlTokens } from './sqlTokens.ts';

/** UTF-16 offsets into the document. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export interface SourceLine {
  readonly name: string;
  readonly place: string;
  readonly choices?: ReadingChoices;
  readonly range: TextRange;
  readonly nameRange: TextRange;
  readonly placeRange: TextRange;
}

/** A statement without its semicolon, and without the comments around it. */
export interface DocumentStatement {
  readonly sql: string;
  readonly range: TextRange;
  /** The first statement has the number 1. */
  readonly number: number;
}

export interface DocumentProblem {
  readonly range: TextRange;
  readonly text: string;
}

export interface SqlDocument {
  /** Each name, compared without case, once. */
  readonly sources: readonly SourceLine[];
  readonly statements: readonly DocumentStatement[];
  readonly problems: readonly DocumentProblem[];
}

/** Takes time in proportion to the text. */
export function readSqlDocument(text: string, words: DocumentWords = DOCUMENT_WORDS): SqlDocument {
  const sources: SourceLine[] = [];
  const names = new Set<string>();
  const statements: DocumentStatement[] = [];
  const problems: DocumentProblem[] = [];
  let start: number | undefined;
  let end = 0;
  const report = (range: TextRange, word: keyof DocumentWords, details: WordDetails = {}) =>
    void problems.push({ range, text: fillIn(words[word], details) });
  const endStatement = () => {
    if (start === undefined) return;
    const range = { start, end };
    statements.push({ sql: text.slice(start, end), range, number: statements.length + 1 });
    start = undefined;
  };
  for (const token of sqlTokens(text)) {
    if (token.open !== undefined) reportOpen(token, token.open, report);
    if (token.text.startsWith('--') && token.kind === 'comment') {
      const source = beginsLine(text, token.start) ? sourceIn(token.text, token.start, report) : undefined;
      if (source === undefined) continue;
      const key = source.name.toLowerCase();
      if (names.has(key)) report(source.nameRange, 'sourceTwice', { name: source.name });
      else sources.push(source);
      names.add(key);
    } else if (token.kind === 'mark' && token.text === ';') endStatement();
    else if (token.kind !== 'comment') {
      start ??= token.start;
      end = token.open === undefined ? token.end : Math.max(token.start + token.open.length, text.trimEnd().length);
    }
  }
  endStatement();
  return { sources, statements, problems };
}

/** The statement at the cursor, or the next one, or the last. */
export function statementAt({ statements }: SqlDocument, offset: number): DocumentStatement | undefined {
  // A cursor behind the semicolon still belongs to the statement.
  return statements.find(({ range }) => offset <= range.end + 1) ?? statements.at(-1);
}

/** Line and column of an offset, from 1, the column in UTF-16 units. */
export function lineAndColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

function beginsLine(text: string, at: number): boolean {
  let start = at;
  while (/[^\S\r\n]/.test(text.charAt(start - 1))) start -= 1;
  return start === 0 || /[\r\n]/.test(text.charAt(start - 1));
}

type Report = (range: TextRange, word: keyof DocumentWords, details?: WordDetails) => void;

const OPEN_WORDS: ReadonlyMap<string, keyof DocumentWords> = new Map([
  ['/*', 'openComment'],
  ['"', 'openName'],
]);

function reportOpen({ start }: SqlToken, mark: string, report: Report): void {
  const word = OPEN_WORDS.get(mark) ?? (mark.startsWith('$') ? 'openDollarText' : 'openText');
  report({ start, end: start + mark.length }, word, { tag: mark });
}

const SOURCE = /^--[ \t]*@source(?!\w)[ \t]*/i;
const NAME = /^[A-Za-z_]\w*$/;

/** Reads `-- @source NAME = PLACE {choices}`. Undefined if the comment is another one, or wrong. */
function sourceIn(comment: string, start: number, report: Report): SourceLine | undefined {
  const [head] = SOURCE.exec(comment) ?? [];
  if (head === undefined) return undefined;
  const line = comment.trimEnd();
  const range = { start, end: start + line.length };
  const name = wordAt(line, head.length, '=');
  const equals = name && blanksEnd(line, name.end);
  if (name === undefined || equals === undefined || line[equals] !== '=' || name.text === '') {
    report(range, 'sourceLine');
    return undefined;
  }
  const nameRange = { start: start + head.length, end: start + name.end };
  if (!name.isQuoted && !NAME.test(name.text)) {
    report(nameRange, 'sourceName', { name: name.text });
    return undefined;
  }
  const placeStart = blanksEnd(line, equals + 1);
  const place = wordAt(line, placeStart, '');
  if (place === undefined || place.text === '') {
    report({ start: start + equals, end: range.end }, place === undefined ? 'openPlace' : 'noPlace');
    return undefined;
  }
  const placeRange = { start: start + placeStart, end: start + place.end };
  const choicesStart = blanksEnd(line, place.end);
  const source = { name: name.text, place: place.text, range, nameRange, placeRange };
  if (choicesStart === line.length) return source;
  if (line[choicesStart] !== '{' || choicesStart === place.end) {
    report({ start: start + choicesStart, end: range.end }, 'blankInPlace');
    return undefined;
  }
  const choices = choicesIn(line.slice(choicesStart), start + choicesStart, report);
  return choices && { ...source, choices };
}

interface Word {
  readonly text: string;
  readonly end: number;
  readonly isQuoted: boolean;
}

/** A word up to a blank or to `stop`, or what stands in double quotes. Undefined if their end is missing. */
function wordAt(line: string, start: number, stop: string): Word | undefined {
  if (line[start] === '"') {
    const end = endOfQuotes(line, start + 1, '"', false);
    if (end === undefined) return undefined;
    return { text: line.slice(start + 1, end - 1).replaceAll('""', '"'), end, isQuoted: true };
  }
  let end = start;
  while (end < line.length && line[end] !== stop && !/\s/.test(line.charAt(end))) end += 1;
  return { text: line.slice(start, end), end, isQuoted: false };
}

function blanksEnd(line: string, start: number): number {
  let end = start;
  while (end < line.length && /\s/.test(line.charAt(end))) end += 1;
  return end;
}

function choicesIn(json: string, start: number, report: Report): ReadingChoices | undefined {
  const at = jsonErrorOffset(json);
  if (at !== undefined) {
    report({ start: start + at, end: start + Math.max(json.length, at + 1) }, 'choicesNotJson');
    return undefined;
  }
  try {
    return choicesOfJson(JSON.parse(json) as Readonly<Record<string, unknown>>);
  } catch (error) {
    report({ start, end: start + json.length }, 'choices', { text: error instanceof Error ? error.message : '' });
    return undefined;
  }
}
