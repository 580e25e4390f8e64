/** What is read of `filters` (filterOperation.ts) as conditions; their values are of the fields' types from here on. */
import { isList, type ExactValue } from '../../../base/cells.ts';
import { invalidQuery, validationError } from '../../ckan/actionError.ts';
import { pythonText } from '../../ckan/pythonText.ts';
import type { OutputField } from '../../engine/datastore.ts';
import type { Comparator, Operand, RecordCondition } from '../../engine/tableQuestion.ts';
import { typeRules } from '../../types/fieldTypes.ts';
import { InvalidValue, WrongType } from '../../types/invalidValue.ts';
import { nativeName } from '../../types/typeName.ts';
import { typedValue } from '../../types/typedValue.ts';
import { describeOperation, isGroup, type FilterOperation } from './filterOperation.ts';

const comparators: ReadonlyMap<string, Comparator> = new Map([
  ['eq', '='],
  ['gt', '>'],
  ['gte', '>='],
  ['lt', '<'],
  ['lte', '<='],
]);

export type KnownFields = ReadonlyMap<string, Pick<OutputField, 'type'>>;

/** Throws ActionError, also for a value that can't be of the field's type. */
export function recordCondition(operation: FilterOperation, fields: KnownFields): RecordCondition {
  if (isGroup(operation))
    return {
      kind: operation.op === '$or' ? 'or' : 'and',
      of: operation.value.map((part) => recordCondition(part, fields)),
    };
  const { op, field, value } = operation;
  const type = fields.get(field)?.type;
  const comparator = comparators.get(op);
  if (type !== undefined && comparator !== undefined)
    return { kind: 'compare', field, comparator, operand: operandFor(type, value) };
  if (type === undefined || op !== 'in')
    throw validationError({ filters: [`Unknown filter operation: ${describeOperation(operation)}`] });
  // Python goes through the characters of a text.
  const values = typeof value === 'string' ? Array.from(value) : value;
  if (!isList(values)) throw invalidQuery('"in" needs a list');
  const operands = values.map((each) => operandFor(type, each)).filter((operand) => operand !== undefined);
  return { kind: 'in', field, operands };
}

/** Undefined for NULL, which equals nothing. */
function operandFor(type: string, given: ExactValue): Operand | undefined {
  // CKAN 2.11+ compares text fields with Python's str() of the value.
  if (type === 'text') return { given: pythonText(given), key: pythonText(given) };
  try {
    const key = type === 'int' ? recordNumber(given) : typeRules(type).operand(given);
    return key === null || given === null ? undefined : { given, key };
  } catch (error) {
    if (error instanceof InvalidValue) throw invalidQuery(error.message);
    if (error instanceof WrongType)
      throw invalidQuery(`operator does not exist: ${nativeName(type)} = ${error.given}`);
    throw error;
  }
}

/** `_id` is an integer field whose order is a number of the engine's. */
function recordNumber(value: ExactValue): string | null {
  if (value === null) return null;
  const rules = typeRules('int4');
  // Refuses what an integer can't be compared with.
  rules.operand(value);
  const typed = typedValue(value);
  return typed.kind === 'number' ? typed.text : rules.read(value, []).value;
}
