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
import { queryNamed, applyChanges } from './openQueries.ts';

/** The form in an editor, which shows a query until it is closed or shows another one. */
export interface FormPort {
  link(
    options: {
      readonly title: string;
      /** `before` is the query that the form had before, as it reads it now. */
      readonly entered: (entered: PlacedQuery, before: Promise<DatastoreQuery | undefined>) => void;
      readonly ended: () => void;
    },
    placed: PlacedQuery,
  ): Promise<LinkedForm>;
}

interface LinkedForm {
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
  /** The query of the text that the form shows. */
  query: DatastoreQuery;
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
    const linked: LinkedQuery = { uri: editor.uri, name: kept.name, values, ref, query };
    const isOpen = (): boolean => this.#linked === linked;
    linked.form = await this.#form.link(
      {
        title: translate(WORDS.formTitle, { name: kept.name }),
        entered: (entered, before) => {
          this.#inOrder(async () => (isOpen() ? this.#enter(linked, entered, await before) : undefined));
        },
        ended: () => {
          if (isOpen()) this.#linked = undefined;
        },
      },
      { portalId: ref.portalId, query },
    );
    this.#linked = linked;
  }

  async #enter(linked: LinkedQuery, entered: PlacedQuery, before: DatastoreQuery | undefined): Promise<void> {
    const { ref, values, name, uri } = linked;
    // Another resource is another query, which people can keep by itself.
    if (entered.portalId !== ref.portalId || entered.query.resourceId !== ref.resourceId) return;
    const editor = await vscode.workspace.openTextDocument(uri);
    const kept = queryNamed(editor, name);
    const query = kept && filledQuery(kept, values);
    if (kept === undefined || query === undefined) return;
    const next = withChanges(query, before ?? linked.query, entered.query);
    if (isSameQuery(query, next)) return;
    linked.query = { ...next, resourceId: ref.resourceId };
    const keep = { place: kept.place, query: next, ...defined({ chart: kept.chart }) };
    await applyChanges(editor, (text) => changeQuery(text, name, keep, values));
  }

  #follow(editor: vscode.TextDocument): void {
    const linked = this.#linked;
    if (editor.uri.toString() !== linked?.uri.toString()) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#inOrder(() => this.#show(editor, linked)), PAUSE_MS);
  }

  /** Does one thing after the other, because text and form change each other. */
  #inOrder(work: () => Promise<void>): void {
    this.#edits = this.#edits.then(work).catch((error: unknown) => void this.#failures.show('Form', error));
  }

  /** Shows in the form what people changed in the text. */
  async #show(editor: vscode.TextDocument, linked: LinkedQuery): Promise<void> {
    const kept = queryNamed(editor, linked.name);
    const query = kept && filledQuery(kept, linked.values);
    if (query === undefined || this.#linked !== linked) return;
    const shown = { ...query, resourceId: linked.ref.resourceId };
    if (isSameQuery(linked.query, shown)) return;
    linked.query = shown;
    await linked.form?.show(shown);
  }
}

function filledQuery(kept: KeptQuery, values: ParameterValues): DatastoreQuery | undefined {
  const filled = fillQuery(kept, values);
  return 'query' in filled ? filled.query : undefined;
}

/** Makes the changes from one query to the next in the text's query, which the form may write in another way. */
export function withChanges(query: DatastoreQuery, before: DatastoreQuery, after: DatastoreQuery): DatastoreQuery {
  const membersOf = ({ resourceId: _, ...members }: DatastoreQuery) =>
    new Map<string, unknown>(Object.entries(members));
  const [earlier, later, all] = [before, after, query].map(membersOf) as [Members, Members, Members];
  for (const name of new Set([...earlier.keys(), ...later.keys()])) {
    if (JSON.stringify(earlier.get(name)) === JSON.stringify(later.get(name))) continue;
    all.delete(name);
    if (later.has(name)) all.set(name, later.get(name));
  }
  return { resourceId: query.resourceId, ...Object.fromEntries(all) };
}

type Members = Map<string, unknown>;
