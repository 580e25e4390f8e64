import * as v from 'valibot';
import { GridFrameView, GridHost, GridInit, GridPanelView, PanelState } from '../../messages/gridProtocol.ts';
import { serve } from '../../messages/rpc.ts';
import { openPageEndpoint } from '../../messages/rpcEndpoint.ts';
import { connectHost, type HostLink, stopHandledKeys } from '../ui/frame.ts';
import { prepareFonts } from '../grid/canvasRuler.ts';
import '../grid/recordsGrid.css';
import { PanelKeys } from './panelKeys.ts';
import { PanelPage } from './panelPage.ts';

const root = document.getElementById('root');
const beginning = document.getElementById('beginning')?.textContent;
if (root && beginning !== undefined) {
  const link = connectHost((state): state is PanelState => v.is(PanelState, state));
  stopHandledKeys();
  startPanel(root, link, v.parse(GridInit, JSON.parse(beginning)), link.saved);
  // Fonts load while the host answers.
  prepareFonts(root);
}

/** Starts a page. It ends when the host restarts it for another resource, and a new one starts in the same frame. */
function startPanel(panelRoot: HTMLElement, link: HostLink<PanelState>, init: GridInit, saved?: PanelState): void {
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
  const report = (hasFocus: boolean): Promise<void> => remote.focused(hasFocus);
  const typedElsewhere = (text: string): void => void remote.typedElsewhere(text).catch(() => undefined);
  new PanelKeys(panelRoot, { report, press: (event) => page.press(event), typedElsewhere }, ended.signal);
  ready
    .then((now) => page.renew(now))
    .catch((error: unknown) => {
      // A restart doesn't wait for the answer.
      if (!ended.signal.aborted) throw error;
    });
}
