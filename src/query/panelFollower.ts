import type * as vscode from 'vscode';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { isSameQuery } from '../datastore/query/queryHistory.ts';
import { Owner } from '../platform/disposables.ts';
import type { QueryDraft } from '../datastore/query/draft.ts';
import type { QueryController } from './queryController.ts';

/** A records panel. A different object stands for it once it shows another resource. */
export interface FollowedPanel {
  readonly portalId: string;
  /** The panel's last query, answered or not. */
  readonly query: DatastoreQuery;
  readonly isRestored: boolean;
}

export interface FollowedPanels {
  /** Fires when a panel becomes active, or shows another resource while active. */
  readonly onDidActivate: vscode.Event<FollowedPanel>;
  readonly onDidClose: vscode.Event<FollowedPanel>;
}

interface FollowerOptions {
  readonly panels: FollowedPanels;
  readonly controller: QueryController;
  readonly draftOf: (query: DatastoreQuery, portalId: string) => Promise<QueryDraft>;
}

/** Makes a form show the query of the active panel, or the draft that people typed for that panel and haven't run. */
export class PanelFollower extends Owner {
  readonly #options: FollowerOptions;
  #panel: FollowedPanel | undefined;
  readonly #typed = new Map<FollowedPanel, QueryDraft>();
  /** Why the draft belongs to the next panel: it is about to run there, or is from the end of the last session. */
  #next: 'run' | 'restored' | undefined = 'restored';

  constructor(options: FollowerOptions) {
    super();
    this.#options = options;
    const { panels, controller } = options;
    this.owned.add(panels.onDidActivate((panel) => controller.inOrder(() => this.#follow(panel))));
    this.owned.add(panels.onDidClose((panel) => controller.inOrder(() => this.#forget(panel))));
  }

  /** Keeps the draft, because it is about to run in this or another panel. */
  release(): void {
    this.#panel = undefined;
    this.#next = 'run';
  }

  /** Stores the draft with its panel, because the form is about to show something else. */
  async leave(): Promise<void> {
    const left = this.#panel;
    const { draft } = this.#options.controller;
    this.#panel = undefined;
    this.#next = undefined;
    if (left !== undefined && !(await this.#asks(draft, left))) this.#typed.set(left, draft);
  }

  async #follow(panel: FollowedPanel): Promise<void> {
    if (panel === this.#panel) return;
    const { controller, draftOf } = this.#options;
    const isOwn = this.#next === 'run' || (this.#next === 'restored' && panel.isRestored);
    await this.leave();
    this.#panel = panel;
    const typed = this.#typed.get(panel);
    this.#typed.delete(panel);
    if (isOwn || (typed === undefined && (await this.#asks(controller.draft, panel)))) return;
    controller.show(typed ?? (await draftOf(panel.query, panel.portalId)), false);
  }

  #forget(panel: FollowedPanel): void {
    this.#typed.delete(panel);
    if (this.#panel === panel) this.#panel = undefined;
  }

  async #asks(draft: QueryDraft, { portalId, query }: FollowedPanel): Promise<boolean> {
    const draftQuery = await this.#options.controller.queryOf(draft);
    return draftQuery?.portalId === portalId && isSameQuery(draftQuery.query, query);
  }
}
