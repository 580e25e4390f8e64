import type { SqlDocument } from '../document/sqlDocument.ts';
import { isNaming, namedSources, type SqlToken, sqlTokens } from '../document/sqlTokens.ts';
import { isMark, isWord, relationsOf } from './statementTables.ts';

/** What people are typing. Offsets are those of the document. */
export interface CompletionContext {
  /** Tables, fields of one source, or everything that an expression can begin with. */
  readonly kind: 'table' | 'field' | 'any';
  /** The word before the cursor, with its quote. */
  readonly typed: string;
  readonly start: number;
  readonly end: number;
  /** Names of the sources whose fields are meant. */
  readonly sources: readonly string[];
}

/** Undefined in comments, in texts, and where the name doesn't belong to a source. */
export function completionContext(text: string, document: SqlDocument, offset: number): CompletionContext | undefined {
  const statement = document.statements.findLast(({ range }) => range.start < offset);
  const from = statement?.range.start ?? 0;
  const all = [...sqlTokens(text.slice(from, offset))];
  const last = all.at(-1);
  const isOpen = last !== undefined && from + last.end === offset;
  if (isOpen && isClosedTo(last)) return undefined;
  const tokens = all.filter(({ kind }) => kind !== 'comment');
  const isTyping = isOpen && isNaming(last);
  const typed = isTyping ? text.slice(from + last.start, offset) : '';
  const before = (isTyping ? tokens.slice(0, -1) : tokens).slice(tokens.findLastIndex((each) => isMark(each, ';')) + 1);
  const place = {
    typed,
    start: offset - typed.length,
    end: typed.startsWith('"') && text[offset] === '"' ? offset + 1 : offset,
  };
  const isEnded = before.length === 0 || statement === undefined;
  // What is being typed may be a quote that no other closes yet.
  const behind = isEnded ? [] : [...sqlTokens(text.slice(place.end, statement.range.end))];
  const whole = [...before, ...behind.filter(({ kind }) => kind !== 'comment')];
  const previous = before.at(-1);
  if (isMark(previous, '.')) {
    const source = sourceCalled(before.at(-2), whole, document);
    return source === undefined ? undefined : { kind: 'field', ...place, sources: [source] };
  }
  if (isWord(previous, 'from', 'join')) return { kind: 'table', ...place, sources: [] };
  const named = isEnded ? [] : namedSources(whole, document.sources).map(({ name }) => name);
  return { kind: 'any', ...place, sources: named };
}

/** A comment up to the end of its line, a text, or a number. */
function isClosedTo({ kind, text, open }: SqlToken): boolean {
  if (kind === 'comment') return text.startsWith('--') || open !== undefined;
  return kind === 'text' || /^\p{N}/u.test(text);
}

/** The source that the name or alias before a dot means. */
function sourceCalled(
  token: SqlToken | undefined,
  statement: readonly SqlToken[],
  { sources }: SqlDocument,
): string | undefined {
  if (!isNaming(token)) return undefined;
  const same = (name: string, other: string): boolean => name.toLowerCase() === other.toLowerCase();
  const aliased = relationsOf(statement).find(({ alias }) => alias !== undefined && same(alias, token.text));
  const name = aliased?.token.text ?? token.text;
  return sources.find((source) => same(source.name, name))?.name;
}
