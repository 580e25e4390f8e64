import type { WireCell } from '../../shared/cells.ts';
import type { GridStrings } from '../../shared/gridStrings.ts';
import { element } from '../ui/element.ts';
import { fill } from '../ui/fill.ts';
import { prettyJson } from '../ui/prettyJson.ts';
import { textParts } from './visibleText.ts';

/** Laid out at once; a text of megabytes would hold the frame for seconds. */
const CHUNK = 20_000;
/** JSON beyond this is shown as it came. */
const PRETTY_LIMIT = 1_000_000;

/** A whole value, to be read and selected. */
export function detailValue(value: WireCell, strings: GridStrings, language: string): HTMLElement {
  if (value === null) return element('span', 'null', {}, strings.null);
  if (value === '') return element('span', 'null', {}, strings.emptyText);
  if (typeof value === 'string') return longText('text', value, value.length, strings, language);
  if (typeof value !== 'object') return element('span', 'number', {}, String(value));
  if ('n' in value) return longText('number', value.n, value.n.length, strings, language);
  if ('t' in value) return longText('text', value.t, value.length, strings, language);
  const json = value.j.length <= PRETTY_LIMIT ? prettyJson(value.j) : value.j;
  return longText('json', json, json.length, strings, language);
}

function longText(
  className: string,
  text: string,
  length: number,
  strings: GridStrings,
  language: string,
): HTMLElement {
  const body = element('div', className, { dir: 'auto' });
  const note = element('p', 'detail-note');
  const more = element('button', 'text-button', { type: 'button' }, strings.showMore);
  let shown = 0;
  const show = (): void => {
    body.append(...nodes(text.slice(shown, shown + CHUNK)));
    shown = Math.min(text.length, shown + CHUNK);
    const number = new Intl.NumberFormat(language);
    note.textContent = fill(strings.partShown, number.format(shown), number.format(length));
    more.hidden = shown >= text.length;
    note.hidden = shown >= length;
  };
  more.addEventListener('click', show);
  show();
  return shown < length ? element('div', '', {}, body, note, more) : body;
}

/** The mark of a hidden character is drawn by the style sheet, so that what is selected and copied is the character itself. */
function nodes(text: string): readonly (Node | string)[] {
  return textParts(text).map((part) =>
    part.mark === undefined ? part.text : element('bdi', 'mark', { 'data-mark': part.mark }, part.text),
  );
}
