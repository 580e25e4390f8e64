/** Indents JSON text by its tokens alone: parsing would round its numbers. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/gs;

export function prettyJson(json: string): string {
  let text = '';
  let depth = 0;
  let opened = false;
  const newLine = (): string => `\n${'  '.repeat(Math.min(depth, 64))}`;
  for (const [token] of json.matchAll(TOKEN)) {
    const closes = token === '}' || token === ']';
    if (closes) depth--;
    // Nothing between two brackets stays on their line.
    if (opened !== closes) text += newLine();
    opened = token === '{' || token === '[';
    if (opened) depth++;
    text += token === ':' ? ': ' : token === ',' ? `,${newLine()}` : token;
  }
  return text;
}
