/**
 * What a statement says that DuckDB's parser does not keep: `varchar` beside `text`, the length of `char(3)`, `float`, which is a
 * single for it, and `a -> b`, which is a lambda.
 */
import { type ExactObject, type ExactValue, member } from '../../../../base/cells.ts';
import { functionCall } from './sqlNodes.ts';
import { mapTree, textMember } from './sqlTree.ts';

/** Members of a cast: PostgreSQL's name of its type, if it is one of these, and how long a text may be. */
export const WRITTEN_TYPE = 'written_type';
export const WRITTEN_LENGTH = 'written_length';

const NAMES: ReadonlyMap<string, string> = new Map([
  ['text', 'text'],
  ['varchar', 'varchar'],
  ['character varying', 'varchar'],
  ['character', 'bpchar'],
  ['char', 'bpchar'],
  ['bpchar', 'bpchar'],
  ['float', 'float8'],
  ['bool', 'bool'],
  ['boolean', 'bool'],
]);
const TYPE = /^\s*"?(character varying|\w+)"?\s*(?:\(\s*(\d{1,6})\s*\))?/;

/** The same statement with these in its casts. `sql`: the text that it was parsed from. */
export function withWrittenTypes(statement: ExactObject, sql: string): ExactObject {
  const source = Buffer.from(sql);
  return mapTree(statement, (node) => {
    const kind = textMember(node, 'class');
    if (kind === 'LAMBDA')
      return {
        ...functionCall('->', [member(node, 'lhs') ?? null, member(node, 'expr') ?? null]),
        is_operator: true,
        alias: textMember(node, 'alias'),
      };
    const [, word = '', length] = (kind === 'CAST' ? TYPE.exec(typeText(node, source)) : undefined) ?? [];
    const name = NAMES.get(word.replace(/\s+/g, ' ').toLowerCase());
    if (name === undefined) return node;
    // One character, if it does not say how many.
    const most = length === undefined ? (/^char(acter)?$/i.test(word) ? 1 : undefined) : Number(length);
    return { ...node, [WRITTEN_TYPE]: name, ...(most !== undefined && { [WRITTEN_LENGTH]: most }) };
  }) as ExactObject;
}

/** What follows `::`, or the `as` of `cast(… as …)`. */
function typeText(cast: ExactValue, source: Buffer): string {
  const at = member(cast, 'query_location');
  if (typeof at !== 'number') return '';
  const rest = source.toString('utf8', at);
  if (rest.startsWith('::')) return rest.slice(2);
  let depth = 0;
  for (const { 0: sign, index } of rest.matchAll(/\(|\)|\bas\b/gi)) {
    if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    else if (depth === 1) return rest.slice(index + 2);
    if (depth === 0) return '';
  }
  return '';
}
