import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { PortalAccess } from '../datastore/client/model.ts';
import { DisposableStore } from '../platform/disposables.ts';
import type { Failures } from '../platform/failures.ts';
import type { Log } from '../platform/log.ts';
import { showMessage } from '../platform/messages.ts';
import { Problem } from '../platform/problem.ts';
import type { Settings } from '../platform/settings.ts';
import type { UnfinishedTasks } from '../platform/unfinishedTasks.ts';
import { requireTrust } from '../platform/trust.ts';
import { EngineMissing } from '../service/process/engineMissing.ts';
import { mayHaveParts } from '../service/formats/fileEndings.ts';
import type { Inspection, ReadingChoices } from '../service/reading/reading.ts';
import type { LocalResource } from '../service/process/protocol.ts';
import { isResourceId, resourceIdOf } from '../service/store/resourceId.ts';
import { EmbeddedDatastore } from '../service/process/supervisor.ts';
import { nameOf } from './fileToOpen.ts';
import type { LocalImport } from './localImport.ts';
import { LocalImports } from './localImports.ts';
import { engineProblem, goneProblem, removedProblem } from './localProblems.ts';
import { LOCAL_PORTAL_ID, type Portal, type PortalResource } from '../platform/portal.ts';

export interface LocalFilesDeps {
  readonly settings: Settings;
  readonly failures: Failures;
  readonly unfinished: UnfinishedTasks;
  readonly log: Log;
  readonly extensionUri: vscode.Uri;
  /** VS Code's folder for this extension's own files. */
  readonly storageUri: vscode.Uri;
}

/** A resource of the list; without `read` its file was not looked into yet. */
export interface ListedFile {
  readonly id: string;
  /** Empty where there is no file. */
  readonly file: string;
  readonly read?: LocalResource;
}

/** As pickers and forms list it. */
export interface LocalListing extends PortalResource {
  readonly source: 'file' | 'copy' | 'created';
}

