import { element } from './element.ts';

/** Announces texts to screen readers without interrupting them. */
export interface LiveRegion {
  readonly element: HTMLElement;
  readonly announce: (text: string) => void;
}

export function createLiveRegion(): LiveRegion {
  const region = element('div', 'unseen', { role: 'status', 'aria-live': 'polite' });
  return {
    element: region,
    announce: (text) => {
      // The region is emptied first, because an equal text would otherwise be announced only once.
      region.textContent = '';
      region.append(text);
    },
  };
}
