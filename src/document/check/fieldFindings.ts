/** What the fields of a resource alone say of expectations, before any record is asked for. */
import { type Field, fieldKind, placesOf, typeName } from '../../base/field.ts';
import { fieldOf } from '../../datastore/query/conditions.ts';
import type { DatastoreQuery } from '../../datastore/query/query.ts';
import { namesText } from '../../datastore/query/summaryCheck.ts';
import { type CheckFinding, shownField, shownValue } from './checkResult.ts';
import { type Expectation, fieldsOf } from './expectation.ts';
import { canCompare } from './expectedValue.ts';

/** What the fields alone say: a field is missing, has another type, or one that has no order. */
export function findingOfFields(expectation: Expectation, fields: readonly Field[]): CheckFinding | undefined {
  const types = new Map(fields.map(({ id, type }) => [id, type] as const));
  const missing = fieldsOf(expectation).find((field) => !types.has(field));
  if (missing !== undefined) return missingField('noField', missing, fields);
  if (!('field' in expectation)) return undefined;
  const { field: name } = expectation;
  const [field, type] = [shownField(name), types.get(name) ?? ''];
  if (expectation.kind === 'fields' && nativeType(type) !== nativeType(expectation.type)) {
    const details = { field, found: shownField(type), expected: shownField(expectation.type) };
    return { outcome: 'differs', word: 'otherType', details };
  }
  if (expectation.kind !== 'range') return undefined;
  const end = [expectation.min, expectation.max].find(
    (each) => each !== undefined && !canCompare(fieldKind(type), each),
  );
  if (end === undefined) return undefined;
  const details = { field, found: shownField(type), expected: shownValue(end) };
  return { outcome: 'differs', word: 'incomparable', details };
}

/** Names of SQL for types that servers call by PostgreSQL's own names. */
const SQL_TYPES: ReadonlyMap<string, string> = new Map([
  ['int', 'int4'],
  ['integer', 'int4'],
  ['bigint', 'int8'],
  ['smallint', 'int2'],
  ['float', 'float8'],
  ['double precision', 'float8'],
  ['real', 'float4'],
  ['decimal', 'numeric'],
  ['boolean', 'bool'],
]);

function nativeType(type: string): string {
  const name = typeName(type.trim().toLowerCase());
  return SQL_TYPES.get(name) ?? name;
}

function missingField(word: 'noField' | 'usesMissing', field: string, fields: readonly Field[]): CheckFinding {
  const names = namesText(fields.map(({ id }) => shownField(id)));
  return { outcome: 'differs', word, details: { field: shownField(field), fields: names } };
}

/** A field that the query uses and that is missing, so that servers refuse the query. */
export function missingQueryField(
  query: DatastoreQuery,
  fields: readonly Field[],
  hasRanges: boolean,
): CheckFinding | undefined {
  const places = placesOf(fields);
  const filtered = (query.filters ?? []).flatMap((each) => fieldOf(each, hasRanges) ?? []);
  const isGroup = (name: string): boolean => name.startsWith('$');
  const sorted =
    query.summary === undefined ? [...(query.fields ?? []), ...(query.sort ?? []).map(({ field }) => field)] : [];
  const used = [
    ...filtered.filter((name) => !isGroup(name)),
    ...(query.qField === undefined ? [] : [query.qField]),
    ...sorted,
  ];
  const missing = used.find((name) => !places.has(name));
  return missing === undefined ? undefined : missingField('usesMissing', missing, fields);
}
