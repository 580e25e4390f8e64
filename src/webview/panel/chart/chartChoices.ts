/** What the lists beside a chart offer, and what picking it changes: the drawing alone, or the summary that is drawn. */
import { fieldKind } from '../../../base/field.ts';
import { fill } from '../../../base/words.ts';
import { withUsualTop } from '../../../datastore/query/chartQuestion.ts';
import {
  groupName,
  type Measure,
  measureName,
  MOST_GROUP_FIELDS,
  type Summary,
  summaryColumns,
  type SummaryGroup,
} from '../../../datastore/query/summary.ts';
import { unitsOf } from '../../../datastore/query/summaryCheck.ts';
import { isGroupable, type SummaryField } from '../../../datastore/query/summaryDraft.ts';
import { CHART_KINDS, type ChartChoice, type ChartKind } from '../../../messages/chartChoice.ts';
import type { GridStrings } from '../../../messages/gridStrings.ts';
import { groupPhrase, measurePhrase } from '../../../messages/summaryPhrase.ts';
import type { ResolvedChoice } from '../../chart/chartContract.ts';

/** What a chart shows, and of which fields it can show something else. */
export interface ChartFacts {
  readonly summary: Summary | undefined;
  /** The fields of the records. */
  readonly fields: readonly SummaryField[];
  readonly used: ResolvedChoice;
  /** The groups of numbers whose steps are told by statistics. Other numbers are grouped by value. */
  readonly steps: ReadonlyMap<string, SummaryGroup>;
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

/** More entries make a list that takes long to draw. The editor of the summary has all fields. */
const MOST_OFFERED = 500;
const OF_NUMBERS = ['sum', 'mean', 'median', 'min', 'max'] as const;

export function kindOffers({ summary, fields, used }: ChartFacts, strings: GridStrings): readonly ChartOffer[] {
  const { kind: _kind, ...choice } = used;
  const across = groupOf(summary, used.across);
  const hasSteps = across?.width !== undefined;
  const fits: Readonly<Record<ChartKind, boolean>> = {
    // Records make bars of the groups that a chart has at first.
    bars: true,
    stacked: used.color !== undefined,
    grouped: used.color !== undefined,
    line: hasSteps || across?.unit !== undefined,
    histogram: hasSteps,
    scatter: numbersOf(fields).length > 1,
  };
  return CHART_KINDS.map((kind) => ({
    label: strings[`chart${capital(kind)}`],
    isPicked: kind === used.kind,
    isOff: !fits[kind],
    change: { choice: (kind === 'scatter') === (summary === undefined) ? { ...choice, kind } : { kind } },
  }));
}

export function acrossOffers(facts: ChartFacts, strings: GridStrings): readonly ChartOffer[] {
  const { summary, used } = facts;
  if (summary === undefined) return pointOffers(facts, 'across');
  return groupOffers(facts, used.across, strings, (group) => withAcross(summary, used, group));
}

export function colorOffers(facts: ChartFacts, strings: GridStrings): readonly ChartOffer[] {
  const { summary, used } = facts;
  if (summary === undefined) return [];
  const none = {
    label: strings.chartNoColor,
    isPicked: used.color === undefined,
    change: withColor(summary, used, undefined),
  };
  return [none, ...groupOffers(facts, used.color, strings, (group) => withColor(summary, used, group))];
}

export function upOffers(facts: ChartFacts, strings: GridStrings): readonly ChartOffer[] {
  const { summary, used, fields } = facts;
  if (summary === undefined) return pointOffers(facts, 'up');
  const shown = summaryColumns(summary).at(placeOf(summary, used.up));
  const names = new Set(summary.measures.map(measureName));
  const others: readonly Measure[] = [
    { calculate: 'count' },
    { calculate: 'share' },
    ...numbersOf(fields).flatMap(({ id: field }) => OF_NUMBERS.map((calculate) => ({ calculate, field }))),
  ];
  return [...summary.measures, ...others.filter((each) => !names.has(measureName(each)))]
    .slice(0, MOST_OFFERED)
    .map((measure, place) => {
      const column = summaryColumns(summary)[summary.groups.length + place];
      const isThere = place < summary.measures.length;
      return {
        label: measurePhrase(measure, strings),
        isPicked: isThere && column === shown,
        change:
          isThere && column !== undefined ? { choice: { ...used, up: column } } : withMeasure(summary, used, measure),
      };
    });
}

/** The choice without columns that a result lacks. A kind goes with what it was chosen for. */
export function choiceOf(choice: ChartChoice, columns: readonly string[]): ChartChoice {
  const { kind, across, up, color } = choice;
  const has = (column: string | undefined): column is string => column !== undefined && columns.includes(column);
  return {
    ...(kind !== undefined && (across === undefined || has(across)) && { kind }),
    ...(has(across) && { across }),
    ...(has(up) && { up }),
    ...(has(color) && { color }),
  };
}

function pointOffers({ fields, used }: ChartFacts, axis: 'across' | 'up'): readonly ChartOffer[] {
  return numbersOf(fields)
    .slice(0, MOST_OFFERED)
    .map(({ id }) => ({ label: id, isPicked: used[axis] === id, change: { choice: { ...used, [axis]: id } } }));
}

function groupOffers(
  { summary, fields, steps }: ChartFacts,
  picked: string | undefined,
  strings: GridStrings,
  change: (group: SummaryGroup) => ChartChange,
): readonly ChartOffer[] {
  const shown = summary?.groups ?? [];
  const names = new Set(shown.map(groupName));
  const possible = fields.flatMap((field) => groupsOf(field, steps)).filter((group) => !names.has(groupName(group)));
  const own = groupOf(summary, picked);
  return [...shown, ...possible]
    .slice(0, MOST_OFFERED)
    .map((group) => ({ label: labelOf(group, shown, strings), isPicked: group === own, change: change(group) }));
}

function groupsOf({ id: field, type }: SummaryField, steps: ChartFacts['steps']): readonly SummaryGroup[] {
  if (!isGroupable(type)) return [];
  const units = unitsOf(type);
  return units.length > 0 ? units.map((unit) => ({ field, unit })) : [steps.get(field) ?? { field }];
}

function labelOf(group: SummaryGroup, shown: readonly SummaryGroup[], strings: GridStrings): string {
  const isNew = !shown.includes(group);
  return isNew && group.width !== undefined ? fill(strings.chartSteps, group.field) : groupPhrase(group, strings);
}

/** A group that the summary has changes places with the one across. Another one replaces that. */
function withAcross(summary: Summary, used: ResolvedChoice, group: SummaryGroup): ChartChange {
  const { across, up, color } = used;
  const columns = summaryColumns(summary);
  const present = columns[summary.groups.findIndex((each) => groupName(each) === groupName(group))];
  const kept = up === undefined ? {} : { up };
  if (present !== undefined) {
    const other = present === color ? across : color;
    return { choice: { ...kept, across: present, ...(other !== undefined && { color: other }) } };
  }
  const place = Math.max(0, placeOf(summary, across));
  const next = withUsualTop({ ...summary, groups: summary.groups.toSpliced(place, 1, group) });
  const name = summaryColumns(next)[place];
  return {
    choice: { ...kept, ...(name !== undefined && { across: name }), ...(color !== undefined && { color }) },
    summary: next,
  };
}

function withColor(summary: Summary, used: ResolvedChoice, group: SummaryGroup | undefined): ChartChange {
  const { across, up, color } = used;
  const { groups } = summary;
  const kept = { ...(across !== undefined && { across }), ...(up !== undefined && { up }) };
  if (group === undefined) {
    const only = groupOf(summary, across);
    return { choice: kept, summary: withUsualTop({ ...summary, groups: only ? [only] : [] }) };
  }
  const present = summaryColumns(summary)[groups.findIndex((each) => groupName(each) === groupName(group))];
  if (present !== undefined && present !== across) return { choice: { ...kept, color: present } };
  if (present !== undefined) return withAcross(summary, used, groupOf(summary, color) ?? group);
  const at = placeOf(summary, color);
  const place = at < 0 ? Math.min(groups.length, MOST_GROUP_FIELDS - 1) : at;
  const next = withUsualTop({ ...summary, groups: groups.toSpliced(place, 1, group) });
  const name = summaryColumns(next)[place];
  return { choice: { ...kept, ...(name !== undefined && { color: name }) }, summary: next };
}

function withMeasure(summary: Summary, used: ResolvedChoice, measure: Measure): ChartChange {
  const { groups, measures } = summary;
  const place = Math.max(0, placeOf(summary, used.up) - groups.length);
  const { up: _up, ...kept } = used;
  const next = { ...summary, measures: measures.with(place, measure) };
  const name = summaryColumns(next)[groups.length + place];
  return { choice: { ...kept, ...(name !== undefined && { up: name }) }, summary: next };
}

function placeOf(summary: Summary, column: string | undefined): number {
  return column === undefined ? -1 : summaryColumns(summary).indexOf(column);
}

function groupOf(summary: Summary | undefined, column: string | undefined): SummaryGroup | undefined {
  return summary?.groups[placeOf(summary, column)];
}

function numbersOf(fields: readonly SummaryField[]): readonly SummaryField[] {
  return fields.filter(({ type }) => fieldKind(type) === 'number');
}

function capital<T extends string>(word: T): Capitalize<T> {
  return (word.charAt(0).toUpperCase() + word.slice(1)) as Capitalize<T>;
}
