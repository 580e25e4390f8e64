import type * as vscode from 'vscode';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { isSameQuery } from '../datastore/query/queryHistory.ts';
import { DisposableStore } from '../platform/disposables.ts';
import type { QueryDraft } from '../datastore/query/draft.ts';
import type { QueryController } from './queryController.ts';

/** A records panel; another object once it shows another resource. */
export interface FollowedPanel {
  readonly portalId: string;
  /** What it asked last, answered or not. */
  readonly query: DatastoreQuery;
  /** It is one of the last session. */
  readonly isRestored: boolean;
}

export interface FollowedPanels {
  /** A panel came to the front, or shows another resource there. */
  readonly onDidActivate: vscode.Event<FollowedPanel>;
  readonly onDidClose: vscode.Event<FollowedPanel>;
}

interface FollowerOptions {
  readonly panels: FollowedPanels;
  readonly controller: QueryController;
  /** What the form shows for a query of this portal. */
  readonly draftOf: (query: DatastoreQuery, portalId: string) => Promise<QueryDraft>;
}

/** Has a form show the query of the panel in front, or what was typed there for that panel and isn't run yet. */
export class PanelFollower implements vscode.Disposable {
  readonly #options: FollowerOptions;
  readonly #store = new DisposableStore();
  #panel: FollowedPanel | undefined;
  readonly #typed = new Map<FollowedPanel, QueryDraft>();
  /** What stands in the form is of the next panel: it's run there, or stood there when the last session ended. */
  #next: 'run' | 'restored' | undefined = 'restored';

  constructor(options: FollowerOptions) {
    this.#options = options;
    const { panels, controller } = options;
    this.#store.add(panels.onDidActivate((panel) => controller.inOrder(() => this.#follow(panel))));
    this.#store.add(panels.onDidClose((panel) => controller.inOrder(() => this.#forget(panel))));
  }

  /** What stands in the form is about to run, in this panel or another. */
  release(): void {
    this.#panel = undefined;
    this.#next = 'run';
  }

  /** Something else is about to be shown in the form. What was typed comes back with its panel. */
  async leave(): Promise<void> {
    const left = this.#panel;
    const { draft } = this.#options.controller;
    this.#panel = undefined;
    this.#next = undefined;
    if (left !== undefined && !(await this.#asks(draft, left))) this.#typed.set(left, draft);
  }

  dispose(): void {
    this.#store.dispose();
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
    const asked = await this.#options.controller.asked(draft);
    return asked?.portalId === portalId && isSameQuery(asked.query, query);
  }
}
