/** A field's values in a few pixels: their distribution or the most frequent ones, and the share of empty ones. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { fill } from '../../../base/words.ts';
import type { FieldCondition } from '../../../datastore/query/condition.ts';
import type { FieldStatistics, StatisticsBar } from '../../../messages/fieldStatistics.ts';
import { visibleText } from '../../ui/visibleText.ts';
import './columnSummary.css';
import {
  emptyCount,
  hasOnlyDifferent,
  rangeText,
  recordsText,
  scopeText,
  shareText,
  type StatisticsOptions,
} from './statisticsView.ts';

export interface SummaryOptions extends StatisticsOptions {
  /** A condition for records without a value. Undefined if the server can't answer it. */
  readonly empty: FieldCondition | undefined;
}

/** A filter that a summary offers, in words. */
interface SummaryChoice {
  readonly label: string;
  readonly filter: FieldCondition;
}

/** Most bars for frequent values. The rest shares one bar. */
const MOST_VALUES = 8;

/** The summary's elements. Empty before there are statistics. */
export function summaryView(found: FieldStatistics | undefined, options: SummaryOptions): TemplateResult {
  if (found === undefined) return html``;
  const scope = scopeText(found, options);
  // A press on the summary neither sorts nor moves the column. The right button opens the column's menu.
  return html`<div
    class="summary-parts ${found.isAll ? '' : 'sample'}"
    aria-hidden="true"
    title=${summaryText(found, options)}
    @pointerdown=${(event: PointerEvent) => {
      if (event.button === 0) event.stopPropagation();
    }}
  >
    <div class="summary-chart">${chartOf(found, scope, options)}</div>
    <div class="summary-line"
      ><bdi class="summary-values">${valuesText(found, options)}</bdi>${emptyView(found, options)}</div
    >
  </div>`;
}

/** The summary in words, like `0.5 to 9.5, Empty 5.3%, Sample: first 1,000 records` */
export function summaryText(found: FieldStatistics, options: StatisticsOptions): string {
  return [valuesText(found, options), emptyText(found, options), scopeText(found, options)]
    .filter((part) => part !== '')
    .join(', ');
}

function chartOf(found: FieldStatistics, scope: string, options: StatisticsOptions): unknown {
  const { notFinite = [] } = found;
  if (hasOnlyDifferent(found) || found.bars.length + notFinite.length === 0) return nothing;
  const bars = shownBars(found);
  const counted = [...bars, ...notFinite].reduce((sum, { records }) => sum + records, 0);
  const others = found.records - (found.nulls ?? 0) - counted;
  const most = Math.max(others, ...[...bars, ...notFinite].map(({ records }) => records), 1);
  const rest: StatisticsBar = { label: options.strings.otherValues, records: others };
  const apart = others > 0 ? [...notFinite, rest] : notFinite;
  return [
    bars.map((bar) => barOf(bar, most, scope, options)),
    apart.map((bar) => html`<span class="summary-others">${barOf(bar, most, scope, options)}</span>`),
  ];
}

/** The summary's filters for the keyboard, with their numbers of records. Empty if there are none. */
export function summaryChoices(found: FieldStatistics, options: SummaryOptions): readonly SummaryChoice[] {
  const { strings, empty } = options;
  const { shape, notFinite = [] } = found;
  const choice = (
    label: string,
    records: number,
    filter: FieldCondition | undefined,
  ): readonly SummaryChoice[] =>
    filter === undefined || records === 0 ? [] : [{ label: recordsText(label, records, options), filter }];
  const bars = hasOnlyDifferent(found) ? [] : shownBars(found);
  return [
    ...bars.flatMap(({ label, records, filter }) =>
      choice(rangeText(label, shape, strings), records, filter),
    ),
    ...notFinite.flatMap(({ label, records, filter }) => choice(label, records, filter)),
    ...choice(strings.emptyShare, emptyCount(found), empty),
  ];
}

function shownBars({ shape, bars }: FieldStatistics): readonly StatisticsBar[] {
  return shape === 'histogram' ? bars : bars.slice(0, MOST_VALUES);
}

/** A bar with a pressable area of full height, however low the bar is. */
function barOf(
  { label, records, filter }: StatisticsBar,
  most: number,
  scope: string,
  options: StatisticsOptions,
): TemplateResult {
  const shown = visibleText(label) || options.strings.emptyText;
  const height = `height: ${String((100 * records) / most)}%`;
  return html`<span
    class="summary-bar ${filter === undefined ? '' : 'pressable'}"
    title=${`${recordsText(shown, records, options)}\n${scope}`}
    @click=${() => filter && options.onFilter(filter)}
    ><span class="summary-filled" .style=${height} ?hidden=${records === 0}></span
  ></span>`;
}

function valuesText(found: FieldStatistics, { strings, language }: StatisticsOptions): string {
  const { records, min, max, shape, bars } = found;
  if (records <= emptyCount(found)) return strings.noValues;
  if (hasOnlyDifferent(found)) return strings.allDifferent;
  if (shape === 'histogram' && min !== undefined && max !== undefined)
    return min === max ? min : fill(strings.rangeBetween, min, max);
  // The share of empty texts is shown beside it.
  const top = bars.find(({ label }) => label !== '') ?? found.notFinite?.[0];
  return top === undefined ? '' : `${visibleText(top.label)} ${shareText(top.records, records, language)}`;
}

function emptyText(found: FieldStatistics, { strings, language }: StatisticsOptions): string {
  const empty = emptyCount(found);
  return empty === 0 ? '' : `${strings.emptyShare} ${shareText(empty, found.records, language)}`;
}

function emptyView(found: FieldStatistics, options: SummaryOptions): TemplateResult | typeof nothing {
  const { empty, onFilter } = options;
  const text = emptyText(found, options);
  if (text === '') return nothing;
  return html`<span
    class="summary-empty ${empty === undefined ? '' : 'pressable'}"
    @click=${() => empty && onFilter(empty)}
    >${text}</span
  >`;
}
