/** Draws a result as a chart: one list of shapes, which painters make into SVG or pixels. */
import { compare } from '../../base/exactDecimal.ts';
import { fill, numberText } from '../../base/words.ts';
import type { ChartChoice, ChartKind } from '../../datastore/query/chartChoice.ts';
import { groupsPhrase } from '../../messages/summaryPhrase.ts';
import { visibleText } from '../ui/visibleText.ts';
import { numberGrouping } from '../grid/cellView.ts';
import { acrossAxis, upAxis, upAxisShapes } from './chartAxes.ts';
import { barEnds, barMarks, lineMarks } from './chartMarks.ts';
import { type ChartColumns, chartColumns, titleWithUnit } from './chartColumns.ts';
import type { ChartFrame, ChartShape, ChartSource, Drawing, NoDrawing } from './chartContract.ts';
import { type ChartData, chartData, type Datum } from './chartData.ts';
import { chartLegend } from './chartLegend.ts';
import { double, isAdditive, powerOf } from './chartNumbers.ts';
import { type ChartScene, describing } from './chartScene.ts';
import { fitted, label } from './chartShapes.ts';

/** Sizes in which nothing can be read, in lines of text. */
const LEAST_WIDTH = 12;
const LEAST_HEIGHT = 9;
const LEAST_PLOT = 3;
/** More marks take a page too long. */
const MOST_MARKS = 5000;
/** Up to so many periods are bars. */
const FEW_PERIODS = 12;

export function drawChart(source: ChartSource, choice: ChartChoice, frame: ChartFrame): Drawing | NoDrawing {
  const { strings, language, fontSize, width, height } = frame;
  if (source.rows.length === 0) return { problem: strings.noChartRows };
  if (width < fontSize * LEAST_WIDTH || height < fontSize * LEAST_HEIGHT) return { problem: strings.chartTooSmall };
  const columns = chartColumns(source, choice, strings);
  if ('problem' in columns) return columns;
  const shown = columns.across.group ? source : { ...source, rows: source.rows.slice(0, MOST_MARKS) };
  const words = { strings, language, grouped: numberGrouping(language) };
  const data = chartData(shown, columns, Math.floor(width - fontSize * 6), words);
  if ('problem' in data) return data;
  const count = data.data.length;
  if (count > MOST_MARKS)
    return { problem: fill(strings.tooManyMarks, ...[count, MOST_MARKS].map((each) => numberText(each, language))) };
  return drawn(shown, choice, columns, data, frame, describing(shown, columns, data, words));
}

