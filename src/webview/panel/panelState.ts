import type { GridView, SavedPanel, SelectionShape } from '../../messages/gridProtocol.ts';
import { isText, membersOf } from '../../base/shape.ts';

/** What survives a hidden tab and a window reload. */
export interface PanelState {
  readonly saved: SavedPanel;
  readonly view: GridView;
}

export const START: GridView = { topRow: 0, left: 0, cursor: { row: 0, column: 0 }, detail: false };

const SHAPES: readonly string[] = ['cells', 'rows', 'fields', 'all'] satisfies readonly SelectionShape[];

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

export function isSavedPanel(value: unknown): value is SavedPanel {
  const { version, portalId, resourceId, query } = membersOf<SavedPanel>(value);
  return version === 1 && isText(portalId) && isText(resourceId) && isText(query);
}

/** What another version of ours saved and this one can't read is no state; members that came later may be missing. */
export function isPanelState(value: unknown): value is PanelState {
  const { saved, view } = membersOf<PanelState>(value);
  return isSavedPanel(saved) && isView(view);
}

function isView(value: unknown): value is GridView {
  const {
    topRow,
    left,
    cursor,
    detail,
    detailWidth = 0,
    selection,
    find = '',
    fields = false,
    raw = false,
  } = membersOf<GridView>(value);
  return (
    [topRow, left, detailWidth].every(Number.isFinite) &&
    isPlace(cursor) &&
    typeof detail === 'boolean' &&
    (selection === undefined || isSelection(selection)) &&
    isText(find) &&
    typeof fields === 'boolean' &&
    typeof raw === 'boolean'
  );
}

function isPlace(value: unknown): value is GridView['cursor'] {
  const { row, column } = membersOf<GridView['cursor']>(value);
  return [row, column].every(Number.isFinite);
}

function isSelection(value: unknown): value is GridView['selection'] {
  const { anchor, shape } = membersOf<NonNullable<GridView['selection']>>(value);
  return isPlace(anchor) && isText(shape) && SHAPES.includes(shape);
}
