/** A field's values in a few pixels: their distribution or the most frequent ones, and the share of empty ones. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { fill } from '../../../base/words.ts';
import type { FieldCondition } from '../../../datastore/query/condition.ts';
import type { FieldStatistics, StatisticsBar } from '../../../messages/fieldStatistics.ts';
import type { MenuItem } from '../../ui/controls/menu.ts';
import { visibleText } from '../../ui/visibleText.ts';
import './columnSummary.css';
import {
  chartOf,
  emptyCount,
  hasOnlyDifferent,
  rangeText,
  barText,
  scopeText,
  shareInPercent,
  type StatisticsOptions,
} from './statisticsView.ts';

export interface SummaryOptions extends StatisticsOptions {
  /** A condition for records without a value. Undefined if the server can't answer it. */
  readonly empty: FieldCondition | undefined;
}

/** Most bars for frequent values. The rest shares one bar. */
const MOST_VALUES = 8;

export function summaryView(facts: FieldStatistics | undefined, options: SummaryOptions): TemplateResult {
  if (facts === undefined) return html``;
  const scope = scopeText(facts, options);
  // A press on the summary neither sorts nor moves the column. The right button opens the column's menu.
  return html`<div
    class="summary-parts ${facts.isAll ? '' : 'sample'}"
    aria-hidden="true"
    title=${columnSummaryText(facts, options)}
    @pointerdown=${(event: PointerEvent) => {
      if (event.button === 0) event.stopPropagation();
    }}
  >
    <div class="summary-chart">${barsOf(facts, scope, options)}</div>
    <div class="summary-line"
      ><bdi class="summary-values">${valuesText(facts, options)}</bdi>${emptyView(facts, options)}</div
    >
  </div>`;
}

/** The summary in words, like `0.5 to 9.5, Empty 5.3%, Sample: first 1,000 records` */
export function columnSummaryText(statistics: FieldStatistics, options: StatisticsOptions): string {
  return [valuesText(statistics, options), emptyText(statistics, options), scopeText(statistics, options)]
    .filter((part) => part !== '')
    .join(', ');
}

function barsOf(statistics: FieldStatistics, scope: string, options: StatisticsOptions): unknown {
  if (hasOnlyDifferent(statistics) || statistics.bars.length + (statistics.notFinite?.length ?? 0) === 0)
    return nothing;
  const bars = shownBars(statistics);
  const { apart, rest, most } = chartOf(statistics, bars, options.strings);
  return [
    bars.map((bar) => barOf(bar, most, scope, options)),
    [...apart, ...rest].map((bar) => html`<span class="summary-others">${barOf(bar, most, scope, options)}</span>`),
  ];
}

/** The bars as items of a menu. */
export function summaryChoices(statistics: FieldStatistics, options: SummaryOptions): readonly MenuItem[] {
  const { strings, empty, onFilter } = options;
  const { shape, notFinite = [] } = statistics;
  const choice = (label: string, records: number, filter: FieldCondition | undefined): readonly MenuItem[] =>
    filter === undefined || records === 0
      ? []
      : [{ label: barText(label, records, options), run: () => onFilter(filter) }];
  const bars = hasOnlyDifferent(statistics) ? [] : shownBars(statistics);
  return [
    ...bars.flatMap(({ label, records, filter }) => choice(rangeText(label, shape, strings), records, filter)),
    ...notFinite.flatMap(({ label, records, filter }) => choice(label, records, filter)),
    ...choice(strings.emptyShare, emptyCount(statistics), empty),
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
    title=${`${barText(shown, records, options)}\n${scope}`}
    @click=${() => filter && options.onFilter(filter)}
    ><span class="summary-filled" .style=${height} ?hidden=${records === 0}></span
  ></span>`;
}

function valuesText(statistics: FieldStatistics, { strings, language }: StatisticsOptions): string {
  const { records, min, max, shape, bars } = statistics;
  if (records <= emptyCount(statistics)) return strings.noValues;
  if (hasOnlyDifferent(statistics)) return strings.allDifferent;
  if (shape === 'histogram' && min !== undefined && max !== undefined)
    return min === max ? min : fill(strings.rangeBetween, min, max);
  // The share of empty texts is shown beside it.
  const top = bars.find(({ label }) => label !== '') ?? statistics.notFinite?.[0];
  return top === undefined ? '' : `${visibleText(top.label)} ${shareInPercent(top.records, records, language)}`;
}

function emptyText(statistics: FieldStatistics, { strings, language }: StatisticsOptions): string {
  const empty = emptyCount(statistics);
  return empty === 0 ? '' : `${strings.emptyShare} ${shareInPercent(empty, statistics.records, language)}`;
}

function emptyView(statistics: FieldStatistics, options: SummaryOptions): TemplateResult | typeof nothing {
  const { empty, onFilter } = options;
  const text = emptyText(statistics, options);
  if (text === '') return nothing;
  return html`<span
    class="summary-empty ${empty === undefined ? '' : 'pressable'}"
    @click=${() => empty && onFilter(empty)}
    >${text}</span
  >`;
}
