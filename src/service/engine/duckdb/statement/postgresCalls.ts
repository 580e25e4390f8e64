/** A statement of PostgreSQL's in the engine's words: functions, casts and numbers that DuckDB has under another name, or not at all. */
import { ExactNumber, type ExactObject, type ExactValue, member } from '../../../../base/cells.ts';
import { cast, functionCall, textConstant, wholeConstant } from './sqlNodes.ts';
import { engineName } from './sqlFunctions.ts';
import { invalidSql, listMember, mapTree, textMember } from './sqlTree.ts';
import { toChar, toMoment } from './textPatterns.ts';
import { WRITTEN_LENGTH, WRITTEN_TYPE } from './writtenTypes.ts';

const MAX_DIGITS = 38;

/** Throws ActionError. */
export function inEngineWords(statement: ExactObject): ExactObject {
  return mapTree(statement, (node) => {
    switch (textMember(node, 'class')) {
      case 'FUNCTION':
        return { ...(rewritten(node) ?? renamed(node)), alias: textMember(node, 'alias') };
      case 'CAST':
        return { ...castOf(node), alias: textMember(node, 'alias') };
      case 'CONSTANT':
        return decimalConstant(node) ?? node;
    }
    if (textMember(node, 'type') === 'BASE_TABLE') return { ...node, schema_name: '' };
    return textMember(node, 'type') === 'DECIMAL_TYPE_INFO' ? exactNumeric(node) : node;
  }) as ExactObject;
}

function renamed(node: ExactObject): ExactObject {
  const name = textMember(node, 'function_name');
  const other = engineName(name);
  return other === name ? node : { ...node, function_name: other, is_operator: false };
}

/** Undefined for a call that needs no more than another name. */
function rewritten(node: ExactObject): ExactObject | undefined {
  const children = listMember(node, 'children');
  const [first = null, second] = children;
  switch (textMember(node, 'function_name')) {
    case 'json_agg':
    case 'jsonb_agg':
      return functionCall('postgres_json_list', [{ ...inOrder(node), function_name: 'array_agg', alias: '' }]);
    case 'array_agg':
    case 'string_agg':
      return inOrder(node);
    case 'date_part':
      return isSecond(first) && second !== undefined
        ? functionCall('/', [
            cast(functionCall('date_part', [textConstant('microseconds'), second]), 'DOUBLE'),
            cast(textConstant('1e6'), 'DOUBLE'),
          ])
        : undefined;
    case 'json_build_array':
    case 'jsonb_build_array':
      return joined('[', children.map(jsonText), ']');
    case 'json_build_object':
      return joined('{', members(children, ' : '), '}');
    case 'jsonb_build_object':
      return joined('{', members(inJsonbOrder(children), ': '), '}');
    case 'format':
      return formatted(patternOf(first, 'format'), children.slice(1));
    case 'to_char':
      return toChar(first, patternOf(second, 'to_char'));
    case 'to_date':
      return cast(toMoment(first, patternOf(second, 'to_date')), 'DATE');
    case 'to_timestamp':
      return second === undefined
        ? undefined
        : functionCall('timezone', [textConstant('UTC'), toMoment(first, patternOf(second, 'to_timestamp'))]);
    default:
      return undefined;
  }
}

/** PostgreSQL finds what is distinct by sorting. */
function inOrder(node: ExactObject): ExactObject {
  const [expression = null] = listMember(node, 'children');
  if (member(node, 'distinct') !== true || listMember(member(node, 'order_bys'), 'orders').length > 0) return node;
  const order = { type: 'ASCENDING', null_order: 'NULLS_LAST', expression };
  return { ...node, order_bys: { type: 'ORDER_MODIFIER', orders: [order] } };
}

/** DuckDB leaves out what is less than a second. */
function isSecond(part: ExactValue): boolean {
  return /^seconds?$/.test(constantText(part) ?? '');
}

function constantText(value: ExactValue | undefined): string | undefined {
  const constant = member(member(value, 'value'), 'value');
  return typeof constant === 'string' ? constant : undefined;
}

function patternOf(child: ExactValue | undefined, name: string): string {
  const value = constantText(child);
  if (value === undefined) throw invalidSql(`Invalid SQL: ${name} takes a pattern that stands in the statement`);
  return value;
}

