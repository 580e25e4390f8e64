/** A resource as a SELECT sees it: a view whose columns have the names of the fields, and DuckDB's types. */
import { quotedName } from '../../../../base/quotes.ts';
import { SEPARATOR } from '../../../question/wordPattern.ts';
import { StatementRefused } from '../../../resource/statementRefused.ts';
import { ID_COLUMN, SEARCH_COLUMN, TABLE } from '../layout.ts';
import type { OpenResource } from '../servedFolder.ts';
import { foldedName, invalidSql } from './sqlTree.ts';
import type { TypedColumn } from './columnTypes.ts';

export const FULL_TEXT_COLUMN = '_full_text';
/** PostgreSQL's `integer` ends below it. */
const INT4_END = 2 ** 31;

/** Returns the view as a definition for a WITH. Throws ActionError for names that SQL can't tell apart. */
export function resourceView(resource: OpenResource, columns: readonly TypedColumn[]): string {
  const { fields, resource: described } = resource.description;
  checkNames(described.name, ['_id', FULL_TEXT_COLUMN, ...fields.map(({ id }) => id)]);
  return `${quotedName(described.id)} as not materialized (${select(resource, columns, ownColumns(resource))})`;
}

/** The SELECT of a view without our own columns, unless the statement names them. Throws StatementRefused. */
export function sourceSelect(resource: OpenResource, columns: readonly TypedColumn[], sql: string): string {
  const { fields, resource: described } = resource.description;
  const named = ownNamesIn(sql);
  const own = ownColumns(resource).filter(
    ({ name }) => named.includes(name) && fields.every(({ id }) => foldedName(id) !== name),
  );
  const same = twice([...own.map(({ name }) => name), ...fields.map(({ id }) => id)]);
  if (same !== undefined)
    throw new StatementRefused({ code: 'sameNames', details: [described.name, ...same.map((name) => `"${name}"`)] });
  return select(resource, columns, own);
}

/** Our own columns whose names stand in the text as words. */
export function ownNamesIn(sql: string): readonly string[] {
  const words = new Set(foldedName(sql).match(/[\p{L}\p{N}_$]+/gu));
  return ['_id', FULL_TEXT_COLUMN].filter((name) => words.has(name));
}

interface OwnColumn {
  readonly name: string;
  readonly sql: string;
}

function ownColumns({ description: { ids, resource } }: OpenResource): readonly OwnColumn[] {
  const number = ids === 'place' ? 'rowid + 1' : ID_COLUMN;
  const idType = resource.records < INT4_END ? 'integer' : 'bigint';
  // PostgreSQL has no texts to search where every value is NULL.
  const texts = `nullif(replace(${SEARCH_COLUMN}, '${SEPARATOR}', ' '), '')`;
  return [
    { name: '_id', sql: `(${number})::${idType}` },
    { name: FULL_TEXT_COLUMN, sql: texts },
  ];
}

function select(
  { description: { fields }, database }: OpenResource,
  columns: readonly TypedColumn[],
  own: readonly OwnColumn[],
): string {
  const values = [...own, ...fields.map(({ id }, index) => ({ name: id, sql: columns[index]?.sql ?? 'null' }))];
  const named = values.map(({ name, sql }) => `${sql} as ${quotedName(name)}`);
  return `select ${named.join(', ')} from ${database}.${TABLE}`;
}

/** DuckDB takes names for equal that differ by case alone, even in quotes. */
function checkNames(resource: string, names: readonly string[]): void {
  const [other, name] = twice(names) ?? [];
  if (name !== undefined)
    throw invalidSql(
      `The fields "${String(other)}" and "${name}" of ${resource} have the same name here, because SQL does not look at case. ` +
        'Use datastore_search for this resource.',
    );
  if (names.some((each) => each.includes('\0') || each === ''))
    throw invalidSql(`A field of ${resource} has a name that SQL can't have. Use datastore_search for this resource.`);
}

function twice(names: readonly string[]): readonly string[] | undefined {
  const byFoldedName = new Map<string, string>();
  for (const name of names) {
    const folded = foldedName(name);
    const other = byFoldedName.get(folded);
    if (other !== undefined) return [other, name];
    byFoldedName.set(folded, name);
  }
  return undefined;
}
