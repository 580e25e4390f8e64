import * as v from 'valibot';
import { GridFrameView, GridHost, GridInit, GridPanelView, PanelState } from '../../messages/gridProtocol.ts';
import { serve } from '../../messages/rpc.ts';
import { openPageEndpoint } from '../../messages/rpcEndpoint.ts';
import { connectHost, type HostLink, stopHandledKeys } from '../ui/frame.ts';
import { prepareFonts } from '../grid/canvasRuler.ts';
import '../grid/recordsGrid.css';
import { PanelPage } from './panelPage.ts';

const root = document.getElementById('root');
const beginning = document.getElementById('beginning')?.textContent;
if (root && beginning !== undefined) {
  const link = connectHost((state): state is PanelState => v.is(PanelState, state));
  stopHandledKeys();
  startPanel(root, link, v.parse(GridInit, JSON.parse(beginning)), link.saved);
  // While the host answers.
  prepareFonts(root);
}

/** Ends when the host restarts it, for another resource: the page then starts anew in the same frame. */
function startPanel(
  panelRoot: HTMLElement,
  link: HostLink<PanelState>,
  init: GridInit,
  saved?: PanelState,
): void {
  const ended = new AbortController();
  const panel = Promise.withResolvers<PanelPage>();
  const restart = (next: GridInit): void => {
    ended.abort();
    dispose();
    startPanel(panelRoot, link, next);
  };
  const { remote, receive, dispose } = openPageEndpoint(link.post, GridHost, {
    ...serve(GridPanelView, panel.promise),
    ...serve(GridFrameView, { restart }),
  });
  link.onMessage(receive, ended.signal);
  const ready = remote.ready(saved?.saved ?? null);
  const { save } = link;
  const page = new PanelPage({
    ...{ root: panelRoot, host: remote, init, link: { saved, save }, ended: ended.signal },
  });
  panel.resolve(page);
  panelRoot.querySelector('.beginning')?.remove();
  reportFocus(panelRoot, (hasFocus) => remote.focused(hasFocus), ended.signal);
  ready
    .then((now) => page.renew(now))
    .catch((error: unknown) => {
      // A restart doesn't wait for the answer.
      if (!ended.signal.aborted) throw error;
    });
}

/** Reports to the host whether the shortcuts of the grid's commands are the panel's: while it has the focus, except in an input, dialog or menu. */
function reportFocus(
  panel: HTMLElement,
  report: (hasFocus: boolean) => Promise<void>,
  signal: AbortSignal,
): void {
  const usesKeys = 'input, textarea, select, [role=dialog], [role=menu]';
  let reported = false;
  const check = (): void => {
    const hasFocus = document.hasFocus() && document.activeElement?.closest(usesKeys) === null;
    if (hasFocus === reported) return;
    reported = hasFocus;
    // Until VS Code knows, a key goes where the one before went: tests wait for it.
    panel.dataset['keys'] = 'asked';
    report(hasFocus).then(
      () => {
        if (hasFocus === reported) panel.dataset['keys'] = hasFocus ? 'here' : 'elsewhere';
      },
      () => undefined,
    );
  };
  // A letter typed in an input is a command where VS Code doesn't know yet that the focus is there.
  document.addEventListener(
    'keydown',
    (event) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      const isTyped = /^.$/u.test(key) && !ctrlKey && !metaKey && !altKey;
      const isElsewhere = panel.dataset['keys'] === 'elsewhere';
      if (isTyped && !isElsewhere && target instanceof Element && target.closest(usesKeys))
        event.stopPropagation();
    },
    { signal },
  );
  for (const type of ['focus', 'blur']) window.addEventListener(type, check, { signal });
  document.addEventListener('focusin', check, { signal });
  // Where another element gets the focus, `focusin` follows.
  document.addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      if (relatedTarget === null) check();
    },
    { signal },
  );
  check();
}