/** The embedded datastore as a portal: files that were opened, and those that the settings list. */
export class LocalFiles implements vscode.Disposable {
  readonly portal: Portal = {
    id: LOCAL_PORTAL_ID,
    name: vscode.l10n.t('Local files'),
    baseUrl: '',
    resources: [],
  };
  readonly datastore: EmbeddedDatastore;
  readonly imports: LocalImports;
  readonly #deps: LocalFilesDeps;
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new vscode.EventEmitter<void>());
  /** The list, or what can be said of one of its resources, changed. */
  readonly onDidChange = this.#changed.event;
  #watcher: vscode.FileSystemWatcher | undefined;
  /** Files that this window was asked for and that are in no list: by resource id. */
  readonly #asked = new Map<string, ListedFile & { readonly choices: ReadingChoices }>();

  constructor(deps: LocalFilesDeps) {
    this.#deps = deps;
    const { settings, failures, unfinished, log, extensionUri } = deps;
    const dist = join(extensionUri.fsPath, 'dist');
    this.datastore = this.#store.add(
      new EmbeddedDatastore({
        servicePath: join(dist, 'service.js'),
        directory: this.directory,
        memoryLimitMb: () => settings.localMemoryMb.value,
        log: (line) => log.debug(line),
        natives: join(dist, 'native'),
      }),
    );
    this.imports = this.#store.add(new LocalImports(this.datastore, failures, unfinished));
    this.#store.add(this.imports.onDidChange(() => this.#changed.fire()));
    this.#store.addCall(this.datastore.onDidCrash((restarted) => this.#tellCrash(restarted)));
    this.#store.add(settings.localFiles.onDidChange(() => this.#changed.fire()));
  }

  /** Where imported data lies. */
  get directory(): string {
    return join(this.#deps.storageUri.fsPath, 'local');
  }

  async isPresent(): Promise<boolean> {
    if (this.imports.running.length > 0 || this.#deps.settings.localFiles.value.length > 0) return true;
    return (await this.datastore.resources()).length > 0;
  }

  /** Those that can be searched; a file of several sheets or tables becomes resources by being opened. */
  async resources(): Promise<readonly LocalListing[]> {
    const list = await this.list();
    return list
      .filter(({ file, read }) => read !== undefined || !mayHaveParts(file))
      .map(({ id, file, read }) => ({
        id,
        name: read?.name ?? nameOf(file),
        source: file !== '' ? 'file' : read?.origin === undefined ? 'created' : 'copy',
        ...(read !== undefined && read.isPartial !== true && { records: read.records }),
      }));
  }

  async list(): Promise<readonly ListedFile[]> {
    this.#watchDirectory();
    const read = await this.datastore.resources();
    const listed = await Promise.all(this.#deps.settings.localFiles.value.map(realPathOf));
    return inOrder([...new Set(listed)], read);
  }

  /** It was here, and was removed. Names that are no ids of ours the datastore knows better. */
  async isGone(resourceId: string): Promise<boolean> {
    return isResourceId(resourceId) && (await this.find(resourceId)) === undefined;
  }

  async find(resourceId: string): Promise<ListedFile | undefined> {
    return (await this.list()).find(({ id }) => id === resourceId) ?? this.#asked.get(resourceId);
  }

  /** Reads a file, under a notification; a resource that was read in the same way, and has not changed, is there at once. */
  async open(path: string, choices: ReadingChoices): Promise<LocalImport> {
    requireTrust();
    await this.ask(path, choices);
    return this.imports.start(await realPathOf(path), choices);
  }

  /** See EmbeddedDatastore.copy. */
  async copy(...work: Parameters<EmbeddedDatastore['copy']>): Promise<LocalResource> {
    requireTrust();
    const copy = await this.datastore.copy(...work).catch(tellEngine);
    this.#changed.fire();
    return copy;
  }

  /** Before somebody is asked for a file: throws the Problem that this build can open none. */
  requireEngine(): void {
    try {
      this.datastore.requireEngine();
    } catch (error) {
      tellEngine(error);
    }
  }

  /** Starts the embedded datastore, if it does not run yet. */
  async access(signal: AbortSignal): Promise<PortalAccess> {
    requireTrust();
    return this.datastore.access(signal).catch(tellEngine);
  }

  /** How a file would be read. */
  inspect(file: string, choices: ReadingChoices, signal: AbortSignal): Promise<Inspection> {
    requireTrust();
    return this.datastore.inspectFile(file, choices, signal).catch(tellEngine);
  }

  /** The resource of a file that need not be in the list; nothing is read yet. Later questions for it find the file. */
  async ask(path: string, choices: ReadingChoices = {}): Promise<string> {
    const file = await realPathOf(path);
    const id = resourceIdOf(file, choices.part);
    this.#asked.set(id, { id, file, choices });
    return id;
  }

  /** Makes sure that there are records to ask for: the first ones at least, of a file as it was when it was last read. */
  async ensure(resourceId: string, signal: AbortSignal): Promise<void> {
    requireTrust();
    const listed = await this.find(resourceId);
    if (await this.isGone(resourceId)) throw removedProblem();
    // What is in no list the datastore itself answers for.
    if (listed === undefined || listed.file === '' || this.#isShowing(resourceId)) return;
    const isRead = listed.read !== undefined && listed.read.isPartial !== true;
    if (isRead && (await this.datastore.hasData(resourceId))) return;
    if ((await stampOf(listed.file)) === undefined) throw goneProblem(listed.file);
    await this.#read(listed, signal);
  }

  /** For a run: makes sure that the records are what their file holds now. A file that is gone stays as it was last read. */
  async refresh(resourceId: string, signal: AbortSignal): Promise<void> {
    requireTrust();
    const listed = await this.find(resourceId);
    const isFile = listed?.read !== undefined && listed.file !== '';
    if (isFile && !this.#isShowing(resourceId) && (await fileState(listed.read)) === 'changed')
      await this.#read(listed, signal);
    else await this.ensure(resourceId, signal);
  }

  /** Takes a resource out of the list, and what was read from its file off the disk. The file itself stays. */
  async remove(resourceId: string): Promise<void> {
    const { localFiles } = this.#deps.settings;
    const file = (await this.find(resourceId))?.file;
    const paths = await Promise.all(
      localFiles.value.map(async (path) => ({ path, file: await realPathOf(path) })),
    );
    const kept = paths.filter((listed) => listed.file !== file).map(({ path }) => path);
    if (kept.length < paths.length) await localFiles.set(kept);
    this.#asked.delete(resourceId);
    await this.drop([resourceId]);
  }

  /** Takes off the disk what was read. What the settings list, or a tab shows, comes back when it is asked for. */
  async drop(resourceIds: readonly string[]): Promise<void> {
    for (const id of resourceIds) await this.datastore.remove(id);
    this.#changed.fire();
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** Other windows import into the same folder. */
  #watchDirectory(): void {
    if (this.#watcher !== undefined) return;
    const pattern = new vscode.RelativePattern(vscode.Uri.file(this.directory), '*.json');
    const watcher = (this.#watcher = this.#store.add(vscode.workspace.createFileSystemWatcher(pattern)));
    for (const event of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete])
      this.#store.add(event(() => this.#changed.fire()));
  }

  #isShowing(resourceId: string): boolean {
    return this.imports.running.some(({ preview }) => preview?.id === resourceId);
  }

  async #read({ id, file, read }: ListedFile, signal: AbortSignal): Promise<void> {
    const choices = read?.reading ?? this.#asked.get(id)?.choices ?? {};
    this.#asked.set(id, { id, file, choices });
    const resource = await this.imports.first(file, choices, signal);
    signal.throwIfAborted();
    if (resource === undefined) throw new Problem(vscode.l10n.t('Opening {0} was cancelled.', nameOf(file)));
  }

  #tellCrash(restarted: boolean): void {
    const what = vscode.l10n.t('The process that serves local files ended unexpectedly.');
    const next = restarted
      ? vscode.l10n.t('It was started again; what is shown is kept.')
      : vscode.l10n.t('It starts again with the next search; what is shown is kept.');
    this.#deps.log.warn(`${what} ${next}`);
    void showMessage('warning', `${what} ${next}`);
  }
}

/** As they were added, read or not: first the files that the settings list, then what else was opened. */
export function inOrder(listed: readonly string[], read: readonly LocalResource[]): readonly ListedFile[] {
  const known = (resource: LocalResource): ListedFile => ({
    id: resource.id,
    file: resource.file,
    read: resource,
  });
  const byFile = Map.groupBy(read, ({ file }) => file);
  return [
    ...listed.flatMap((file) => byFile.get(file)?.map(known) ?? [{ id: resourceIdOf(file), file }]),
    ...read.filter(({ file }) => !listed.includes(file)).map(known),
  ];
}

export async function realPathOf(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

/** A file against what was read of it. */
export async function fileState({
  file,
  size,
  modified,
}: LocalResource): Promise<'same' | 'changed' | 'gone'> {
  const now = await stampOf(file);
  if (now === undefined) return 'gone';
  return now.size === size && now.modified === modified ? 'same' : 'changed';
}

/** What was read of its file can be had again. */
export async function canBeReadAgain(resource: LocalResource): Promise<boolean> {
  return resource.file !== '' && (await fileState(resource)) !== 'gone';
}

async function stampOf(
  file: string,
): Promise<{ readonly size: number; readonly modified: number } | undefined> {
  const facts = await stat(file).catch(() => undefined);
  return facts && { size: facts.size, modified: facts.mtimeMs };
}

function tellEngine(error: unknown): never {
  throw error instanceof EngineMissing ? engineProblem(error) : error;
}
