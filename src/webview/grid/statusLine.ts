import { element } from '../ui/element.ts';
import { codicon } from '../ui/iconButton.ts';

export interface StatusLine {
  readonly element: HTMLElement;
  readonly show: (status: string, server: string) => void;
  /** Of what is selected. */
  readonly setSummary: (summary: string) => void;
  readonly setNotice: (notice: string | undefined) => void;
}

/** The facts of what is shown, on one line. */
export function createStatusLine(): StatusLine {
  const status = element('span', 'status-text');
  const server = element('span', 'status-server');
  const words = element('span');
  const notice = element('span', 'status-notice', {}, codicon('info'), words);
  const summary = element('span', 'status-summary');
  notice.hidden = true;
  return {
    element: element('footer', 'status', {}, status, server, notice, summary),
    show: (text, host) => {
      status.textContent = text;
      server.textContent = host;
      server.title = host;
    },
    setSummary: (text) => {
      summary.textContent = text;
      summary.title = text;
    },
    setNotice: (text) => {
      words.textContent = text ?? '';
      notice.title = text ?? '';
      notice.hidden = !text;
    },
  };
}
