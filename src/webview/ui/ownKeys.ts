/** VS Code listens on `window`, and takes what it hears for a key of its own: a key that the page has used must not get there. */
export function keepOwnKeys(): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || typesText(event)) event.stopPropagation();
  });
}

/** With Option, a Mac types characters (`Ç`, `Ą`, `@`); elsewhere Alt only commands. */
function typesText({ target, key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const isTyped = key === 'Dead' || /^.$/u.test(key);
  const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  return isText && isTyped && altKey && !ctrlKey && !metaKey && navigator.userAgent.includes('Macintosh');
}
