import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { draftOf, type ReadDraft, readDraft, expandPastedCall } from '../datastore/draft/readDraft.ts';
import { conditionsOfRows, rowsOf } from '../datastore/query/conditionRows.ts';
import { filtersJson, parseFilters } from '../datastore/query/conditions.ts';
import { DRAFT_WORDS } from '../datastore/draft/draftWords.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { isSameQuery } from '../datastore/query/queryHistory.ts';
import { previewRequest } from '../datastore/wire/request.ts';
import { USUAL_ROUTE } from '../datastore/wire/apiRoute.ts';
import { type Disposing, DisposableStore } from '../platform/disposables.ts';
import type { Failures } from '../platform/failures.ts';
import { takesListsForChoices } from '../datastore/dialect/dialect.ts';
import { neededStatement } from '../datastore/client/sqlSearch.ts';
import { showLeftOut } from '../platform/messages.ts';
import { linkWebview, post } from '../platform/page.ts';
import { translate, translated } from '../platform/windowLanguage.ts';
import type { DraftProblem, DraftRevision, QueryDraft } from '../datastore/query/draft.ts';
import {
  type DraftCheck,
  type FieldChoice,
  type FilterConversion,
  FormHost,
  type FormInit,
  FormView,
  type RunState,
} from '../messages/formProtocol.ts';
import { FORM_STRINGS } from '../messages/formStrings.ts';
import { type Handlers, type Remote, serve } from '../messages/rpc.ts';
import type { DraftStore, ReplacedDraft } from './draftStore.ts';
import type { AnsweredQuery, PortalPort } from '../platform/ports/portalPort.ts';
import { QUERY_WORDS } from './queryWords.ts';
import { defined } from '../base/defined.ts';

export interface QueryControllerDeps {
  readonly portals: PortalPort;
  readonly records: QueryRecords;
  readonly drafts: DraftStore;
  readonly failures: Failures;
}

/** A query, and the draft that it was read from. */
export interface EnteredQuery {
  readonly draft: QueryDraft;
  readonly portalId: string;
  readonly query: DatastoreQuery;
}

/** The host's side of a query form. Lives as long as its view, through any number of page loads. */
export class QueryController implements Handlers<FormHost>, vscode.Disposable {
  readonly #deps: QueryControllerDeps;
  readonly #isBesideTree: boolean;
  readonly #store = new DisposableStore();
  readonly #entered = this.#store.add(new vscode.EventEmitter<EnteredQuery>());
  /** Fires when the page has sent a draft that is a query. */
  readonly onDidEnter = this.#entered.event;
  #view: Remote<FormView> | undefined;
  #run: AbortController | undefined;
  #last: EnteredQuery | undefined;
  #state: RunState = { kind: 'idle' };
  #wantsFocus = false;
  /** The draft as the page has sent it. The object stays the same until the draft is edited. */
  #copy: { readonly draft: QueryDraft; readonly revision: DraftRevision };
  #following = Promise.resolve();

  constructor(deps: QueryControllerDeps, { isBesideTree }: Pick<FormInit, 'isBesideTree'>) {
    this.#deps = deps;
    this.#isBesideTree = isBesideTree;
    this.#copy = firstCopy(deps.drafts.current);
    this.#store.add(deps.portals.onDidChange(() => void this.#sendPortals()));
    this.#store.add(deps.records.onDidAnswer((answered) => this.#onAnswered(answered)));
    this.#store.add(deps.drafts.onDidReplace((replaced) => this.#onReplaced(replaced)));
  }

