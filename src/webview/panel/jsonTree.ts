/** JSON text laid out to be read: its tokens as they are (parsing would round numbers), what has members can be folded. */
import { element } from '../ui/element.ts';

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/gs;
/** More tokens than this are shown as one text. */
const MOST = 3000;
const DEEPEST = 64;

/** `text` draws a token that is no bracket. Undefined where the JSON is too large to be folded. */
export function jsonTree(json: string, text: (token: string) => Node): HTMLElement | undefined {
  const tokens = Array.from(json.matchAll(TOKEN), ([token]) => token);
  if (tokens.length > MOST) return undefined;
  const root = element('div', 'json');
  const open: HTMLElement[] = [];
  let line: HTMLElement | undefined;
  const write = (node: Node | string): void => {
    line ??= (open.at(-1) ?? root).appendChild(element('div'));
    line.append(node);
  };
  for (const [at, token] of tokens.entries()) {
    const isEmpty = isEnd(tokens[at + 1]);
    if (isStart(token) && !isEmpty) {
      if (open.length >= DEEPEST) return undefined;
      const summary = element('summary', '', { 'data-end': `… ${token === '{' ? '}' : ']'}` });
      if (line) summary.append(...line.childNodes);
      line?.remove();
      summary.append(token);
      const members = element('div', 'members');
      (open.at(-1) ?? root).append(element('details', '', { open: '' }, summary, members));
      open.push(members);
      line = undefined;
    } else if (isEnd(token) && !isStart(tokens[at - 1])) {
      const details = open.pop()?.parentElement;
      line = details?.appendChild(element('div', '', {}, token));
    } else if (token === ',') {
      write(token);
      line = undefined;
    } else if (token === ':') write(': ');
    else write(isStart(token) || isEnd(token) ? token : text(token));
  }
  return root;
}

function isStart(token: string | undefined): boolean {
  return token === '{' || token === '[';
}

function isEnd(token: string | undefined): boolean {
  return token === '}' || token === ']';
}
