import type { SelectionShape } from '../../messages/gridProtocol.ts';
import { clamp, type Cursor, type CursorExtent } from './cellSelection.ts';

export type KeyMeaning =
  | { readonly does: 'select'; readonly shape: SelectionShape }
  /** `extend` keeps the other end of the selection. */
  | { readonly does: 'move'; readonly cursor: Cursor; readonly extend: boolean }
  | { readonly does: 'copy' | 'escape' | 'fieldMenu' }
  | { readonly does: 'open'; readonly by: 'enter' | 'space' }
  /** `add` keeps the other sort keys. */
  | { readonly does: 'sort'; readonly add: boolean };

type PressedKey = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** The meaning of a key, like in spreadsheets and VS Code's lists. Undefined for keys of VS Code and the browser. */
export function meaningOf(
  { key, shiftKey, ctrlKey, metaKey, altKey }: PressedKey,
  cursor: Cursor,
  extent: CursorExtent,
): KeyMeaning | undefined {
  const far = ctrlKey || metaKey;
  const isHeader = cursor.row < 0;
  if (altKey) return key === 'ArrowDown' && !far && !shiftKey ? { does: 'fieldMenu' } : undefined;
  const shape = shapeOfKey(key, far, shiftKey);
  if (shape) return { does: 'select', shape };
  const moved = moveCursor(cursor, key, far, extent);
  if (moved) return { does: 'move', cursor: moved, extend: shiftKey };
  if (far && key.toLowerCase() === 'c') return { does: 'copy' };
  if (key === 'Escape') return { does: 'escape' };
  if (key === 'Enter' && isHeader) return { does: 'sort', add: shiftKey };
  if (key === 'Enter' || key === ' ') return { does: 'open', by: key === 'Enter' ? 'enter' : 'space' };
  return undefined;
}

/** The cursor after a key, if that moves it. `far` stands for Ctrl, or Command on a Mac. */
export function moveCursor(from: Cursor, key: string, far: boolean, extent: CursorExtent): Cursor | undefined {
  const { row, column } = from;
  const lastRow = extent.rows - 1;
  const lastColumn = extent.columns - 1;
  const page = Math.max(1, extent.pageRows - 1);
  const targets: Readonly<Record<string, Cursor>> = {
    ArrowUp: { row: far ? Math.min(row, 0) : row - 1, column },
    ArrowDown: { row: far ? lastRow : row + 1, column },
    ArrowLeft: { row, column: far ? 0 : column - 1 },
    ArrowRight: { row, column: far ? lastColumn : column + 1 },
    Home: { row: far ? Math.min(0, lastRow) : row, column: 0 },
    End: { row: far ? lastRow : row, column: lastColumn },
    PageUp: { row: row <= 0 ? -1 : Math.max(0, row - page), column },
    PageDown: { row: row + page, column },
  };
  const target = targets[key];
  return target && clamp(target, extent);
}

function shapeOfKey(key: string, far: boolean, shift: boolean): SelectionShape | undefined {
  if (far && !shift && key.toLowerCase() === 'a') return 'all';
  if (key !== ' ' || far === shift) return undefined;
  return shift ? 'rows' : 'fields';
}

export function isTyped({ key, ctrlKey, metaKey, altKey }: PressedKey): boolean {
  return /^.$/u.test(key) && !ctrlKey && !metaKey && !altKey;
}
