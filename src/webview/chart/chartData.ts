/** The values of a summary that a chart draws, by step across and series. */
import { decimalText, type ExactDecimal, parseDecimal, ZERO } from '../../base/exactDecimal.ts';
import { fill, numberText } from '../../base/words.ts';
import { type ChartColumn, type ChartColumns, wireText } from './chartColumns.ts';
import type { ChartSource, NoDrawing } from './chartContract.ts';
import { combining, double, isAdditive, powerOf } from './chartNumbers.ts';
import {
  type ChartStep,
  type ChartSteps,
  groupSteps,
  listed,
  othersStep,
  stepsAcross,
  type StepListing,
  type StepWords,
} from './chartSteps.ts';

export interface Datum {
  /** Positions in the lists of steps and series. */
  readonly step: number;
  readonly series: number;
  readonly value: ExactDecimal;
  /** The exact value as the result has it, or as it is combined. */
  readonly text: string;
  /** None of a period without records. */
  readonly rows: readonly number[];
}

export interface ChartData {
  readonly steps: ChartSteps;
  readonly series: readonly ChartStep[];
  /** Sorted by steps, then by series. */
  readonly data: readonly Datum[];
  readonly remarks: readonly string[];
}

const MOST_TEXTS = 20;
const MOST_COLORS = 8;

/** `most`: how many steps of a time or number axis have room. */
export function chartData(
  source: ChartSource,
  { across, up, colors }: ChartColumns,
  most: number,
  frame: StepWords,
): ChartData | NoDrawing {
  const { strings, language } = frame;
  const combine = up.measure && combining(up.measure);
  const canAdd = isAdditive(up.measure?.calculate);
  const values = source.rows.map((row) =>
    up.field.kind === 'number' ? parseDecimal(wireText(row[up.place])) : undefined,
  );
  const numbers = values.filter((value) => value !== undefined);
  if (numbers.length === 0) return { problem: fill(strings.noChartValues, up.title) };

  const isWhole = !source.hasOthers && source.rows.length >= source.rowCount;
  const isOfPoints = across.group === undefined;
  const room = {
    most: isOfPoints ? Infinity : most,
    canCombine: combine !== undefined,
    hasMissing: canAdd && isWhole && colors.length === 0,
  };
  const steps = stepsAcross(source, across, room, frame);
  const series = chartSeries(source, colors, up, frame);
  const power = powerOf(numbers);
  const sizes = values.map((value) => (canAdd && value ? Math.abs(double(value, power)) : 0));
  const isOfTexts = steps.scale === 'order' && across.group?.unit === undefined;
  const others = combine && othersStep(frame);
  const keptSteps = kept(steps, sizes, isOfTexts ? MOST_TEXTS : Infinity, others);
  const keptSeries = kept(series, sizes, MOST_COLORS, others);

  const data = new Map<number, GrowingDatum>();
  let lost = 0;
  for (const [row, value] of values.entries()) {
    const step = keptSteps.ofRows[row];
    const place = keptSeries.ofRows[row];
    if (step === undefined || place === undefined) continue;
    const key = isOfPoints ? row : step * (MOST_COLORS + 3) + place;
    const before = data.get(key);
    if (value === undefined || (before && !combine)) lost += 1;
    else if (before && combine) {
      before.value = combine(before.value, value);
      before.rows.push(row);
    } else data.set(key, { step, series: place, value, rows: [row] });
  }
  const withRows = new Set(keptSteps.ofRows);
  const without = room.hasMissing ? [...keptSteps.list.keys()].filter((step) => !withRows.has(step)) : [];
  const zeros = without.map((step): GrowingDatum => ({ step, series: 0, value: ZERO, rows: [] }));

  const count = (number: number): string => numberText(number, language);
  const reduced = (left: number, title: string): string => {
    const words = combine === undefined ? strings.stepsLeftOut : canAdd ? strings.stepsAdded : strings.stepsCombined;
    return left === 0 ? '' : fill(words, count(left), title, up.title);
  };
  const isPart = source.rows.length < source.rowCount;
  const remarks = [
    isPart ? fill(strings.firstRowsDrawn, count(source.rows.length), count(source.rowCount)) : '',
    reduced(keptSteps.left, across.title),
    reduced(keptSeries.left, colors.map(({ title }) => title).join(', ')),
    steps.larger === undefined ? '' : fill(strings.stepsLarger, steps.larger),
    steps.isCrowded ? fill(strings.stepsCrowded, up.title) : '',
    lost === 0 ? '' : fill(strings.valuesNotDrawn, count(lost), count(values.length), up.title),
  ];
  const texts = ({ rows: [row, other], value }: GrowingDatum): string =>
    row === undefined || other !== undefined ? decimalText(value) : wireText(source.rows[row]?.[up.place]);
  return {
    steps: { ...steps, list: keptSteps.list },
    series: keptSeries.list,
    data: [...data.values(), ...zeros]
      .sort((one, other) => one.step - other.step || one.series - other.series)
      .map((datum) => ({ ...datum, text: texts(datum) })),
    remarks: remarks.filter((remark) => remark !== ''),
  };
}

