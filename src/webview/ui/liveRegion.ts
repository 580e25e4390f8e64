import { element } from './element.ts';

/** Says things to screen readers when they have finished their sentence. */
export interface LiveRegion {
  readonly element: HTMLElement;
  readonly say: (text: string) => void;
}

export function createLiveRegion(): LiveRegion {
  const region = element('div', 'unseen', { role: 'status', 'aria-live': 'polite' });
  return {
    element: region,
    say: (text) => {
      // The same words twice are news only if the region was empty between.
      region.textContent = '';
      region.append(text);
    },
  };
}
