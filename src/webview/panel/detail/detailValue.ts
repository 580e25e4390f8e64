import type { WireCell } from '../../../base/cells.ts';
import { fill, numberText } from '../../../base/words.ts';
import { element } from '../../ui/element.ts';
import { jsonTokens, prettyJson } from '../../ui/prettyJson.ts';
import { textParts } from '../../ui/visibleText.ts';
import type { PanelContext } from '../panelPart.ts';
import './detailValue.css';

/** Characters shown at first. Laying out a text of megabytes would block the frame for seconds. */
const CHUNK = 20_000;
/** Longest JSON, in characters, that is indented. Longer JSON is shown as the server wrote it. */
const PRETTY_LIMIT = 1_000_000;

type ValueOptions = Pick<PanelContext, 'strings' | 'language' | 'host' | 'send'>;

/** A whole value to read and select. It is made of elements, because a template's white space would be copied. */
export function detailValue(value: WireCell, options: ValueOptions): HTMLElement {
  const { strings } = options;
  if (value === null) return element('span', 'null', {}, strings.null);
  if (value === '') return element('span', 'null', {}, strings.emptyText);
  if (typeof value === 'string' && isJsonText(value)) return jsonValue(value, options);
  if (typeof value === 'string') return longText('text', value, value.length, options);
  if (typeof value !== 'object') return element('span', 'number', {}, String(value));
  if ('n' in value) return longText('number', value.n, value.n.length, options);
  if ('s' in value) return longText('text', value.s, value.s.length, options);
  if ('t' in value) return longText('text', value.t, value.length, options);
  return jsonValue(value.j, options);
}

function isJsonText(text: string): boolean {
  if (text.length > CHUNK || !/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function jsonValue(text: string, options: ValueOptions): HTMLElement {
  const token = (part: string): Node => element('span', '', { dir: 'auto' }, ...nodes(part, true, options));
  const tree = text.length <= CHUNK ? jsonTree(text, token) : undefined;
  if (tree) return tree;
  const json = text.length <= PRETTY_LIMIT ? prettyJson(text) : text;
  return longText('json', json, json.length, options);
}

function longText(className: string, text: string, length: number, options: ValueOptions): HTMLElement {
  const { strings, language } = options;
  const body = element('div', className, { dir: 'auto' });
  const note = element('p', 'detail-note');
  const more = element('button', 'text-button', { type: 'button' }, strings.showMore);
  let shown = 0;
  const show = (): void => {
    const end = shown + CHUNK;
    body.append(...nodes(text.slice(shown, end), end >= text.length && text.length === length, options));
    shown = Math.min(text.length, end);
    note.textContent = fill(strings.partShown, numberText(shown, language), numberText(length, language));
    more.hidden = shown >= text.length;
    note.hidden = shown >= length;
  };
  more.addEventListener('click', show);
  show();
  return shown < length ? element('div', '', {}, body, note, more) : body;
}

function nodes(text: string, isWhole: boolean, options: ValueOptions): readonly (Node | string)[] {
  return linkParts(text, isWhole).flatMap((part) =>
    part.isLink ? [link(part.text, options)] : visibleNodes(part.text),
  );
}

/** A link, but no anchor, because only the host opens links, and no button, because its text couldn't be selected. */
function link(url: string, { host, send }: ValueOptions): HTMLElement {
  const open = (): void => send(host.openLink(url));
  const made = element('span', 'link', { role: 'link', tabindex: '0', title: url }, ...visibleNodes(url));
  made.addEventListener('click', () => {
    // A click also ends a selection of the link's text.
    if (document.getSelection()?.isCollapsed !== false) open();
  });
  made.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') open();
  });
  return made;
}

/** The style sheet draws the mark of a hidden character, so that selecting and copying yields the character itself. */
function visibleNodes(text: string): readonly (Node | string)[] {
  return textParts(text).map((part) =>
    part.mark === undefined ? part.text : element('bdi', 'mark', { 'data-mark': part.mark }, part.text),
  );
}

/** Most tokens of JSON that is shown as a tree rather than as one text. */
const MOST = 3000;
const DEEPEST = 64;

/** JSON as a tree whose objects and lists fold. `text` draws a name or a value. Undefined if the JSON is too large. */
function jsonTree(json: string, text: (token: string) => Node): HTMLElement | undefined {
  const tokens = [...jsonTokens(json)];
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

/** Text that looks like a link. The host parses it and asks before it opens it. */
const LINK = /\b(?:https?:\/\/|mailto:)[^\s<>"'`\p{Cc}\p{Cf}]+/giu;
const SENTENCE_END = /(?<![.,;:!?…])[.,;:!?…]+$/;
const PAIRS = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
] as const;

interface LinkPart {
  readonly text: string;
  readonly isLink: boolean;
}

/** A text split at its links. `isWhole` means that no text follows, so that a link at the end is complete. */
export function linkParts(text: string, isWhole = true): readonly LinkPart[] {
  const parts: LinkPart[] = [];
  let from = 0;
  const plain = (end: number): void => {
    if (end > from) parts.push({ text: text.slice(from, end), isLink: false });
    from = Math.max(from, end);
  };
  for (const { 0: match, index } of text.matchAll(LINK)) {
    if (!isWhole && index + match.length === text.length) continue;
    const link = withoutEnd(match);
    if (!/[^:/]$/.test(link) && !/[^/]\/$/.test(link)) continue;
    plain(index);
    parts.push({ text: link, isLink: true });
    from = index + link.length;
  }
  plain(text.length);
  return parts;
}

/** A link without a final full stop, or without a closing bracket that was opened before the link. */
function withoutEnd(link: string): string {
  const bare = link.replace(SENTENCE_END, '');
  const lone = PAIRS.some(([open, close]) => bare.endsWith(close) && count(bare, close) > count(bare, open));
  if (lone) return withoutEnd(bare.slice(0, -1));
  return bare;
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
