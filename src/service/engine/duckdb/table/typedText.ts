/** Converts DuckDB's typed values (Parquet, DuckDB files) to text in SQL, with every digit. */
import {
  DuckDBArrayType,
  DuckDBListType,
  DuckDBMapType,
  DuckDBStructType,
  DuckDBTypeId,
  DuckDBUnionType,
  type DuckDBType,
} from '@duckdb/node-api';
import { quotedText } from '../../../../base/quotes.ts';

export type ValueKind =
  | 'text'
  /** A number as JSON writes it. */
  | 'numeric'
  /** A number that may be NaN or infinite. */
  | 'double'
  | 'bool'
  | 'date'
  | 'timestamp'
  | 'instant'
  /** Instants and times of day that are stored as times without a zone (parquetTimes.ts). */
  | 'plainInstant'
  | 'plainTime'
  | 'blob'
  | 'json'
  | 'nested';

/** Function that says whether a text is JSON. DuckDB's own is less strict (NaN, trailing commas). */
export const IS_JSON = 'is_json';

const TYPES: Partial<Record<ValueKind, string>> = {
  bool: 'BOOLEAN',
  numeric: 'TINYINT SMALLINT INTEGER BIGINT HUGEINT UTINYINT USMALLINT UINTEGER UBIGINT UHUGEINT BIGNUM DECIMAL',
  double: 'FLOAT DOUBLE',
  date: 'DATE',
  timestamp: 'TIMESTAMP TIMESTAMP_S TIMESTAMP_MS TIMESTAMP_NS',
  instant: 'TIMESTAMP_TZ',
  blob: 'BLOB',
  nested: 'LIST ARRAY STRUCT MAP UNION',
};

const KINDS: ReadonlyMap<string | undefined, ValueKind> = new Map(
  Object.entries(TYPES).flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind as ValueKind])),
);

export function kindOfType(type: DuckDBType): ValueKind {
  return type.alias === 'JSON' ? 'json' : (KINDS.get(DuckDBTypeId[type.typeId]) ?? 'text');
}

/** SQL of a value as text, NULL as NULL: nested values as JSON, bytes as in PostgreSQL (`\x00ff`). */
export function textOf(type: DuckDBType, value: string): string {
  switch (kindOfType(type)) {
    case 'double':
      return `case when isfinite(${value}) then ${value}::varchar when isnan(${value}) then 'NaN' when ${value} > 0 then 'Infinity' when ${value} < 0 then '-Infinity' end`;
    case 'timestamp':
      return `replace(${value}::varchar, ' ', 'T')`;
    case 'instant':
      return `replace(timezone('UTC', ${value})::varchar, ' ', 'T') || if(isfinite(${value}), '+00:00', '')`;
    case 'blob':
      return String.raw`'\x' || lower(hex(${value}))`;
    case 'nested':
      return `if(${value} is null, null, ${jsonOf(type, value)})`;
    default:
      return `${value}::varchar`;
  }
}

/** SQL of a value as JSON, NULL as `null`. Numbers keep their digits, which `to_json` doesn't promise. */
function jsonOf(type: DuckDBType, value: string, depth = 0): string {
  const text = textOfNested(type, value, depth);
  return `coalesce(${text}, 'null')`;
}

function textOfNested(type: DuckDBType, value: string, depth: number): string {
  if (type instanceof DuckDBListType || type instanceof DuckDBArrayType)
    return `'[' || ${joined(value, depth, (item) => jsonOf(type.valueType, item, depth + 1))} || ']'`;
  if (type instanceof DuckDBMapType) {
    const entry = (item: string): string =>
      `${jsonText(textOf(type.keyType, `${item}.key`))} || ':' || ${jsonOf(type.valueType, `${item}.value`, depth + 1)}`;
    return `'{' || ${joined(`map_entries(${value})`, depth, entry)} || '}'`;
  }
  if (type instanceof DuckDBStructType) return structText(type, value, depth);
  if (type instanceof DuckDBUnionType) {
    const branches = type.memberTags.map((tag, index) => {
      const memberType = type.memberTypes[index];
      const member = `union_extract(${value}, ${quotedText(tag)})`;
      return memberType && `when ${quotedText(tag)} then ${jsonOf(memberType, member, depth + 1)}`;
    });
    return `case union_tag(${value})::varchar ${branches.join(' ')} end`;
  }
  const kind = kindOfType(type);
  const text = textOf(type, value);
  if (kind === 'numeric' || kind === 'bool') return text;
  if (kind === 'double') return `if(isfinite(${value}), ${text}, ${jsonText(text)})`;
  if (kind === 'json') return `if(${IS_JSON}(${text}), ${text}, ${jsonText(text)})`;
  return jsonText(text);
}

/** If the first member has no name, DuckDB addresses all members by number. */
function structText(type: DuckDBStructType, value: string, depth: number): string {
  const byNumber = type.entryNames[0] === '';
  const members = type.entryTypes.map((entryType, index) => {
    const name = type.entryNames[index] ?? '';
    const member = `struct_extract(${value}, ${byNumber ? String(index + 1) : quotedText(name)})`;
    return `${quotedText(`${JSON.stringify(name)}:`)} || ${jsonOf(entryType, member, depth + 1)}`;
  });
  return `if(${value} is null, null, '{' || ${members.join(` || ',' || `)} || '}')`;
}

function joined(list: string, depth: number, json: (item: string) => string): string {
  const item = `x${String(depth)}`;
  return `array_to_string(list_transform(${list}, lambda ${item}: ${json(item)}), ',')`;
}

function jsonText(text: string): string {
  return `to_json(${text})::varchar`;
}
