/** The steps across a chart, or its series: one for each value of a group. All other groups and NULL come last. */
import type { WireCell } from '../../base/cells.ts';
import { add, decimalText, type ExactDecimal, parseDecimal } from '../../base/exactDecimal.ts';
import { fill } from '../../base/words.ts';
import { OTHERS } from '../../datastore/query/summary.ts';
import { groupPhrase } from '../../messages/summaryPhrase.ts';
import { visibleText } from '../ui/visibleText.ts';
import { type ChartColumn, wireText } from './chartColumns.ts';
import type { ChartFrame, ChartSource } from './chartContract.ts';
import { double, edgeBelow } from './chartNumbers.ts';
import { daysOfText, largerPeriods, periodAt, type PeriodSize, textOfPeriod } from './chartPeriods.ts';

export interface ChartStep {
  readonly key: string;
  /** The whole text, for tips. */
  readonly name: string;
  /** A shorter one for the axis. */
  readonly label?: string;
  /** The part of a time or number axis. A step without one stands behind those that have one. */
  readonly from?: number;
  readonly to?: number;
  /** The place of a weekday or hour. */
  readonly order?: number;
  readonly isRest?: 'others' | 'null';
}

export interface ChartSteps {
  /** `order`: one beside the other, whatever lies between them. */
  readonly scale: 'order' | 'time' | 'number';
  readonly list: readonly ChartStep[];
  /** For each row its position in the list. */
  readonly ofRows: readonly number[];
  /** The length of periods, or the width of bins. Absent for values. */
  readonly period?: PeriodSize;
  readonly width?: ExactDecimal;
  /** The words of a larger period or bin than that of the result. */
  readonly larger?: string;
  readonly isCrowded?: true;
}

export interface StepRoom {
  /** A time or number axis has at most so many steps, if what is drawn can be combined. */
  readonly most: number;
  readonly canCombine: boolean;
  /** Periods and bins between others stand for no records, and are there with a value of 0. */
  readonly hasMissing: boolean;
}

export interface StepWords extends Pick<ChartFrame, 'strings' | 'language'> {
  /** Groups the digits of a number. */
  readonly grouped: (text: string) => string;
}

export type StepListing = Pick<ChartSteps, 'list' | 'ofRows'>;

/** More numbers that don't follow one another are names rather than places on an axis. */
const MOST_CODES = 20;
const MOST_SLOTS = 60;
const FARTHEST = 1e300;
const ORDINALS = { weekday: 7, hour: 24 };

export function othersStep({ strings }: StepWords): ChartStep {
  return { key: 'others', name: strings.othersChart, isRest: 'others' };
}

/** The steps of a group as they are in the result. */
export function groupSteps(source: ChartSource, column: ChartColumn, words: StepWords): ChartSteps {
  const { unit, width } = column.group ?? {};
  const read = (
    make: (text: string) => Partial<ChartStep> | undefined,
    always: readonly ChartStep[] = [],
  ): StepListing => listed(rowSteps(source, column, words, make), always);

  if (unit === 'weekday' || unit === 'hour') {
    const first = unit === 'hour' ? 0 : 1;
    const all = Array.from({ length: ORDINALS[unit] }, (_, place) => ordinalStep(unit, place + first, words));
    const places = new Map(all.map((step) => [step.key, step]));
    return { scale: 'order', ...read((text) => places.get(`=${text}`), all) };
  }
  if (unit !== undefined) {
    const period = { unit, by: 1 };
    const make = (text: string): Partial<ChartStep> | undefined => {
      const days = daysOfText(text);
      return days === undefined ? undefined : { ...periodAt(days, period), key: `=${text}` };
    };
    return { scale: 'time', ...read(make), period };
  }
  const size = parseDecimal(width ?? '');
  if (size !== undefined) {
    const make = (text: string): ChartStep | undefined => binStep(parseDecimal(text), size, words);
    return { scale: 'number', ...read(make), width: size };
  }
  if (column.field.kind === 'date') {
    const moments = read((text) => placeOf(daysOfText(text)));
    // Only days without a time of day have a width.
    const long = moments.list.every(({ from = 0 }) => Number.isInteger(from)) ? 1 : 0;
    return { scale: 'time', ...moments, list: moments.list.map((step) => ({ ...step, ...placeOf(step.from, long) })) };
  }
  if (column.field.kind !== 'number') return { scale: 'order', ...read(() => undefined) };
  const numbers = read((text) => {
    const number = parseDecimal(text);
    return placeOf(number && double(number));
  });
  const gap = smallestGap(numbers);
  const [first, last] = ends(numbers);
  // Points have no group: their numbers are always to scale.
  const areCodes = column.group !== undefined && numbers.list.length <= MOST_CODES && (last - first) / gap > MOST_SLOTS;
  const list = numbers.list.map((step): ChartStep => {
    const { from, to: _, ...rest } = step;
    return from === undefined || areCodes ? rest : { ...rest, from: from - gap / 2, to: from + gap / 2 };
  });
  return { ...numbers, list, scale: areCodes ? 'order' : 'number' };
}

