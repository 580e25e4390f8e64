import type { GridQuestion } from '../../messages/gridProtocol.ts';
import type { GridStrings } from '../../messages/gridStrings.ts';
import { element } from '../ui/element.ts';
import { codicon, iconButton } from '../ui/iconButton.ts';

export interface PanelBar {
  readonly element: HTMLElement;
  /** Puts buttons of others in front of its own. */
  readonly add: (...buttons: readonly HTMLElement[]) => void;
  readonly setLabel: (label: string) => void;
  /** Shows progress and Cancel, or the buttons that begin something. */
  readonly setBusy: (isBusy: boolean) => void;
  /** Whether there is a question before the present one, and one after it. */
  readonly setHistory: (can?: Pick<GridQuestion, 'canGoBack' | 'canGoForward'>) => void;
  /** Whether there is anything to export. */
  readonly setExportable: (isExportable: boolean) => void;
}

export interface BarActions {
  readonly goBack: () => void;
  readonly goForward: () => void;
  readonly editQuery: () => void;
  readonly exportJson: () => void;
  readonly refresh: () => void;
  readonly cancel: () => void;
}

/** Name of what is shown, and what can be done with it. */
export function createPanelBar(strings: GridStrings, actions: BarActions): PanelBar {
  const label = element('h1', 'bar-label');
  const back = iconButton('arrow-left', strings.goBack, actions.goBack);
  const forward = iconButton('arrow-right', strings.goForward, actions.goForward);
  for (const button of [back, forward]) button.disabled = true;
  const refresh = iconButton('refresh', strings.refresh, actions.refresh);
  const exportJson = iconButton('json', strings.exportJson, actions.exportJson);
  const edit = iconButton('edit', strings.editQuery, actions.editQuery);
  const cancel = element('button', 'text-button', { type: 'button' }, codicon('debug-stop'), strings.cancel);
  cancel.addEventListener('click', () => {
    cancel.lastChild?.replaceWith(strings.cancelling);
    cancel.disabled = true;
    actions.cancel();
  });
  const progress = element('div', 'progress', { role: 'progressbar', 'aria-label': strings.loading });
  const bar = element('header', 'bar', {}, back, forward, label, cancel, edit, exportJson, refresh, progress);
  cancel.hidden = true;
  progress.hidden = true;
  return {
    element: bar,
    add: (...buttons) => edit.before(...buttons),
    setLabel: (text) => {
      label.textContent = text;
      label.title = text;
    },
    setBusy: (isBusy) => {
      // The focus must not fall out of the panel with the button that had it.
      const next =
        document.activeElement === cancel ? refresh : document.activeElement === refresh ? cancel : undefined;
      progress.hidden = !isBusy;
      cancel.hidden = !isBusy;
      refresh.hidden = isBusy;
      cancel.disabled = false;
      cancel.lastChild?.replaceWith(strings.cancel);
      next?.focus();
    },
    setHistory: ({ canGoBack, canGoForward } = { canGoBack: false, canGoForward: false }) => {
      back.disabled = !canGoBack;
      forward.disabled = !canGoForward;
    },
    setExportable: (isExportable) => {
      exportJson.disabled = !isExportable;
    },
  };
}
