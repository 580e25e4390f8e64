/** `_table_metadata`: the resources and their aliases, which CKAN lets people search like a resource. */
import { createHash } from 'node:crypto';
import type { Description } from '../../../store/description.ts';
import type { Column } from '../columns.ts';
import type { Searched } from './searchPlan.ts';

export const TABLE_METADATA = '_table_metadata';

/** As PostgreSQL calls them; `_id` is a text, whatever CKAN says of it. */
const columns = new Map(
  [
    column('_id', 'int', 'i'),
    column('name', 'name', 'c0'),
    column('oid', 'oid', 'c1'),
    column('alias_of', 'name', 'c2'),
  ].map((each) => [each.id, each]),
);

export function tableMetadata(descriptions: readonly Description[]): Searched {
  const names = descriptions
    .filter(({ created }) => created?.isActive !== false)
    .flatMap(({ resource, created }) => [
      { name: resource.id, aliasOf: '' },
      ...(created?.aliases ?? []).map((name) => ({ name, aliasOf: resource.id })),
    ]);
  const hashes = names.map(({ name, aliasOf }) =>
    createHash('md5')
      .update(name + aliasOf)
      .digest('hex'),
  );
  return {
    columns,
    place: 'i',
    isNumbersFirst: false,
    records: names.length,
    table: (bindings) => {
      const lists = [
        `unnest(range(${String(names.length)})) as rowid`,
        `unnest(${bindings.list(hashes.map((hash) => hash.slice(0, 16)))}) as i`,
        `unnest(${bindings.list(names.map(({ name }) => name))}) as c0`,
        // PostgreSQL's number of the table: any that stays the same.
        `unnest(${bindings.list(hashes.map((hash) => String(parseInt(hash.slice(0, 7), 16))))}) as c1`,
        `nullif(unnest(${bindings.list(names.map(({ aliasOf }) => aliasOf))}), '') as c2`,
      ];
      return `(select ${lists.join(', ')})`;
    },
  };
}

function column(id: string, type: string, name: string): Column {
  return { id, type, value: name, text: name, order: name, isJson: false };
}
