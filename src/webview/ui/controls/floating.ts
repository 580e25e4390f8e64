import './floating.css';

/** An element that floats over the page until a click outside, a resize or loss of focus. */
export class Floating {
  readonly element: HTMLElement;
  readonly #onDismiss: () => void;
  #anchor = new DOMRect();
  readonly #dismiss = ({ target }: Event): void => {
    if (!(target instanceof Node) || !this.element.contains(target)) this.#onDismiss();
  };

  constructor(element: HTMLElement, onDismiss: () => void) {
    this.element = element;
    this.#onDismiss = onDismiss;
    element.hidden = true;
    element.classList.add('floating');
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  /** Opens the element in the window: below the anchor, above it if there is more room, or over it as a last resort. */
  open(anchor: DOMRect): void {
    this.#anchor = anchor;
    this.element.hidden = false;
    this.place();
    document.addEventListener('pointerdown', this.#dismiss, true);
    window.addEventListener('blur', this.#dismiss);
    window.addEventListener('resize', this.#dismiss);
  }

  place(): void {
    const { element } = this;
    const anchor = this.#anchor;
    const { innerWidth, innerHeight } = window;
    element.style.maxHeight = '';
    const below = innerHeight - anchor.bottom;
    const isAbove = element.offsetHeight > below - MARGIN && anchor.top > below;
    const room = (isAbove ? anchor.top : below) - MARGIN;
    element.style.maxHeight = `${Math.min(Math.max(MIN_HEIGHT, room), innerHeight - 2 * MARGIN)}px`;
    const height = element.offsetHeight;
    const top = isAbove ? anchor.top - height : anchor.bottom;
    element.style.left = `${clamp(anchor.left, innerWidth - element.offsetWidth)}px`;
    element.style.top = `${clamp(top, innerHeight - height)}px`;
  }

  close(): void {
    this.element.hidden = true;
    document.removeEventListener('pointerdown', this.#dismiss, true);
    window.removeEventListener('blur', this.#dismiss);
    window.removeEventListener('resize', this.#dismiss);
  }
}

const MARGIN = 4;
const MIN_HEIGHT = 280;

function clamp(value: number, last: number): number {
  return Math.max(MARGIN, Math.min(value, last - MARGIN));
}
