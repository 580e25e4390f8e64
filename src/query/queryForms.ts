import * as vscode from 'vscode';
import { draftOf } from '../datastore/draft/readDraft.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { type Disposing, Owner } from '../platform/disposables.ts';
import { tabIcon, writePage } from '../platform/page.ts';
import { plainLabel } from '../platform/plain.ts';
import type { PickedResource, ResourceRef } from '../platform/portal.ts';
import { Problem } from '../platform/problem.ts';
import { translate } from '../platform/windowLanguage.ts';
import { EMPTY_DRAFT, type QueryDraft } from '../datastore/query/draft.ts';
import { type FollowedPanels, PanelFollower } from './panelFollower.ts';
import { type EnteredQuery, QueryController, type QueryControllerDeps, type QueryRecords } from './queryController.ts';
import type { DraftStore } from './draftStore.ts';
import { QUERY_WORDS } from './queryWords.ts';

const VIEW = 'datastoreExplorer.query';
const PANEL = 'datastoreExplorer.queryForm';

export interface QueryFormsDeps extends QueryControllerDeps {
  readonly records: QueryRecords & FollowedPanels;
  readonly extensionUri: vscode.Uri;
  readonly editorDrafts: DraftStore;
  /** The limit of a new draft. `null` means no limit. */
  readonly defaultLimit: () => number | null;
}

interface FormPanel {
  readonly panel: vscode.WebviewPanel;
  readonly controller: QueryController;
}

/** A query's form beside a text. */
export interface FormLinkOptions {
  readonly title: string;
  /** `before` is the query that the form had before, or undefined if that isn't complete any more. */
  readonly entered: (entered: EnteredQuery, before: Promise<DatastoreQuery | undefined>) => void;
  readonly ended: () => void;
}

export interface FormLink {
  /** Shows the query after the text has changed. The focus stays. Does nothing once the link has ended. */
  show(query: DatastoreQuery): Promise<void>;
}

/** The query form below the tree, which follows the records panels, and the form in an editor, which doesn't. */
export class QueryForms extends Owner implements vscode.WebviewViewProvider, vscode.WebviewPanelSerializer {
  readonly #deps: QueryFormsDeps;
  readonly #inView: QueryController;
  readonly #follower: PanelFollower;
  #view: vscode.WebviewView | undefined;
  #panel: FormPanel | undefined;
  #linked: Disposing | undefined;

