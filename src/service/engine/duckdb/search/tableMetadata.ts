/** `_table_metadata` lists the resources. CKAN lets clients search it like a resource. */
import { createHash } from 'node:crypto';
import type { Description } from '../../../store/description.ts';
import type { Column } from '../columns.ts';
import type { Searched } from './searchPlan.ts';

export const TABLE_METADATA = '_table_metadata';

/** Types have PostgreSQL's names. `_id` is a text, although CKAN says `int`. */
const columns = new Map(
  [
    column('_id', 'int', 'i'),
    column('name', 'name', 'c0'),
    column('oid', 'oid', 'c1'),
    column('alias_of', 'name', 'c2'),
  ].map((each) => [each.id, each]),
);

export function tableMetadata(descriptions: readonly Description[]): Searched {
  const names = descriptions.map(({ resource }) => resource.id);
  const hashes = names.map((name) => createHash('md5').update(name).digest('hex'));
  return {
    columns,
    place: 'i',
    records: names.length,
    table: (bindings) => {
      const lists = [
        `unnest(range(${String(names.length)})) as rowid`,
        `unnest(${bindings.list(hashes.map((hash) => hash.slice(0, 16)))}) as i`,
        `unnest(${bindings.list(names)}) as c0`,
        // Any constant number can stand for PostgreSQL's number of the table.
        `unnest(${bindings.list(hashes.map((hash) => String(parseInt(hash.slice(0, 7), 16))))}) as c1`,
        // Resources have no other names here.
        'null::varchar as c2',
      ];
      return `(select ${lists.join(', ')})`;
    },
  };
}

function column(id: string, type: string, name: string): Column {
  return { id, type, value: name, text: name, order: name, isJson: false };
}
