import { moveCursor } from './gridCursor.ts';
import type { Cursor, CursorExtent } from './gridCursor.ts';
import { shapeOfKey } from './gridSelection.ts';
import type { SelectionShape } from './gridSelection.ts';

/** What a key asks of the grid. */
export type KeyMeaning =
  | { readonly does: 'select'; readonly shape: SelectionShape }
  /** `extend`: the selection's other end stays. */
  | { readonly does: 'move'; readonly cursor: Cursor; readonly extend: boolean }
  | { readonly does: 'copy' | 'escape' | 'fieldMenu' }
  | { readonly does: 'open'; readonly by: 'enter' | 'space' }
  /** `add`: beside the fields that the records are sorted by already. */
  | { readonly does: 'sort'; readonly add: boolean };

type PressedKey = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** As in spreadsheets and in VS Code's lists; undefined for keys of others. Alt is for VS Code's keybindings, but in the header. */
export function meaningOf(
  { key, shiftKey, ctrlKey, metaKey, altKey }: PressedKey,
  cursor: Cursor,
  extent: CursorExtent,
): KeyMeaning | undefined {
  const far = ctrlKey || metaKey;
  const isHeader = cursor.row < 0;
  if (altKey) return key === 'ArrowDown' && isHeader && !far && !shiftKey ? { does: 'fieldMenu' } : undefined;
  const shape = shapeOfKey(key, far, shiftKey);
  if (shape) return { does: 'select', shape };
  const moved = moveCursor(cursor, { key, far }, extent);
  if (moved) return { does: 'move', cursor: moved, extend: shiftKey };
  if (far && key.toLowerCase() === 'c') return { does: 'copy' };
  if (key === 'Escape') return { does: 'escape' };
  if (key === 'Enter' && isHeader) return { does: 'sort', add: shiftKey };
  if (key === 'Enter' || key === ' ') return { does: 'open', by: key === 'Enter' ? 'enter' : 'space' };
  return undefined;
}
