import { element } from './element.ts';

/** A codicon to press; `title` is its tooltip and its name. */
export function iconButton(icon: string, title: string, press: () => void): HTMLButtonElement {
  const button = element(
    'button',
    'icon-button',
    { type: 'button', title, 'aria-label': title },
    codicon(icon),
  );
  button.addEventListener('click', press);
  return button;
}

export function codicon(icon: string): HTMLElement {
  return element('i', `codicon codicon-${icon}`, { 'aria-hidden': 'true' });
}
