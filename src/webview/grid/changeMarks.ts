/** What the records of a comparison say of themselves: how a record changed, and the earlier values of its cells. */
import { type CellFormat, cellView, type CellView } from './cellView.ts';
import type { GridColumn, MarkPlaces } from './gridLayout.ts';

const CHANGES = ['added', 'removed', 'changed'] as const;
export type MarkedChange = (typeof CHANGES)[number];

export function changeOf(row: readonly unknown[], { change }: MarkPlaces): MarkedChange | undefined {
  return CHANGES.find((name) => name === row[change]);
}

/** A cell, with its earlier value if it has changed. */
export function markedView(
  row: readonly unknown[],
  { field, id, kind }: GridColumn,
  format: CellFormat,
  marks: MarkPlaces | undefined,
): CellView {
  const view = cellView(row[field], kind, format);
  const earlier = marks && earlierValues(row, marks);
  if (earlier === undefined || field === marks?.change || !earlier.has(id)) return view;
  const { text } = cellView(earlier.get(id), kind, format);
  // A tick has no room for a second value.
  return { ...view, before: text, look: view.look === 'true' || view.look === 'false' ? 'boolean' : view.look };
}

const readRows = new WeakMap<readonly unknown[], ReadonlyMap<string, unknown>>();
const NOTHING: ReadonlyMap<string, unknown> = new Map();

/** Texts and nulls by the names of fields. Empty for a record that has none. */
function earlierValues(row: readonly unknown[], { before }: MarkPlaces): ReadonlyMap<string, unknown> {
  const value = row[before];
  if (value === null || value === undefined) return NOTHING;
  let values = readRows.get(row);
  if (values === undefined) readRows.set(row, (values = valuesIn(value)));
  return values;
}

function valuesIn(value: unknown): ReadonlyMap<string, unknown> {
  const json = typeof value === 'object' && value !== null && 'j' in value ? value.j : undefined;
  if (typeof json !== 'string') return NOTHING;
  try {
    return new Map(Object.entries(JSON.parse(json) as Readonly<Record<string, unknown>>));
  } catch {
    return NOTHING;
  }
}
