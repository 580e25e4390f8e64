/** A summary while people edit it: fields that aren't chosen yet are "", and numbers are the typed text. */
import * as v from 'valibot';
import { DATE_UNITS } from '../../base/calendarDay.ts';
import { type Field, fieldKind } from '../../base/field.ts';
import { type Shape, text } from '../../base/schema.ts';
import type { WordTable } from '../../base/words.ts';
import {
  type CalculationName,
  CALCULATIONS,
  type Measure,
  MOST_GROUP_FIELDS,
  MOST_MEASURES,
  MOST_TOP,
  Summary,
  type SummaryGroup,
} from './summary.ts';
import { isInstant, unitsOf } from './summaryCheck.ts';
import { isTimeZone } from './zoneTime.ts';

export type GroupDraft = Shape<typeof GroupDraft>;
const GroupDraft = v.object({
  field: text,
  unit: v.exactOptional(v.picklist(DATE_UNITS)),
  /** The typed width of a number's bins. Absent for groups by value. */
  width: v.exactOptional(text),
});

export type MeasureDraft = Shape<typeof MeasureDraft>;
const MeasureDraft = v.object({ calculate: v.picklist(CALCULATIONS), field: text });

export type SummaryDraft = Shape<typeof SummaryDraft>;
export const SummaryDraft = v.object({
  groups: v.pipe(v.array(GroupDraft), v.maxLength(MOST_GROUP_FIELDS)),
  measures: v.pipe(v.array(MeasureDraft), v.maxLength(MOST_MEASURES)),
  /** The typed number of groups. Absent for all groups. */
  top: v.exactOptional(text),
  /** The typed time zone. Empty for UTC. */
  zone: text,
});

export type SummaryField = Pick<Field, 'id' | 'type'>;

/** What a new summary begins with: the number of records in each group. */
export function newSummaryDraft(groups: readonly GroupDraft[] = [{ field: '' }]): SummaryDraft {
  return { groups, measures: [{ calculate: 'count', field: '' }], zone: '' };
}

/** A group of another field. Its unit or width stays if the field has one; dates begin with the year. */
export function withGroup({ unit, width }: GroupDraft, field: string, fields: readonly SummaryField[]): GroupDraft {
  const type = fields.find(({ id }) => id === field)?.type ?? '';
  const units = unitsOf(type);
  if (unit !== undefined && units.includes(unit)) return { field, unit };
  if (width !== undefined && fieldKind(type) === 'number') return { field, width };
  return units.includes('year') ? { field, unit: 'year' } : { field };
}

export function summaryDraft({ groups, measures, top, zone = '' }: Summary): SummaryDraft {
  const drafts = measures.map((each) => ({ calculate: each.calculate, field: 'field' in each ? each.field : '' }));
  return { groups, measures: drafts, ...(top !== undefined && { top: String(top) }), zone };
}

/** Why a draft isn't a summary yet. */
export interface SummaryProblem {
  readonly kind: 'noField' | 'unknownField' | 'unfitField' | 'width' | 'top' | 'zone';
  /** The control at fault, as the last part of its id: `group-0-field`, `group-1-width`, `measure-0-field`, `top`. */
  readonly control: string;
}

export const SUMMARY_PROBLEM_STRINGS = {
  noFieldChosen: 'Choose a field.',
  fieldUnknown: 'There is no such field.',
  fieldUnfit: "This field can't be used for that.",
  widthWrong: 'Enter a number greater than 0, such as 100 or 0.25.',
  topWrong: 'Enter a number of groups from 1 to 10,000.',
  zoneWrong: 'There is no such time zone. Enter one like Europe/Zurich.',
} as const satisfies WordTable;

export const WORD_OF_PROBLEM = {
  noField: 'noFieldChosen',
  unknownField: 'fieldUnknown',
  unfitField: 'fieldUnfit',
  width: 'widthWrong',
  top: 'topWrong',
  zone: 'zoneWrong',
} as const satisfies Readonly<Record<SummaryProblem['kind'], keyof typeof SUMMARY_PROBLEM_STRINGS>>;

/** The summary of a draft, or its first problem. Without `fields`, names and types aren't checked. */
export function readSummary(draft: SummaryDraft, fields: readonly SummaryField[] = []): Summary | SummaryProblem {
  const types = new Map(fields.map(({ id, type }) => [id, type] as const));
  const fault = (field: string, fitsType: (type: string) => boolean): SummaryProblem['kind'] | undefined => {
    const type = types.get(field);
    if (type !== undefined) return fitsType(type) ? undefined : 'unfitField';
    if (field === '') return 'noField';
    return fields.length === 0 ? undefined : 'unknownField';
  };
  for (const [place, { field, unit, width }] of draft.groups.entries()) {
    const kind = fault(field, (type) => isGroupable(type) && (unit === undefined || unitsOf(type).includes(unit)));
    if (kind !== undefined) return { kind, control: `group-${String(place)}-field` };
    if (width !== undefined && !v.is(Summary.entries.groups, [{ field, width: width.trim() }]))
      return { kind: 'width', control: `group-${String(place)}-width` };
  }
  for (const [place, { calculate, field }] of draft.measures.entries()) {
    const kind = takesField(calculate) ? fault(field, (type) => fitsCalculation(type, calculate)) : undefined;
    if (kind !== undefined) return { kind, control: `measure-${String(place)}-field` };
  }
  const top = draft.top === undefined ? undefined : Number(/^\d+$/.exec(draft.top.trim())?.[0] ?? 0);
  if (top !== undefined && !(top >= 1 && top <= MOST_TOP)) return { kind: 'top', control: 'top' };
  const zone = fields.length === 0 || isZoned(draft, fields) ? draft.zone.trim() : '';
  if (zone !== '' && !isTimeZone(zone)) return { kind: 'zone', control: 'zone' };
  return {
    groups: draft.groups.map(({ width, ...rest }): SummaryGroup => ({
      ...rest,
      ...(width !== undefined && { width: width.trim() }),
    })),
    measures: draft.measures.map(
      ({ calculate, field }) => (takesField(calculate) ? { calculate, field } : { calculate }) as Measure,
    ),
    ...(top !== undefined && draft.groups.length > 0 && { top }),
    ...(zone !== '' && { zone }),
  };
}

export function isSummaryProblem(read: Summary | SummaryProblem): read is SummaryProblem {
  return 'kind' in read;
}

export function takesField(calculate: CalculationName): boolean {
  return calculate !== 'count' && calculate !== 'share';
}

/** Whether records can be grouped by a field of this type. */
export function isGroupable(type: string): boolean {
  return fieldKind(type) !== 'json';
}

export function fitsCalculation(type: string, calculate: CalculationName): boolean {
  const kind = fieldKind(type);
  if (calculate === 'distinct') return kind !== 'json';
  if (calculate === 'min' || calculate === 'max') return kind !== 'json' && kind !== 'boolean';
  return kind === 'number';
}

/** Whether instants are grouped by a part of their date, which depends on the time zone. */
export function isZoned({ groups }: Pick<SummaryDraft, 'groups'>, fields: readonly SummaryField[]): boolean {
  return groups.some(({ field, unit }) => unit !== undefined && isInstant(fields.find(({ id }) => id === field)));
}
