import './floating.css';

/** Something that lies over the page at a place, until somebody looks elsewhere. */
export class Floating {
  readonly element: HTMLElement;
  readonly #onLeave: () => void;
  readonly #leave = ({ target }: Event): void => {
    if (!(target instanceof Node) || !this.element.contains(target)) this.#onLeave();
  };

  /** `onLeave`: a pointer was pressed beside it, or the frame lost the focus. */
  constructor(element: HTMLElement, onLeave: () => void) {
    this.element = element;
    this.#onLeave = onLeave;
    element.hidden = true;
    element.classList.add('floating');
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  /** Below the anchor, or above it where there is more room; always whole in the window. */
  open(anchor: DOMRect): void {
    const { element } = this;
    const { innerWidth, innerHeight } = window;
    element.hidden = false;
    element.style.maxHeight = '';
    const below = innerHeight - anchor.bottom;
    const isAbove = element.offsetHeight > below - MARGIN && anchor.top > below;
    const room = (isAbove ? anchor.top : below) - MARGIN;
    element.style.maxHeight = `${Math.max(MIN_HEIGHT, room)}px`;
    const height = element.offsetHeight;
    const top = isAbove ? anchor.top - height : anchor.bottom;
    element.style.left = `${clamp(anchor.left, innerWidth - element.offsetWidth)}px`;
    element.style.top = `${clamp(top, innerHeight - height)}px`;
    document.addEventListener('pointerdown', this.#leave, true);
    window.addEventListener('blur', this.#leave);
    window.addEventListener('resize', this.#leave);
  }

  close(): void {
    this.element.hidden = true;
    document.removeEventListener('pointerdown', this.#leave, true);
    window.removeEventListener('blur', this.#leave);
    window.removeEventListener('resize', this.#leave);
  }
}

const MARGIN = 4;
const MIN_HEIGHT = 120;

function clamp(value: number, last: number): number {
  return Math.max(MARGIN, Math.min(value, last - MARGIN));
}