function jsonText(value: ExactValue): ExactObject {
  return functionCall('postgres_json', [value]);
}

function members(children: readonly ExactValue[], colon: string): readonly ExactObject[] {
  if (children.length % 2 === 1) throw invalidSql('argument list must have even number of elements');
  return Array.from({ length: children.length / 2 }, (_, at) =>
    functionCall('concat', [
      jsonText(cast(children[2 * at] ?? null, 'VARCHAR')),
      textConstant(colon),
      jsonText(children[2 * at + 1] ?? null),
    ]),
  );
}

/** jsonb has its keys by their length, then by their letters. */
function inJsonbOrder(children: readonly ExactValue[]): readonly ExactValue[] {
  const pairs = Array.from({ length: Math.ceil(children.length / 2) }, (_, at) => children.slice(2 * at, 2 * at + 2));
  const key = ([first]: readonly ExactValue[]) => constantText(first) ?? '';
  return pairs.sort((one, other) => key(one).length - key(other).length || (key(one) < key(other) ? -1 : 1)).flat();
}

function joined(open: string, pieces: readonly ExactObject[], close: string): ExactObject {
  const parts = pieces.flatMap((piece, at) => (at === 0 ? [piece] : [textConstant(', '), piece]));
  return functionCall('postgres_as_json', [
    functionCall('concat', [textConstant(open), ...parts, textConstant(close)]),
  ]);
}

/** `format('%s is %I', a, b)` */
function formatted(pattern: string, values: readonly ExactValue[]): ExactObject {
  const left = [...values];
  const pieces = pattern.split(/(%[sIL%])/).map((piece) => {
    if (!/^%[sIL]$/.test(piece)) return textConstant(piece === '%%' ? '%' : piece);
    const value = left.shift();
    if (value === undefined) throw invalidSql('Invalid SQL: too few arguments for format()');
    if (piece === '%s') return functionCall('postgres_text', [value]);
    return functionCall(piece === '%I' ? 'postgres_quote_ident' : 'postgres_quote_nullable', [value]);
  });
  return functionCall('concat', pieces);
}

function castOf(node: ExactObject): ExactObject {
  const type = member(node, 'cast_type');
  const child = member(node, 'child') ?? null;
  if (textMember(member(type, 'type_info'), 'name') === 'jsonb') return functionCall('postgres_as_json', [child]);
  if (textMember(node, WRITTEN_TYPE) === 'float8') return cast(child, 'DOUBLE');
  if (textMember(type, 'id') !== 'VARCHAR') return node;
  // DuckDB spells floats its own way.
  const shown = textMember(child, 'class') === 'CONSTANT' ? node : functionCall('postgres_text', [child]);
  const length = member(node, WRITTEN_LENGTH);
  if (typeof length !== 'number') return shown;
  const cut = functionCall('left', [shown, wholeConstant(length)]);
  return textMember(node, WRITTEN_TYPE) === 'bpchar'
    ? functionCall('postgres_rpad', [cut, wholeConstant(length)])
    : cut;
}

/** `1e3`: a double for DuckDB's parser. Undefined for other constants, and for what no decimal of the engine holds. */
function decimalConstant(node: ExactObject): ExactObject | undefined {
  const value = member(node, 'value');
  if (textMember(member(value, 'type'), 'id') !== 'DOUBLE') return undefined;
  const given = member(value, 'value');
  const number = given instanceof ExactNumber ? Number(given.text) : Number(given);
  const [mantissa = '', power = '0'] = Math.abs(number).toExponential().split('e');
  const digits = mantissa.replace('.', '');
  const scale = Math.max(0, digits.length - 1 - Number(power));
  const width = Math.max(1, Number(power) + 1) + scale;
  if (width > MAX_DIGITS) return undefined;
  const written = scale > 0 ? Math.abs(number).toFixed(scale) : digits.padEnd(Number(power) + 1, '0');
  return {
    ...cast(textConstant((number < 0 ? '-' : '') + written), [width, scale]),
    alias: textMember(node, 'alias'),
  };
}

/** DuckDB's own `numeric` has 3 digits behind the point, and would round silently. */
function exactNumeric(node: ExactObject): ExactObject {
  const isDefault = member(node, 'width') === 18 && member(node, 'scale') === 3;
  return isDefault ? { ...node, width: 38, scale: 12 } : node;
}
