/** The query form as a second view of a query in a document's text. */
import * as vscode from 'vscode';
import { defined } from '../base/defined.ts';
import { isSameQuery } from '../datastore/query/queryHistory.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { fillQuery } from '../document/kept/fillQuery.ts';
import { changeQuery } from '../document/kept/editQueryDocument.ts';
import type { KeptQuery, ParameterValues } from '../document/kept/keptQuery.ts';
import { Owner } from '../platform/disposables.ts';
import type { Failures } from '../platform/failures.ts';
import type { ResourceRef } from '../platform/portal.ts';
import { translate } from '../platform/windowLanguage.ts';
import type { PlacedQuery, ReadyQuery } from './placedQuery.ts';
import { KEPT_EDITOR_WORDS as WORDS } from './keptEditorWords.ts';
import { queryNamed } from './openQueries.ts';
import { applyChanges } from './textChanges.ts';

/** The form in an editor, which shows a query until it is closed or shows another one. */
export interface FormPort {
  link(
    options: { readonly title: string; readonly entered: (query: PlacedQuery) => void; readonly ended: () => void },
    placed: PlacedQuery,
  ): Promise<LinkedForm>;
}

interface LinkedForm {
  /** The query as the form has it, which may write it in another way. */
  read(): Promise<DatastoreQuery | undefined>;
  /** Shows the query after the text has changed. */
  show(query: DatastoreQuery): Promise<void>;
}

/** Time without typing after which the form shows what the text says. */
const PAUSE_MS = 300;

interface LinkedQuery {
  readonly uri: vscode.Uri;
  readonly name: string;
  readonly values: ParameterValues;
  readonly ref: ResourceRef;
  /** The query that the form had last. Only what people change there changes the text. */
  entered?: DatastoreQuery | undefined;
  form?: LinkedForm;
}

export class KeptForm extends Owner {
  readonly #form: FormPort;
  readonly #failures: Failures;
  #linked: LinkedQuery | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #edits = Promise.resolve();

  constructor(form: FormPort, failures: Failures) {
    super();
    this.#form = form;
    this.#failures = failures;
    this.owned.add(vscode.workspace.onDidChangeTextDocument(({ document }) => this.#follow(document)));
    this.owned.addCall(() => clearTimeout(this.#timer));
  }

  /** Opens the form beside the text. What people enter there changes the members of the query that it concerns. */
  async open({ editor, kept, ref, values, query }: ReadyQuery): Promise<void> {
    const linked: LinkedQuery = { uri: editor.uri, name: kept.name, values, ref };
    const isOpen = (): boolean => this.#linked === linked;
    linked.form = await this.#form.link(
      {
        title: translate(WORDS.formTitle, { name: kept.name }),
        entered: (entered) => this.#inOrder(() => (isOpen() ? this.#enter(linked, entered) : undefined)),
        ended: () => {
          if (isOpen()) this.#linked = undefined;
        },
      },
      { portalId: ref.portalId, query },
    );
    linked.entered = await linked.form.read();
    this.#linked = linked;
  }

  async #enter(linked: LinkedQuery, { portalId, query: entered }: PlacedQuery): Promise<void> {
    const { ref, values, name, uri } = linked;
    // Another resource is another query, which people can keep by itself.
    if (portalId !== ref.portalId || entered.resourceId !== ref.resourceId) return;
    const before = linked.entered;
    linked.entered = entered;
    if (before === undefined || isSameQuery(before, entered)) return;
    const editor = await vscode.workspace.openTextDocument(uri);
    const kept = queryNamed(editor, name);
    const query = kept && filledQuery(kept, values);
    if (kept === undefined || query === undefined) return;
    const { resourceId } = query;
    if (isSameQuery({ ...query, resourceId }, { ...entered, resourceId })) return;
    const keep = { place: kept.place, query: { ...entered, resourceId }, ...defined({ chart: kept.chart }) };
    await applyChanges(editor, (text) => changeQuery(text, name, keep, values));
  }

  #follow(editor: vscode.TextDocument): void {
    const linked = this.#linked;
    if (editor.uri.toString() !== linked?.uri.toString()) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#inOrder(() => this.#show(editor, linked)), PAUSE_MS);
  }

  /** Does one thing after the other, because text and form change each other. */
  #inOrder(work: () => Promise<void> | undefined): void {
    this.#edits = this.#edits.then(work).catch((error: unknown) => void this.#failures.show('Form', error));
  }

  /** Shows in the form what people changed in the text. */
  async #show(editor: vscode.TextDocument, linked: LinkedQuery): Promise<void> {
    const kept = queryNamed(editor, linked.name);
    const query = kept && filledQuery(kept, linked.values);
    if (query === undefined || this.#linked !== linked) return;
    const shown = { ...query, resourceId: linked.ref.resourceId };
    if (linked.entered !== undefined && isSameQuery(linked.entered, shown)) return;
    await linked.form?.show(shown);
    linked.entered = await linked.form?.read();
  }
}

function filledQuery(kept: KeptQuery, values: ParameterValues): DatastoreQuery | undefined {
  const filled = fillQuery(kept, values);
  return 'query' in filled ? filled.query : undefined;
}
