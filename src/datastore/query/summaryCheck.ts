/** Whether the fields of records can be summarized as a question says. The words are those of the command line. */
import { DATE_UNITS, type DateUnit } from '../../base/calendarDay.ts';
import { type Field, fieldKind } from '../../base/field.ts';
import { groupName, type Measure, measureName, type Summary, type SummaryGroup } from './summary.ts';
import { isTimeZone } from './zoneTime.ts';

/** Most names in a message. */
const MOST_NAMED = 50;

/** Why a summary of these fields is impossible, with what exists instead. Undefined if it is possible. */
export function summaryProblem({ groups, measures, zone }: Summary, fields: readonly Field[]): string | undefined {
  if (zone !== undefined && !isTimeZone(zone))
    return `There is no time zone "${zone}". Use a name such as Europe/Zurich or UTC.`;
  const problems = [
    ...groups.map((group) => groupProblem(group, fields)),
    ...measures.map((measure) => measureProblem(measure, fields)),
  ];
  return problems.find((problem) => problem !== undefined);
}

export function namesText(names: readonly string[]): string {
  const named = names.slice(0, MOST_NAMED).join(', ');
  if (names.length === 0) return 'none';
  return names.length > MOST_NAMED ? `${named} and ${String(names.length - MOST_NAMED)} others` : named;
}

export function noField(name: string, fields: readonly Field[]): string {
  return `There is no field "${name}". Fields: ${namesText(fields.map(({ id }) => id))}.`;
}

function groupProblem(group: SummaryGroup, fields: readonly Field[]): string | undefined {
  const { field: name, unit, width } = group;
  const field = fields.find(({ id }) => id === name);
  if (field === undefined) return noField(name, fields);
  if (unit !== undefined && !hasUnit(field, unit))
    return `"${groupName(group)}": the type ${field.type} has no ${unit}. Fields with one: ${fieldsWith(fields, (each) => hasUnit(each, unit))}.`;
  if (width !== undefined && !isNumber(field))
    return `"${groupName(group)}": bins are for numbers. Fields with numbers: ${fieldsWith(fields, isNumber)}.`;
  return isComparable(field) ? undefined : notComparable(name, fields);
}

function measureProblem(measure: Measure, fields: readonly Field[]): string | undefined {
  if (!('field' in measure)) return undefined;
  const { calculate, field: name } = measure;
  const field = fields.find(({ id }) => id === name);
  if (field === undefined) return noField(name, fields);
  if (['sum', 'mean', 'median'].includes(calculate) && !isNumber(field))
    return `"${measureName(measure)}": the type ${field.type} has no ${calculate}. Fields with numbers: ${fieldsWith(fields, isNumber)}.`;
  return isComparable(field) ? undefined : notComparable(name, fields);
}

function notComparable(name: string, fields: readonly Field[]): string {
  return `"${name}" has lists or objects, which can't be compared. Other fields: ${fieldsWith(fields, isComparable)}.`;
}

function fieldsWith(fields: readonly Field[], test: (field: Field) => boolean): string {
  return namesText(fields.filter(test).map(({ id }) => id));
}

function hasUnit({ type }: Pick<Field, 'type'>, unit: DateUnit): boolean {
  return /^(?:date$|timestamp)/i.test(type) && (unit !== 'hour' || type.toLowerCase() !== 'date');
}

/** The parts of a date by which a field of this type can be grouped. Days have no hour, and times have no day. */
export function unitsOf(type: string): readonly DateUnit[] {
  return DATE_UNITS.filter((unit) => hasUnit({ type }, unit));
}

/** Whether values are instants, whose date depends on the time zone. */
export function isInstant(field: Pick<Field, 'type'> | undefined): boolean {
  return field !== undefined && /^timestamp.*(?:tz$|with time zone)/i.test(field.type);
}

function isNumber({ type }: Field): boolean {
  return fieldKind(type) === 'number';
}

function isComparable({ type }: Field): boolean {
  return fieldKind(type) !== 'json';
}