  constructor(deps: QueryFormsDeps) {
    super();
    this.#deps = deps;
    const { records, portals, drafts } = deps;
    const run: QueryRecords['run'] = (...query) => {
      this.#follower.release();
      return records.run(...query);
    };
    const ownRecords = { onDidAnswer: records.onDidAnswer, run };
    const controller = (this.#inView = this.owned.add(
      new QueryController({ ...deps, records: ownRecords }, { isBesideTree: true }),
    ));
    const draftOf = (query: DatastoreQuery, portalId: string) => this.#draftOfQuery(query, portalId);
    this.#follower = this.owned.add(new PanelFollower({ panels: records, controller, draftOf }));
    const describe = (): void => void this.#describe();
    this.owned.add(drafts.onDidChangeTarget(describe));
    this.owned.add(portals.onDidChange(describe));
    this.owned.add(vscode.window.registerWebviewViewProvider(VIEW, this));
    this.owned.add(vscode.window.registerWebviewPanelSerializer(PANEL, this));
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const attached = this.#inView.attach(view);
    this.#view = view;
    void this.#describe();
    view.onDidDispose(() => {
      attached.dispose();
      if (this.#view === view) this.#view = undefined;
    });
    writePage(view.webview, this.#deps.extensionUri, 'form', translate(QUERY_WORDS.title));
  }

  deserializeWebviewPanel(panel: vscode.WebviewPanel): Promise<void> {
    this.#adopt(panel);
    return Promise.resolve();
  }

  openInEditor(): void {
    const title = translate(QUERY_WORDS.title);
    if (this.#panel === undefined) {
      this.#deps.editorDrafts.remember(this.#deps.drafts.current, true);
      this.#adopt(vscode.window.createWebviewPanel(PANEL, title, vscode.ViewColumn.Active));
    } else this.#panel.panel.reveal();
  }

  /** Shows the query that was pasted or last typed for this resource, and moves the focus to the form. */
  async select(ref: PickedResource): Promise<void> {
    await this.#active.followed;
    if (this.#active === this.#inView) await this.#follower.leave();
    await this.#show(this.#draftFor(ref), true);
  }

  /** Shows in the sidebar what is about to run in a panel. The draft of the current panel is stored. */
  async expect(portalId: string, query: DatastoreQuery): Promise<void> {
    await this.#inView.followed;
    await this.#follower.leave();
    this.#inView.show(await this.#draftOfQuery(query, portalId), false);
    this.#follower.release();
  }

  /** Selects a portal, unless the form has a draft already. */
  async offer(portalId: string): Promise<void> {
    const { current } = this.#deps.drafts;
    const isEmpty = current.portalId === '' && current.baseUrl === '' && current.resource === '';
    if (isEmpty) await this.#show({ ...current, portalId }, false);
  }

  /** The portal and query in the form, to export its records. Throws Problem while the query is incomplete. */
  async currentQuery(): Promise<{ readonly portalId: string; readonly query: DatastoreQuery }> {
    await this.#active.followed;
    const target = await this.#active.queryOf(this.#active.draft);
    if (target !== undefined) return { portalId: target.portalId, query: target.query };
    throw new Problem(translate(QUERY_WORDS.incomplete), translate(QUERY_WORDS.completeFirst));
  }

  forget({ portalId, resourceId }: ResourceRef): void {
    for (const form of [this.#inView, ...(this.#panel ? [this.#panel.controller] : [])])
      if (form.draft.portalId === portalId && form.draft.resource === resourceId)
        form.show({ ...EMPTY_DRAFT, portalId }, false);
  }

  async edit(portalId: string, query: DatastoreQuery): Promise<void> {
    await this.#show(await this.#draftOfQuery(query, portalId), true);
  }

  /**
   * Shows a query in the form's editor, beside the text that has it, and reports the queries that people enter there.
   * The link ends when the form is closed or shows another query.
   */
  async link(
    { title, entered, ended }: FormLinkOptions,
    { portalId, query }: Pick<EnteredQuery, 'portalId' | 'query'>,
  ): Promise<FormLink> {
    const draft = await this.#draftOfQuery(query, portalId);
    this.#unlink();
    if (this.#panel === undefined) this.#deps.editorDrafts.remember(draft, true);
    else this.#panel.panel.reveal();
    const { panel, controller } =
      this.#panel ?? this.#adopt(vscode.window.createWebviewPanel(PANEL, title, vscode.ViewColumn.Beside));
    panel.title = plainLabel(title);
    controller.show(draft, true);
    let last = draft;
    const listening = controller.onDidEnter((now) => {
      // The types of the fields, which come late, change how a draft is read.
      const before = controller.queryOf(last).then((read) => read?.query);
      last = now.draft;
      entered(now, before);
    });
    this.#linked = {
      dispose: () => {
        listening.dispose();
        ended();
      },
    };
    const linked = this.#linked;
    return {
      show: async (changed) => {
        const next = await this.#draftOfQuery(changed, portalId);
        if (this.#linked !== linked) return;
        last = next;
        controller.show(next, false);
      },
    };
  }

  type(text: string): void {
    this.#active.type(text);
  }

  get #active(): QueryController {
    return this.#panel?.panel.visible === true ? this.#panel.controller : this.#inView;
  }

  async #draftOfQuery(query: DatastoreQuery, portalId: string): Promise<QueryDraft> {
    const { portals } = this.#deps;
    const isListed = (await portals.choices()).some(({ id }) => id === portalId);
    const place = isListed ? { portalId } : { portalId: '', baseUrl: portals.find(portalId)?.baseUrl ?? '' };
    return { ...draftOf(query, portalId), ...place };
  }

  /** Adds the resource's name to the title of the sidebar's form. After a start, names are read from the disk first. */
  async #describe(): Promise<void> {
    await this.#deps.portals.choices();
    const { portalId, resource: resourceId } = this.#inView.draft;
    const isListed = portalId !== '' && resourceId !== '';
    const { resource, server } = this.#deps.portals.names({ portalId, resourceId });
    if (this.#view) this.#view.description = isListed ? plainLabel(`${resource} · ${server}`) : '';
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

  /** The form has a query of its own again. */
  #unlink(): void {
    const linked = this.#linked;
    this.#linked = undefined;
    linked?.dispose();
    if (this.#panel !== undefined) this.#panel.panel.title = translate(QUERY_WORDS.title);
  }

  async #show(draft: QueryDraft, focus: boolean): Promise<void> {
    if (this.#active !== this.#inView) this.#unlink();
    this.#active.show(draft, focus);
    if (this.#active === this.#inView) await vscode.commands.executeCommand(`${VIEW}.focus`, { preserveFocus: !focus });
    else if (focus) this.#panel?.panel.reveal();
  }

  #adopt(panel: vscode.WebviewPanel): FormPanel {
    const deps = { ...this.#deps, drafts: this.#deps.editorDrafts };
    const controller = new QueryController(deps, { isBesideTree: false });
    const attached = controller.attach(panel);
    const own = (this.#panel = { panel, controller });
    panel.iconPath = tabIcon(this.#deps.extensionUri, 'query');
    panel.onDidDispose(() => {
      attached.dispose();
      controller.dispose();
      if (this.#panel !== own) return;
      this.#panel = undefined;
      this.#unlink();
    });
    writePage(panel.webview, this.#deps.extensionUri, 'form', panel.title);
    return own;
  }
}
