/** Keys belong to what lies in these: people type there, or choose. */
const HAVE_KEYS = 'input, textarea, select, [role=dialog], [role=menu]';

/** Reports to the host whether the keys of the grid's commands are the panel's: while it has the focus, but not in a box to type in. */
export function reportFocus(root: HTMLElement, report: (hasFocus: boolean) => Promise<void>): void {
  let reported = false;
  const check = (): void => {
    const hasFocus = document.hasFocus() && document.activeElement?.closest(HAVE_KEYS) === null;
    if (hasFocus === reported) return;
    reported = hasFocus;
    // Until VS Code knows, a key goes where the one before went: tests wait for it.
    root.dataset['keys'] = 'asked';
    report(hasFocus).then(
      () => {
        if (hasFocus === reported) root.dataset['keys'] = hasFocus ? 'here' : 'elsewhere';
      },
      () => undefined,
    );
  };
  for (const type of ['focus', 'blur']) window.addEventListener(type, check);
  document.addEventListener('focusin', check);
  // What gets the focus next says so itself.
  document.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget === null) check();
  });
  check();
}
