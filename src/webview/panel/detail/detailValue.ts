import type { WireCell } from '../../../base/cells.ts';
import type { GridStrings } from '../../../messages/gridStrings.ts';
import { element } from '../../ui/element.ts';
import { fill } from '../../ui/fill.ts';
import { numberText } from '../../../base/numberText.ts';
import { prettyJson } from '../../ui/prettyJson.ts';
import { textParts } from '../../ui/visibleText.ts';
import './detailValue.css';

/** Laid out at once; a text of megabytes would hold the frame for seconds. */
const CHUNK = 20_000;
/** JSON beyond this is shown as it came. */
const PRETTY_LIMIT = 1_000_000;

export interface ValueOptions {
  readonly strings: GridStrings;
  readonly language: string;
  /** A link was clicked, or Enter pressed on it. */
  readonly onLink: (url: string) => void;
}

/** A whole value, to be read and selected. Made of elements, not of a template: what is copied has the value's white space alone. */
export function detailValue(value: WireCell, options: ValueOptions): HTMLElement {
  const { strings } = options;
  if (value === null) return element('span', 'null', {}, strings.null);
  if (value === '') return element('span', 'null', {}, strings.emptyText);
  if (typeof value === 'string') return longText('text', value, value.length, options);
  if (typeof value !== 'object') return element('span', 'number', {}, String(value));
  if ('n' in value) return longText('number', value.n, value.n.length, options);
  if ('t' in value) return longText('text', value.t, value.length, options);
  return jsonValue(value.j, options);
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

function nodes(text: string, isWhole: boolean, { onLink }: ValueOptions): readonly (Node | string)[] {
  return linkParts(text, isWhole).flatMap((part) =>
    part.isLink ? [link(part.text, onLink)] : visibleNodes(part.text),
  );
}

/** No anchor: nothing here leads anywhere by itself, and text in a button can't be selected. */
function link(url: string, onLink: ValueOptions['onLink']): HTMLElement {
  const made = element('span', 'link', { role: 'link', tabindex: '0', title: url }, ...visibleNodes(url));
  made.addEventListener('click', () => {
    // Selecting its text is no click.
    if (document.getSelection()?.isCollapsed !== false) onLink(url);
  });
  made.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') onLink(url);
  });
  return made;
}

/** The mark of a hidden character is drawn by the style sheet, so that what is selected and copied is the character itself. */
function visibleNodes(text: string): readonly (Node | string)[] {
  return textParts(text).map((part) =>
    part.mark === undefined ? part.text : element('bdi', 'mark', { 'data-mark': part.mark }, part.text),
  );
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/gs;
/** More tokens than this are shown as one text. */
const MOST = 3000;
const DEEPEST = 64;

/**
 * JSON text laid out to be read: its tokens as they are (parsing would round numbers), what has members can be folded.
 * `text` draws a token that is no bracket. Undefined where the JSON is too large to be folded.
 */
function jsonTree(json: string, text: (token: string) => Node): HTMLElement | undefined {
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

/** Whether a link is opened, and what it leads to exactly, the host decides. */
const LINK = /\b(?:https?:\/\/|mailto:)[^\s<>"'`\p{Cc}\p{Cf}]+/giu;
/** Belongs to the sentence around a link. */
const BEHIND = /[.,;:!?…]+$/;
const PAIRS = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
] as const;

interface LinkPart {
  readonly text: string;
  readonly isLink: boolean;
}

/** The text in parts. `isWhole`: no more of the text follows, so that a link at its end is all there. */
export function linkParts(text: string, isWhole = true): readonly LinkPart[] {
  const parts: LinkPart[] = [];
  let from = 0;
  const plain = (end: number): void => {
    if (end > from) parts.push({ text: text.slice(from, end), isLink: false });
    from = Math.max(from, end);
  };
  for (const { 0: found, index } of text.matchAll(LINK)) {
    if (!isWhole && index + found.length === text.length) continue;
    const link = withoutEnd(found);
    if (!/[^:/]$/.test(link) && !/[^/]\/$/.test(link)) continue;
    plain(index);
    parts.push({ text: link, isLink: true });
    from = index + link.length;
  }
  plain(text.length);
  return parts;
}

/** Without the full stop, or the bracket that was opened before the link. */
function withoutEnd(link: string): string {
  const bare = link.replace(BEHIND, '');
  const lone = PAIRS.some(([open, close]) => bare.endsWith(close) && count(bare, close) > count(bare, open));
  if (lone) return withoutEnd(bare.slice(0, -1));
  return bare;
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