  attach(holder: vscode.WebviewView | vscode.WebviewPanel): Disposing {
    const link = linkWebview(holder, FormView, serve(FormHost, this));
    this.#view = link.remote;
    return {
      dispose: () => {
        link.dispose();
        if (this.#view === link.remote) this.#view = undefined;
      },
    };
  }

  /** Types a text where the focus is in the form. Does nothing if the focus is elsewhere. */
  type(text: string): void {
    if (this.#view !== undefined) post(this.#view.type(text));
  }

  /** Replaces the draft in the form. The draft is stored even if the form isn't visible. */
  show(draft: QueryDraft, focus: boolean): void {
    this.#wantsFocus = focus;
    this.#deps.drafts.remember(draft, true);
    this.#give(draft, null);
    if (this.#view !== undefined && focus) post(this.#view.focus().then(() => (this.#wantsFocus = false)));
  }

  get draft(): QueryDraft {
    return this.#deps.drafts.current;
  }

  /** Resolves when the form has taken over the queries that its panels have run so far. */
  get followed(): Promise<void> {
    return this.#following;
  }

  /** Runs changes of the draft one after another, because each depends on the one before. */
  inOrder(follow: () => Promise<void> | void): void {
    this.#following = this.#following.then(follow).catch(() => undefined);
  }

  dispose(): void {
    this.cancel();
    this.#store.dispose();
  }

  // The page makes the following calls.

  async ready(kept: string | null): Promise<FormInit> {
    const { portals, drafts } = this.#deps;
    const { draft, revision } = (this.#copy = firstCopy(drafts.current));
    const isKept = kept !== null && drafts.isNewest(kept);
    // The page handles calls only after it has this answer.
    setTimeout(() => this.#sendState());
    return {
      strings: translated(FORM_STRINGS),
      portals: await portals.choices(),
      draft: isKept ? null : draft,
      revision: revision.id,
      language: vscode.env.language,
      isBesideTree: this.#isBesideTree,
    };
  }

  async check(draft: QueryDraft, revision: DraftRevision, isAddressWhole: boolean): Promise<DraftCheck | null> {
    if (!this.#take(draft, revision)) return null;
    if (isAddressWhole) await this.#takeApart();
    return this.#check(draft);
  }

  async fields(draft: QueryDraft, signal: AbortSignal): Promise<readonly FieldChoice[]> {
    // Other problems of the draft don't matter for its fields.
    const bare: QueryDraft = { ...draft, filterMode: 'json', filterJson: '', limit: '' };
    const target = this.#target(draft, await this.#read(bare));
    if (target === undefined) return [];
    try {
      const { portalId, query } = target;
      const client = await this.#deps.portals.client({ portalId, resourceId: query.resourceId }, signal);
      const fields = await client.fields(query.resourceId, signal);
      this.#deps.drafts.rememberTypes(draft, fields);
      return fields.map(({ id, type }) => ({ id, type }));
    } catch (error) {
      signal.throwIfAborted();
      throw new Error(this.#deps.failures.log('Fields', error).message, { cause: error });
    }
  }

  filtersToRows(json: string): FilterConversion {
    const conditions = parseFilters(json);
    const rows = 'problem' in conditions ? undefined : rowsOf(conditions);
    if (rows === undefined) return { ok: false, problem: filtersProblem(translate(QUERY_WORDS.onlyJson)) };
    return { ok: true, rows, json };
  }

  async filtersToJson(draft: QueryDraft): Promise<FilterConversion> {
    const conditions = conditionsOfRows(draft.filterRows, this.#deps.drafts.typesFor(draft) ?? new Map());
    if (!('problem' in conditions)) return { ok: true, rows: draft.filterRows, json: filtersJson(conditions) };
    const { problems } = await this.#read(draft);
    return { ok: false, problem: problems.find(({ part }) => part === 'filters') ?? filtersProblem('') };
  }

  async run(draft: QueryDraft, revision: DraftRevision): Promise<readonly DraftProblem[]> {
    return this.#take(draft, revision) ? this.runShown() : [];
  }

  async runShown(): Promise<readonly DraftProblem[]> {
    const { draft: shown, revision } = this.#copy;
    this.#deps.drafts.remember(shown, true, revision.id);
    await this.#takeApart();
    const { draft } = this.#copy;
    const read = await this.#read(draft);
    const target = this.#target(draft, read);
    if (target !== undefined) void this.#start(target);
    return read.problems;
  }

  async queryOf(draft: QueryDraft): Promise<Pick<EnteredQuery, 'portalId' | 'query'> | undefined> {
    return this.#target(draft, await this.#read(draft));
  }

  cancel(): void {
    this.#run?.abort();
  }

  async copyRequest(draft: QueryDraft): Promise<void> {
    await vscode.env.clipboard.writeText((await this.#check(draft)).preview);
  }

  async setToken(draft: QueryDraft): Promise<void> {
    const target = this.#target(draft, await this.#read(draft));
    if (target !== undefined && (await this.#deps.portals.setToken(target.portalId))) await this.runShown();
  }

  async addPortal(): Promise<void> {
    await vscode.commands.executeCommand('datastoreExplorer.addPortal');
  }

  async openLocalFile(): Promise<void> {
    await vscode.commands.executeCommand('datastoreExplorer.openLocalFile');
  }

  /** Accepts the page's edits. Returns false if they belong to an older draft. */
  #take(draft: QueryDraft, revision: DraftRevision): boolean {
    const { id, edits } = this.#copy.revision;
    if (revision.id !== id || revision.edits < edits) return false;
    if (revision.edits > edits) this.#copy = { draft, revision };
    this.#deps.drafts.remember(this.#copy.draft, false, id);
    return true;
  }

  async #takeApart(): Promise<void> {
    const { portals, drafts } = this.#deps;
    const { draft } = this.#copy;
    const apart = expandPastedCall(draft, await portals.choices());
    // People may have typed more meanwhile.
    if (apart === undefined || drafts.current !== draft) return;
    drafts.replace(draft, apart.draft);
    showLeftOut(apart);
  }

  async #check(draft: QueryDraft): Promise<DraftCheck> {
    const { portals, drafts } = this.#deps;
    const read = await this.#read(draft);
    const { query, baseUrl = '', portalId, problems } = read;
    const target = this.#copy.draft === draft ? this.#target(draft, read) : undefined;
    if (target !== undefined) this.#entered.fire(target);
    const types = drafts.typesFor(draft);
    const fields = types && [...types].map(([id, type]) => ({ id, type }));
    const facts = {
      ...(portalId !== undefined && { support: portals.filterSupport(portalId) }),
      ...defined({ fields }),
    };
    if (query === undefined) return { preview: '', problems, token: 'none', ...facts };
    const token = baseUrl === '' ? 'none' : await portals.tokenUse(baseUrl);
    const dialect = portalId === undefined ? undefined : portals.dialect(portalId);
    const statement = dialect && fields && neededStatement(query, fields, dialect);
    const route = dialect?.route ?? USUAL_ROUTE;
    const tokenHeader = portalId === undefined ? undefined : portals.find(portalId)?.tokenHeader;
    const takesConditions = dialect?.takesConditions === true;
    const sent = { hasToken: token === 'sent', tokenHeader, takesConditions };
    const preview = previewRequest(baseUrl, query, { ...sent, statement, route });
    return { preview, problems, token, ...facts };
  }

  async #read(draft: QueryDraft): Promise<ReadDraft> {
    const { portals, drafts } = this.#deps;
    return readDraft(draft, await portals.choices(), translated(DRAFT_WORDS), {
      fieldTypes: drafts.typesFor(draft),
      takesListsForChoices: (portalId) => takesListsForChoices(portals.dialect(portalId)),
    });
  }

  #target(draft: QueryDraft, { query, baseUrl, portalId }: ReadDraft): EnteredQuery | undefined {
    if (query === undefined || baseUrl === undefined) return undefined;
    return { draft, portalId: portalId ?? this.#deps.portals.visit(baseUrl).id, query };
  }

  async #start(target: EnteredQuery): Promise<void> {
    const { records, failures } = this.#deps;
    this.#run?.abort();
    const run = (this.#run = new AbortController());
    this.#last = target;
    const show = (state: RunState) => {
      if (this.#run === run) this.#showState(state);
    };
    show({ kind: 'running' });
    try {
      await records.run(target.portalId, target.query, run.signal);
      show({ kind: 'idle' });
    } catch (error) {
      const { message, hint, part = 'portal', offersToken } = failures.describe(error);
      const problem: DraftProblem = { part, severity: 'error', message: `${message} ${hint}`.trim() };
      show({ kind: 'failed', problem, offerToken: offersToken });
    }
  }

  /** Replaces a typed address by the portal of the list, and a pasted page by its resource's id. Clears a failure. */
  #onAnswered(answered: AnsweredQuery): void {
    const { portalId, query, fields } = answered;
    const last = this.#last;
    if (last?.portalId !== portalId || !isSameQuery(last.query, query)) {
      this.inOrder(() => this.#follow(answered));
      return;
    }
    const { draft } = last;
    const { drafts } = this.#deps;
    drafts.rememberTypes(draft, fields);
    if (this.#state.kind === 'failed') this.#showState({ kind: 'idle' });
    if (drafts.current !== draft) {
      this.inOrder(() => this.#follow(answered));
      return;
    }
    if (draft.portalId === portalId && draft.baseUrl === '' && draft.resource === query.resourceId) return;
    const settled = { ...draft, portalId, baseUrl: '', resource: query.resourceId };
    drafts.replace(draft, settled);
    drafts.rememberTypes(settled, fields);
  }

  /** Takes over a query that was changed in its panel, unless people have typed something else since. */
  async #follow({ portalId, query, fields, before }: AnsweredQuery): Promise<void> {
    const { drafts } = this.#deps;
    const { current } = drafts;
    if (before === undefined || current.portalId !== portalId || current.resource !== query.resourceId) return;
    const { query: draftQuery } = await this.#read(current);
    if (draftQuery === undefined || !isSameQuery(draftQuery, before)) return;
    const draft = draftOf(query, portalId);
    drafts.replace(current, draft);
    drafts.rememberTypes(draft, fields);
  }

  #onReplaced({ before, draft }: ReplacedDraft): void {
    if (this.#copy.draft === before) this.#give(draft, this.#copy.revision.edits);
  }

  /** Sends the page another draft. If there is no page, the next one gets it when it is ready. */
  #give(draft: QueryDraft, edits: number | null): void {
    this.#copy = firstCopy(draft);
    if (this.#view !== undefined) post(this.#view.show(draft, this.#copy.revision.id, edits));
  }

  #showState(state: RunState): void {
    this.#state = state;
    if (this.#view !== undefined) post(this.#view.runState(state));
  }

  #sendState(): void {
    if (this.#view === undefined) return;
    post(this.#view.runState(this.#state));
    if (this.#wantsFocus) post(this.#view.focus());
    this.#wantsFocus = false;
  }

  async #sendPortals(): Promise<void> {
    const choices = await this.#deps.portals.choices();
    if (this.#view !== undefined) post(this.#view.portals(choices));
    const { current } = this.#deps.drafts;
    const isGone = current.portalId !== '' && !choices.some(({ id }) => id === current.portalId);
    if (isGone) this.show({ ...current, portalId: '' }, false);
  }
}

function filtersProblem(message: string): DraftProblem {
  return { part: 'filters', severity: 'error', message };
}

function firstCopy(draft: QueryDraft): { readonly draft: QueryDraft; readonly revision: DraftRevision } {
  return { draft, revision: { id: randomUUID(), edits: 0 } };
}

export interface QueryRecords {
  readonly onDidAnswer: vscode.Event<AnsweredQuery>;
  /** Resolves when the query was answered, cancelled or replaced. Rejects with the error that the panel shows. */
  run(portalId: string, query: DatastoreQuery, signal: AbortSignal): Promise<unknown>;
}
