/** Nodes of a statement's tree, as `json_deserialize_sql` reads them. */
import type { ExactObject, ExactValue } from '../../../../base/cells.ts';

const PLAIN = { alias: '', query_location: 0 };

export function functionCall(name: string, children: readonly ExactValue[]): ExactObject {
  return {
    ...PLAIN,
    class: 'FUNCTION',
    type: 'FUNCTION',
    function_name: name,
    schema: '',
    catalog: '',
    children,
    filter: null,
    order_bys: { type: 'ORDER_MODIFIER', orders: [] },
    distinct: false,
    is_operator: false,
    export_state: false,
  };
}

export function columnRef(relation: string, name: string): ExactObject {
  return { ...PLAIN, class: 'COLUMN_REF', type: 'COLUMN_REF', column_names: [relation, name] };
}

export function textConstant(value: string): ExactObject {
  return constant('VARCHAR', value);
}

export function wholeConstant(value: number): ExactObject {
  return constant('INTEGER', value);
}

export function flag(value: boolean): ExactObject {
  return cast(textConstant(value ? 't' : 'f'), 'BOOLEAN');
}

/** The engine's name, or a decimal's digits. */
export type CastType = string | readonly [width: number, scale: number];

export function cast(child: ExactValue, type: CastType): ExactObject {
  const castType =
    typeof type === 'string'
      ? { id: type, type_info: null }
      : {
          id: 'DECIMAL',
          type_info: { type: 'DECIMAL_TYPE_INFO', alias: '', width: type[0], scale: type[1] },
        };
  return { ...PLAIN, class: 'CAST', type: 'OPERATOR_CAST', child, cast_type: castType, try_cast: false };
}

function constant(type: string, value: ExactValue): ExactObject {
  return {
    ...PLAIN,
    class: 'CONSTANT',
    type: 'VALUE_CONSTANT',
    value: { type: { id: type, type_info: null }, is_null: false, value },
  };
}
