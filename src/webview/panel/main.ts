import * as v from 'valibot';
import { GridFrameView, GridHost, GridInit, GridPanelView, PanelState } from '../../messages/gridProtocol.ts';
import { type MakePage, openPage } from '../ui/frame.ts';
import { prepareFonts } from '../grid/columnWidths.ts';
import '../grid/recordsGrid.css';
import '../chart/chart.css';
import { PanelKeys } from './panelKeys.ts';
import { PanelPage } from './panelPage.ts';

const View = { ...GridPanelView, ...GridFrameView };

/** The panel of a resource. It ends when the host restarts it for another resource. */
function panelOf(init: GridInit): MakePage<GridHost, typeof View, PanelState> {
  return (frame, reopen) => {
    const { root, host, saved, ended } = frame;
    const ready = host.ready(saved?.saved ?? null);
    const page = new PanelPage(frame, init);
    root.querySelector('.beginning')?.remove();
    new PanelKeys(frame, (event) => page.press(event));
    ready
      .then((now) => page.renew(now))
      .catch((error: unknown) => {
        // A restart doesn't wait for the answer.
        if (!ended.aborted) throw error;
      });
    prepareFonts(root);
    return Object.assign(page, { restart: (next: GridInit) => reopen(panelOf(next)) });
  };
}

const beginning = document.getElementById('beginning')?.textContent;
if (beginning !== undefined)
  openPage(
    GridHost,
    View,
    (state): state is PanelState => v.is(PanelState, state),
    panelOf(v.parse(GridInit, JSON.parse(beginning))),
  );
