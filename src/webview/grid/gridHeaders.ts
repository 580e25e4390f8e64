import type { GridAction } from '../../messages/gridActions.ts';
import { FieldArranger } from './fieldArranger.ts';
import { fieldDrag } from './fieldDrag.ts';
import { fieldResize } from './fieldResize.ts';
import type { GridSurface } from './gridSurface.ts';
import { HeaderPointer } from './headerPointer.ts';
import type { HeaderDrag, PointedHeaders } from './headerPointer.ts';

/** What becomes of it. */
export interface HeaderEvents extends Pick<PointedHeaders, 'sort' | 'openMenu'> {
  /** A person wants the fields to lie as they do now. */
  readonly keep: () => void;
  /** To assistive technology. */
  readonly say: (text: string) => void;
}

/** What people do with the fields: in the headers by mouse, and by commands. */
export class GridHeaders {
  readonly #surface: GridSurface;
  readonly #arranger: FieldArranger;
  readonly #pointer: HeaderPointer;

  constructor(surface: GridSurface, events: HeaderEvents) {
    this.#surface = surface;
    this.#arranger = new FieldArranger(surface, events);
    this.#pointer = new HeaderPointer({
      ...events,
      element: surface.element,
      fit: (column) => this.#arranger.fit(column),
      drag: (part, column, x) => (part === 'edge' ? this.#resize(column, x) : this.#move(column)),
    });
  }

  /** False for an action of others. */
  perform(action: GridAction): boolean {
    return this.#arranger.perform(action);
  }

  dispose(): void {
    this.#pointer.dispose();
  }

  #resize(column: number, x: number): HeaderDrag {
    return fieldResize(this.#surface, column, x, (width) => this.#arranger.resize(column, width));
  }

  #move(column: number): HeaderDrag {
    return fieldDrag(this.#surface, column, (to) => this.#arranger.move(column, to));
  }
}
