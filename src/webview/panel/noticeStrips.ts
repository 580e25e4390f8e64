import type { GridNotice, GridOffer } from '../../messages/gridProtocol.ts';
import { element } from '../ui/element.ts';
import { createMessage } from './panelMessage.ts';

export interface NoticeStrips {
  readonly element: HTMLElement;
  /** @returns what is new, to be said aloud. */
  readonly show: (notices: readonly GridNotice[]) => string;
}

/** What there is to know about the resource itself, above its records. */
export function createNoticeStrips(act: (offer: string) => void): NoticeStrips {
  const strips = element('div', 'banner');
  const shown = new Map<string, HTMLElement>();
  return {
    element: strips,
    show: (notices) => {
      const gone = [...shown.keys()].filter((key) => !notices.some((notice) => keyOf(notice) === key));
      for (const key of gone) {
        shown.get(key)?.remove();
        shown.delete(key);
      }
      const fresh = notices.filter((notice) => !shown.has(keyOf(notice)));
      for (const [place, notice] of notices.entries()) {
        const known = shown.get(keyOf(notice));
        // A text that counts up leaves the buttons, and the focus on them, as they are.
        const words = known?.querySelector('.message-text');
        if (words) words.textContent = notice.text;
        else {
          const strip = createMessage({
            tone: 'info',
            text: notice.text,
            actions: notice.offers.map(action),
            isQuiet: true,
          });
          shown.set(keyOf(notice), strip);
          strips.insertBefore(strip, strips.children[place] ?? null);
        }
      }
      return fresh.map(({ text }) => text).join(' ');
    },
  };

  function action({ id, label }: GridOffer): { readonly label: string; readonly run: () => void } {
    return { label, run: () => act(id) };
  }
}

function keyOf({ kind, offers }: GridNotice): string {
  return JSON.stringify([kind, offers]);
}
