import { rmSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { defined } from '../../base/defined.ts';
import { isLeftBehind, ownName } from '../../disk/owner.ts';
import { OUR_DIALECT } from '../../datastore/dialect/dialect.ts';
import { ResultMarks } from '../../messages/gridMarks.ts';
import { Owner } from '../../platform/disposables.ts';
import type { Portal, ResourceRef } from '../../platform/portal.ts';
import type { LocalRecords, ResourceListener, ResourceWatch } from '../../platform/ports/portalPort.ts';
import { commandAction, Problem } from '../../platform/problem.ts';
import { countText } from '../../platform/quantities.ts';
import type { SqlResultsPort, SqlRun, SqlRunResult } from '../../platform/ports/sqlPort.ts';
import { type Storage, StoredList } from '../../platform/state/stored.ts';
import { translate } from '../../platform/windowLanguage.ts';
import { type EmbeddedDatastore, resourceIdOf } from '../../service/index.ts';
import { requireTrust, rethrowEngine } from '../local/localProblems.ts';
import type { Connecting, PortalLook, PortalSource, SourceNames } from '../portalSource.ts';
import { SQL_RESULT_WORDS as WORDS } from './sqlWords.ts';

const RESULTS_PORTAL_ID = 'sql';
/** The beginning of the names of the folders with results, each of one window. */
const FOLDER = 'results-';

/** A comparison has no document to run it from again. */
const Compared = v.object({ title: v.string(), marks: ResultMarks });
const Statement = v.object({
  ...{ id: v.string(), document: v.string(), number: v.number() },
  comparison: v.exactOptional(Compared),
});
type Statement = Readonly<v.InferOutput<typeof Statement>>;

export interface SqlResultsDeps {
  /** Runs statements over its resources. */
  readonly datastore: Pick<EmbeddedDatastore, 'runStatement'>;
  /** Folder for the folders of results. */
  readonly folder: string;
  /** Serves a folder of results. */
  readonly serve: (directory: string) => EmbeddedDatastore;
  readonly state: Storage;
  /** Shows the records anew, beside the document if there is one. */
  readonly show: (ref: ResourceRef, isBeside: boolean) => void;
}

/** The records of statements in SQL documents. They are deleted when the window closes. */
export class SqlResults extends Owner implements PortalSource, LocalRecords, SqlResultsPort {
  readonly look: PortalLook = {
    ...{ context: 'localFiles', resourceContext: 'resource', icon: 'database' },
    ...{ lists: 'files', isOnWeb: false, qMeans: 'contains' },
  };
  readonly records = this;
  readonly fits = ({ id }: Pick<Portal, 'id'>): boolean => id === RESULTS_PORTAL_ID;
  readonly sourceOf = () => 'result' as const;
  /** A panel of a result that is gone says how to get it again. */
  readonly isGone = (): Promise<boolean> => Promise.resolve(false);
  readonly partial = (): undefined => undefined;
  readonly refresh: LocalRecords['refresh'] = (resourceId) => this.ensure(resourceId);
  readonly marks: Required<LocalRecords>['marks'] = (resourceId) => this.#statement(resourceId)?.comparison?.marks;
  readonly #deps: SqlResultsDeps;
  readonly #changed = this.owned.add(new vscode.EventEmitter<void>());
  readonly onDidChange = this.#changed.event;
  /** Statements whose results have had panels, so that these have titles after a reload. */
  readonly #statements: StoredList<typeof Statement>;
  #opened: { readonly directory: string; readonly served: EmbeddedDatastore } | undefined;
  /** How many records are stored of results that have more. */
  readonly #cut = new Map<string, number>();

  constructor(deps: SqlResultsDeps) {
    super();
    this.#deps = deps;
    this.#statements = new StoredList(deps.state, { key: 'sqlResults', item: Statement, most: 30 });
    this.owned.addCall(() => {
      if (this.#opened === undefined) return;
      this.#opened.served.dispose();
      rmSync(this.#opened.directory, { recursive: true, force: true });
    });
  }

  async run({ document, number, sql, sources, comparison }: SqlRun, signal: AbortSignal): Promise<SqlRunResult> {
    requireTrust();
    const { directory } = await this.#open();
    const statement = { id: resourceIdOf(document.toString(), String(number)), document: document.toString(), number };
    const result = { id: statement.id, name: comparison?.title ?? titleOf(statement), directory };
    const read = Array.from(sources, ([name, resourceId]) => ({ name, resourceId }));
    const { resource, isCut } = await this.#deps.datastore
      .runStatement({ sql, sources: read, result }, signal)
      .catch(rethrowEngine);
    if (isCut) this.#cut.set(resource.id, resource.records);
    else this.#cut.delete(resource.id);
    const ref = { portalId: RESULTS_PORTAL_ID, resourceId: resource.id };
    const compared = comparison && { title: comparison.title, marks: await comparison.marks(ref) };
    const stored = { ...statement, ...defined({ comparison: compared }) };
    await this.#statements.put(stored, ({ id }) => id === statement.id);
    this.#changed.fire();
    this.#deps.show(ref, comparison === undefined);
    return { records: resource.records, isCut };
  }

  connect(): Connecting {
    return {
      access: async (signal) => (this.#opened ?? (await this.#open())).served.access(signal).catch(rethrowEngine),
      dialect: OUR_DIALECT,
    };
  }

  /** The form shows the query of a panel only if it has the panel's portal. */
  async ownPortal(): Promise<Portal | undefined> {
    const resources = (await this.#opened?.served.resources())?.map(({ id, name }) => ({ id, name })) ?? [];
    if (resources.length === 0) return undefined;
    return { id: RESULTS_PORTAL_ID, name: translate(WORDS.results), baseUrl: '', resources };
  }

  names({ resourceId }: ResourceRef): SourceNames {
    const statement = this.#statement(resourceId);
    return { resource: statement && titleOf(statement), server: translate(WORDS.results) };
  }

  async remove({ resourceId }: ResourceRef): Promise<void> {
    await this.#opened?.served.remove(resourceId);
    this.#changed.fire();
  }

  async ensure(resourceId: string): Promise<void> {
    requireTrust();
    if ((await this.#opened?.served.hasData(resourceId)) === true) return;
    const statement = this.#statement(resourceId);
    if (statement === undefined) throw new Problem(translate(WORDS.gone), translate(WORDS.runIt));
    if (statement.comparison !== undefined) throw new Problem(translate(WORDS.gone), translate(WORDS.compareAgain));
    const open = commandAction(translate(WORDS.openDocument), 'vscode.open', vscode.Uri.parse(statement.document));
    const details = { number: statement.number, document: nameOfDocument(statement.document) };
    throw new Problem(translate(WORDS.gone), translate(WORDS.runAgain, details), { actions: [open] });
  }

  async edition(resourceId: string): Promise<string | undefined> {
    return (await this.#opened?.served.importedAt(resourceId))?.toString();
  }

  watch(resourceId: string, listener: ResourceListener): ResourceWatch {
    const look = (): Promise<void> => {
      const count = this.#cut.get(resourceId);
      const text = count === undefined ? '' : translate(WORDS.cut, { count: countText(count) });
      listener.notices(text === '' ? [] : [{ kind: 'cut', text, actions: [] }]);
      return Promise.resolve();
    };
    const changes = this.onDidChange(() => void look());
    void look();
    return { look, dispose: () => void changes.dispose() };
  }

  #statement(resourceId: string): Statement | undefined {
    return this.#statements.items.find(({ id }) => id === resourceId);
  }

  /** Begins the folder of this window, and removes those of windows that ended without closing. */
  async #open(): Promise<{ readonly directory: string; readonly served: EmbeddedDatastore }> {
    const { folder, serve } = this.#deps;
    const directory = this.#opened?.directory ?? join(folder, `${FOLDER}${ownName()}`);
    this.#opened ??= { directory, served: serve(directory) };
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const left = (await readdir(folder)).filter((name) => name.startsWith(FOLDER) && isLeftBehind(name));
    for (const name of left) await rm(join(folder, name), { recursive: true, force: true });
    return this.#opened;
  }
}

function titleOf({ document, number, comparison }: Omit<Statement, 'id'>): string {
  return comparison?.title ?? translate(WORDS.title, { document: nameOfDocument(document), number });
}

function nameOfDocument(document: string): string {
  return basename(vscode.Uri.parse(document).path);
}
