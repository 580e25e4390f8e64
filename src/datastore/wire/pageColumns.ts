import type { RecordRow } from '../../base/cells.ts';
import { placesOf } from '../../base/field.ts';
import { DatastoreError } from './errors.ts';
import type { Page } from './model.ts';

/** The rows with the values of the fields `ids`, in that order. A field that the page lacks is null in every row. */
export function selectColumns({ fields, rows }: Page, ids: readonly string[]): readonly RecordRow[] {
  if (fields.length === ids.length && fields.every(({ id }, index) => id === ids[index])) return rows;
  const places = placesOf(fields);
  const positions = ids.map((id) => places.get(id) ?? -1);
  return rows.map((row) => positions.map((position) => row[position] ?? null));
}

/** Like `selectColumns`, but throws DatastoreError `fieldsChanged` for a field that the server no longer describes. */
export function alignRows(page: Page, ids: readonly string[]): readonly RecordRow[] {
  const places = placesOf(page.fields);
  if (!page.guessesFields && ids.some((id) => !places.has(id))) throw new DatastoreError('fieldsChanged', page.host);
  return selectColumns(page, ids);
}
