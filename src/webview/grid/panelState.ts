import type { GridView, SavedPanel } from '../../shared/gridProtocol.ts';
import { isText, membersOf } from '../../shared/shape.ts';

/** What survives a hidden tab and a window reload. */
export interface PanelState {
  readonly saved: SavedPanel;
  readonly view: GridView;
}

export const START: GridView = { topRow: 0, left: 0, cursor: { row: 0, column: 0 }, detail: false };

/** Whether both ask the same, so that a place in one result means the same place in the other. */
export function isSameQuestion(one: SavedPanel, other: SavedPanel): boolean {
  return one.portalId === other.portalId && one.resourceId === other.resourceId && one.query === other.query;
}

export function isSavedPanel(value: unknown): value is SavedPanel {
  const { version, portalId, resourceId, query } = membersOf<SavedPanel>(value);
  return version === 1 && isText(portalId) && isText(resourceId) && isText(query);
}

/** A state of an older version of ours, or of another, is no state. */
export function isPanelState(value: unknown): value is PanelState {
  const { saved, view } = membersOf<PanelState>(value);
  const { topRow, left, cursor, detail } = membersOf<GridView>(view);
  const { row, column } = membersOf<GridView['cursor']>(cursor);
  return (
    isSavedPanel(saved) && [topRow, left, row, column].every(Number.isFinite) && typeof detail === 'boolean'
  );
}
