import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { readStored } from '../base/stored.ts';
import { DetailsHost, type DetailsLook, DetailsTarget, DetailsView } from '../messages/detailsProtocol.ts';
import { serve } from '../messages/rpc.ts';
import { DisposableStore } from '../platform/disposables.ts';
import { linkWebview, post, tabIcon, writePage } from '../platform/page.ts';
import { plainLabel } from '../platform/plain.ts';
import type { PortalPort } from '../platform/ports/portalPort.ts';
import { translate } from '../platform/windowLanguage.ts';
import { DetailsController, type DetailsDeps } from './detailsController.ts';
import { DETAILS_WORDS } from './detailsWords.ts';

const PANEL = 'datastoreExplorer.details';

export interface DetailsTabsDeps extends Omit<DetailsDeps, 'showDetails'> {
  readonly portals: DetailsDeps['portals'] & Pick<PortalPort, 'onDidChange'>;
  readonly extensionUri: vscode.Uri;
}

export class DetailsTabs implements vscode.WebviewPanelSerializer, vscode.Disposable {
  readonly #deps: DetailsTabsDeps;
  readonly #store = new DisposableStore();
  readonly #tabs = new Map<vscode.WebviewPanel, DetailsTarget>();

  constructor(deps: DetailsTabsDeps) {
    this.#deps = deps;
    this.#store.add(vscode.window.registerWebviewPanelSerializer(PANEL, this));
  }

  show(target: DetailsTarget): void {
    const open = [...this.#tabs].find(([, other]) => isAlike(other, target))?.[0];
    if (open !== undefined) open.reveal();
    else this.#adopt(vscode.window.createWebviewPanel(PANEL, '', vscode.ViewColumn.Active), target).start();
  }

  deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const target = readStored(DetailsTarget, state);
    if (target === undefined) panel.dispose();
    else {
      const controller = this.#adopt(panel, target);
      if (vscode.workspace.isTrusted) controller.start();
      else controller.wait();
    }
    return Promise.resolve();
  }

  closePortal(portalId: string): void {
    for (const [panel, target] of [...this.#tabs]) if (target.portalId === portalId) panel.dispose();
  }

  dispose(): void {
    this.#store.dispose();
    for (const panel of [...this.#tabs.keys()]) panel.dispose();
  }

  /** Makes a controller for the panel. The caller starts it. */
  #adopt(panel: vscode.WebviewPanel, target: DetailsTarget): DetailsController {
    const { extensionUri, failures } = this.#deps;
    const store = new DisposableStore();
    const show = (look: DetailsLook): void => {
      panel.title = titleOf(look);
      post(link.remote.show(look));
    };
    const deps = { ...this.#deps, showDetails: (other: DetailsTarget) => this.show(other) };
    const controller = store.add(new DetailsController(target, deps, show));
    const served = serve(DetailsHost, controller, (name, error) => failures.show(name, error));
    store.add(this.#deps.portals.onDidChange(() => controller.refreshSaved()));
    store.add(vscode.workspace.onDidGrantWorkspaceTrust(() => controller.startWaiting()));
    const link = store.add(linkWebview(panel, DetailsView, served));
    this.#tabs.set(panel, target);
    panel.onDidDispose(() => {
      this.#tabs.delete(panel);
      store.dispose();
    });
    panel.iconPath = tabIcon(extensionUri, 'records');
    panel.title = titleOf(controller.look);
    writePage(panel.webview, extensionUri, 'details', panel.title);
    return controller;
  }
}

function titleOf({ title }: DetailsLook): string {
  return plainLabel(translate(DETAILS_WORDS.title, { name: title }));
}

/** Whether two targets mean the same page. A resource has one page, whichever dataset it was opened from. */
function isAlike(one: DetailsTarget, other: DetailsTarget): boolean {
  if (one.resourceId === undefined) return isDeepStrictEqual(one, other);
  return one.portalId === other.portalId && one.resourceId === other.resourceId;
}