function drawn(
  source: ChartSource,
  choice: ChartChoice,
  columns: ChartColumns,
  all: ChartData,
  frame: ChartFrame,
  describe: ChartScene['describe'],
): Drawing | NoDrawing {
  const { strings, fontSize, width, height, colors } = frame;
  const { across, up, colors: groups } = columns;
  const kind = kindOf(choice.kind, columns, all);
  const isOfLines = kind === 'line' || kind === 'scatter';
  // A period without records is a gap in a line, and a bar of 0.
  const data = isOfLines ? { ...all, data: all.data.filter(({ rows }) => rows.length > 0) } : all;
  const canAdd = isAdditive(up.measure?.calculate);
  const isStacked = kind === 'stacked' || (kind === 'histogram' && canAdd);
  const ends = isOfLines ? data.data.map(({ value }) => value) : barEnds(data.data, isStacked);
  const power = powerOf(ends);
  const values = upAxis(
    ends.map((end) => double(end, power)),
    !isOfLines || canAdd,
    power,
    frame,
  );

  const [left, right] = [fontSize * 1.5 + values.width, width - fontSize];
  const titles = fontSize * 4.2;
  const axis = acrossAxis(data.steps, left, right, frame);
  const legend = chartLegend(data.series, isOfLines, left, right, frame);
  const bottom = height - legend.height - axis.height - fontSize * 2;
  if (bottom - titles < fontSize * LEAST_PLOT || right - left < fontSize * LEAST_PLOT)
    return { problem: strings.chartTooSmall };
  values.scale.range([bottom, titles]);

  const scene: ChartScene = {
    ...data,
    ...{ kind, frame, slots: axis.slots },
    y: (value) => values.scale(double(value, power)),
    describe,
  };
  const { lines, marks } = isOfLines ? lineMarks(scene) : { lines: [], marks: barMarks(scene, isStacked) };
  const bold = fontSize * 1.15;
  const title = fitted(frame, visibleText(source.title), (width - fontSize * 2) * 0.85, bold);
  const upTitle = fitted(frame, titleWithUnit(up), width - fontSize * 2);
  const acrossWords = titleWithUnit({ ...across, title: data.steps.larger ?? across.title });
  const acrossTitle = fitted(frame, acrossWords, right - left);
  const shapes: ChartShape[] = [
    label(frame, title, fontSize, fontSize * 1.6, { fontSize: bold, isBold: true }),
    label(frame, upTitle, fontSize, fontSize * 3.2, { color: colors.faint }),
    ...upAxisShapes(values, left, right, frame),
    ...axis.shapesAt(bottom),
    label(frame, acrossTitle, (left + right) / 2, bottom + axis.height + fontSize * 1.2, {
      ...{ anchor: 'middle', color: colors.faint },
    }),
    ...legend.shapesAt(height - legend.height),
    ...lines,
  ];
  return {
    ...{ width, height, shapes, marks },
    sentence: sentenceOf(source, columns, kind, scene),
    remarks: [...data.remarks, ...(values.beginsAtZero ? [] : [strings.notFromZero])],
    used: { ...{ kind, across: across.field.id, up: up.field.id }, ...(groups[0] && { color: groups[0].field.id }) },
  };
}

/** The chosen kind, or the nearest one that fits the columns. */
function kindOf(chosen: ChartKind | undefined, { colors, up, across }: ChartColumns, { steps }: ChartData): ChartKind {
  if (across.group === undefined) return 'scatter';
  const bars = colors.length === 0 ? 'bars' : isAdditive(up.measure?.calculate) ? 'stacked' : 'grouped';
  const isOfBins = steps.width !== undefined;
  if (chosen === 'line') return 'line';
  if (chosen === 'histogram') return isOfBins ? 'histogram' : bars;
  if (chosen === 'grouped') return colors.length === 0 ? 'bars' : 'grouped';
  if (chosen === 'bars' || chosen === 'stacked') return bars;
  if (isOfBins) return 'histogram';
  return steps.scale === 'time' && steps.list.length > FEW_PERIODS ? 'line' : bars;
}

/** What the chart shows, for those who don't see it. All other groups together are no largest one. */
function sentenceOf(source: ChartSource, { up, across }: ChartColumns, kind: ChartKind, scene: ChartScene): string {
  const { data, describe, frame, steps, series } = scene;
  const { strings, language } = frame;
  const isOfOthers = ({ step, series: place }: Datum): boolean =>
    [steps.list[step], series[place]].some((each) => each?.isRest === 'others');
  const groups = data.filter((datum) => !isOfOthers(datum));
  const [first, ...others] = groups.length > 0 ? groups : data;
  if (first === undefined) return '';
  const about =
    across.group && source.summary
      ? `${up.title} ${visibleText(groupsPhrase(source.summary, strings))}`
      : fill(strings.chartAbout, up.title, across.title);
  const name = strings[`${kind}Chart`];
  if (data.length === 1) return fill(strings.chartOneValue, name, about, describe(first).spoken);
  const largest = others.reduce((most, datum) => (compare(datum.value, most.value) > 0 ? datum : most), first);
  const smallest = others.reduce((least, datum) => (compare(datum.value, least.value) < 0 ? datum : least), first);
  const [most, least] = [largest, smallest].map((datum) => describe(datum).spoken);
  return fill(strings.chartSentence, name, about, numberText(data.length, language), most ?? '', least ?? '');
}
