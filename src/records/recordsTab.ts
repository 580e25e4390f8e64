import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import type { GridFrameView, GridInit } from '../messages/gridProtocol.ts';
import { DisposableStore } from '../platform/disposables.ts';
import { bundleAddress, post, tabIcon, type WebviewLink, writePage } from '../platform/page.ts';
import type { ResourceRef } from '../platform/portal.ts';
import type { AnswerInPanel } from '../platform/ports/portalPort.ts';
import { RecordsController } from './recordsController.ts';
import type { RecordsProgram } from './recordsPorts.ts';
import type { QueryRunner } from './queryRunner.ts';
import { tabTitle, type TitledTab } from './tabTitles.ts';

export interface TabOptions {
  /** Whether the next opened resource replaces this one. */
  readonly isReusable?: boolean;
  /** Whether the tab is a file's editor, which VS Code names by its file. */
  readonly isFileEditor?: boolean;
  readonly id?: string;
}

/** An editor tab with the records of a resource, or of one resource after another while it is reusable. */
export class RecordsTab implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #program: RecordsProgram;
  readonly #isFileEditor: boolean;
  readonly #id: string;
  readonly #store = new DisposableStore();
  readonly #answered = this.#store.add(new vscode.EventEmitter<AnswerInPanel>());
  readonly #begun = this.#store.add(new vscode.EventEmitter<void>());
  readonly #changed = this.#store.add(new vscode.EventEmitter<void>());
  readonly #closed = this.#store.add(new vscode.EventEmitter<QueryRunner>());
  readonly onDidAnswer = this.#answered.event;
  /** Fires when a query begins to run. */
  readonly onDidBegin = this.#begun.event;
  /** Fires when the tab shows another resource or is kept. */
  readonly onDidChange = this.#changed.event;
  /** Fires when the tab stops showing a resource. */
  readonly onDidClose = this.#closed.event;
  #shown: Shown;
  #icon: 'reusable' | 'records' | undefined;
  #place = '';
  readonly #loaded = Promise.withResolvers<undefined>();
  /** Resolves when its page has loaded, or never will. */
  readonly loaded: Promise<unknown> = this.#loaded.promise;

  constructor(
    panel: vscode.WebviewPanel,
    portalId: string,
    query: DatastoreQuery,
    program: RecordsProgram,
    { isReusable = false, isFileEditor = false, id = randomUUID() }: TabOptions = {},
  ) {
    this.#panel = this.#store.add(panel);
    this.#program = program;
    this.#isFileEditor = isFileEditor;
    this.#id = id;
    this.#shown = this.#begin(portalId, query, isReusable);
    if (!isFileEditor) this.#store.add(panel.onDidChangeViewState(() => this.runWhenVisible()));
    this.#nameTab();
    writePage(panel.webview, program.host.extensionUri, 'grid', this.resourceName, this.#initOf(this.#shown));
  }

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

  /** Sets the part of the title that distinguishes resources of the same name. Empty if there is no other. */
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

  /** Shows another resource. The page stays loaded, since VS Code takes longer to make a page than a query takes. */
  reuse(portalId: string, query: DatastoreQuery): void {
    const begun = this.#begin(portalId, query, true);
    post(this.#shown.link.remote.restart(this.#initOf(begun)));
    this.#end();
    this.#shown = begun;
    this.#nameTab();
    this.#changed.fire();
  }

  /** Runs the query once the tab is visible in a trusted window, so that nothing is requested at startup. */
  runWhenVisible(): void {
    const { running } = this.controller;
    if (running.screen.state.kind === 'idle' && this.#panel.visible && vscode.workspace.isTrusted) running.retry();
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
    const controller = store.add(new RecordsController(portalId, query, this.#program, !isReusable, this.#id));
    const link = store.add(controller.attach(this.#panel));
    const { running } = controller;
    store.add(running.onDidReady(() => this.#loaded.resolve(undefined)));
    store.add(running.onDidBegin(() => this.#begun.fire()));
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

  #initOf({ controller: { running } }: Shown): GridInit {
    const chartUri = bundleAddress(this.#panel.webview, this.#program.host.extensionUri, 'chart.js');
    return { ...running.init, chartUri };
  }

  #nameTab(): void {
    if (this.#isFileEditor) return;
    this.#panel.title = tabTitle(this.resourceName, this.#place);
    const icon = this.isReusable ? 'reusable' : 'records';
    if (icon === this.#icon) return;
    this.#icon = icon;
    // VS Code lays out all tabs anew for each assignment.
    this.#panel.iconPath = tabIcon(this.#program.host.extensionUri, icon);
  }
}

interface Shown {
  readonly store: DisposableStore;
  readonly controller: RecordsController;
  readonly link: WebviewLink<typeof GridFrameView>;
}
