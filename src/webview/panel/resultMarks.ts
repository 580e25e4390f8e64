import { type FieldLayout, placedFields } from '../../messages/fieldLayout.ts';
import type { GridField, GridResult } from '../../messages/gridProtocol.ts';
import type { GridStrings } from '../../messages/gridStrings.ts';
import { fill } from '../ui/fill.ts';
import type { GridOptions } from '../grid/gridContract.ts';

/** What the headers show of the question. */
export function questionMarks(question: GridResult['question']): Pick<GridOptions, 'sort' | 'filtered'> {
  if (!question) return {};
  return { sort: question.sort, filtered: (question.filters ?? []).map(({ field }) => field) };
}

/** That so many fields are hidden; empty where none is. */
export function hiddenText(
  fields: readonly GridField[],
  layout: FieldLayout,
  { oneHiddenField, hiddenFields }: Pick<GridStrings, 'oneHiddenField' | 'hiddenFields'>,
): string {
  const ids = fields.map(({ id }) => id);
  const hidden = ids.length - placedFields(ids, layout).length;
  if (hidden === 0) return '';
  return hidden === 1 ? oneHiddenField : fill(hiddenFields, hidden);
}
