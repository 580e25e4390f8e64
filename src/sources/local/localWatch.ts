import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { Owner } from '../../platform/disposables.ts';
import { BESIDE_ENDINGS, schemaFileOf } from '../../service/index.ts';
import type { ResourceListener, ResourceWatch } from '../../platform/ports/portalPort.ts';
import type { ListedFile } from './localFile.ts';
import type { LocalImports } from './localImports.ts';
import { localNotices } from './localNotices.ts';

/** Delay after the last change, because a file is often written in many steps. */
const REST_MS = 500;
/** VS Code doesn't report when its watcher is active, so earlier changes are found by these checks. */
const LATE_LOOKS_MS = [1_000, 5_000];

interface WatchedFiles {
  readonly imports: Pick<LocalImports, 'running' | 'broken'>;
  readonly onDidChange: vscode.Event<void>;
  find(resourceId: string): Promise<ListedFile | undefined>;
}

export class LocalWatch extends Owner implements ResourceWatch {
  readonly #resourceId: string;
  readonly #files: WatchedFiles;
  readonly #listener: ResourceListener;
  #file: FileWatch | undefined;
  /** The notices that the listener has, as JSON. */
  #lastNotices = '[]';
  /** The last import, as JSON. */
  #stamp: string | undefined;
  /** Only one check runs at a time. A change meanwhile starts another one. */
  #looking: Promise<void> | undefined;
  #isStale = false;
  readonly #end = new AbortController();

  constructor(resourceId: string, files: WatchedFiles, listener: ResourceListener) {
    super();
    this.#resourceId = resourceId;
    this.#files = files;
    this.#listener = listener;
    this.owned.addCall(() => this.#end.abort());
    this.owned.add(files.onDidChange(() => void this.look()));
    void this.look();
  }

  look(): Promise<void> {
    this.#isStale = true;
    this.#looking ??= this.#lookAgain().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  async #lookAgain(): Promise<void> {
    const { signal } = this.#end;
    while (this.#isStale) {
      this.#isStale = false;
      const { imports } = this.#files;
      const listed = await this.#files.find(this.#resourceId).catch(() => undefined);
      const running = imports.running.find(
        ({ file, choices, preview }) =>
          preview?.id === this.#resourceId || (file === listed?.file && choices.part === listed.read?.reading?.part),
      );
      const broken = imports.broken(this.#resourceId);
      const notices = await localNotices(listed, running, broken);
      if (signal.aborted) return;
      this.#watch(listed);
      // While an import is ending, a query would take its complete data for the first records. They're
      // reported as new after the end.
      const isEnding = running?.preview !== undefined && listed?.read?.isPartial !== true;
      const stamp = isEnding ? undefined : listed?.read && JSON.stringify(listed.read);
      if (stamp !== undefined && this.#stamp !== undefined && stamp !== this.#stamp) this.#listener.renewed();
      this.#stamp = stamp ?? this.#stamp;
      const text = JSON.stringify(notices);
      if (text !== this.#lastNotices) this.#listener.notices(notices);
      this.#lastNotices = text;
    }
  }

  #watch(listed: ListedFile | undefined): void {
    if (this.#file !== undefined || listed === undefined || listed.file === '') return;
    this.#file = this.owned.add(new FileWatch(listed.file, () => void this.look()));
  }
}

/** Reports possible changes of a file and those that belong to it after a rest, and when this window gets the focus. */
class FileWatch extends Owner {
  readonly #onChange: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(file: string, onChange: () => void) {
    super();
    this.#onChange = onChange;
    // Files are compared by name, because brackets and braces in a name have another meaning in a pattern.
    const pattern = new vscode.RelativePattern(vscode.Uri.file(dirname(file)), '*');
    const beside = BESIDE_ENDINGS.map((ending) => file + ending);
    const names = [file, schemaFileOf(file), ...beside].map((path) => basename(path));
    const watcher = this.owned.add(vscode.workspace.createFileSystemWatcher(pattern));
    for (const event of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete])
      this.owned.add(
        event((uri) => {
          if (names.includes(basename(uri.fsPath))) this.#wait();
        }),
      );
    this.owned.add(vscode.window.onDidChangeWindowState(({ focused }) => focused && this.#onChange()));
    const looks = LATE_LOOKS_MS.map((time) => setTimeout(() => this.#onChange(), time));
    this.owned.addCall(() => {
      for (const timer of [this.#timer, ...looks]) clearTimeout(timer);
    });
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#onChange, REST_MS);
  }
}
