import { GRID_ACTIONS, isGridAction, PANEL_COMMANDS, type PanelCommand } from '../../messages/gridActions.ts';
import type { GridHost, PanelState } from '../../messages/gridProtocol.ts';
import { isTyped } from '../grid/gridKeys.ts';
import type { PageFrame } from '../ui/frame.ts';
import { insertText } from '../ui/insertText.ts';

/** Time after which VS Code drops an unfinished chord (abstractKeybindingService.ts). */
const CHORD_MS = 5000;
/**
 * Longest absence of the focus that a chord outlasts. When a dialog closes, VS Code moves the focus away from the page
 * and back, and keeps the chord that was begun before.
 */
const ABSENCE_MS = 500;
/** Elements that handle keys themselves, so that the panel doesn't. */
const USES_KEYS = 'input, textarea, select, [role=dialog], [role=menu]';
const MODIFIERS = new Set(['Alt', 'AltGraph', 'Control', 'Meta', 'Shift']);

/**
 * Decides whether a key belongs to the page or to VS Code. Holds typed keys while the focus may still change: until VS
 * Code knows that the panel has the focus, and until a chord's command has moved it.
 */
export class PanelKeys {
  readonly #frame: PageFrame<GridHost, PanelState>;
  readonly #press: (event: KeyboardEvent) => boolean;
  #hasFocus = false;
  /** Number of reports. Answers to older ones are ignored. */
  #reports = 0;
  #isReporting = false;
  /** End of the wait for a chord's second key, on the clock of `performance.now()`. 0 without a chord. */
  #chordEnd = 0;
  #held: { readonly event: KeyboardEvent; readonly isForHost: boolean }[] = [];
  #isReplaying = false;

  /** `press` runs the page's command for a key, and is false for all other keys. */
  constructor(frame: PageFrame<GridHost, PanelState>, press: (event: KeyboardEvent) => boolean) {
    this.#frame = frame;
    this.#press = press;
    const { ended: signal } = frame;
    const check = (): void => this.#check();
    document.addEventListener('keydown', (event) => this.#route(event), { signal, capture: true });
    // This listener runs before that of the frame, which is on the document.
    document.body.addEventListener('keydown', (event) => this.#pressUnhandled(event), { signal });
    for (const type of ['focus', 'blur']) window.addEventListener(type, check, { signal });
    document.addEventListener('focusin', check, { signal });
    document.addEventListener(
      'focusout',
      ({ relatedTarget }) => {
        // `focusin` follows if another element gets the focus.
        if (relatedTarget === null) check();
      },
      { signal },
    );
    check();
  }

  #check(): void {
    const isInPage = document.hasFocus();
    const hasFocus = isInPage && document.activeElement?.closest(USES_KEYS) === null;
    if (!isInPage) this.#chordEnd = Math.min(this.#chordEnd, performance.now() + ABSENCE_MS);
    else if (!hasFocus) this.#chordEnd = 0;
    if (!hasFocus && this.#held.length > 0) queueMicrotask(() => this.#letGo());
    if (hasFocus === this.#hasFocus) return;
    this.#hasFocus = hasFocus;
    this.#report();
  }

  #report(): void {
    const hasFocus = this.#hasFocus;
    const report = ++this.#reports;
    this.#isReporting = true;
    const { root, host } = this.#frame;
    root.dataset['keys'] = 'asked';
    const settle = (): void => {
      if (report !== this.#reports) return;
      this.#isReporting = false;
      root.dataset['keys'] = hasFocus ? 'here' : 'elsewhere';
      if (hasFocus) this.#replay();
    };
    host.focused(hasFocus).then(settle, settle);
  }

  #route(event: KeyboardEvent): void {
    if (this.#isReplaying || MODIFIERS.has(event.key)) return;
    if (this.#chordEnd > performance.now()) {
      this.#chordEnd = 0;
      stop(event);
      if (this.#isWaiting) this.#held.push({ event, isForHost: true });
      else this.#sendToHost(event);
    } else if (this.#held.some(({ isForHost }) => !isForHost) || (this.#isWaiting && isTyped(event) && !isIn(event))) {
      stop(event);
      this.#held.push({ event, isForHost: false });
    } else if (isChordStart(event) && !isIn(event)) this.#chordEnd = performance.now() + CHORD_MS;
  }

  #pressUnhandled(event: KeyboardEvent): void {
    if (event.defaultPrevented || isIn(event)) return;
    if (this.#press(event)) event.preventDefault();
    else if (!this.#isReplaying && this.#isWaiting && event.key !== 'Tab' && !MODIFIERS.has(event.key)) {
      stop(event);
      this.#held.push({ event, isForHost: true });
    }
  }

  /** Whether VS Code doesn't know yet that the panel has the focus, or a command may still run. */
  get #isWaiting(): boolean {
    return this.#isReporting && this.#hasFocus;
  }

  /** The report's answer comes after the command that the key runs. */
  #sendToHost(event: KeyboardEvent): void {
    window.dispatchEvent(copyOf(event));
    this.#report();
  }

  #replay(): void {
    for (let key = this.#held.shift(); key !== undefined; key = this.#held.shift()) {
      if (key.isForHost) {
        window.dispatchEvent(copyOf(key.event));
        // The command of the key may move the focus.
        if (this.#held[0]?.isForHost !== true) {
          this.#report();
          return;
        }
      } else this.#typeAgain(key.event);
    }
  }

  /** Releases held keys, because the focus is elsewhere: in an input of the page, or outside. */
  #letGo(): void {
    const keys = this.#held.filter(({ isForHost }) => !isForHost).map(({ event }) => event);
    this.#held = [];
    if (document.hasFocus()) for (const key of keys) this.#typeAgain(key);
    else {
      const text = keys
        .filter(isTyped)
        .map(({ key }) => key)
        .join('');
      if (text !== '') this.#frame.send(this.#frame.host.typedElsewhere(text), () => undefined);
    }
  }

  #typeAgain(event: KeyboardEvent): void {
    this.#isReplaying = true;
    const isUnhandled = (document.activeElement ?? document.body).dispatchEvent(copyOf(event));
    this.#isReplaying = false;
    if (isUnhandled && isTyped(event)) insertText(event.key);
  }
}

/** Whether the key belongs to an element of the page: a text box, menu, dialog, or a button or link that it presses. */
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

export type PageCommand = keyof typeof GRID_ACTIONS | 'goBack' | 'goForward';

/** Keys that aren't chords. The page handles them at once, so that typed text follows the focus. */
const COMMANDS: ReadonlyMap<string, PageCommand> = new Map([
  ...Object.entries<PanelCommand>({ ...GRID_ACTIONS, ...PANEL_COMMANDS }).flatMap(([name, { key }]) =>
    isPageCommand(name) && key !== undefined ? [[key, name] as const] : [],
  ),
  ['ctrl+y', 'redo'],
]);

function isPageCommand(name: string): name is PageCommand {
  return isGridAction(name) || name === 'goBack' || name === 'goForward';
}

/** The command of a key, in the notation of VS Code's keybindings. Cmd counts as Ctrl. */
export function pageCommandOf(event: KeyboardEvent): PageCommand | undefined {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
  const held = [(ctrlKey || metaKey) && 'ctrl', shiftKey && 'shift', altKey && 'alt'];
  const name = key.toLowerCase().replace(/^arrow/, '');
  return COMMANDS.get([...held.filter((each) => each !== false), name].join('+'));
}