export function stepsAcross(source: ChartSource, column: ChartColumn, room: StepRoom, words: StepWords): ChartSteps {
  const own = groupSteps(source, column, words);
  const isFew = own.scale === 'order' || own.list.length <= room.most;
  if (!isFew && !room.canCombine) return { ...own, isCrowded: true };
  const steps = isFew ? own : (largerSteps(own, column, room.most, words) ?? { ...own, isCrowded: true });
  const all = room.hasMissing ? stretch(steps, room.most, words) : [];
  if (all.length === 0) return steps;
  return {
    ...steps,
    ...listed(
      steps.ofRows.flatMap((place) => steps.list[place] ?? []),
      all,
    ),
  };
}

/** All periods or bins from the first to the last, unless they are too many to be drawn. */
function stretch({ list, period, width }: ChartSteps, most: number, words: StepWords): readonly ChartStep[] {
  const [first, last] = ends({ list });
  const steps: ChartStep[] = [];
  let edge = parseDecimal(list[0]?.key.slice(1) ?? '');
  for (let at = first; at < last && steps.length <= most;) {
    const step = period ? periodStep(at, period, words) : width && binStep(edge, width, words);
    if (step?.to === undefined) return [];
    steps.push(step);
    at = step.to;
    edge = edge && width && add(edge, width);
  }
  return steps.length > most ? list : steps;
}

function largerSteps(own: ChartSteps, column: ChartColumn, most: number, words: StepWords): ChartSteps | undefined {
  const { group, field } = column;
  const of = { field: group?.field ?? field.id };
  const grouped = (make: (step: ChartStep) => ChartStep | undefined): StepListing => {
    const larger = own.list.map((step) => (step.from === undefined ? step : (make(step) ?? step)));
    return listed(own.ofRows.flatMap((place) => larger[place] ?? []));
  };
  if (own.scale === 'time') {
    const period = largerPeriods(group?.unit).find(
      (size) =>
        new Set(own.list.map(({ from, key }) => (from === undefined ? key : periodAt(from, size).from))).size <= most,
    );
    if (period === undefined) return undefined;
    const phrase = groupPhrase({ ...of, unit: period.unit }, words.strings);
    const larger = period.by === 1 ? phrase : fill(words.strings.stepsOf, phrase, period.by);
    return { scale: 'time', ...grouped(({ from = 0 }) => periodStep(from, period, words)), period, larger };
  }
  const [first, last] = ends(own);
  for (const factor of [1, 2, 5, 10]) {
    const width = widerBy(own.width, (last - first) / most, factor);
    if (width === undefined) continue;
    const wider = grouped(({ key }) => binStep(parseDecimal(key.slice(1)), width, words));
    const larger = groupPhrase({ ...of, width: decimalText(width, true) }, words.strings);
    if (wider.list.length <= most) return { scale: 'number', ...wider, width, larger };
  }
  return undefined;
}

/** A width of bins by a factor and a power of ten: that of the result, or 1, so that each bin consists of whole ones. */
function widerBy(own: ExactDecimal | undefined, least: number, factor: number): ExactDecimal | undefined {
  const unit = own ?? { digits: 1n, scale: 0 };
  const power = Math.floor(Math.log10(least / double(unit)));
  if (!Number.isFinite(power) || Math.abs(power) > 300) return undefined;
  const by = parseDecimal(`${factor}e${own === undefined ? power : Math.max(0, power)}`);
  return by && { digits: unit.digits * by.digits, scale: unit.scale + by.scale };
}

