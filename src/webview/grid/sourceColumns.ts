import { fieldKind } from '../../base/fieldKind.ts';
import type { Column } from './columnFit.ts';
import type { GridOptions, GridSource } from './gridContract.ts';

/** The columns of all fields, as the source gives them. */
export function sourceColumns(
  { fields }: GridSource,
  { sort = [], filtered = [] }: Pick<GridOptions, 'sort' | 'filtered'>,
): readonly Column[] {
  const conditions = new Set(filtered);
  return fields.map(({ id, type, kind, label, unit, notes }, field) => {
    const at = sort.findIndex((key) => key.field === id);
    const key = sort[at];
    const about = [[label, unit].filter(Boolean).join(', '), notes].filter(Boolean).join('\n');
    return {
      ...{ field, id, type, kind: kind ?? fieldKind(type) },
      ...(about !== '' && { about }),
      ...(conditions.has(id) && { isFiltered: true }),
      ...(key && { sort: { descending: key.descending, ...(sort.length > 1 && { key: at + 1 }) } }),
    };
  });
}
