import { fill } from '../../base/words.ts';
import type { DetailsStrings } from '../../messages/detailsStrings.ts';

const KEY = 'S';

export function recordsKey({ openRecordsKey }: DetailsStrings): { readonly key: string; readonly title: string } {
  return { key: KEY, title: fill(openRecordsKey, KEY) };
}

/** Presses the records button of the focused resource in a list, or else of the page's first resource with records. */
export function watchRecordsKey(root: HTMLElement): void {
  // The page has no text boxes. Without a focused element, keys go to the body.
  document.body.addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey, shiftKey, repeat } = event;
    if (key.toUpperCase() !== KEY || ctrlKey || metaKey || altKey || shiftKey || repeat) return;
    const place = (target instanceof Element ? target.closest('li') : null) ?? root;
    const button = place.querySelector<HTMLElement>(`[aria-keyshortcuts="${KEY}"]`);
    if (button === null) return;
    event.preventDefault();
    button.click();
  });
}
