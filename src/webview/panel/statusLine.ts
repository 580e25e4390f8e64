import type { GridStrings } from '../../messages/gridStrings.ts';
import { element } from '../ui/element.ts';
import { codicon } from '../ui/iconButton.ts';

export interface StatusLine {
  readonly element: HTMLElement;
  readonly show: (status: string, server: string) => void;
  /** Of what is selected. `canSumAll`: of some of it only. */
  readonly setSummary: (summary: string, canSumAll?: boolean) => void;
  readonly setNotice: (notice: string | undefined) => void;
  /** That fields are hidden; empty where none is. */
  readonly setHidden: (text: string) => void;
}

/** The facts of what is shown, on one line. */
export function createStatusLine(
  { sumAll }: Pick<GridStrings, 'sumAll'>,
  on: { readonly showFields: () => void; readonly sumAll: () => void },
): StatusLine {
  const status = element('span', 'status-text');
  const server = element('span', 'status-server');
  const words = element('span');
  const notice = element('span', 'status-notice', {}, codicon('info'), words);
  const summary = element('span', 'status-summary');
  const hidden = element('button', 'status-link status-hidden', { type: 'button' });
  const all = element('button', 'status-link status-sum', { type: 'button' }, sumAll);
  hidden.addEventListener('click', on.showFields);
  all.addEventListener('click', on.sumAll);
  hidden.hidden = true;
  all.hidden = true;
  notice.hidden = true;
  return {
    element: element('footer', 'status', {}, status, server, hidden, notice, summary, all),
    show: (text, host) => {
      status.textContent = text;
      server.textContent = host;
      server.title = host;
    },
    setSummary: (text, canSumAll = false) => {
      all.hidden = !canSumAll;
      summary.textContent = text;
      summary.title = text;
    },
    setHidden: (text) => {
      hidden.textContent = text;
      hidden.hidden = text === '';
    },
    setNotice: (text) => {
      words.textContent = text ?? '';
      notice.title = text ?? '';
      notice.hidden = !text;
    },
  };
}
