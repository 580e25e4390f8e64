import { html, nothing, type TemplateResult } from 'lit-html';
import { fill, numberText } from '../../../base/words.ts';
import type { FieldCondition } from '../../../datastore/query/condition.ts';
import type { FieldStatistics, StatisticsBar } from '../../../messages/fieldStatistics.ts';
import type { GridStrings } from '../../../messages/gridStrings.ts';
import { button } from '../../ui/controls/buttons.ts';
import { visibleText } from '../../ui/visibleText.ts';
import './statisticsView.css';

export interface StatisticsOptions {
  readonly strings: GridStrings;
  readonly language: string;
  readonly onFilter: (filter: FieldCondition) => void;
}

/** Number of characters that fit beside a bar. */
const SHORT_LABEL = 14;

export function statisticsView(statistics: FieldStatistics, options: StatisticsOptions): TemplateResult {
  const { strings } = options;
  const { records, bars, notFinite = [], note } = statistics;
  const isEmpty = records > 0 && records <= emptyCount(statistics);
  const remark = isEmpty ? strings.noValues : hasOnlyDifferent(statistics) ? strings.allDifferent : undefined;
  return html`<div class="statistics">
    <p class="scope">${scopeText(statistics, options)}</p>
    ${records > 0 ? factsOf(statistics, options) : nothing}
    ${remark === undefined ? (bars.length + notFinite.length > 0 ? barsOf(statistics, options) : nothing) : html`<p class="dim">${remark}</p>`}
    ${note === undefined ? nothing : html`<p class="dim">${note}</p>`}
  </div>`;
}

/** Number of records with NULL or an empty text, which the filter "Is empty" finds. */
export function emptyCount({ nulls = 0, emptyTexts = 0 }: FieldStatistics): number {
  return nulls + emptyTexts;
}

/** Whether all values differ, so that each bar would stand for one record. */
export function hasOnlyDifferent({ records, nulls = 0, distinct, shape }: FieldStatistics): boolean {
  return shape === 'values' && distinct !== undefined && distinct > 1 && distinct === records - nulls;
}

/** The records covered: "Sample: first 1,000 records" */
export function scopeText(
  { records, isAll, isFirst }: FieldStatistics,
  { strings, language }: Pick<StatisticsOptions, 'strings' | 'language'>,
): string {
  if (records === 1) return isAll ? strings.overAllOne : strings.overLoadedOne;
  const sample = isFirst === true ? strings.overFirst : strings.overLoaded;
  return fill(isAll ? strings.overAll : sample, numberText(records, language));
}

/** A percentage. Rounding never turns a small share into 0 %, or an almost complete one into 100 %. */
export function shareInPercent(part: number, whole: number, language: string): string {
  const share = part / whole;
  const digits = Math.round(share * 1000);
  const format = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  if (part > 0 && digits === 0) return `< ${format.format(0.001)}`;
  return part < whole && digits === 1000 ? `> ${format.format(0.999)}` : format.format(share);
}

function factsOf(statistics: FieldStatistics, { strings, language }: StatisticsOptions): TemplateResult {
  const { records, nulls, emptyTexts, distinct, min, max, mean, deviation } = statistics;
  const share = (part: number | undefined): string | undefined =>
    (part && `${shareInPercent(part, records, language)} (${numberText(part, language)})`)?.toString();
  const facts: readonly (readonly [name: string, value: string | undefined])[] = [
    [strings.nullShare, share(nulls)],
    [strings.emptyTextShare, emptyTexts === 0 ? undefined : share(emptyTexts)],
    [strings.distinctValues, distinct === undefined ? undefined : numberText(distinct, language)],
    [strings.leastValue, min],
    [strings.quartile1, statistics.quartile1],
    [strings.medianValue, statistics.median],
    [strings.quartile3, statistics.quartile3],
    [strings.greatestValue, max],
    [strings.meanValue, mean],
    [strings.deviation, deviation && fill(strings.roundedValue, deviation)],
  ];
  const list = facts.map(([name, value]) =>
    value === undefined
      ? nothing
      : html`<dt>${name}</dt> <dd dir="auto" title=${value}>${visibleText(value) || strings.emptyText}</dd>`,
  );
  const meter = html`<div class="meter" aria-hidden="true">${track(records - emptyCount(statistics), records)}</div>`;
  return html`<div>
    ${nulls === undefined ? nothing : meter}
    <dl class="facts">${list}</dl>
  </div>`;
}

