import { DisposableStore } from '../platform/disposables.ts';
import type { ResourceListener, ResourceWatch } from '../platform/resourceNotice.ts';
import { FileWatch } from './fileWatch.ts';
import type { ListedFile, LocalFiles } from './localFiles.ts';
import { localNotices } from './localNotices.ts';

/** One local resource under somebody's eyes: its import, its file and its data are watched. */
export class LocalWatch implements ResourceWatch {
  readonly #resourceId: string;
  readonly #files: LocalFiles;
  readonly #listener: ResourceListener;
  readonly #store = new DisposableStore();
  #file: FileWatch | undefined;
  #said = '[]';
  /** Which data stands behind the resource. */
  #stamp: string | undefined;
  /** One look at a time, and another one when something happened meanwhile. */
  #looking: Promise<void> | undefined;
  #isStale = false;
  readonly #end = new AbortController();

  constructor(resourceId: string, files: LocalFiles, listener: ResourceListener) {
    this.#resourceId = resourceId;
    this.#files = files;
    this.#listener = listener;
    this.#store.add(files.onDidChange(() => void this.look()));
    void this.look();
  }

  look(): Promise<void> {
    this.#isStale = true;
    this.#looking ??= this.#lookOn().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  dispose(): void {
    this.#end.abort();
    this.#file?.dispose();
    this.#store.dispose();
  }

  async #lookOn(): Promise<void> {
    const { signal } = this.#end;
    while (this.#isStale) {
      this.#isStale = false;
      const { imports } = this.#files;
      const listed = await this.#files.find(this.#resourceId).catch(() => undefined);
      const running = imports.running.find(
        ({ file, choices, preview }) =>
          preview?.id === this.#resourceId ||
          (file === listed?.file && choices.part === listed.read?.reading?.part),
      );
      const broken = imports.broken(this.#resourceId);
      const notices = await localNotices({ listed, running, broken });
      if (signal.aborted) return;
      this.#watch(listed);
      const stamp = listed?.read && JSON.stringify(listed.read);
      if (stamp !== undefined && this.#stamp !== undefined && stamp !== this.#stamp) this.#listener.renewed();
      this.#stamp = stamp ?? this.#stamp;
      const said = JSON.stringify(notices);
      if (said !== this.#said) this.#listener.notices(notices);
      this.#said = said;
    }
  }

  #watch(listed: ListedFile | undefined): void {
    if (this.#file !== undefined || listed === undefined || listed.file === '') return;
    this.#file = new FileWatch(listed.file, () => void this.look());
  }
}
