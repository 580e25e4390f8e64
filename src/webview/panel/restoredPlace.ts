import type { GridView, PanelState, SavedPanel } from '../../messages/gridProtocol.ts';

export const START: GridView = { topRow: 0, left: 0, cursor: { row: 0, column: 0 }, detail: false };

/** Whether both ask the same, so that a place in one result means the same place in the other. */
function isSameQuestion(one: SavedPanel, other: SavedPanel): boolean {
  return one.portalId === other.portalId && one.resourceId === other.resourceId && one.query === other.query;
}

/** Where to begin in a result: where the person was, or at the same field of the first row if it answers another question. */
export function placeIn({ saved, view }: PanelState, result: SavedPanel): GridView | undefined {
  if (isSameQuestion(saved, result)) return view;
  if (saved.portalId !== result.portalId || saved.resourceId !== result.resourceId) return undefined;
  const { row, column } = view.cursor;
  return { ...START, left: view.left, cursor: { row: Math.min(row, 0), column } };
}
