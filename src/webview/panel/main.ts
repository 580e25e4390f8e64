import * as v from 'valibot';
import { GridHost, GridPanelView, PanelState } from '../../messages/gridProtocol.ts';
import { serve } from '../../messages/rpc.ts';
import { openPageEndpoint } from '../../messages/rpcEndpoint.ts';
import { connectHost } from '../ui/hostLink.ts';
import { keepOwnKeys } from '../ui/ownKeys.ts';
import { prepareFonts } from '../grid/canvasRuler.ts';
import '../ui/frame.css';
import '../grid/recordsGrid.css';
import { PanelPage } from './panelPage.ts';

const root = document.getElementById('root');
if (root) {
  const link = connectHost((state): state is PanelState => v.is(PanelState, state));
  const panel = Promise.withResolvers<PanelPage>();
  const { remote, receive } = openPageEndpoint(
    link.post,
    GridHost,
    // The host's words for the panel come with the first answer.
    serve(GridPanelView, panel.promise),
  );
  link.onMessage(receive);
  keepOwnKeys();
  const ready = remote.ready(link.saved?.saved ?? null);
  panel.resolve(ready.then((init) => new PanelPage({ root, host: remote, init, memory: link })));
  // While the host answers.
  prepareFonts(root);
}
