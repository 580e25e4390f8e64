const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/gs;

/** The brackets, commas, colons and values of JSON text as they are written. Parsing would round numbers. */
export function* jsonTokens(json: string): Generator<string> {
  for (const [token] of json.matchAll(TOKEN)) yield token;
}

/** Indents JSON text without changing its values. */
export function prettyJson(json: string): string {
  let text = '';
  let depth = 0;
  let opened = false;
  const newLine = (): string => `\n${'  '.repeat(Math.min(depth, 64))}`;
  for (const token of jsonTokens(json)) {
    const closes = token === '}' || token === ']';
    if (closes) depth--;
    // Two brackets with nothing between them stay on one line.
    if (opened !== closes) text += newLine();
    opened = token === '{' || token === '[';
    if (opened) depth++;
    text += token === ':' ? ': ' : token === ',' ? `,${newLine()}` : token;
  }
  return text;
}
