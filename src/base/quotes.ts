/** Texts in quotes, which are doubled inside: in SQL, and between delimiters. */

/** PostgreSQL, DuckDB and SQLite alike know no other escape. */
export function quotedName(name: string): string {
  return quotedValue(name);
}

export function quotedText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** CSV (RFC 4180), and the same with tabs. */
export const DELIMITERS = { csv: ',', tsv: '\t' } as const;

/** As people name them on the command line, and in the order in which a file is tried with them. */
export const NAMED_DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const;

export type Delimiter = keyof typeof ENDS_VALUE;

const ENDS_VALUE = { ',': /[",\r\n]/, ';': /[";\r\n]/, '\t': /["\t\r\n]/, '|': /["|\r\n]/ };

/** By its name, or as it is. */
export function delimiterOf(text: string): Delimiter | undefined {
  return Object.entries(NAMED_DELIMITERS).find(
    ([name, character]) => text === name || text === character,
  )?.[1];
}

/** In quotes where something in it would end the value. */
export function delimitedValue(text: string, delimiter: Delimiter): string {
  return ENDS_VALUE[delimiter].test(text) ? quotedValue(text) : text;
}

export function quotedValue(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
