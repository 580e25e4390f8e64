/** What the lists beside a chart offer, and what picking it changes: the drawing alone, or the summary that is drawn. */
import { fieldKind } from '../../../base/field.ts';
import { fill } from '../../../base/words.ts';
import { withUsualTop } from '../../../datastore/query/chartQuestion.ts';
import {
  groupName,
  isByValue,
  type Measure,
  measureName,
  type Summary,
  summaryColumns,
  type SummaryGroup,
} from '../../../datastore/query/summary.ts';
import { unitsOf } from '../../../datastore/query/summaryCheck.ts';
import { isGroupable, type SummaryField } from '../../../datastore/query/summaryDraft.ts';
import { CHART_KINDS, type ChartChoice } from '../../../datastore/query/chartChoice.ts';
import type { GridStrings } from '../../../messages/gridStrings.ts';
import { groupPhrase, measurePhrase } from '../../../messages/summaryPhrase.ts';
import type { ResolvedChoice } from '../../chart/chartContract.ts';

/** What a chart shows, and of which fields it can show something else. */
export interface ChartFacts {
  readonly summary: Summary | undefined;
  /** The fields of the records. */
  readonly fields: readonly SummaryField[];
  readonly used: ResolvedChoice;
  readonly strings: GridStrings;
}

export interface ChartChange {
  readonly choice: ChartChoice;
  /** The summary to ask for. Absent if the shown result has what the choice needs. */
  readonly summary?: Summary;
}

export interface ChartOffer {
  readonly label: string;
  readonly isPicked: boolean;
  readonly isOff?: boolean;
  readonly change: ChartChange;
}

/** The width of steps that depends on the least and the greatest number. */
export const USUAL_STEPS = '';
/** More entries make a list that takes long to draw. The editor of the summary has all fields. */
const MOST_OFFERED = 500;
const OF_NUMBERS = ['sum', 'mean', 'median', 'min', 'max'] as const;

export function kindOffers({ summary, fields, used, strings }: ChartFacts): readonly ChartOffer[] {
  const across = summary?.groups[placeOf(summary, used.across)];
  const fits = {
    // Records make bars of the groups that a chart has at first.
    bars: true,
    stacked: used.color !== undefined,
    grouped: used.color !== undefined,
    line: across !== undefined && !isByValue(across),
    histogram: across?.width !== undefined,
    scatter: numbersOf(fields).length > 1,
  };
  return CHART_KINDS.map((kind) => {
    const isOfShown = (kind === 'scatter') === (summary === undefined);
    const choice = isOfShown ? { ...used, kind } : { kind };
    return { label: strings[`${kind}Chart`], isPicked: kind === used.kind, isOff: !fits[kind], change: { choice } };
  });
}

/** The groups of the records, of which those that are shown come first. */
export function groupOffers(role: 'across' | 'color', facts: ChartFacts): readonly ChartOffer[] {
  const { summary, fields, used, strings } = facts;
  if (summary === undefined) return role === 'across' ? pointOffers(role, facts) : [];
  const { groups } = summary;
  const names = new Set(groups.map(groupName));
  const possible = fields.flatMap(groupsOf).filter((group) => !names.has(groupName(group)));
  const isAlone = used.color === undefined;
  const shown = role === 'color' && isAlone ? groups.toSpliced(placeOf(summary, used.across), 1) : groups;
  const offers = [...shown, ...possible]
    .slice(0, MOST_OFFERED)
    .map((group) => ({
      label: group.width === USUAL_STEPS ? fill(strings.chartSteps, group.field) : groupPhrase(group, strings),
      isPicked: group === groups[placeOf(summary, used[role])],
      change: withGroup(summary, used, role, group),
    }));
  if (role === 'across') return offers;
  const only = withUsualTop({
    ...summary,
    groups: groups.filter((_, place) => place === placeOf(summary, used.across)),
  });
  const { color: _color, kind: _kind, ...choice } = used;
  return [{ label: strings.chartNoColor, isPicked: isAlone, change: { choice, summary: only } }, ...offers];
}

/** The calculations of the summary, and others that take the place of the shown one. */
export function upOffers(facts: ChartFacts): readonly ChartOffer[] {
  const { summary, used, fields, strings } = facts;
  if (summary === undefined) return pointOffers('up', facts);
  const { groups, measures } = summary;
  const names = new Set(measures.map(measureName));
  const possible: readonly Measure[] = [
    ...([{ calculate: 'count' }, { calculate: 'share' }] as const),
    ...numbersOf(fields).flatMap(({ id: field }) => OF_NUMBERS.map((calculate) => ({ calculate, field }))),
  ];
  const at = Math.max(groups.length, placeOf(summary, used.up));
  return [...measures, ...possible.filter((each) => !names.has(measureName(each)))]
    .slice(0, MOST_OFFERED)
    .map((measure, place) => {
      const isThere = place < measures.length;
      const next = isThere ? summary : { ...summary, measures: measures.with(at - groups.length, measure) };
      const up = summaryColumns(next)[isThere ? groups.length + place : at] ?? '';
      const change = { choice: { ...used, up }, ...(!isThere && { summary: next }) };
      return { label: measurePhrase(measure, strings), isPicked: isThere && groups.length + place === at, change };
    });
}

/** The choice without columns that a result lacks. A kind goes with what it was chosen for. */
export function choiceAmong(columns: readonly string[], choice: ChartChoice): ChartChoice {
  const { kind, ...named } = choice;
  const rest = Object.entries(named).filter(([, column]) => columns.includes(column));
  const isWhole = rest.length === Object.keys(named).length;
  return { ...Object.fromEntries(rest), ...(isWhole && kind !== undefined && { kind }) };
}

/** Numbers of records, for the axes of points. */
function pointOffers(axis: 'across' | 'up', { fields, used }: ChartFacts): readonly ChartOffer[] {
  return numbersOf(fields)
    .slice(0, MOST_OFFERED)
    .map(({ id }) => ({ label: id, isPicked: used[axis] === id, change: { choice: { ...used, [axis]: id } } }));
}

function groupsOf({ id: field, type }: SummaryField): readonly SummaryGroup[] {
  if (!isGroupable(type)) return [];
  if (fieldKind(type) === 'number') return [{ field, width: USUAL_STEPS }, { field }];
  const units = unitsOf(type);
  return units.length > 0 ? units.map((unit) => ({ field, unit })) : [{ field }];
}

/** A group that is shown changes places with the other one. Another group takes the place of the one in this role. */
function withGroup(summary: Summary, used: ResolvedChoice, role: 'across' | 'color', group: SummaryGroup): ChartChange {
  const { kind: _kind, ...choice } = used;
  const { groups } = summary;
  const present = groups.indexOf(group);
  const other = role === 'across' ? 'color' : 'across';
  if (present >= 0) {
    const column = summaryColumns(summary)[present];
    const isOther = used[other] !== undefined && used[other] === column;
    return { choice: { ...choice, [role]: column, ...(isOther && { [other]: used[role] }) } };
  }
  const at = placeOf(summary, used[role]);
  const place = at < 0 ? groups.length : at;
  const next = withUsualTop({ ...summary, groups: groups.toSpliced(place, 1, group) });
  return { choice: { ...choice, [role]: summaryColumns(next)[place] }, summary: next };
}

function placeOf(summary: Summary, column: string | undefined): number {
  return column === undefined ? -1 : summaryColumns(summary).indexOf(column);
}

function numbersOf(fields: readonly SummaryField[]): readonly SummaryField[] {
  return fields.filter(({ type }) => fieldKind(type) === 'number');
}
