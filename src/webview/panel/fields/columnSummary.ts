/** A field's values in a few pixels: how they are spread, or the most frequent ones; and how many are NULL, if any. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { fill, numberText } from '../../../base/words.ts';
import type { FieldStatistics, StatisticsBar } from '../../../messages/fieldStatistics.ts';
import { visibleText } from '../../ui/visibleText.ts';
import './columnSummary.css';
import { hasOnlyDifferent, scopeText, shareText, type StatisticsOptions } from './statisticsView.ts';

/** Of the most frequent values; the rest is one bar. */
const MOST_VALUES = 8;

/** Empty until something is found. */
export function summaryView(found: FieldStatistics | undefined, options: StatisticsOptions): TemplateResult {
  if (found === undefined) return html``;
  const scope = scopeText(found, options);
  // A press here neither sorts nor moves the column.
  return html`<div
    class="summary-parts"
    aria-hidden="true"
    title=${summaryText(found, options)}
    @pointerdown=${(event: Event) => event.stopPropagation()}
  >
    <div class="summary-chart">${chartOf(found, scope, options)}</div>
    <div class="summary-line"
      ><bdi class="summary-values">${valuesText(found, options)}</bdi
      ><span class="summary-nulls">${nullsText(found, options)}</span></div
    >
  </div>`;
}

/** `0.5 to 9.5, NULL 5.3%, Sample: first 1,000 records` */
export function summaryText(found: FieldStatistics, options: StatisticsOptions): string {
  return [valuesText(found, options), nullsText(found, options), scopeText(found, options)]
    .filter((part) => part !== '')
    .join(', ');
}

function chartOf(found: FieldStatistics, scope: string, options: StatisticsOptions): unknown {
  const { notFinite = [] } = found;
  if (hasOnlyDifferent(found) || found.bars.length + notFinite.length === 0) return nothing;
  const bars = found.shape === 'histogram' ? found.bars : found.bars.slice(0, MOST_VALUES);
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

/** The whole height can be pressed, however low the bar is. */
function barOf(
  { label, records, filter }: StatisticsBar,
  most: number,
  scope: string,
  { strings, language, onFilter }: StatisticsOptions,
): TemplateResult {
  const shown = visibleText(label) || strings.emptyText;
  const words = records === 1 ? strings.barOfOne : strings.barOf;
  const height = `height: ${String((100 * records) / most)}%`;
  return html`<span
    class="summary-bar ${filter === undefined ? '' : 'pressable'}"
    title=${`${fill(words, shown, numberText(records, language))}\n${scope}`}
    @click=${() => filter && onFilter(filter)}
    ><span class="summary-filled" .style=${height} ?hidden=${records === 0}></span
  ></span>`;
}

function valuesText(found: FieldStatistics, { strings, language }: StatisticsOptions): string {
  const { records, nulls = 0, min, max, shape, bars } = found;
  if (records <= nulls) return strings.noValues;
  if (hasOnlyDifferent(found)) return strings.allDifferent;
  if (shape === 'histogram' && min !== undefined && max !== undefined)
    return min === max ? min : fill(strings.rangeBetween, min, max);
  const [top = found.notFinite?.[0]] = bars;
  if (top === undefined) return '';
  return `${visibleText(top.label) || strings.emptyText} ${shareText(top.records, records, language)}`;
}

function nullsText({ records, nulls }: FieldStatistics, { strings, language }: StatisticsOptions): string {
  if (nulls === undefined || nulls === 0) return '';
  return `${strings.nullShare} ${shareText(nulls, records, language)}`;
}
