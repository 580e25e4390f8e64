import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import type { PortalAccess } from '../../datastore/wire/model.ts';
import { Owner } from '../../platform/disposables.ts';
import type { LocalListing, LocalPort } from '../../platform/ports/localPort.ts';
import type { Failures } from '../../platform/failures.ts';
import type { Portal } from '../../platform/portal.ts';
import { Problem, processProblem } from '../../platform/problem.ts';
import type { ResourceListener, ResourceWatch } from '../../platform/ports/portalPort.ts';
import type { Settings } from '../../platform/state/settings.ts';
import { translate } from '../../platform/windowLanguage.ts';
import { goneProblem, requireTrust, rethrowEngine } from './localProblems.ts';
import {
  type EmbeddedDatastore,
  fileEdition,
  type Inspection,
  isResourceId,
  type LocalResource,
  mayHaveParts,
  type ProcessEnded,
  type ReadingChoices,
  resourceIdOf,
} from '../../service/index.ts';
import {
  choicesAgain,
  fileState,
  inOrder,
  type ListedFile,
  LOCAL_PORTAL_ID,
  nameOf,
  nameOfListed,
  realPathOf,
} from './localFile.ts';
import { isForComparison } from './localCopy.ts';
import type { DownloadedFiles, FileOrigin } from './downloadedFiles.ts';
import type { LocalImport, LocalImports } from './localImports.ts';
import { cancelledText } from './localNotices.ts';
import { LocalWatch } from './localWatch.ts';
import { IMPORT_WORDS, LOCAL_NOTICE_WORDS, OPENING_WORDS } from './localWords.ts';

export interface LocalFilesDeps {
  readonly datastore: EmbeddedDatastore;
  readonly imports: LocalImports;
  readonly downloads: DownloadedFiles;
  readonly settings: Settings;
  readonly failures: Pick<Failures, 'offerProblem'>;
  readonly directory: string;
}

/** The embedded datastore as a portal, with the opened files and those in the settings. */
export class LocalFiles extends Owner implements LocalPort {
  readonly portal: Portal = {
    id: LOCAL_PORTAL_ID,
    name: translate(OPENING_WORDS.localFiles),
    baseUrl: '',
    resources: [],
  };
  readonly datastore: EmbeddedDatastore;
  readonly imports: LocalImports;
  readonly directory: string;
  readonly #deps: LocalFilesDeps;
  readonly #changed = this.owned.add(new vscode.EventEmitter<void>());
  readonly onDidChange = this.#changed.event;
  #watcher: vscode.FileSystemWatcher | undefined;
  /** Files that this window opened and that no list contains, by resource id. */
  readonly #requested = new Map<string, ListedFile & Required<Pick<ListedFile, 'choices'>>>();
  readonly originOf = (file: string): Promise<FileOrigin | undefined> => this.#deps.downloads.originOf(file);

