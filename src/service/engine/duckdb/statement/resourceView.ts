/** A resource as a SELECT sees it: a view whose columns have the names of the fields, and DuckDB's types. */
import { quotedName } from '../../../../base/quotes.ts';
import { SEPARATOR } from '../../../question/wordPattern.ts';
import { ID_COLUMN, SEARCH_COLUMN, TABLE } from '../layout.ts';
import type { OpenResource } from '../servedFolder.ts';
import { invalidSql } from './sqlTree.ts';
import type { TypedColumn } from './columnTypes.ts';

export const FULL_TEXT_COLUMN = '_full_text';
/** PostgreSQL's `integer` ends below it. */
const INT4_END = 2 ** 31;

/** Returns the view as a definition for a WITH. Throws ActionError for names that SQL can't tell apart. */
export function resourceView({ description, database }: OpenResource, columns: readonly TypedColumn[]): string {
  const { fields, ids, resource } = description;
  checkNames(resource.name, ['_id', FULL_TEXT_COLUMN, ...fields.map(({ id }) => id)]);
  const number = ids === 'place' ? 'rowid + 1' : ID_COLUMN;
  const idType = resource.records < INT4_END ? 'integer' : 'bigint';
  // PostgreSQL has no texts to search where every value is NULL.
  const texts = `nullif(replace(${SEARCH_COLUMN}, '${SEPARATOR}', ' '), '')`;
  const values = [
    `(${number})::${idType} as "_id"`,
    `${texts} as ${quotedName(FULL_TEXT_COLUMN)}`,
    ...fields.map(({ id }, index) => `${columns[index]?.sql ?? 'null'} as ${quotedName(id)}`),
  ];
  return `${quotedName(resource.id)} as not materialized (select ${values.join(', ')} from ${database}.${TABLE})`;
}

/** DuckDB takes names for equal that differ by case alone, even in quotes. */
function checkNames(resource: string, names: readonly string[]): void {
  const byFoldedName = new Map<string, string>();
  for (const name of names) {
    const folded = name.toLowerCase();
    const other = byFoldedName.get(folded);
    if (other !== undefined)
      throw invalidSql(
        `The fields "${other}" and "${name}" of ${resource} have the same name here, because SQL does not look at case. ` +
          'Use datastore_search for this resource.',
      );
    if (name.includes('\0') || name === '')
      throw invalidSql(
        `A field of ${resource} has a name that SQL can't have. Use datastore_search for this resource.`,
      );
    byFoldedName.set(folded, name);
  }
}
