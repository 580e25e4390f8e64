/** Quoting of names and texts in SQL and delimited files. A quote inside is doubled. */

/** A quoted SQL name. PostgreSQL, DuckDB and SQLite have no other escape. */
export function quotedName(name: string): string {
  return quotedValue(name);
}

/** A SQL string literal in standard notation, in which a backslash has no meaning. */
export function quotedText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Delimiters of CSV (RFC 4180) and of tab-separated files. */
export const DELIMITERS = { csv: ',', tsv: '\t' } as const;

/** The command line's names of delimiters, in the order in which they are tried on a file. */
export const NAMED_DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const;

export type Delimiter = keyof typeof ENDS_VALUE;

const ENDS_VALUE = { ',': /[",\r\n]/, ';': /[";\r\n]/, '\t': /["\t\r\n]/, '|': /["|\r\n]/ };

/** The delimiter from its name or from the character itself. Undefined for any other text. */
export function delimiterOf(text: string): Delimiter | undefined {
  return Object.entries(NAMED_DELIMITERS).find(([name, character]) => text === name || text === character)?.[1];
}

const CONTROLS = (
  'NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI ' +
  'DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US space'
).split(' ');

/** A delimiter as people type it: by name (`semicolon`, `US`, `space`), as `\\t`, `\\x1f` or `\\u001f`, or as it is. */
export function typedDelimiter(text: string): string {
  const control = CONTROLS.indexOf(text);
  if (control >= 0) return String.fromCharCode(control);
  const escapes = /\\(?:t|x([\da-f]{2})|u([\da-f]{4}))/gi;
  const character = (_: string, short?: string, long?: string): string =>
    String.fromCharCode(parseInt(short ?? long ?? '9', 16));
  return delimiterOf(text) ?? text.replace(escapes, character);
}

/** The value, in quotes if it contains a character that would end it. */
export function delimitedValue(text: string, delimiter: Delimiter): string {
  return ENDS_VALUE[delimiter].test(text) ? quotedValue(text) : text;
}

export function quotedValue(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
