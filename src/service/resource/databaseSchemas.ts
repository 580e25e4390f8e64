import { quotedName } from '../../base/quotes.ts';

/** Stands in an address for every schema that its user may read. */
export const ALL_SCHEMAS = '*';

/**
 * The name of a table among those of several schemas, different for each of them. Tables of the `usual` schema go by
 * their own names. Names with a point or a quote are quoted.
 */
export function tableAmongSchemas(schema: string, table: string, usual?: string): string {
  const names = schema === usual ? [table] : [schema, table];
  return names.map((name) => (/[."]/.test(name) ? quotedName(name) : name)).join('.');
}
