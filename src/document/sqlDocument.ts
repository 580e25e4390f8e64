/** Reads SQL documents: sources in comments, and statements between semicolons. No reader here throws. */
import { fillIn, type WordDetails } from '../base/words.ts';
import { jsonErrorOffset } from '../datastore/query/conditions.ts';
import { choicesOfJson, type ReadingChoices } from '../service/index.ts';
import { DOCUMENT_WORDS, type DocumentWords } from './documentWords.ts';

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

/** DuckDB takes some characters outside of ASCII for blanks, and all others for letters. */
const LETTER = String.raw`A-Za-z_\u0080-\u009f\u00a1-\u1fff\u200e-\u202e\u2030-\u205e\u2061-\u2fff\u3001-\ufefe\uff00-\uffff`;
/** Comments, what begins a quoted part, words, semicolons, and runs of anything else. */
const TOKEN = new RegExp(
  String.raw`--[^\r\n]*|/\*|[eE]?'|"|\$(?:[${LETTER}][\d${LETTER}]*)?\$|[${LETTER}][\d$${LETTER}]*|;+|` +
    String.raw`(?:[^\s\w'"$;/\-\u0080-\uffff]|\d|/(?!\*)|-(?!-))+|\$`,
  'g',
);
const COMMENT_EDGE = /\/\*|\*\//g;

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
  for (let at = 0; ;) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text);
    if (token === null) break;
    const [mark] = token;
    const { index } = token;
    at = index + mark.length;
    if (mark.startsWith('--')) {
      const source = beginsLine(text, index) ? sourceIn(mark, index, report) : undefined;
      if (source === undefined) continue;
      const key = source.name.toLowerCase();
      if (names.has(key)) report(source.nameRange, 'sourceTwice', { name: source.name });
      else sources.push(source);
      names.add(key);
      continue;
    }
    const part = quotedPart(text, mark, at);
    if (part !== undefined && part.end === undefined) report({ start: index, end: at }, part.word, { tag: mark });
    if (part !== undefined) at = part.end ?? Math.max(at, text.trimEnd().length);
    if (mark === '/*') continue;
    if (mark.startsWith(';')) {
      endStatement();
      continue;
    }
    start ??= index;
    end = at;
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

interface QuotedPart {
  /** Undefined if the text ends before. */
  readonly end: number | undefined;
  readonly word: 'openText' | 'openName' | 'openComment' | 'openDollarText';
}

/** Undefined if the mark, behind which `at` is, begins no quoted part. */
function quotedPart(text: string, mark: string, at: number): QuotedPart | undefined {
  if (mark === '/*') return { end: endOfComment(text, at), word: 'openComment' };
  if (mark === '"') return { end: endOfQuotes(text, at, '"', false), word: 'openName' };
  if (mark.endsWith("'")) return { end: endOfQuotes(text, at, "'", mark.length > 1), word: 'openText' };
  if (!mark.startsWith('$') || mark === '$') return undefined;
  const closing = text.indexOf(mark, at);
  return { end: closing < 0 ? undefined : closing + mark.length, word: 'openDollarText' };
}

function endOfQuotes(text: string, from: number, quote: string, hasEscapes: boolean): number | undefined {
  for (let at = from; at < text.length; at += 1) {
    if (hasEscapes && text[at] === '\\') at += 1;
    else if (text[at] === quote) {
      if (text[at + 1] !== quote) return at + 1;
      at += 1;
    }
  }
  return undefined;
}

/** Comments can stand in comments. */
function endOfComment(text: string, from: number): number | undefined {
  COMMENT_EDGE.lastIndex = from;
  for (let depth = 1; depth > 0;) {
    const [edge] = COMMENT_EDGE.exec(text) ?? [];
    if (edge === undefined) return undefined;
    depth += edge === '/*' ? 1 : -1;
  }
  return COMMENT_EDGE.lastIndex;
}

type Report = (range: TextRange, word: keyof DocumentWords, details?: WordDetails) => void;

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
