/** Elements whose texts are meant to be read, and copied in parts. */
const READ = '.detail-body, .message-words, .field-facts';
const TYPED = 'input, textarea';

/** Makes Ctrl+A and VS Code's Select All select cells, not the page. In a text to be read, Ctrl+A selects that text. */
export function selectOnlyReadText(panel: HTMLElement, selectCells: () => void, signal: AbortSignal): void {
  const press = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event;
    const isSelectAll = (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === 'a';
    if (!isSelectAll || event.defaultPrevented || closestTo(target, TYPED)) return;
    event.preventDefault();
    const read = closestTo(target, READ);
    if (read) document.getSelection()?.selectAllChildren(read);
    else selectCells();
  };
  const start = (event: Event): void => {
    if (!closestTo(event.target, `${READ}, ${TYPED}`)) event.preventDefault();
  };
  panel.addEventListener('keydown', press, { signal });
  document.addEventListener('selectstart', start, { signal });
}

function closestTo(target: EventTarget | null, selector: string): Element | null {
  const element = target instanceof Element ? target : target instanceof Node ? target.parentElement : null;
  return element?.closest(selector) ?? null;
}
