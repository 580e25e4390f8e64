import { element } from '../ui/element.ts';
import { codicon } from '../ui/iconButton.ts';

export interface MessageAction {
  readonly label: string;
  readonly run: () => void;
}

export interface PanelMessage {
  readonly tone: 'error' | 'info';
  readonly text: string;
  readonly hint?: string;
  /** The first is what most people want. */
  readonly actions: readonly MessageAction[];
  /** Nothing has to be done about it. */
  readonly isQuiet?: boolean;
}

/** One thing to know and what to do about it: a strip above records, or in the middle where there are none. */
export function createMessage({ tone, text, hint, actions, isQuiet = false }: PanelMessage): HTMLElement {
  const words = element('div', 'message-words', {}, element('p', 'message-text', {}, text));
  if (hint) words.append(element('p', 'message-hint', {}, hint));
  const buttons = actions.map(({ label, run }, index) => {
    const button = element(
      'button',
      `text-button ${index === 0 && !isQuiet ? 'primary' : ''}`,
      { type: 'button' },
      label,
    );
    button.addEventListener('click', run);
    return button;
  });
  return element(
    'section',
    `message ${tone}`,
    {},
    codicon(tone),
    words,
    element('div', 'message-actions', {}, ...buttons),
  );
}
