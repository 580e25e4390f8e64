/** One key from a page of details to the records. */
import { fill } from '../../base/words.ts';
import type { DetailsStrings } from '../../messages/detailsStrings.ts';

const KEY = 'S';

/** For the buttons that it stands for. */
export function recordsKey({ openRecordsKey }: DetailsStrings): {
  readonly key: string;
  readonly title: string;
} {
  return { key: KEY, title: fill(openRecordsKey, KEY) };
}

/** The resource that has the focus in a list of them, else the page's first one with records. */
export function watchRecordsKey(root: HTMLElement): void {
  // The page has no text box, and what has no focus is the body's.
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
