import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import type { PortalAccess } from '../datastore/model.ts';
import { DisposableStore } from '../platform/disposables.ts';
import type { Log } from '../platform/log.ts';
import { Problem } from '../platform/problem.ts';
import { withProgress } from '../platform/progress.ts';
import type { ResourceRef } from '../platform/resourceRef.ts';
import type { Settings } from '../platform/settings.ts';
import { requireTrust } from '../platform/trust.ts';
import type { LocalResource } from '../service/protocol.ts';
import { resourceIdOf } from '../service/store/resourceId.ts';
import { EmbeddedDatastore } from '../service/supervisor.ts';
import { LOCAL_PORTAL_ID, type Portal, type PortalResource } from './portal.ts';

export interface LocalFilesDeps {
  readonly settings: Settings;
  readonly log: Log;
  readonly extensionUri: vscode.Uri;
  /** VS Code's folder for this extension's own files. */
  readonly storageUri: vscode.Uri;
}

/** A file that is listed; without `read` it was not looked into yet. */
interface Listed {
  readonly id: string;
  readonly file: string;
  readonly read?: LocalResource;
}

/** The embedded datastore as a portal: files that were opened, and those that the settings list. */
export class LocalFiles implements vscode.Disposable {
  readonly portal: Portal = {
    id: LOCAL_PORTAL_ID,
    name: vscode.l10n.t('Local files'),
    baseUrl: '',
    resources: [],
  };
  readonly #deps: LocalFilesDeps;
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new vscode.EventEmitter<void>());
  readonly onDidChange = this.#changed.event;
  readonly #datastore: EmbeddedDatastore;
  /** Files being read, by path. */
  readonly #opening = new Map<string, Promise<LocalResource | undefined>>();

  constructor(deps: LocalFilesDeps) {
    this.#deps = deps;
    const { settings, log, extensionUri, storageUri } = deps;
    this.#datastore = this.#store.add(
      new EmbeddedDatastore({
        servicePath: join(extensionUri.fsPath, 'dist', 'service.js'),
        directory: join(storageUri.fsPath, 'local'),
        memoryLimitMb: () => settings.localMemoryMb.value,
        log: (line) => log.debug(line),
      }),
    );
    this.#store.addCall(this.#datastore.onDidCrash((restarted) => this.#tellCrash(restarted)));
    this.#store.add(settings.localFiles.onDidChange(() => this.#changed.fire()));
  }

  /** Names of files being read. */
  get opening(): readonly string[] {
    return [...this.#opening.keys()].map((file) => basename(file));
  }

  async isPresent(): Promise<boolean> {
    if (this.#opening.size > 0 || this.#deps.settings.localFiles.value.length > 0) return true;
    return (await this.#datastore.resources()).length > 0;
  }

  async resources(): Promise<readonly PortalResource[]> {
    return (await this.#list()).map(({ id, file, read }) => ({
      id,
      name: read?.name ?? basename(file),
      ...(read !== undefined && { records: read.records }),
    }));
  }

  /** Starts the embedded datastore, if it does not run yet. */
  async access(signal: AbortSignal): Promise<PortalAccess> {
    requireTrust();
    return this.#datastore.access(signal);
  }

  /** Makes sure that the resource holds what its file holds now. A file that is gone is served as it was last read. */
  async prepare(resourceId: string, signal: AbortSignal): Promise<void> {
    requireTrust();
    const listed = (await this.#list()).find(({ id }) => id === resourceId);
    if (listed === undefined) return;
    const { file, read } = listed;
    const now = await stat(file).catch(() => undefined);
    if (now === undefined && read === undefined)
      throw new Problem(
        vscode.l10n.t('{0} is not there any more.', file),
        vscode.l10n.t('Put it back, or take it out of the list.'),
      );
    if (now === undefined) return;
    if (read?.size === now.size && read.modified === now.mtimeMs) return;
    const isRead = (await this.#read(file, signal)) !== undefined;
    signal.throwIfAborted();
    if (!isRead) throw new Problem(vscode.l10n.t('Opening {0} was cancelled.', basename(file)));
  }

  /** Asks for files and reads them. @returns the first. */
  async choose(): Promise<ResourceRef | undefined> {
    requireTrust();
    const uris = await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Open Local File'),
      openLabel: vscode.l10n.t('Open'),
      canSelectMany: true,
      filters: { [vscode.l10n.t('CSV and JSON')]: ['csv', 'tsv', 'txt', 'json', 'jsonl', 'ndjson'] },
    });
    return this.open(uris ?? []);
  }

  async openSample(): Promise<ResourceRef | undefined> {
    const folder = vscode.Uri.joinPath(this.#deps.extensionUri, 'media', 'sample');
    const names = (await readdir(folder.fsPath)).sort();
    return this.open(names.map((name) => vscode.Uri.joinPath(folder, name)));
  }

  /** @returns the first resource, or `undefined` when there is none or it was cancelled. */
  async open(uris: readonly vscode.Uri[]): Promise<ResourceRef | undefined> {
    requireTrust();
    let first: ResourceRef | undefined;
    for (const uri of uris) {
      if (uri.scheme !== 'file')
        throw new Problem(
          vscode.l10n.t('{0} is not on the machine that runs this extension.', uri.toString(true)),
          vscode.l10n.t('Copy it there and open the copy.'),
        );
      const resource = await this.#read(uri.fsPath);
      if (resource === undefined) return first;
      first ??= { portalId: LOCAL_PORTAL_ID, resourceId: resource.id };
    }
    return first;
  }

  /** Takes a file out of the list, and what was read from it off the disk. The file itself stays. */
  async remove(resourceId: string): Promise<void> {
    const { localFiles } = this.#deps.settings;
    const listed = await Promise.all(
      localFiles.value.map(async (path) => ({
        path,
        id: resourceIdOf(await realpath(path).catch(() => path)),
      })),
    );
    const kept = listed.filter(({ id }) => id !== resourceId).map(({ path }) => path);
    if (kept.length < listed.length) await localFiles.set(kept);
    await this.#datastore.remove(resourceId);
    this.#changed.fire();
  }

  dispose(): void {
    this.#store.dispose();
  }

  async #list(): Promise<readonly Listed[]> {
    const read = await this.#datastore.resources();
    const byId = new Map<string, Listed>();
    for (const path of this.#deps.settings.localFiles.value) {
      const file = await realpath(path).catch(() => path);
      byId.set(resourceIdOf(file), { id: resourceIdOf(file), file });
    }
    for (const resource of read)
      byId.set(resource.id, { id: resource.id, file: resource.file, read: resource });
    return [...byId.values()];
  }

  /** Under a notification with Cancel. Two that want the same file wait for the same reading. */
  async #read(file: string, signal?: AbortSignal): Promise<LocalResource | undefined> {
    const name = basename(file);
    const known = this.#opening.get(file);
    if (known !== undefined) return known;
    const reading = withProgress(
      vscode.l10n.t('Opening {0}', name),
      (cancelled, report) =>
        this.#datastore.importFile(file, {}, cancelled, (fraction) =>
          report(percentText(fraction), fraction),
        ),
      signal,
    );
    this.#opening.set(file, reading);
    this.#changed.fire();
    try {
      return await reading;
    } catch (error) {
      throw new Problem(
        vscode.l10n.t(
          '{0} could not be opened. {1}',
          name,
          error instanceof Error ? error.message : String(error),
        ),
        vscode.l10n.t('The file was not changed.'),
        { cause: error },
      );
    } finally {
      this.#opening.delete(file);
      this.#changed.fire();
    }
  }

  #tellCrash(restarted: boolean): void {
    const what = vscode.l10n.t('The process that serves local files ended unexpectedly.');
    const next = restarted
      ? vscode.l10n.t('It was started again; what is shown is kept.')
      : vscode.l10n.t('It starts again with the next search; what is shown is kept.');
    this.#deps.log.warn(`${what} ${next}`);
    void vscode.window.showWarningMessage(`${what} ${next}`);
  }
}

function percentText(fraction: number): string {
  return new Intl.NumberFormat(vscode.env.language, { style: 'percent' }).format(fraction);
}
