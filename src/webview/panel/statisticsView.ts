import type { FieldStatistics, StatisticsBar } from '../../messages/fieldStatistics.ts';
import type { GridStrings } from '../../messages/gridStrings.ts';
import type { FieldFilter } from '../../messages/queryChange.ts';
import { element } from '../ui/element.ts';
import { fill } from '../ui/fill.ts';
import { numberText } from '../../base/numberText.ts';
import { visibleText } from '../ui/visibleText.ts';

export interface StatisticsOptions {
  readonly strings: GridStrings;
  /** BCP 47. */
  readonly language: string;
  readonly onFilter: (filter: FieldFilter) => void;
}

/** Characters that fit beside a bar. */
const SHORT_LABEL = 14;

/** A field's statistics as people read them: a line of words, facts, and a bar for each range or value. */
export function statisticsView(found: FieldStatistics, options: StatisticsOptions): HTMLElement {
  const { strings } = options;
  const hasValues = found.records > (found.nulls ?? 0);
  const view = element('div', 'statistics', {}, element('p', 'scope', {}, scopeText(found, options)));
  if (found.records > 0) view.append(factsOf(found, options));
  if (found.bars.length > 0) view.append(barsOf(found, options));
  else if (!hasValues && found.records > 0) view.append(element('p', 'dim', {}, strings.noValues));
  if (found.note !== undefined) view.append(element('p', 'dim', {}, found.note));
  return view;
}

/** "Over the 1,000 loaded records" */
export function scopeText(
  { records, isAll }: FieldStatistics,
  { strings, language }: Pick<StatisticsOptions, 'strings' | 'language'>,
): string {
  if (records === 1) return isAll ? strings.overAllOne : strings.overLoadedOne;
  return fill(isAll ? strings.overAll : strings.overLoaded, numberText(records, language));
}

/** A share never looks like none, or like all, when it is not. */
export function shareText(part: number, whole: number, language: string): string {
  const share = part / whole;
  const digits = Math.round(share * 1000);
  const format = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  if (part > 0 && digits === 0) return `< ${format.format(0.001)}`;
  return part < whole && digits === 1000 ? `> ${format.format(0.999)}` : format.format(share);
}

function factsOf(found: FieldStatistics, { strings, language }: StatisticsOptions): HTMLElement {
  const { records, nulls, distinct, min, max, mean } = found;
  const nullText = nulls && `${shareText(nulls, records, language)} (${numberText(nulls, language)})`;
  const facts: readonly (readonly [name: string, value: string | undefined])[] = [
    [strings.nullShare, nullText?.toString()],
    [strings.distinctValues, distinct === undefined ? undefined : numberText(distinct, language)],
    [strings.leastValue, min],
    [strings.greatestValue, max],
    [strings.meanValue, mean],
  ];
  const list = element('dl', 'facts');
  for (const [name, value] of facts) {
    if (value === undefined) continue;
    const shown = element('dd', '', { dir: 'auto' }, visibleText(value) || strings.emptyText);
    shown.title = value;
    list.append(element('dt', '', {}, name), shown);
  }
  if (nulls === undefined) return list;
  const meter = element('div', 'meter', { 'aria-hidden': 'true' }, track(records - nulls, records));
  return element('div', '', {}, meter, list);
}

function barsOf(found: FieldStatistics, options: StatisticsOptions): HTMLElement {
  const { strings } = options;
  const most = Math.max(...found.bars.map(({ records }) => records));
  // Both ends of a long range have to be read: they get a line of their own.
  const isLong = found.shape === 'histogram' && found.bars.some(({ label }) => label.length > SHORT_LABEL);
  const list = element('ul', isLong ? 'bars long' : 'bars', { role: 'list' });
  for (const bar of found.bars) list.append(element('li', '', {}, barOf(bar, most, found, options)));
  const told = found.bars.reduce((sum, { records }) => sum + records, 0);
  const others = found.records - (found.nulls ?? 0) - told;
  if (others > 0) {
    const rest = { label: strings.otherValues, records: others };
    const row = barOf(rest, Math.max(most, others), { ...found, shape: 'histogram' }, options);
    row.classList.add('others');
    list.append(element('li', '', {}, row));
  }
  return list;
}

/** A button where a click can filter by it. */
function barOf(
  { label, records, filter }: StatisticsBar,
  most: number,
  { shape }: Pick<FieldStatistics, 'shape'>,
  { strings, language, onFilter }: StatisticsOptions,
): HTMLElement {
  const [first = '', last] = shape === 'histogram' ? label.split(' – ') : [label];
  const shown = visibleText(label) || strings.emptyText;
  const spoken = last === undefined ? shown : fill(strings.barRange, first, last);
  const count = numberText(records, language);
  const name = records === 1 ? fill(strings.barOfOne, spoken) : fill(strings.barOf, spoken, count);
  const parts = [
    element('bdi', label === '' ? 'bar-name dim' : 'bar-name', {}, shown),
    track(records, most),
    element('span', 'bar-count', {}, count),
  ];
  const title = records === 1 ? fill(strings.barOfOne, shown) : fill(strings.barOf, shown, count);
  // Heard as one sentence, seen as a row of a chart.
  for (const part of parts) part.ariaHidden = 'true';
  parts.push(element('span', 'unseen', {}, name));
  if (filter === undefined) return element('div', 'statistics-bar', { title }, ...parts);
  const button = element('button', 'statistics-bar', { type: 'button', title }, ...parts);
  button.addEventListener('click', () => onFilter(filter));
  return button;
}

/** As long as the part is of the whole; never so short that it looks like none. */
function track(part: number, whole: number): HTMLElement {
  const filled = element('span', 'filled');
  filled.style.width = `${(100 * part) / Math.max(1, whole)}%`;
  filled.hidden = part === 0;
  return element('span', 'track', {}, filled);
}
