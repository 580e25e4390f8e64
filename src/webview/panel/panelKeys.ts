import { isTyped } from '../grid/gridKeys.ts';
import { insertText } from '../ui/insertText.ts';

/** VS Code gives up an unfinished chord after this long (abstractKeybindingService.ts). */
const CHORD_MS = 5000;
/** In these, keys belong to the element itself: no command's key is the panel's. */
const USES_KEYS = 'input, textarea, select, [role=dialog], [role=menu]';
const MODIFIERS = new Set(['Alt', 'AltGraph', 'Control', 'Meta', 'Shift']);

interface HeldKey {
  readonly event: KeyboardEvent;
  /** The page has no use for it. */
  readonly isForHost: boolean;
}

export interface KeyRoutes {
  /** Tells the host whether the shortcuts of the grid's commands are the panel's. Resolves when VS Code knows. */
  readonly report: (hasFocus: boolean) => Promise<void>;
  /** Does what a key of the page does. False for all other keys. */
  readonly press: (event: KeyboardEvent) => boolean;
  /** The focus left the page while this text was held. */
  readonly typedElsewhere: (text: string) => void;
}

/**
 * Decides for each key whether it is the page's or VS Code's, and holds what is typed until the focus is where it belongs:
 * while VS Code learns that the panel has the focus, and while a command that a chord has called may still move it.
 */
export class PanelKeys {
  readonly #panel: HTMLElement;
  readonly #routes: KeyRoutes;
  #hasFocus = false;
  /** Counts the reports; an older one's answer is ignored. */
  #reports = 0;
  #isReporting = false;
  /** Until when the second key of a chord is awaited, in milliseconds of `performance.now()`; 0 while no chord is begun. */
  #chordEnd = 0;
  #held: HeldKey[] = [];
  #isReplaying = false;

  constructor(panel: HTMLElement, routes: KeyRoutes, signal: AbortSignal) {
    this.#panel = panel;
    this.#routes = routes;
    const check = (): void => this.#check();
    document.addEventListener('keydown', (event) => this.#route(event), { signal, capture: true });
    // Before `stopHandledKeys`, which listens on the document.
    document.body.addEventListener('keydown', (event) => this.#pressUnhandled(event), { signal });
    for (const type of ['focus', 'blur']) window.addEventListener(type, check, { signal });
    document.addEventListener('focusin', check, { signal });
    document.addEventListener(
      'focusout',
      ({ relatedTarget }) => {
        // If another element gets the focus, `focusin` follows.
        if (relatedTarget === null) check();
      },
      { signal },
    );
    check();
  }

  #check(): void {
    const hasFocus = document.hasFocus() && document.activeElement?.closest(USES_KEYS) === null;
    if (!document.hasFocus() || hasFocus !== this.#hasFocus) this.#chordEnd = 0;
    if (!hasFocus && this.#held.length > 0) queueMicrotask(() => this.#letGo());
    if (hasFocus === this.#hasFocus) return;
    this.#hasFocus = hasFocus;
    this.#report();
  }

  #report(): void {
    const hasFocus = this.#hasFocus;
    const report = ++this.#reports;
    this.#isReporting = true;
    this.#panel.dataset['keys'] = 'asked';
    const settle = (): void => {
      if (report !== this.#reports) return;
      this.#isReporting = false;
      this.#panel.dataset['keys'] = hasFocus ? 'here' : 'elsewhere';
      if (hasFocus) this.#replay();
    };
    this.#routes.report(hasFocus).then(settle, settle);
  }

  #route(event: KeyboardEvent): void {
    if (this.#isReplaying || MODIFIERS.has(event.key)) return;
    if (this.#chordEnd > performance.now()) {
      this.#chordEnd = 0;
      stop(event);
      if (this.#isWaiting) this.#held.push({ event, isForHost: true });
      else this.#sendToHost(event);
    } else if (
      this.#held.some(({ isForHost }) => !isForHost) ||
      (this.#isWaiting && isTyped(event) && !isIn(event))
    ) {
      stop(event);
      this.#held.push({ event, isForHost: false });
    } else if (isChordStart(event) && !isIn(event)) this.#chordEnd = performance.now() + CHORD_MS;
  }

  #pressUnhandled(event: KeyboardEvent): void {
    if (event.defaultPrevented || isIn(event)) return;
    if (this.#routes.press(event)) event.preventDefault();
    else if (!this.#isReplaying && this.#isWaiting && event.key !== 'Tab' && !MODIFIERS.has(event.key)) {
      stop(event);
      this.#held.push({ event, isForHost: true });
    }
  }

  /** VS Code doesn't know yet that the panel has the focus, or a command may be on its way. */
  get #isWaiting(): boolean {
    return this.#isReporting && this.#hasFocus;
  }

  /** The answer to a report comes behind the command that the key calls. */
  #sendToHost(event: KeyboardEvent): void {
    window.dispatchEvent(copyOf(event));
    this.#report();
  }

  #replay(): void {
    for (let key = this.#held.shift(); key !== undefined; key = this.#held.shift()) {
      if (key.isForHost) {
        window.dispatchEvent(copyOf(key.event));
        // The command that they call may move the focus.
        if (this.#held[0]?.isForHost !== true) {
          this.#report();
          return;
        }
      } else this.#typeAgain(key.event);
    }
  }

  /** The focus is elsewhere: in a box of the page, or outside. */
  #letGo(): void {
    const keys = this.#held.filter(({ isForHost }) => !isForHost).map(({ event }) => event);
    this.#held = [];
    if (document.hasFocus()) for (const key of keys) this.#typeAgain(key);
    else {
      const text = keys
        .filter(isTyped)
        .map(({ key }) => key)
        .join('');
      if (text !== '') this.#routes.typedElsewhere(text);
    }
  }

  #typeAgain(event: KeyboardEvent): void {
    this.#isReplaying = true;
    const isUnhandled = (document.activeElement ?? document.body).dispatchEvent(copyOf(event));
    this.#isReplaying = false;
    if (isUnhandled && isTyped(event)) insertText(event.key);
  }
}

/** The key belongs to an element of the page: to a text box, a menu or a dialog, or it presses a button or a link. */
function isIn({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  const isPressed = (key === 'Enter' || key === ' ') && target.closest('button, a[href], summary') !== null;
  return isPressed || target.closest(USES_KEYS) !== null;
}

function isChordStart({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

function stop(event: KeyboardEvent): void {
  event.stopImmediatePropagation();
  event.preventDefault();
}

function copyOf(event: KeyboardEvent): KeyboardEvent {
  return new KeyboardEvent(event.type, event);
}
