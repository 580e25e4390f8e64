import { invalidQuery, invalidValue } from '../../../ckan/actionError.ts';
import type { Columns } from '../columns.ts';

export interface SortClause {
  /** The field's id. */
  readonly id: string;
  /** SQL to sort by. */
  readonly order: string;
  /** SQL behind it. */
  readonly direction: string;
}

const clausePattern = /^(.+?)( +(?:asc|desc))?( nulls +(?:first|last) *)?$/i;

/** CKAN's grammar: `name [asc|desc] [nulls first|nulls last]`, the name perhaps in double quotes. Throws ActionError. */
export function sortClauses(clauses: readonly string[], columns: Columns): readonly SortClause[] {
  return clauses.map((clause) => {
    const [, name = '', direction = '', nulls = ''] = clausePattern.exec(clause) ?? [];
    const column = columns.get(/^".*"$/.test(name) ? name.slice(1, -1) : name);
    if (column === undefined) throw invalidValue('sort', clause);
    if (column.type === 'json') throw invalidQuery('could not identify an ordering operator for type json');
    const descends = direction.trim().toLowerCase() === 'desc';
    // Without a word about it, PostgreSQL takes NULL for the highest value.
    const nullsFirst = nulls === '' ? descends : nulls.trim().toLowerCase().endsWith('first');
    return {
      id: column.id,
      order: column.order,
      direction: `${descends ? 'desc' : 'asc'} nulls ${nullsFirst ? 'first' : 'last'}`,
    };
  });
}
