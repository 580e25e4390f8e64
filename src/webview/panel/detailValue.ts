import type { WireCell } from '../../base/cells.ts';
import type { GridStrings } from '../../messages/gridStrings.ts';
import { element } from '../ui/element.ts';
import { fill } from '../ui/fill.ts';
import { numberText } from '../../base/numberText.ts';
import { prettyJson } from '../ui/prettyJson.ts';
import { jsonTree } from './jsonTree.ts';
import { linkParts } from './links.ts';
import { textParts } from '../ui/visibleText.ts';

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

/** A whole value, to be read and selected. */
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
