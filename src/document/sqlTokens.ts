/** Words, names and quoted parts of SQL, as DuckDB divides it. No reader here throws, or needs more than linear time. */

export interface SqlToken {
  readonly kind: 'comment' | 'text' | 'name' | 'word' | 'mark';
  /** A name in double quotes is without them. */
  readonly text: string;
  /** Offsets of the token in UTF-16 units, the end exclusive. */
  readonly start: number;
  readonly end: number;
  /** What begins a quoted part or comment whose end is missing: `'`, `"`, a tag such as `$a$`, or the two marks of a comment. */
  readonly open?: string;
}

/** DuckDB takes some characters outside of ASCII for blanks, and all others for letters. */
const LETTER = String.raw`A-Za-z_\u0080-\u009f\u00a1-\u1fff\u200e-\u202e\u2030-\u205e\u2061-\u2fff\u3001-\ufefe\uff00-\uffff`;
/** Comments, what begins a quoted part, words, numbers, punctuation, and runs of anything else. */
const TOKEN = new RegExp(
  String.raw`--[^\r\n]*|/\*|[eE]?'|"|\$(?:[${LETTER}][\d${LETTER}]*)?\$|[${LETTER}][\d$${LETTER}]*|\d[\d.]*|[(),.;]|` +
    String.raw`(?:[^\s\w'"$(),.;/\-\u0080-\uffff]|/(?!\*)|-(?!-))+|\$`,
  'g',
);
const COMMENT_EDGE = /\/\*|\*\//g;
const WORD = new RegExp(`^[${LETTER}]`);

export function* sqlTokens(sql: string): Generator<SqlToken, void> {
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(sql); match !== null; match = TOKEN.exec(sql)) {
    const [mark] = match;
    const start = match.index;
    const kind = kindOf(mark);
    const behind = start + mark.length;
    if (kind === 'word' || kind === 'mark' || (kind === 'comment' && mark !== '/*')) {
      yield { kind, text: mark, start, end: behind };
      // A reader may have used the expression for another text.
      TOKEN.lastIndex = behind;
      continue;
    }
    const closed = endOfQuoted(sql, mark, behind);
    const end = closed ?? sql.length;
    const isName = kind === 'name';
    const text = isName ? sql.slice(behind, closed === undefined ? end : end - 1) : sql.slice(start, end);
    const token: SqlToken = { kind, text: isName ? text.replace(/"{2,}/g, halved) : text, start, end };
    yield closed === undefined ? { ...token, open: mark } : token;
    TOKEN.lastIndex = end;
  }
}

/** Two quotes are one of the name. Runs of them are halved at once, because millions of pairs need much memory. */
function halved(quotes: string): string {
  return quotes.slice(quotes.length >> 1);
}

function kindOf(mark: string): SqlToken['kind'] {
  if (mark.startsWith('--') || mark === '/*') return 'comment';
  if (mark === '"') return 'name';
  if (mark.endsWith("'") || (mark.length > 1 && mark.startsWith('$'))) return 'text';
  return WORD.test(mark) ? 'word' : 'mark';
}

/** The end of the quoted part or comment that a mark begins, behind which `at` is. Undefined if the text ends before. */
function endOfQuoted(sql: string, mark: string, at: number): number | undefined {
  if (mark === '/*') return endOfComment(sql, at);
  if (mark === '"' || mark.endsWith("'")) return endOfQuotes(sql, at, mark.slice(-1), mark.length > 1);
  const closing = sql.indexOf(mark, at);
  return closing < 0 ? undefined : closing + mark.length;
}

/** The offset behind the quote that ends a part. Two quotes are one of the part. */
export function endOfQuotes(text: string, from: number, quote: string, hasEscapes: boolean): number | undefined {
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

export function isNaming(token: SqlToken | undefined): token is SqlToken {
  return token?.kind === 'name' || token?.kind === 'word';
}

/** Whether a token is a name in double quotes that ends. */
export function isQuoted({ kind, open }: SqlToken): boolean {
  return kind === 'name' && open === undefined;
}

export function quotedNames(sql: string): readonly string[] {
  return [...sqlTokens(sql)].filter(isQuoted).map(({ text }) => text);
}

/** The sources that a statement names anywhere outside of texts and comments. */
export function namedSources<T extends { readonly name: string }>(
  tokens: Iterable<SqlToken>,
  sources: readonly T[],
): readonly T[] {
  const names = new Set([...tokens].flatMap((token) => (isNaming(token) ? [token.text.toLowerCase()] : [])));
  return sources.filter(({ name }) => names.has(name.toLowerCase()));
}