/** The step of each row. Texts of which none can be made, such as NaN or a date beyond calendars, stay texts. */
function rowSteps(
  { rows, rowCount, hasOthers }: ChartSource,
  { place }: ChartColumn,
  words: StepWords,
  make: (text: string) => Partial<ChartStep> | undefined,
): readonly ChartStep[] {
  const nulls: ChartStep = { key: 'null', name: words.strings.null, isRest: 'null' };
  return rows.map((row, index) => {
    const cell: WireCell = row[place] ?? null;
    if (hasOthers && index === rowCount - 1) return othersStep(words);
    if (cell === null) return nulls;
    const text = wireText(cell);
    return { key: `=${text}`, name: nameOfText(text, words), ...make(text) };
  });
}

/** Each step once, in its order: by place on the axis, or as rows have them first. */
export function listed(ofRows: readonly ChartStep[], always: readonly ChartStep[] = []): StepListing {
  const steps = new Map(always.concat(ofRows).map((step) => [step.key, step]));
  const place = ({ from, order }: ChartStep): number | undefined => from ?? order;
  const rank = (step: ChartStep): number =>
    step.isRest === undefined ? (place(step) === undefined ? 1 : 0) : step.isRest === 'others' ? 2 : 3;
  const list = [...steps.values()].sort(
    (one, other) => rank(one) - rank(other) || (place(one) ?? 0) - (place(other) ?? 0),
  );
  const places = new Map(list.map(({ key }, place) => [key, place]));
  return { list, ofRows: ofRows.map(({ key }) => places.get(key) ?? 0) };
}

/** A value that reads like the words for NULL or the others stands in quotes. */
function nameOfText(text: string, { strings }: StepWords): string {
  const shown = visibleText(text).replace(/[\uFFFE\uFFFF]/g, '\uFFFD');
  return [strings.null, strings.othersChart, OTHERS].includes(shown) ? `"${shown}"` : shown || strings.emptyText;
}

function ordinalStep(unit: 'weekday' | 'hour', order: number, { language }: StepWords): ChartStep {
  const key = `=${order}`;
  if (unit === 'hour') return { key, name: String(order), order };
  // The first of January 2024 was a Monday.
  const [name = '', label = ''] = (['long', 'short'] as const).map((weekday) =>
    new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(Date.UTC(2024, 0, order)),
  );
  return { key, name, label, order };
}

function periodStep(days: number, period: PeriodSize, { strings }: StepWords): ChartStep {
  const { from, to } = periodAt(days, period);
  const lastDay = periodAt(to - 1, { ...period, by: 1 }).from;
  const [first, last] = [textOfPeriod(from, period.unit), textOfPeriod(lastDay, period.unit)];
  return { key: `=${first}`, name: first === last ? first : fill(strings.barRange, first, last), from, to };
}

/** Undefined beyond what a scale can calculate with. */
function placeOf(from = NaN, length = 0): Required<Pick<ChartStep, 'from' | 'to'>> | undefined {
  const at = Math.abs(from) < 1 / FARTHEST ? 0 : from;
  return Math.abs(at) < FARTHEST ? { from: at, to: at + length } : undefined;
}

/** A bin is called by its ends. */
function binStep(
  number: ExactDecimal | undefined,
  width: ExactDecimal,
  { strings, grouped }: StepWords,
): ChartStep | undefined {
  if (number === undefined) return undefined;
  const edge = edgeBelow(number, width);
  const [first, last] = [edge, add(edge, width)];
  const [one, other] = [placeOf(double(first)), placeOf(double(last))];
  const texts = [first, last].map((end) => decimalText(end, true));
  return one && other && other.from > one.from
    ? { key: `=${texts[0] ?? ''}`, name: fill(strings.barRange, ...texts.map(grouped)), from: one.from, to: other.from }
    : undefined;
}

function ends({ list }: Pick<ChartSteps, 'list'>): readonly [number, number] {
  const placed = list.filter(({ from }) => from !== undefined);
  return [placed[0]?.from ?? 0, placed.at(-1)?.to ?? 0];
}

function smallestGap({ list }: Pick<ChartSteps, 'list'>): number {
  const gaps = list.map(({ from = NaN }, place) => from - (list[place - 1]?.from ?? NaN)).filter((gap) => gap > 0);
  return gaps.length === 0 ? 1 : gaps.reduce((least, gap) => Math.min(least, gap));
}
