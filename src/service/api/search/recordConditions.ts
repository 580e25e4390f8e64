/** Makes conditions of `filters` (filterOperation.ts); from here on, their values have the fields' types. */
import { isList, type ExactValue } from '../../../base/cells.ts';
import { stringifyExact } from '../../../base/exactJson.ts';
import { fieldKind } from '../../../base/field.ts';
import { ActionError, invalidQuery, validationError } from '../../ckan/actionError.ts';
import { pythonText } from '../../ckan/pythonText.ts';
import type { OutputField } from '../../question/datastore.ts';
import type { Comparator, Operand, RecordCondition } from '../../question/tableQuestion.ts';
import { typeRules } from '../../types/fieldTypes.ts';
import { InvalidValue, WrongType } from '../../types/invalidValue.ts';
import { int4 } from '../../types/numeric.ts';
import { nativeName } from '../../types/typeName.ts';
import { describeOperation, isGroup, type FilterOperation } from './filterOperation.ts';

const comparators: ReadonlyMap<string, Comparator> = new Map([
  ['eq', '='],
  ['gt', '>'],
  ['gte', '>='],
  ['lt', '<'],
  ['lte', '<='],
]);

export type KnownFields = ReadonlyMap<string, Pick<OutputField, 'type'>>;

/** Makes a condition of a filter. Throws ActionError, also for a value that can't be of the field's type. */
export function recordCondition(operation: FilterOperation, fields: KnownFields): RecordCondition {
  if (isGroup(operation))
    return {
      kind: operation.op === '$or' ? 'or' : 'and',
      of: operation.value.map((part) => recordCondition(part, fields)),
    };
  const { op, field, value } = operation;
  const type = fields.get(field)?.type;
  const condition = type === undefined ? undefined : fieldCondition(op, { id: field, type }, value);
  if (condition === undefined)
    throw validationError({ filters: [`Unknown filter operation: ${describeOperation(operation)}`] });
  return condition;
}

type ComparedField = Pick<OutputField, 'id' | 'type'>;

/** Undefined for an unknown operator. CKAN has the comparators and `in`; the others are this service's own. */
function fieldCondition(op: string, field: ComparedField, value: ExactValue): RecordCondition | undefined {
  const comparator = comparators.get(op);
  if (comparator !== undefined)
    return { kind: 'compare', field: field.id, comparator, operand: operandFor(field.type, value) };
  switch (op) {
    case 'in': {
      // Python iterates over the characters of a text.
      const values = typeof value === 'string' ? Array.from(value) : value;
      if (!isList(values)) throw invalidQuery('"in" needs a list');
      return oneOf(field, values);
    }
    case 'not': {
      const values = isList(value) ? value : [value];
      const listed = oneOf(
        field,
        values.filter((each) => each !== null),
      );
      return { kind: 'not', of: values.includes(null) ? either(isNull(field), listed) : listed };
    }
    case 'null':
      return unless(isNull(field), readFlag(op, value));
    case 'empty':
      return unless(either(isNull(field), emptyText(field)), readFlag(op, value));
    case 'contains':
    case 'startsWith':
      return { kind: op, field: field.id, text: readText(op, value) };
    case 'notContains':
      return { kind: 'not', of: { kind: 'contains', field: field.id, text: readText(op, value) } };
    default:
      return undefined;
  }
}

function oneOf({ id, type }: ComparedField, values: readonly ExactValue[]): RecordCondition {
  const operands = values.map((each) => operandFor(type, each)).filter((operand) => operand !== undefined);
  return { kind: 'in', field: id, operands };
}

function isNull({ id }: ComparedField): RecordCondition {
  return { kind: 'null', field: id };
}

/** A field with a text of no characters. No record matches if the field can't hold one. */
export function emptyText(field: ComparedField): RecordCondition {
  try {
    return oneOf(field, fieldKind(field.type) === 'text' ? [''] : []);
  } catch (error) {
    if (error instanceof ActionError) return oneOf(field, []);
    throw error;
  }
}

function either(...of: readonly RecordCondition[]): RecordCondition {
  return { kind: 'or', of };
}

function unless(condition: RecordCondition, holds: boolean): RecordCondition {
  return holds ? condition : { kind: 'not', of: condition };
}

function readFlag(op: string, value: ExactValue): boolean {
  if (typeof value !== 'boolean') throw invalidQuery(`"${op}" needs true or false`);
  return value;
}

function readText(op: string, value: ExactValue): string {
  if (typeof value !== 'string') throw invalidQuery(`"${op}" needs a text`);
  return value;
}

/** Undefined for NULL, which equals nothing. */
export function operandFor(type: string, value: ExactValue): Operand | undefined {
  // CKAN 2.11+ compares text fields with Python's str() of the value.
  if (type === 'text') return { given: pythonText(value), key: pythonText(value) };
  try {
    const key = type === 'int' ? recordNumber(value) : typeRules(type).operand(value);
    return key === null || value === null ? undefined : { given: value, key };
  } catch (error) {
    if (error instanceof InvalidValue) throw invalidQuery(error.message);
    if (error instanceof WrongType) throw invalidQuery(`operator does not exist: ${nativeName(type)} = ${error.given}`);
    throw error;
  }
}

/** `_id` is an integer field, but engines compare its number. */
function recordNumber(value: ExactValue): string | null {
  if (value === null) return null;
  // Throws for values that an integer can't be compared with.
  typeRules('int4').operand(value);
  return typeof value === 'string' ? int4.parse(value) : stringifyExact(value);
}
