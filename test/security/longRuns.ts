/** Long runs of every class of characters, and of pairs of them, for readers of outside texts. */

const SINGLES = [
  ...[' ', '\t', '\n', '\r', '\0', '\u00a0', '"', "'", '`', '\\', '(', ')', '[', ']', '{', '}', '<', '>'],
  ...['0', '9', 'a', 'Z', 'é', '漢', '😀', '\ud800', ',', ';', ':', '.', '=', '&', '?', '%', '#', '@'],
  ...['/', '|', '-', '+', '_', '*', '^', '$', '~', '!'],
];

/** Characters that readers tell apart, for alternating pairs. */
const PAIRED = [' ', '\n', '"', "'", '\\', '(', '{', '0', 'a', ',', '=', '%'];

const LONGER = [
  ...['\\"', "\\'", '\\`', '\\n', '""', "''", '{"a":', '[{', '{a:', '(a=', 'a=1,', '{#', '//', '/*', '<a>', '</a>'],
  ...['<!--', '-->', '&amp;', '%20', '_x0041_', '$', '@{', '{{', '\r\n', ' \n', 'a b ', '"a",', "'a',", '1,', '1.'],
  ...['1e', '-1', 'AND ', ' OR ', ' FROM a', ' WHERE ', ' LIMIT 1', 'asc,', ' nulls last', 'curl ', '-u ', 'key='],
  ...['a: b\n', '#\n', '| ', '**', '[]', '[a](', '![', '- ', '> ', '\\u0000', 'é😀', '/api', '/resource/', '..'],
];

/** What is repeated. A text of two or more characters is repeated as it is. */
export const RUNS: readonly string[] = [...SINGLES, ...LONGER];

/** The repeated texts, and alternating pairs of characters. */
export const ALL_RUNS: readonly string[] = [
  ...new Set([
    ...RUNS,
    ...PAIRED.flatMap((one) => PAIRED.filter((other) => other !== one).map((other) => one + other)),
  ]),
];

/** Units of UTF-16, not cut within a repetition. */
export function run(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length));
}
