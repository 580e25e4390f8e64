/** Values between delimiters: CSV (RFC 4180), and the same with tabs. */
export const DELIMITERS = { csv: ',', tsv: '\t' } as const;

export type Delimiter = (typeof DELIMITERS)[keyof typeof DELIMITERS];

const ENDS_VALUE = { ',': /[",\r\n]/, '\t': /["\t\r\n]/ };

/** In quotes where something in it would end the value. */
export function delimitedValue(text: string, delimiter: Delimiter): string {
  return ENDS_VALUE[delimiter].test(text) ? inQuotes(text) : text;
}

export function inQuotes(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