interface GrowingDatum extends Pick<Datum, 'step' | 'series'> {
  value: ExactDecimal;
  readonly rows: number[];
}

/** The series of rows: one for each combination of values of the other groups. */
function chartSeries(
  source: ChartSource,
  colors: readonly ChartColumn[],
  up: ChartColumn,
  frame: StepWords,
): StepListing {
  const groups = colors.map((column) => groupSteps(source, column, frame));
  const [first, second] = groups;
  if (first === undefined) {
    const only = { key: '', name: up.title };
    return { list: [only], ofRows: source.rows.map(() => 0) };
  }
  if (second === undefined) return first;
  return listed(
    source.rows.map((_, row): ChartStep => {
      const [one = 0, other = 0] = groups.map(({ ofRows }) => ofRows[row] ?? 0);
      const parts = [first.list[one], second.list[other]].filter((part) => part !== undefined);
      const isRest = parts.every((part) => part.isRest) ? parts[0]?.isRest : undefined;
      const name = isRest === 'others' ? (parts[0]?.name ?? '') : parts.map((part) => part.name).join(' · ');
      return { key: `${one} ${other}`, name, order: one * 1e5 + other, ...(isRest && { isRest }) };
    }),
  );
}

interface Kept {
  readonly list: readonly ChartStep[];
  readonly ofRows: readonly (number | undefined)[];
  /** How many are not in the list. */
  readonly left: number;
}

/** The largest ones in their order. Rows of the rest belong to `others`, or to none without them. */
function kept(
  { list, ofRows }: StepListing,
  sizes: readonly number[],
  most: number,
  others: ChartStep | undefined,
): Kept {
  const values = list.filter(({ isRest }) => isRest === undefined);
  if (values.length <= most) return { list, ofRows, left: 0 };
  const totals = new Map<number, number>();
  for (const [row, place] of ofRows.entries()) totals.set(place, (totals.get(place) ?? 0) + (sizes[row] ?? 0));
  const total = (step: ChartStep): number => totals.get(places.get(step) ?? -1) ?? 0;
  const places = new Map(list.map((step, place) => [step, place]));
  const largest = new Set(values.toSorted((one, other) => total(other) - total(one)).slice(0, most));
  const nulls = list.filter(({ isRest }) => isRest === 'null');
  const own = list.find(({ isRest }) => isRest === 'others') ?? others;
  const shown = [...values.filter((step) => largest.has(step)), ...(own ? [own] : []), ...nulls];
  const rest = others && own ? shown.indexOf(own) : undefined;
  const targets = list.map((step) => {
    const place = shown.indexOf(step);
    return place < 0 ? rest : place;
  });
  return { list: shown, ofRows: ofRows.map((place) => targets[place]), left: values.length - most };
}
