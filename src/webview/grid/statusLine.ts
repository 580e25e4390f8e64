import { element } from '../ui/element.ts';
import { codicon } from '../ui/iconButton.ts';

export interface StatusLine {
  readonly element: HTMLElement;
  readonly show: (status: string, server: string) => void;
  /** Of what is selected. */
  readonly setSummary: (summary: string) => void;
  readonly setNotice: (notice: string | undefined) => void;
  /** That fields are hidden; empty where none is. */
  readonly setHidden: (text: string) => void;
}

/** The facts of what is shown, on one line. */
export function createStatusLine(showFields: () => void): StatusLine {
  const status = element('span', 'status-text');
  const server = element('span', 'status-server');
  const words = element('span');
  const notice = element('span', 'status-notice', {}, codicon('info'), words);
  const summary = element('span', 'status-summary');
  const hidden = element('button', 'status-hidden', { type: 'button' });
  hidden.addEventListener('click', showFields);
  hidden.hidden = true;
  notice.hidden = true;
  return {
    element: element('footer', 'status', {}, status, server, hidden, notice, summary),
    show: (text, host) => {
      status.textContent = text;
      server.textContent = host;
      server.title = host;
    },
    setSummary: (text) => {
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