function barsOf(statistics: FieldStatistics, options: StatisticsOptions): TemplateResult {
  // A long range gets its own line, so that both ends can be read.
  const isLong = statistics.shape === 'histogram' && statistics.bars.some(({ label }) => label.length > SHORT_LABEL);
  const { bars } = statistics;
  const { apart, rest, most } = chartOf(statistics, bars, options.strings);
  return html`<ul class="bars ${isLong ? 'long' : ''}" role="list">
    ${bars.map((bar) => html`<li>${barOf(bar, most, statistics.shape, options)}</li>`)}
    ${apart.map((bar) => html`<li class="others">${barOf(bar, most, 'values', options)}</li>`)}
    ${rest.map((bar) => html`<li class="others">${barOf(bar, most, 'histogram', options)}</li>`)}
  </ul>`;
}

/**
 * The bars apart from a chart's own, one for the records that none of them covers, if there are any, and the number of
 * records of the longest bar.
 */
export function chartOf(
  { records, nulls = 0, notFinite: apart = [] }: FieldStatistics,
  bars: readonly StatisticsBar[],
  { otherValues }: GridStrings,
): { readonly apart: readonly StatisticsBar[]; readonly rest: readonly StatisticsBar[]; readonly most: number } {
  const counts = [...bars, ...apart].map((bar) => bar.records);
  const others = records - nulls - counts.reduce((sum, count) => sum + count, 0);
  const rest = others > 0 ? [{ label: otherValues, records: others }] : [];
  return { apart, rest, most: Math.max(others, ...counts, 1) };
}

function barOf(
  { label, records, filter }: StatisticsBar,
  most: number,
  shape: FieldStatistics['shape'],
  { strings, language, onFilter }: StatisticsOptions,
): TemplateResult {
  const shown = visibleText(label) || strings.emptyText;
  const count = numberText(records, language);
  const named = (value: string): string => barText(value, records, { strings, language });
  // Screen readers get one sentence instead of the chart's row.
  const parts = html`<bdi class="bar-name ${label === '' ? 'dim' : ''}" aria-hidden="true">${shown}</bdi>
    ${track(records, most)}
    <span class="bar-count" aria-hidden="true">${count}</span>
    <span class="unseen">${named(rangeText(label, shape, strings))}</span>`;
  if (filter === undefined) return html`<div class="statistics-bar" title=${named(shown)}>${parts}</div>`;
  return button('statistics-bar', parts, () => onFilter(filter), { title: named(shown) });
}

/** A bar's label in words: "10 to 20", or the value. */
export function rangeText(label: string, shape: FieldStatistics['shape'], strings: GridStrings): string {
  const [first = '', last] = shape === 'histogram' ? label.split(' – ') : [label];
  if (last !== undefined) return fill(strings.barRange, first, last);
  return visibleText(label) || strings.emptyText;
}

/** A value with its number of records: "art: 6,251 records" */
export function barText(
  value: string,
  records: number,
  { strings, language }: Pick<StatisticsOptions, 'strings' | 'language'>,
): string {
  if (records === 1) return fill(strings.barOfOne, value);
  return fill(strings.barOf, value, numberText(records, language));
}

/** A bar whose length is the part's share. At least one pixel if the part isn't 0. */
function track(part: number, whole: number): TemplateResult {
  const width = `width: ${(100 * part) / Math.max(1, whole)}%`;
  return html`<span class="track" aria-hidden="true"
    ><span class="filled" .style=${width} ?hidden=${part === 0}></span
  ></span>`;
}
