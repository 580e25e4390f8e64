/** `x_file_text(field)`: the text that the file has, where a field spells its values in a way of its own. A function of ours. */
import type { ExactObject } from '../../../../base/cells.ts';
import { invalidSql, listMember, mapTree, textMember } from './sqlTree.ts';

const FUNCTION = 'x_file_text';

/** Behind a field's name: its text in the file. No statement can write it, for the names of fields never hold it. */
const FILE_TEXT = '\u001f\u001f';

export interface TextStatement {
  readonly statement: ExactObject;
  /** It asks for texts of the file. */
  readonly asks: boolean;
}

/** Throws ActionError. */
export function withFileTexts(statement: ExactObject): TextStatement {
  let asks = false;
  const named = mapTree(statement, (node) => {
    if (textMember(node, 'class') !== 'FUNCTION' || textMember(node, 'function_name') !== FUNCTION) return node;
    asks = true;
    const [field, ...others] = listMember(node, 'children');
    const names = listMember(field, 'column_names');
    const name = names.at(-1);
    if (typeof name !== 'string' || others.length > 0) throw invalidSql(`Invalid SQL: ${FUNCTION} takes a field`);
    return { ...(field as ExactObject), column_names: [...names.slice(0, -1), fileTextName(name)] };
  });
  return { statement: named as ExactObject, asks };
}

export function fileTextName(field: string): string {
  return field + FILE_TEXT;
}
