/** A resource as a SELECT sees it: typed columns with the names that people know. */
import { ID_COLUMN, SEARCH_COLUMN, TABLE, textColumn } from '../layout.ts';
import { SEPARATOR } from '../../../question/wordPattern.ts';
import type { OpenResource } from '../servedFolder.ts';
import { invalidSql } from './sqlTree.ts';
import { type ColumnTypes, type FittedType, typedColumn } from './columnFit.ts';
import { fileTextName } from './fileTexts.ts';
import { quotedName } from '../../../../base/quotes.ts';

/** Behind a name: the stored text of that field. No statement can write it, for the names of fields never hold it. */
const STORED = '\u001f';

/** PostgreSQL's `integer` ends below. */
const INT4_END = 2 ** 31;

export interface ViewColumn {
  readonly name: string;
  /** Of the field. */
  readonly type: string;
  readonly engineType: string;
  /** Only the stored text is given out with all its digits and in the spelling that it came in. */
  readonly isKept: boolean;
}

export interface ResourceView {
  /** As quoted in the statement. */
  readonly id: string;
  readonly columns: readonly ViewColumn[];
  /** Definitions for a WITH: of the resource, and of the same with its stored texts. */
  readonly definitions: readonly string[];
}

/** `hasFileTexts`: with the columns of fileTexts.ts. Throws ActionError for names that SQL can't tell apart. */
export function resourceView(
  { description, database }: OpenResource,
  types: ColumnTypes,
  hasFileTexts = false,
): ResourceView {
  const { fields, ids, resource } = description;
  checkNames(resource.name, ['_id', '_full_text', ...fields.map(({ id }) => id)]);
  const number = ids === 'place' ? 'rowid + 1' : ID_COLUMN;
  // PostgreSQL has none where every value is NULL.
  const texts = `nullif(replace(${SEARCH_COLUMN}, '${SEPARATOR}', ' '), '')`;
  // CKAN's own `_id` goes no further.
  const [idType, shownType] =
    resource.records < INT4_END ? (['integer', 'int4'] as const) : (['bigint', 'int8'] as const);
  const values = [`(${number})::${idType} as "_id"`, `${texts} as "_full_text"`];
  const kept: string[] = [];
  const columns = fields.map((field, index): ViewColumn => {
    const { stored, source, type } = typedColumn(field, index);
    const fitting = types[index];
    values.push(`${castTo(fitting, source, stored)} as ${quotedName(field.id)}`);
    const text = field.spelling === undefined ? stored : textColumn(index);
    if (hasFileTexts) values.push(`${text} as ${quotedName(fileTextName(field.id))}`);
    const isKept = fitting?.type !== 'VARCHAR' && (fitting === undefined || type === 'numeric' || type.endsWith('[]'));
    if (isKept) kept.push(`${stored} as ${quotedName(storedName(field.id))}`);
    return { name: field.id, type: field.type, engineType: fitting?.type ?? 'VARCHAR', isKept };
  });
  const define = (name: string, list: readonly string[]): string =>
    `${quotedName(name)} as not materialized (select ${list.join(', ')} from ${database}.${TABLE})`;
  const { id } = resource;
  return {
    id,
    columns: [
      { name: '_id', type: shownType, engineType: idType, isKept: false },
      { name: '_full_text', type: 'tsvector', engineType: 'VARCHAR', isKept: false },
      ...columns,
    ],
    definitions: [define(id, values), define(storedName(id), [...values, ...kept])],
  };
}

/** Of the column or view that has the stored texts. */
export function storedName(name: string): string {
  return name + STORED;
}

function castTo(fitted: FittedType | undefined, source: string, stored: string): string {
  if (fitted === undefined || fitted.type === 'VARCHAR') return stored;
  return `cast(${fitted.source ?? source} as ${fitted.type})`;
}

/** DuckDB takes names for equal that differ by case alone, even in quotes. */
function checkNames(resource: string, names: readonly string[]): void {
  const known = new Map<string, string>();
  for (const name of names) {
    const folded = name.toLowerCase();
    const other = known.get(folded);
    if (other !== undefined)
      throw invalidSql(
        `The fields "${other}" and "${name}" of ${resource} have the same name here, because SQL does not look at case. ` +
          'Use datastore_search for this resource.',
      );
    if (name.includes('\0') || name.includes(STORED) || name === '')
      throw invalidSql(
        `A field of ${resource} has a name that SQL can't have. Use datastore_search for this resource.`,
      );
    known.set(folded, name);
  }
}
