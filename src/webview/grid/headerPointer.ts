export interface PointedHeaders {
  readonly element: HTMLElement;
  readonly sort: (column: number, add: boolean) => void;
  readonly openMenu: (column: number) => void;
  readonly fit: (column: number) => void;
  readonly drag: (part: 'name' | 'edge', column: number, x: number) => HeaderDrag;
}

export interface HeaderDrag {
  /** Handles a move. True requests another call in the next frame, because the fields scroll beneath the pointer. */
  readonly move: (x: number) => boolean;
  readonly end: () => void;
  readonly cancel: () => void;
}

interface Press {
  readonly part: 'name' | 'edge';
  readonly column: number;
  readonly start: number;
  readonly pointerId: number;
  x: number;
  drag?: HeaderDrag;
}

/** Least distance of a drag, because a click may tremble by less. */
const THRESHOLD = 4;

/** Handles click, drag and double click in the headers. Escape cancels a drag. */
export class HeaderPointer {
  readonly #headers: PointedHeaders;
  #press: Press | undefined;
  #frame: number | undefined;

  constructor(headers: PointedHeaders) {
    this.#headers = headers;
    const { element } = headers;
    element.addEventListener('pointerdown', (event) => this.#pressed(event));
    element.addEventListener('pointermove', (event) => this.#moved(event));
    element.addEventListener('pointerup', (event) => this.#released(event));
    for (const end of ['pointercancel', 'lostpointercapture'] as const)
      element.addEventListener(end, () => this.dispose());
    element.addEventListener('click', (event) => {
      const at = partAt(event);
      if (at?.part === 'menu') headers.openMenu(at.column);
    });
    element.addEventListener('dblclick', (event) => {
      const at = partAt(event);
      if (at?.part === 'edge') headers.fit(at.column);
    });
  }

  static takes(event: MouseEvent): boolean {
    return event.button === 0 && !event.ctrlKey && !event.metaKey && partAt(event) !== undefined;
  }

  dispose(): void {
    const press = this.#forget();
    press?.drag?.cancel();
  }

  #pressed(event: PointerEvent): void {
    const at = HeaderPointer.takes(event) ? partAt(event) : undefined;
    if (!at || at.part === 'menu') return;
    this.dispose();
    const { clientX: start, pointerId } = event;
    this.#press = { part: at.part, column: at.column, start, pointerId, x: start };
    window.addEventListener('keydown', this.#key, true);
  }

  #moved({ clientX, pointerId, buttons }: PointerEvent): void {
    const press = this.#press;
    if (press?.pointerId !== pointerId) return;
    // The button was released outside the window, where the release sends no event.
    if (buttons === 0) {
      this.dispose();
      return;
    }
    press.x = clientX;
    if (!press.drag && Math.abs(clientX - press.start) < (press.part === 'edge' ? 1 : THRESHOLD)) return;
    if (!press.drag) {
      // Capturing the pointer earlier would turn a click into one on the grid, and prevent double clicks on an edge.
      this.#headers.element.setPointerCapture(pointerId);
      this.#headers.element.dataset['drag'] = press.part;
      press.drag = this.#headers.drag(press.part, press.column, press.start);
    }
    this.#frame ??= requestAnimationFrame(() => this.#dragOn());
  }

  #dragOn(): void {
    this.#frame = undefined;
    if (this.#press?.drag?.move(this.#press.x) === true) this.#frame = requestAnimationFrame(() => this.#dragOn());
  }

  #released({ pointerId, shiftKey, clientX }: PointerEvent): void {
    if (this.#press?.pointerId !== pointerId) return;
    const press = this.#forget();
    if (press?.drag) {
      press.drag.move(clientX);
      press.drag.end();
    } else if (press?.part === 'name') this.#headers.sort(press.column, shiftKey);
  }

  #forget(): Press | undefined {
    const press = this.#press;
    this.#press = undefined;
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
    window.removeEventListener('keydown', this.#key, true);
    delete this.#headers.element.dataset['drag'];
    return press;
  }

  readonly #key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    this.dispose();
  };
}

function partAt({ target }: Event): { part: 'name' | 'edge' | 'menu'; column: number } | undefined {
  const cell = target instanceof Element ? target.closest('.header > .cell') : null;
  if (!(target instanceof Element) || !cell) return undefined;
  const part = target.closest('.menu') ? 'menu' : target.closest('.edge') ? 'edge' : 'name';
  return { part, column: Number(cell.ariaColIndex) - 2 };
}
