import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import type { GridFrameView } from '../messages/gridProtocol.ts';
import { DisposableStore } from '../platform/disposables.ts';
import { post, tabIcon, type WebviewLink, writePage } from '../platform/page.ts';
import type { ResourceRef } from '../platform/portal.ts';
import { RecordsController, type RecordsControllerDeps } from './recordsController.ts';
import type { Answered, RunningController } from './runningController.ts';
import { tabTitle, type TitledTab } from './tabTitles.ts';

export interface RecordsTabDeps extends RecordsControllerDeps {
  readonly extensionUri: vscode.Uri;
}

export interface TabOptions {
  /** The next resource that is opened takes the place of this one. */
  readonly isReusable?: boolean;
  /** VS Code names the tab by its file. */
  readonly isFileEditor?: boolean;
  /** See SavedPanel. */
  readonly id?: string;
}

/** One editor tab with the records of a resource; while it's reusable, of one after another. */
export class RecordsTab implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #deps: RecordsTabDeps;
  readonly #isFileEditor: boolean;
  readonly #id: string;
  readonly #store = new DisposableStore();
  readonly #answered = this.#store.add(new vscode.EventEmitter<Answered>());
  readonly #changed = this.#store.add(new vscode.EventEmitter<void>());
  readonly #closed = this.#store.add(new vscode.EventEmitter<RunningController>());
  /** Whatever resource it shows by then. */
  readonly onDidAnswer = this.#answered.event;
  /** It shows another resource, or is kept. */
  readonly onDidChange = this.#changed.event;
  /** It no longer shows this resource. */
  readonly onDidClose = this.#closed.event;
  #shown: Shown;
  #place = '';
  readonly #loaded = Promise.withResolvers<undefined>();
  /** Its page is there, or never will be. */
  readonly loaded: Promise<unknown> = this.#loaded.promise;

  constructor(
    panel: vscode.WebviewPanel,
    portalId: string,
    query: DatastoreQuery,
    deps: RecordsTabDeps,
    { isReusable = false, isFileEditor = false, id = randomUUID() }: TabOptions = {},
  ) {
    this.#panel = this.#store.add(panel);
    this.#deps = deps;
    this.#isFileEditor = isFileEditor;
    this.#id = id;
    this.#shown = this.#begin(portalId, query, isReusable);
    if (!isFileEditor) this.#store.add(panel.onDidChangeViewState(() => this.runWhenVisible()));
    this.#nameTab();
    writePage(panel.webview, deps.extensionUri, 'grid', this.resourceName, this.controller.running.init);
  }

  /** Of the resource that is shown now. */
  get controller(): RecordsController {
    return this.#shown.controller;
  }

  get ref(): ResourceRef {
    return this.controller.running.ref;
  }

  get isActive(): boolean {
    return this.#panel.active;
  }

  get resourceName(): string {
    return this.controller.running.names.resource;
  }

  get titled(): TitledTab {
    const { portalId, resourceId } = this.ref;
    return { title: this.#panel.title, portalId, resourceId };
  }

  /** Part of the title where another tab shows a resource of the same name; else empty. */
  setPlace(place: string): void {
    if (place === this.#place) return;
    this.#place = place;
    this.#nameTab();
  }

  get isReusable(): boolean {
    return !this.controller.running.isKept;
  }

  show(preserveFocus: boolean): void {
    this.#panel.reveal(undefined, preserveFocus);
  }

  /** Shows another resource, all else as in a new tab. Its page stays loaded: VS Code takes longer to make one than to ask. */
  reuse(portalId: string, query: DatastoreQuery): void {
    const begun = this.#begin(portalId, query, true);
    post(this.#shown.link.remote.restart(begun.controller.running.init));
    this.#end();
    this.#shown = begun;
    this.#nameTab();
    this.#changed.fire();
  }

  /** A restored tab asks only once it is visible, in a trusted window: nothing is asked at startup. */
  runWhenVisible(): void {
    const { running } = this.controller;
    if (running.screen.state.kind === 'idle' && this.#panel.visible && vscode.workspace.isTrusted)
      running.retry();
  }

  dispose(): void {
    this.#end();
    this.#loaded.resolve(undefined);
    this.#store.dispose();
  }

  #end(): void {
    this.#closed.fire(this.controller.running);
    this.#shown.store.dispose();
  }

  #begin(portalId: string, query: DatastoreQuery, isReusable: boolean): Shown {
    const store = new DisposableStore();
    const controller = store.add(new RecordsController(portalId, query, this.#deps, !isReusable, this.#id));
    const link = store.add(controller.attach(this.#panel));
    const { running } = controller;
    store.add(running.onDidReady(() => this.#loaded.resolve(undefined)));
    store.add(
      running.onDidAnswer((answered) => {
        this.#nameTab();
        this.#answered.fire(answered);
      }),
    );
    store.add(
      running.onDidKeep(() => {
        this.#nameTab();
        this.#changed.fire();
      }),
    );
    return { store, controller, link };
  }

  #nameTab(): void {
    if (this.#isFileEditor) return;
    this.#panel.title = tabTitle(this.resourceName, this.#place);
    this.#panel.iconPath = tabIcon(this.#deps.extensionUri, this.isReusable ? 'reusable' : 'records');
  }
}

/** What stands for one resource. */
interface Shown {
  readonly store: DisposableStore;
  readonly controller: RecordsController;
  readonly link: WebviewLink<typeof GridFrameView>;
}
