import type { GridSurface } from './gridSurface.ts';
import type { HeaderDrag } from './headerPointer.ts';

/** Takes the edge of a field along with the pointer, from `start` in the window. */
export function fieldResize(
  surface: Pick<GridSurface, 'fields' | 'sheet' | 'preview' | 'setFields'>,
  column: number,
  start: number,
  resize: (width: number) => void,
): HeaderDrag {
  const before = surface.fields;
  const width = surface.sheet.layout.width(column);
  return {
    move: (x) => {
      surface.preview(before.resize(column, width + x - start));
      return false;
    },
    end: () => resize(surface.sheet.layout.width(column)),
    cancel: () => surface.setFields(before),
  };
}
