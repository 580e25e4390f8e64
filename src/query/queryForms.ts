import * as vscode from 'vscode';
import { draftOf } from '../datastore/query/readDraft.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { DisposableStore } from '../platform/disposables.ts';
import { tabIcon, writePage } from '../platform/page.ts';
import type { PickedResource, ResourceRef } from '../platform/portal.ts';
import { Problem } from '../platform/problem.ts';
import { translate } from '../platform/windowLanguage.ts';
import { EMPTY_DRAFT, type QueryDraft } from '../messages/draft.ts';
import { QueryController, type QueryControllerDeps } from './queryController.ts';
import { QUERY_WORDS } from './queryWords.ts';

const VIEW = 'datastoreExplorer.query';
const PANEL = 'datastoreExplorer.queryForm';

export interface QueryFormsDeps extends QueryControllerDeps {
  readonly extensionUri: vscode.Uri;
  /** The limit that a new draft begins with; `null` for none. */
  readonly defaultLimit: () => number | null;
}

/** The query form under the tree, and the same form as an editor. Drafts go to the one that is in use. */
export class QueryForms
  implements vscode.WebviewViewProvider, vscode.WebviewPanelSerializer, vscode.Disposable
{
  readonly #deps: QueryFormsDeps;
  readonly #store = new DisposableStore();
  readonly #inView: QueryController;
  #panel: { readonly panel: vscode.WebviewPanel; readonly controller: QueryController } | undefined;

  constructor(deps: QueryFormsDeps) {
    this.#deps = deps;
    this.#inView = this.#store.add(new QueryController(deps));
    this.#store.add(vscode.window.registerWebviewViewProvider(VIEW, this));
    this.#store.add(vscode.window.registerWebviewPanelSerializer(PANEL, this));
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const attached = this.#inView.attach(view);
    view.onDidDispose(() => void attached.dispose());
    writePage(view.webview, this.#deps.extensionUri, 'form', translate(QUERY_WORDS.title));
  }

  deserializeWebviewPanel(panel: vscode.WebviewPanel): Promise<void> {
    this.#adopt(panel);
    return Promise.resolve();
  }

  openInEditor(): void {
    const title = translate(QUERY_WORDS.title);
    if (this.#panel === undefined)
      this.#adopt(vscode.window.createWebviewPanel(PANEL, title, vscode.ViewColumn.Active));
    else this.#panel.panel.reveal();
  }

  /** Fills the form with what was pasted, or last asked of this resource. The focus stays where it is. */
  async select(ref: PickedResource): Promise<void> {
    await this.#active.followed;
    await this.#show(this.#draftFor(ref), false);
  }

  /** Chooses a portal, unless something stands in the form already. */
  async offer(portalId: string): Promise<void> {
    const { current } = this.#deps.drafts;
    const isEmpty = current.portalId === '' && current.baseUrl === '' && current.resource === '';
    if (isEmpty) await this.#show({ ...current, portalId }, false);
  }

  /** Fills the form and runs it; the focus goes to the form, to ask on. */
  async search(ref: PickedResource): Promise<void> {
    await this.#active.followed;
    await this.#show(this.#draftFor(ref), true);
    await this.#active.runShown();
  }

  /** What stands in the form, to export it. Throws Problem while it isn't complete. */
  async asked(): Promise<{ readonly portalId: string; readonly query: DatastoreQuery }> {
    await this.#active.followed;
    const asked = await this.#active.asked(this.#deps.drafts.current);
    if (asked !== undefined) return { portalId: asked.portalId, query: asked.query };
    throw new Problem(translate(QUERY_WORDS.incomplete), translate(QUERY_WORDS.completeFirst));
  }

  /** Empties the form if this resource stands in it. */
  forget(ref: ResourceRef): void {
    const { current } = this.#deps.drafts;
    const isOpen = current.portalId === ref.portalId && current.resource === ref.resourceId;
    if (isOpen) this.#active.show({ ...EMPTY_DRAFT, portalId: ref.portalId }, false);
  }

  /** Puts a query back into the form to change it. */
  async edit(portalId: string, query: DatastoreQuery): Promise<void> {
    const { portals } = this.#deps;
    const isListed = (await portals.choices()).some(({ id }) => id === portalId);
    const place = isListed ? { portalId } : { portalId: '', baseUrl: portals.find(portalId)?.baseUrl ?? '' };
    await this.#show({ ...draftOf(query, portalId), ...place }, true);
  }

  dispose(): void {
    this.#store.dispose();
  }

  get #active(): QueryController {
    return this.#panel?.panel.visible === true ? this.#panel.controller : this.#inView;
  }

  #draftFor(ref: PickedResource): QueryDraft {
    if (ref.query) return draftOf(ref.query, ref.portalId);
    const { drafts, defaultLimit } = this.#deps;
    const limit = defaultLimit();
    return (
      drafts.of(ref) ?? {
        ...EMPTY_DRAFT,
        portalId: ref.portalId,
        resource: ref.resourceId,
        limit: limit === null ? '' : String(limit),
      }
    );
  }

  async #show(draft: QueryDraft, focus: boolean): Promise<void> {
    this.#active.show(draft, focus);
    if (this.#active === this.#inView)
      await vscode.commands.executeCommand(`${VIEW}.focus`, { preserveFocus: !focus });
    else if (focus) this.#panel?.panel.reveal();
  }

  #adopt(panel: vscode.WebviewPanel): void {
    const controller = new QueryController(this.#deps);
    const attached = controller.attach(panel);
    const own = (this.#panel = { panel, controller });
    panel.iconPath = tabIcon(this.#deps.extensionUri, 'query');
    panel.onDidDispose(() => {
      attached.dispose();
      controller.dispose();
      if (this.#panel === own) this.#panel = undefined;
    });
    writePage(panel.webview, this.#deps.extensionUri, 'form', panel.title);
  }
}
