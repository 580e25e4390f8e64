import { element } from '../element.ts';
import './splitter.css';

export interface SplitterOptions {
  readonly label: string;
  readonly width: () => number;
  readonly least: number;
  readonly most: () => number;
  readonly resize: (width: number) => void;
}

/** Pixels moved by one key press. */
const STEP = 16;

export interface Splitter {
  readonly element: HTMLElement;
  /** Reports the pane's width to assistive technology. To be called when the pane is shown or resized. */
  readonly update: () => void;
}

/** The left edge of a pane on the right, which mouse and arrow keys move. */
export function createSplitter({ label, width, least, most, resize }: SplitterOptions): Splitter {
  const splitter = element('div', 'splitter', {
    role: 'separator',
    tabindex: '0',
    'aria-orientation': 'vertical',
    'aria-label': label,
    'aria-valuemin': String(least),
  });
  const update = (): void => {
    splitter.ariaValueNow = String(width());
    splitter.ariaValueMax = String(most());
  };
  const move = (newWidth: number): void => {
    resize(Math.round(Math.max(least, Math.min(newWidth, most()))));
    update();
  };
  const drag = (event: PointerEvent): void => {
    const from = width() + event.clientX;
    const follow = ({ clientX }: PointerEvent): void => move(from - clientX);
    splitter.setPointerCapture(event.pointerId);
    splitter.addEventListener('pointermove', follow);
    const stop = (): void => splitter.removeEventListener('pointermove', follow);
    splitter.addEventListener('lostpointercapture', stop, { once: true });
  };
  splitter.addEventListener('pointerdown', (event) => {
    if (event.button === 0) drag(event);
  });
  splitter.addEventListener('focus', update);
  splitter.addEventListener('keydown', (event) => {
    const by = { ArrowLeft: STEP, ArrowRight: -STEP, Home: -Infinity, End: Infinity }[event.key];
    if (by === undefined || event.altKey) return;
    event.preventDefault();
    move(width() + by);
  });
  return { element: splitter, update };
}
