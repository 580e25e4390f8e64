import type { ExactValue } from '../../../base/cells.ts';
import { stringifyExact } from '../../../base/exactJson.ts';
import { quotedName } from '../../../base/quotes.ts';
import { scalarTypes } from '../../types/typeName.ts';
import type { TableField } from '../../question/datastore.ts';
import type { SqlField } from '../../question/statement.ts';
import { fieldsChanged } from '../../question/answerErrors.ts';
import {
  type TrinoComparison,
  floatComparison,
  literalComparison,
  momentComparison,
  numberComparison,
  paddedComparison,
  textComparison,
} from './trinoComparison.ts';
import { hasJson, type TrinoType, trinoType } from './trinoType.ts';

export interface ColumnRow {
  readonly name: string;
  readonly type: string;
  readonly comment?: string;
}

export interface TrinoField extends TableField, SqlField {
  /** The type as written in information_schema.columns. */
  readonly declared: string;
  readonly comparison: TrinoComparison | undefined;
  readonly shown: (selected: ExactValue) => string | null;
}

/** What a type decides. Unless there is a `value`, `text` is selected. */
interface Kind extends Pick<TrinoField, 'type' | 'text' | 'comparison'> {
  readonly isJson?: boolean;
  readonly value?: string;
  readonly shown?: TrinoField['shown'];
}

export function trinoFields(columns: readonly ColumnRow[]): readonly TrinoField[] {
  return columns.map(({ name, type, comment = '' }) => {
    const column = `t.${quotedName(name)}`;
    const kind = kindOf(trinoType(type), type, column);
    const isId = name === '_id' && ['int4', 'int8'].includes(kind.type);
    return {
      ...{
        id: name,
        declared: type,
        column,
        hasFileTexts: false,
        isJson: false,
        value: kind.text ?? column,
        key: kind.comparison?.subject ?? kind.text,
        shown: trinoText,
      },
      ...kind,
      ...(isId && { type: 'int' }),
      ...(comment !== '' && { info: { notes: comment } }),
    };
  });
}

/** SQL of what is selected, for another value of the field's type. */
export function selectionOf({ declared }: TrinoField, sql: string): string {
  const { text, value = text } = kindOf(trinoType(declared), declared, sql);
  return value ?? sql;
}

function kindOf(type: TrinoType, written: string, column: string): Kind {
  const text = `cast(${column} as varchar)`;
  const [first = '', second = ''] = type.arguments;
  switch (type.name) {
    case 'varchar':
      return { type: 'text', text, comparison: textComparison(column) };
    case 'char':
      return { type: 'bpchar', text, comparison: paddedComparison(column) };
    case 'boolean':
      return { type: 'bool', isJson: true, text, comparison: literalComparison(column, 'bool', 'boolean') };
    case 'tinyint':
    case 'smallint':
      return integer('int2', text, column);
    case 'integer':
      return integer('int4', text, column);
    case 'bigint':
      return integer('int8', text, column);
    case 'decimal':
      return {
        ...{ type: 'numeric', isJson: true, text },
        comparison: numberComparison(column, 'decimal', mostOf(Number(first), Number(second))),
      };
    case 'real':
      return float('float4', 6, column);
    case 'double':
      return float('float8', 15, column);
    case 'date':
      return { type: 'date', text, comparison: momentComparison(column, 'date'), shown: asMoment };
    case 'timestamp':
      return {
        ...{ type: 'timestamp', text: `replace(${text}, ' ', 'T')`, shown: asMoment },
        comparison: momentComparison(column, 'timestamp'),
      };
    case 'timestamp with time zone': {
      const inUtc = `cast(${column} at time zone 'UTC' as varchar)`;
      return {
        ...{ type: 'timestamptz', text: `replace(replace(${inUtc}, ' UTC', '+00:00'), ' ', 'T')` },
        shown: asMoment,
        comparison: momentComparison(column, 'timestamptz'),
      };
    }
    case 'time':
      return { type: 'time', text, comparison: momentComparison(column, 'time') };
    case 'uuid':
      return { type: 'uuid', text, comparison: literalComparison(column, 'uuid', 'uuid') };
    case 'varbinary': {
      const hex = `'\\x' || lower(to_hex(${column}))`;
      return { type: 'bytea', text: `(${hex})`, comparison: textComparison(`(${hex})`) };
    }
    case 'json':
    case 'array':
    case 'map':
    case 'row':
      // JSON keeps all digits of doubles and decimals in lists.
      if (!hasJson(type)) return { type: 'json', isJson: true, text: undefined, comparison: undefined, shown: asJson };
      return { type: 'json', isJson: true, text: `json_format(cast(${column} as json))`, comparison: undefined };
    case 'ipaddress':
    case 'interval day to second':
    case 'interval year to month':
    case 'time with time zone':
      return { type: written, text, comparison: textComparison(text) };
    default:
      return { type: written, text: undefined, comparison: undefined };
  }
}

function integer(type: string, text: string, column: string): Kind {
  return { type, isJson: true, text, comparison: numberComparison(column, 'bigint', '9223372036854775807') };
}

function mostOf(precision: number, scale: number): string {
  const whole = '9'.repeat(precision - scale);
  return `${whole === '' ? '0' : whole}${scale === 0 ? '' : `.${'9'.repeat(scale)}`}`;
}

/** Trino writes 0.1 as 1.0E-1. Responses have PostgreSQL's text, and so have searches below power `exponentFrom`. */
function float(type: 'float4' | 'float8', exponentFrom: number, column: string): Kind {
  const size = `abs(${column})`;
  const isPlain = `(${column} = 0 or (${size} >= 1e-4 and ${size} < 1e${String(exponentFrom)}))`;
  const plain = `regexp_replace(cast(cast(${column} as decimal(38,22)) as varchar), '\\.?0+$')`;
  const own = `cast(${column} as varchar)`;
  return {
    ...{ type, isJson: true, value: own, shown: (selected) => floatText(type, selected) },
    text: `case when ${isPlain} then ${plain} else ${own} end`,
    comparison: floatComparison(column, type),
  };
}

/** Throws ActionError for a text that isn't a number: the column's type must have changed. */
export function floatText(type: 'float4' | 'float8', selected: ExactValue): string | null {
  if (typeof selected !== 'string') return null;
  try {
    return scalarTypes.get(type)?.parse(selected) ?? selected;
  } catch {
    throw fieldsChanged();
  }
}

/** Values that aren't text have an unsupported type, and are shown as Trino's JSON. */
export function trinoText(selected: ExactValue): string | null {
  return selected === null || typeof selected === 'string' ? selected : stringifyExact(selected);
}

/** PostgreSQL and files write Trino's `-0043-03-15` as `0044-03-15 BC`, and `+12345-01-01` as `12345-01-01`. */
function asMoment(selected: ExactValue): string | null {
  const eraOf = (_: string, before = '0', rest = ''): string =>
    `${String(Number(before) + 1).padStart(4, '0')}${rest} BC`;
  return (
    trinoText(selected)
      ?.replace(/^\+/, '')
      .replace(/^(?:-(\d+)|0000)(.*)/, eraOf) ?? null
  );
}

function asJson(selected: ExactValue): string | null {
  return selected === null ? null : stringifyExact(selected);
}
