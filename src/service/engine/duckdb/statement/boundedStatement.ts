/** A judged statement with bounds: macros for functions that could make a text too long, and a limit. */
import { type ExactObject, type ExactValue, isObject, member } from '../../../../base/cells.ts';
import { listMember, mapTree, textMember } from './sqlTree.ts';
import { macroName } from './textMacros.ts';

/** Limits the records, and names unnamed columns after their functions, as in PostgreSQL, unless a name is taken. */
export function boundedStatement(statement: ExactObject, mostRecords: number): ExactObject {
  const node = member(statement, 'node') as ExactObject;
  const named = { ...statement, node: limited(withNames(node), mostRecords) };
  return mapTree(named, (each) => {
    // CKAN's tables are in the schema `public`, and the definitions of ours in none.
    if (textMember(each, 'type') === 'BASE_TABLE') return { ...each, schema_name: '' };
    const macro = textMember(each, 'class') === 'FUNCTION' ? macroName(textMember(each, 'function_name')) : undefined;
    return macro === undefined ? each : { ...each, function_name: macro };
  }) as ExactObject;
}

function limited(node: ExactObject, mostRecords: number): ExactObject {
  const modifiers = listMember(node, 'modifiers');
  if (modifiers.some((modifier) => textMember(modifier, 'type') === 'LIMIT_MODIFIER')) return node;
  const limit = {
    class: 'CONSTANT',
    type: 'VALUE_CONSTANT',
    alias: '',
    query_location: 0,
    value: { type: { id: 'INTEGER', type_info: null }, is_null: false, value: mostRecords },
  };
  return { ...node, modifiers: [...modifiers, { type: 'LIMIT_MODIFIER', limit, offset: null }] };
}

function withNames(node: ExactObject): ExactObject {
  if (!Array.isArray(member(node, 'select_list'))) return node;
  const items = listMember(node, 'select_list');
  const names = items.map(nameOf);
  const isOnly = (name: string): boolean => names.filter((other) => other === name).length === 1;
  const select_list = items.map((item, index): ExactValue => {
    const name = names[index] ?? '';
    return isObject(item) && textMember(item, 'alias') === '' && isCall(item) && isOnly(name)
      ? { ...item, alias: name }
      : item;
  });
  return { ...node, select_list };
}

function nameOf(item: ExactValue): string {
  const alias = textMember(item, 'alias');
  if (alias !== '') return alias;
  const column = listMember(item, 'column_names').at(-1);
  if (typeof column === 'string') return column;
  const name = textMember(item, 'function_name');
  return name === 'count_star' ? 'count' : name;
}

/** False for operators, which are functions to the parser, too. */
function isCall(item: ExactValue): boolean {
  return ['FUNCTION', 'WINDOW'].includes(textMember(item, 'class')) && /^\w+$/.test(textMember(item, 'function_name'));
}
