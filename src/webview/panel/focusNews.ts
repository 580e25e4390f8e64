/** Keys belong to what lies in these: people type there, or choose. */
const HAVE_KEYS = 'input, textarea, select, [role=dialog], [role=menu]';

/** Tells the host whether the keys of the grid's commands are the panel's: while it has the focus, but not in a box to type in. */
export class FocusNews {
  readonly #root: HTMLElement;
  readonly #tell: (hasFocus: boolean) => Promise<void>;
  #told = false;

  constructor(root: HTMLElement, tell: (hasFocus: boolean) => Promise<void>) {
    this.#root = root;
    this.#tell = tell;
    const look = (): void => this.#look();
    for (const type of ['focus', 'blur']) window.addEventListener(type, look);
    document.addEventListener('focusin', look);
    // What gets the focus next says so itself.
    document.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget === null) look();
    });
    look();
  }

  #look(): void {
    const hasFocus = document.hasFocus() && document.activeElement?.closest(HAVE_KEYS) === null;
    if (hasFocus === this.#told) return;
    this.#told = hasFocus;
    // Until VS Code knows, a key goes where the one before went: tests wait for it.
    this.#root.dataset['keys'] = 'asked';
    this.#tell(hasFocus).then(
      () => {
        if (hasFocus === this.#told) this.#root.dataset['keys'] = hasFocus ? 'here' : 'elsewhere';
      },
      () => undefined,
    );
  }
}
