import type { GridHost, GridPanelView } from '../../messages/gridProtocol.ts';
import { openPageEndpoint } from '../../messages/rpcEndpoint.ts';
import { connectHost } from '../ui/hostLink.ts';
import { keepOwnKeys } from '../ui/ownKeys.ts';
import { prepareFonts } from '../grid/canvasRuler.ts';
import '../ui/frame.css';
import '../grid/recordsGrid.css';
import { PanelPage } from './panelPage.ts';
import { isPanelState } from './panelState.ts';
import { servedPanel } from './servedPanel.ts';

const root = document.getElementById('root');
if (root) {
  const link = connectHost(isPanelState);
  const panel = Promise.withResolvers<GridPanelView>();
  const { remote, receive } = openPageEndpoint<GridHost, GridPanelView>(
    link.post,
    servedPanel(panel.promise),
  );
  link.onMessage(receive);
  keepOwnKeys();
  const ready = remote.ready(link.saved?.saved ?? null);
  panel.resolve(ready.then((init) => new PanelPage({ root, host: remote, init, memory: link })));
  // While the host answers.
  prepareFonts(root);
}
