/**
 * What PostgreSQL calls the type of an expression, where DuckDB gives another: `sum` of integers, `avg`, `length`, quotients, …
 * Found from the statement alone; undefined where that is not enough.
 */
import { type ExactValue, member } from '../../../../base/cells.ts';
import { resultType } from './sqlFunctions.ts';
import { listMember, textMember, words } from './sqlTree.ts';
import { WRITTEN_TYPE } from './writtenTypes.ts';

/** The type of a column; undefined for what is no column of a resource. */
export type TypeOfColumn = (reference: ExactValue) => string | undefined;

/** CKAN's own type for JSON. */
export const NESTED = 'nested';

/** From the narrowest to the widest. */
const NUMBERS = ['int2', 'int4', 'int8', 'numeric', 'float4', 'float8'];
const FLOATS = new Set(['float4', 'float8']);

/** By the engine's names, those of its parser and those of DuckDBTypeId. */
export const POSTGRES_TYPES: ReadonlyMap<string, string> = new Map([
  ['NULL', 'text'],
  ['TINYINT', 'int2'],
  ['UTINYINT', 'int2'],
  ['SMALLINT', 'int2'],
  ['USMALLINT', 'int4'],
  ['INTEGER', 'int4'],
  ['UINTEGER', 'int8'],
  ['BIGINT', 'int8'],
  ['UBIGINT', 'numeric'],
  ['HUGEINT', 'numeric'],
  ['UHUGEINT', 'numeric'],
  ['DECIMAL', 'numeric'],
  ['FLOAT', 'float4'],
  ['DOUBLE', 'float8'],
  ['VARCHAR', 'text'],
  ['BOOLEAN', 'bool'],
  ['DATE', 'date'],
  ['TIME', 'time'],
  ['TIMESTAMP', 'timestamp'],
  ['TIMESTAMP WITH TIME ZONE', 'timestamptz'],
  ['TIMESTAMP_TZ', 'timestamptz'],
  ['INTERVAL', 'interval'],
  ['UUID', 'uuid'],
  ['BLOB', 'bytea'],
]);

/** They give what they are given. */
const SAME = words('min max abs mod % greatest least coalesce nullif lag lead first_value last_value nth_value');
const STATISTICS = words('avg stddev stddev_pop stddev_samp variance var_pop var_samp sqrt exp ln log power pow ^ **');
const ROUNDING = words('round trunc ceil ceiling floor sign');

export function postgresType(expression: ExactValue, columnType: TypeOfColumn): string | undefined {
  const typeOf = (each: ExactValue | undefined): string | undefined =>
    each === undefined ? undefined : postgresType(each, columnType);
  switch (textMember(expression, 'class')) {
    case 'COLUMN_REF':
      return columnType(expression);
    case 'CONSTANT':
      return constantType(textMember(member(member(expression, 'value'), 'type'), 'id'));
    case 'CAST': {
      const type = member(expression, 'cast_type');
      return (
        (textMember(expression, WRITTEN_TYPE) || undefined) ??
        POSTGRES_TYPES.get(textMember(type, 'id')) ??
        (textMember(member(type, 'type_info'), 'name') || undefined)
      );
    }
    case 'CASE': {
      const results = listMember(expression, 'case_checks').map((check) => typeOf(member(check, 'then_expr')));
      return widest([...results, typeOf(member(expression, 'else_expr'))]);
    }
    case 'OPERATOR':
      return textMember(expression, 'type') === 'OPERATOR_COALESCE'
        ? widest(listMember(expression, 'children').map(typeOf))
        : undefined;
    case 'FUNCTION':
    case 'WINDOW':
      // It gives what it puts in order.
      if (textMember(expression, 'function_name') === 'quantile_disc')
        return typeOf(member(listMember(member(expression, 'order_bys'), 'orders')[0], 'expression'));
      return resultOf(textMember(expression, 'function_name'), listMember(expression, 'children').map(typeOf));
    default:
      return undefined;
  }
}

function resultOf(name: string, given: readonly (string | undefined)[]): string | undefined {
  const known = resultType(name);
  if (known !== undefined) return known;
  const [first, second] = given;
  if (name === '->') return first === 'jsonb' ? first : 'json';
  if (name === 'date_trunc') return second === 'date' ? 'timestamptz' : second;
  if (name === '-' && first === 'date' && second === 'date') return 'int4';
  if (SAME.has(name)) return widest(given);
  const widestNumber = widest(given);
  if (widestNumber === undefined || !NUMBERS.includes(widestNumber)) return undefined;
  if (name === 'sum') return sumOf(widestNumber);
  if (['+', '-', '*', '/'].includes(name)) return widestNumber;
  const isFloat = FLOATS.has(widestNumber);
  if (ROUNDING.has(name)) return given.length > 1 || widestNumber === 'numeric' ? 'numeric' : 'float8';
  if (!STATISTICS.has(name)) return undefined;
  if (isFloat) return 'float8';
  // Of integers alone PostgreSQL takes these for floats, unless they are aggregates, or `log` with a base.
  const isAggregate = /^(avg|stddev|var)/.test(name) || (name === 'log' && given.length > 1);
  return isAggregate || widestNumber === 'numeric' ? 'numeric' : 'float8';
}

/** A number with an exponent is a double for the parser. */
function constantType(type: string): string | undefined {
  return type === 'DOUBLE' ? 'numeric' : POSTGRES_TYPES.get(type);
}

function sumOf(type: string): string {
  if (type === 'int8') return 'numeric';
  return type.startsWith('int') ? 'int8' : type;
}

/** Of numbers the widest; otherwise they have to be alike. */
function widest(types: readonly (string | undefined)[]): string | undefined {
  const known = types.filter((type) => type !== undefined);
  if (known.length < types.length) return undefined;
  const numbers = known.map((type) => NUMBERS.indexOf(type));
  if (known.length > 0 && !numbers.includes(-1)) return NUMBERS[Math.max(...numbers)];
  return new Set(known).size === 1 ? known[0] : undefined;
}
