/** Reports to the host whether the shortcuts of the grid's commands are the panel's: while it has the focus, except in an input, dialog or menu. */
export function reportFocus(
  panel: HTMLElement,
  report: (hasFocus: boolean) => Promise<void>,
  signal: AbortSignal,
): void {
  const usesKeys = 'input, textarea, select, [role=dialog], [role=menu]';
  const early = new EarlyKeys();
  let reported = false;
  const check = (): void => {
    const hasFocus = document.hasFocus() && document.activeElement?.closest(usesKeys) === null;
    if (hasFocus === reported) return;
    reported = hasFocus;
    early.forget();
    // Until VS Code knows, a key goes where the one before went: tests wait for it.
    panel.dataset['keys'] = 'asked';
    report(hasFocus).then(
      () => {
        if (hasFocus !== reported) return;
        panel.dataset['keys'] = hasFocus ? 'here' : 'elsewhere';
        early.press();
      },
      () => undefined,
    );
  };
  document.addEventListener(
    'keydown',
    (event) => {
      const state = panel.dataset['keys'];
      const isIn = event.target instanceof Element && event.target.closest(usesKeys) !== null;
      // A letter typed in an input is a command where VS Code doesn't know yet that the focus is there.
      if (isIn && state !== 'elsewhere' && isTyped(event)) event.stopPropagation();
      // A command's key right behind Escape in an input does nothing where VS Code doesn't know yet that the focus is back.
      if (!isIn && state === 'asked' && reported) early.keep(event);
    },
    { signal },
  );
  for (const type of ['focus', 'blur']) window.addEventListener(type, check, { signal });
  document.addEventListener('focusin', check, { signal });
  // Where another element gets the focus, `focusin` follows.
  document.addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      if (relatedTarget === null) check();
    },
    { signal },
  );
  check();
}

function isTyped({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return /^.$/u.test(key) && !ctrlKey && !metaKey && !altKey;
}

/** Keys for VS Code's commands that were pressed before it knew that the focus is in the grid. */
class EarlyKeys {
  #kept: KeyboardEvent[] = [];

  /** Those that the page uses itself, or the browser: Tab. */
  keep(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.key === 'Tab') return;
    event.stopPropagation();
    event.preventDefault();
    this.#kept.push(event);
  }

  forget(): void {
    this.#kept = [];
  }

  press(): void {
    const kept = this.#kept;
    this.#kept = [];
    for (const event of kept)
      (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent(event.type, event));
  }
}
