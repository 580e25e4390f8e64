import { element } from './element.ts';

/** Announces texts to screen readers, without interrupting them. */
export interface LiveRegion {
  readonly element: HTMLElement;
  readonly announce: (text: string) => void;
}

export function createLiveRegion(): LiveRegion {
  const region = element('div', 'unseen', { role: 'status', 'aria-live': 'polite' });
  return {
    element: region,
    announce: (text) => {
      // Without emptying it first, the same text twice is announced once.
      region.textContent = '';
      region.append(text);
    },
  };
}