  constructor(deps: LocalFilesDeps) {
    super();
    this.#deps = deps;
    const { datastore, imports, settings, directory } = deps;
    this.datastore = datastore;
    this.imports = imports;
    this.directory = directory;
    this.owned.add(imports.onDidChange(() => this.#changed.fire()));
    this.owned.addCall(datastore.onDidCrash((restarted, ended) => this.#showEnd(restarted, ended)));
    this.owned.add(settings.localFiles.onDidChange(() => this.#changed.fire()));
  }

  async isPresent(): Promise<boolean> {
    // Checking these first spares the tree from waiting for the disk.
    const isSure = this.imports.running.length > 0 || this.#deps.settings.localFiles.value.length > 0;
    return isSure || (await this.list()).length > 0;
  }

  /** Rows of `list`. A file with several sheets or tables becomes resources only when it is opened. */
  async resources(): Promise<readonly LocalListing[]> {
    return (await this.list())
      .filter(({ file, read, choices }) => (read ?? choices?.part) !== undefined || !mayHaveParts(file))
      .map((listed) => ({
        id: listed.id,
        name: nameOfListed(listed),
        source: listed.file === '' ? 'copy' : 'file',
        ...(listed.read !== undefined && listed.read.isPartial !== true && { records: listed.read.records }),
      }));
  }

  /** The files of the settings, the imported ones, and those whose import failed or was canceled in this window. */
  async list(): Promise<readonly ListedFile[]> {
    this.#watchDirectory();
    const read = (await this.datastore.resources()).filter((each) => !isForComparison(each));
    const paths = await Promise.all(this.#deps.settings.localFiles.value.map(realPathOf));
    const listed = inOrder([...new Set(paths)], read);
    const failed = [...this.#requested.values()].filter(
      ({ id }) => this.imports.broken(id) !== undefined && !listed.some((other) => other.id === id),
    );
    return [...listed, ...failed];
  }

  /** Whether a local resource was removed. The datastore itself resolves names that aren't our ids. */
  async isGone(resourceId: string): Promise<boolean> {
    return isResourceId(resourceId) && (await this.find(resourceId)) === undefined;
  }

  partial(resourceId: string): LocalImport | undefined {
    return this.imports.running.find(({ preview }) => preview?.id === resourceId);
  }

  async edition(resourceId: string): Promise<string | undefined> {
    const { read } = (await this.find(resourceId)) ?? {};
    if (read === undefined) return undefined;
    const { size, modified, beside, records, reading, origin, isPartial } = read;
    const facts = JSON.stringify({ size, modified, beside, records, reading, origin, isPartial });
    return createHash('sha256').update(facts).digest('hex');
  }

  get hasRequests(): boolean {
    return this.#requested.size > 0;
  }

  requestedName(resourceId: string): string | undefined {
    const requested = this.#requested.get(resourceId);
    return requested && nameOfListed(requested);
  }

  watch(resourceId: string, listener: ResourceListener): ResourceWatch | undefined {
    return vscode.workspace.isTrusted ? new LocalWatch(resourceId, this, listener) : undefined;
  }

  async find(resourceId: string): Promise<ListedFile | undefined> {
    return (await this.list()).find(({ id }) => id === resourceId) ?? this.#requested.get(resourceId);
  }

  /** Imports a file. If it was imported with the same options and hasn't changed, its resource is returned at once. */
  async open(path: string, choices: ReadingChoices): Promise<LocalImport> {
    requireTrust();
    await this.ask(path, choices);
    return this.imports.start(await realPathOf(path), choices);
  }

  /** Cancels a resource's import. Returns what happened to its records, or undefined if nothing was canceled. */
  async cancelImport(resourceId: string): Promise<string | undefined> {
    const running = this.imports.running.find((each) => each.resourceId === resourceId);
    if (running === undefined) return undefined;
    running.cancel();
    if ((await running.done) !== undefined) return undefined;
    const { read } = (await this.find(resourceId)) ?? {};
    const isKept = read !== undefined && read.isPartial !== true;
    return cancelledText(running, isKept ? read.records : undefined);
  }

  async copy(...work: Parameters<EmbeddedDatastore['copy']>): Promise<LocalResource> {
    requireTrust();
    const copy = await this.datastore.copy(...work).catch(rethrowEngine);
    this.#changed.fire();
    return copy;
  }

  /** Throws Problem if this build can't open files. Called before people choose one. */
  requireEngine(): void {
    try {
      this.datastore.requireEngine();
    } catch (error) {
      rethrowEngine(error);
    }
  }

  async access(signal: AbortSignal): Promise<PortalAccess> {
    requireTrust();
    return this.datastore.access(signal).catch(rethrowEngine);
  }

  /** Starts the processes for an import and its first search. They're kept until the returned function is called. */
  prepare(): () => void {
    requireTrust();
    return this.datastore.prepare();
  }

  inspect(file: string, choices: ReadingChoices, signal: AbortSignal): Promise<Inspection> {
    requireTrust();
    return this.datastore.inspectFile(file, choices, signal).catch(rethrowEngine);
  }

  /** Called after a schema file was written from the imported columns, which makes it part of the resource. */
  async adoptSchema(resourceId: string): Promise<void> {
    await this.datastore.adoptSchema(resourceId);
    this.#changed.fire();
  }

  /** Returns the resource id of a file without importing it. Later calls find the file by this id. */
  async ask(path: string, choices: ReadingChoices = {}): Promise<string> {
    const file = await realPathOf(path);
    const id = resourceIdOf(file, choices.part);
    const isNew = !this.#requested.has(id);
    this.#requested.set(id, { id, file, choices });
    if (isNew) this.#changed.fire();
    return id;
  }

  /** Ensures that the resource has records, at least the first ones. Changes of the file aren't checked. */
  async ensure(resourceId: string, signal: AbortSignal): Promise<void> {
    requireTrust();
    await this.#ensure(resourceId, await this.find(resourceId), signal);
  }

  async #ensure(resourceId: string, listed: ListedFile | undefined, signal: AbortSignal): Promise<void> {
    if (listed === undefined && isResourceId(resourceId))
      throw new Problem(translate(LOCAL_NOTICE_WORDS.removed), translate(LOCAL_NOTICE_WORDS.openAgain));
    // The datastore itself answers for resources that aren't in the list.
    if (listed === undefined || listed.file === '' || this.partial(resourceId) !== undefined) return;
    const isRead = listed.read !== undefined && listed.read.isPartial !== true;
    if (isRead && (await this.datastore.hasData(resourceId))) return;
    if ((await fileEdition(listed.file)) === undefined) throw goneProblem(listed.file);
    await this.#read(listed, signal);
  }

  /** Ensures that the records match the file, unless the file no longer exists. */
  async refresh(resourceId: string, signal: AbortSignal): Promise<void> {
    requireTrust();
    const listed = await this.find(resourceId);
    const isFile = listed?.read !== undefined && listed.file !== '';
    const state = isFile && this.partial(resourceId) === undefined && (await fileState(listed.read));
    if (isFile && (state === 'changed' || state === 'schemaChanged')) await this.#read(listed, signal);
    else await this.#ensure(resourceId, listed, signal);
  }

  /** Removes a resource and its data, but not the file. Returns a function that restores it in the settings. */
  async remove(resourceId: string): Promise<() => Promise<void>> {
    const { localFiles } = this.#deps.settings;
    const file = (await this.find(resourceId))?.file;
    const paths = await Promise.all(localFiles.value.map(async (path) => ({ path, file: await realPathOf(path) })));
    const kept = paths.filter((listed) => listed.file !== file).map(({ path }) => path);
    if (kept.length < paths.length) await localFiles.set(kept);
    this.#requested.delete(resourceId);
    this.imports.forget(resourceId);
    await this.drop([resourceId]);
    return async () => {
      const now = localFiles.value;
      for (const [place, listed] of paths.entries())
        if (listed.file === file && !now.includes(listed.path))
          await localFiles.set(localFiles.value.toSpliced(place, 0, listed.path));
    };
  }

  async deleteDownload(file: string): Promise<void> {
    if (!(await this.list()).some((listed) => listed.file === file)) await this.#deps.downloads.remove(file);
  }

  /** Deletes imported data. Files in the settings and in tabs are imported again when they're used. */
  async drop(resourceIds: readonly string[]): Promise<void> {
    for (const id of resourceIds) await this.datastore.remove(id);
    this.#changed.fire();
  }

  /** Other windows import into the same folder. */
  #watchDirectory(): void {
    if (this.#watcher !== undefined) return;
    const pattern = new vscode.RelativePattern(vscode.Uri.file(this.directory), '*.json');
    const watcher = (this.#watcher = this.owned.add(vscode.workspace.createFileSystemWatcher(pattern)));
    for (const event of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete])
      this.owned.add(event(() => this.#changed.fire()));
  }

  async #read({ id, file, read }: ListedFile, signal: AbortSignal): Promise<void> {
    const choices = read?.reading === undefined ? (this.#requested.get(id)?.choices ?? {}) : choicesAgain(read);
    this.#requested.set(id, { id, file, choices });
    const resource = await this.imports.first(file, choices, signal);
    signal.throwIfAborted();
    if (resource === undefined) throw new Problem(translate(IMPORT_WORDS.cancelled, { name: nameOf(file) }));
  }

  #showEnd(restarted: boolean, ended: ProcessEnded): void {
    const next = translate(restarted ? IMPORT_WORDS.restarted : IMPORT_WORDS.restarts);
    this.#deps.failures.offerProblem('Local files', processProblem(ended, next));
  }
}
