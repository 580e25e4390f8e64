/**
 * The changes between two copies as lines of JSON, written by the engine: `{"change":"added","_id":7,"after":{…}}`. Values
 * as they are given out; of a changed record only the fields that differ.
 */
import { typeRules } from '../types/fieldTypes.ts';
import { ID_COLUMN, quote, TABLE, valueColumn } from '../engine/duckdb/layout.ts';
import type { ComparedCopy, SharedField } from '../engine/duckdb/table/tableComparison.ts';

/** SQL that writes `file`. `pairs` is a table of row numbers `(o, n)`, NULL where a copy lacks the record. */
export function changeLines(
  pairs: string,
  before: ComparedCopy,
  after: ComparedCopy,
  shared: readonly SharedField[],
  file: string,
): string {
  const parts = [
    `'{"change":"' || case when p.o is null then 'added' when p.n is null then 'removed' else 'changed' end`,
    `'","_id":' || coalesce(${idOf(after, 'n')}, ${idOf(before, 'o')})`,
    `case when p.o is null then '' else ',"before":{' || ${members(before, 'o', 'n', shared)} || '}' end`,
    `case when p.n is null then '' else ',"after":{' || ${members(after, 'n', 'o', shared)} || '}' end || '}'`,
  ];
  return (
    `copy (select ${parts.join(' || ')} from ${pairs} p` +
    ` left join ${before.database}.${TABLE} o on o.rowid = p.o` +
    ` left join ${after.database}.${TABLE} n on n.rowid = p.n` +
    ` order by coalesce(${idOf(after, 'n')}, ${idOf(before, 'o')}), p.o nulls last)` +
    // Valid JSON on one line has no control characters, so nothing is ever quoted.
    ` to ${quote(file)} (format csv, header false, delimiter '\u001f', quote '\u001e', escape '\u001e')`
  );
}

function idOf({ ids }: ComparedCopy, side: 'o' | 'n'): string {
  return ids === 'stored' ? `${side}.${ID_COLUMN}` : `(${side}.rowid + 1)`;
}

/** `"name":value` of each field; of those that both copies have, only where the record is new, gone, or differs. */
function members(
  { fields }: ComparedCopy,
  side: 'o' | 'n',
  other: 'o' | 'n',
  shared: readonly SharedField[],
): string {
  const listed = fields.map(({ id, type }, index) => {
    const column = `${side}.${valueColumn(index)}`;
    const json = typeRules(type).wire === 'json' ? column : `to_json(${column})::varchar`;
    const member = `${quote(`${JSON.stringify(id)}:`)} || coalesce(${json}, 'null')`;
    const common = shared.find((field) => field.id === id);
    const differs = common === undefined ? 'false' : `${common.before} is distinct from ${common.after}`;
    return `case when p.${other} is null or ${differs} then ${member} end`;
  });
  return listed.length === 0 ? `''` : `concat_ws(${[`','`, ...listed].join(', ')})`;
}
