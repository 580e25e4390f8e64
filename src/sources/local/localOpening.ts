import { opendir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { Owner } from '../../platform/disposables.ts';
import type { Failures } from '../../platform/failures.ts';
import { askForFiles } from '../../platform/fileDialogs.ts';
import { Problem } from '../../platform/problem.ts';
import { withLateProgress } from '../../platform/progress.ts';
import type { LocalQuestions } from '../../platform/ports/localPort.ts';
import type { ResourceRef } from '../../platform/portal.ts';
import { countText } from '../../platform/quantities.ts';
import type { Settings } from '../../platform/state/settings.ts';
import { translate } from '../../platform/windowLanguage.ts';
import { requireTrust } from './localProblems.ts';
import { IMPORT_OPTION_WORDS, OPENING_WORDS as WORDS } from './localWords.ts';
import {
  DIALOG_ENDINGS,
  formatOfName,
  isData,
  type LocalResource,
  mayHaveParts,
  type ReadingChoices,
  USUAL_ENDINGS,
} from '../../service/index.ts';
import { type FileToOpen, localRef, nameOf, realPathOf, usualParts } from './localFile.ts';
import type { LocalFiles } from './localFiles.ts';
import { ReadingList } from './readingList.ts';
import type { AcceptedOptions, AskOptions } from './importOptions.ts';
import { OptionsTabs } from './optionsTabs.ts';

export interface LocalOpeningDeps {
  readonly localFiles: LocalFiles;
  readonly settings: Settings;
  readonly failures: Failures;
  readonly extensionUri: vscode.Uri;
}

interface FolderFiles {
  /** Paths of the files with the ending of a data format, links resolved. */
  readonly files: readonly string[];
  /** Whether the folder has more files or deeper folders than the limits allow. */
  readonly isCut: boolean;
}

export const MOST_FILES = 200;
export const DEEPEST = 8;
/** Folders with programs instead of data. */
const SKIPPED = new Set(['node_modules', '__pycache__']);

/** Opens files from a dialog, the Explorer, a drop or a folder, and shows how they would be imported. */
export class LocalOpening extends Owner implements LocalQuestions {
  readonly options: OptionsTabs;
  readonly #deps: LocalOpeningDeps;
  readonly #list: ReadingList;

  constructor(deps: LocalOpeningDeps) {
    super();
    this.#deps = deps;
    const inspect = (file: string, choices: ReadingChoices, signal: AbortSignal) =>
      deps.localFiles.inspect(file, choices, signal);
    this.options = this.owned.add(new OptionsTabs(deps.extensionUri, inspect));
    this.#list = new ReadingList(inspect, this.options);
  }

  /** Asks for files. Returns the first resource when its first records are available; the others open after it. */
  async chooseFiles(): Promise<ResourceRef | undefined> {
    const filters = { [translate(WORDS.dataFiles)]: [...DIALOG_ENDINGS], [translate(WORDS.allFiles)]: ['*'] };
    const labels = { title: translate(WORDS.openFile), openLabel: translate(WORDS.open) };
    return this.#choose({ ...labels, canSelectMany: true, filters });
  }

  async chooseFolder(): Promise<ResourceRef | undefined> {
    const labels = { title: translate(WORDS.openFolder), openLabel: translate(WORDS.openThisFolder) };
    return this.#choose({ ...labels, canSelectFiles: false, canSelectFolders: true });
  }

  async #choose(options: Parameters<typeof askForFiles>[0]): Promise<ResourceRef | undefined> {
    this.#require();
    const uris = await askForFiles(options);
    return uris && this.askAndOpen(uris);
  }

  async openSample(): Promise<ResourceRef | undefined> {
    this.#require();
    const folder = vscode.Uri.joinPath(this.#deps.extensionUri, 'media', 'sample');
    const names = (await readdir(folder.fsPath)).sort();
    return this.open(names.map((name) => vscode.Uri.joinPath(folder, name)));
  }

  /** Opens files and folders with detected options, without a question. */
  async open(uris: readonly vscode.Uri[]): Promise<ResourceRef | undefined> {
    this.#require();
    const result = await this.#find(uris);
    return result && this.openAll(result.files.map((file) => ({ file, choices: {} })));
  }

  /** Asks for options unless the settings disable that or, with `showsLoaded`, a single file is already imported. */
  async askAndOpen(uris: readonly vscode.Uri[], showsLoaded = false): Promise<ResourceRef | undefined> {
    this.#require();
    const result = await this.#find(uris);
    if (result === undefined) return undefined;
    const loaded = showsLoaded ? await this.#loaded(result.files) : undefined;
    if (loaded !== undefined) return loaded;
    const files = result.files.map((file) => ({ file, choices: {} }));
    const chosen = this.#deps.settings.askHowToRead.value === 'always' ? await this.#ask(files, result.isCut) : files;
    if (chosen === undefined) return undefined;
    const [only, another] = chosen;
    let ref: ResourceRef | undefined;
    try {
      ref = await (only !== undefined && another === undefined ? this.openOne(only) : this.openAll(chosen));
      return ref;
    } finally {
      if (ref === undefined) for (const { file } of chosen) this.options.close(file);
    }
  }

  /** The panel imports a new file itself, so that it can show the progress or the failure. */
  async openOne(target: FileToOpen): Promise<ResourceRef | undefined> {
    const { localFiles } = this.#deps;
    const parts = await this.#partsOf(target);
    const [choices, another] = parts ?? [];
    if (choices === undefined || another !== undefined) return this.openAll([target]);
    const resourceId = await localFiles.ask(target.file, choices);
    const isRead = (await localFiles.find(resourceId))?.read !== undefined;
    return isRead ? this.openAll([target]) : localRef(resourceId);
  }

  /** Opens files one after the other. Failures don't stop the others, and are reported together. */
  openAll(files: readonly FileToOpen[]): Promise<ResourceRef | undefined> {
    const first = Promise.withResolvers<ResourceRef | undefined>();
    const show = ({ id }: LocalResource): void => first.resolve(localRef(id));
    this.#openEach(files, show).then(() => first.resolve(undefined), first.reject);
    return first.promise;
  }

  /** Finds the resource of a file without asking people. `preferredId` is preferred if it belongs to the file. */
  async resourceOf(uri: vscode.Uri, preferredId: string | undefined, signal: AbortSignal): Promise<ResourceRef> {
    const { localFiles } = this.#deps;
    const path = pathOf(uri);
    const file = await realPathOf(path);
    const candidates = (await localFiles.list()).filter((listed) => listed.file === file && listed.read !== undefined);
    const listed = candidates.find(({ id }) => id === preferredId) ?? candidates[0];
    if (listed !== undefined) return localRef(listed.id);
    const looksInside = mayHaveParts(file) && vscode.workspace.isTrusted;
    // A failure here is reported by the later import.
    const inspection = looksInside ? await localFiles.inspect(file, {}, signal).catch(() => undefined) : undefined;
    const part = inspection?.reading.part;
    const resourceId = await localFiles.ask(file, part === undefined ? {} : { part });
    return localRef(resourceId);
  }

  /** Imports a resource's file, or one that failed, with other options. */
  async changeReading(target: FileToOpen): Promise<ResourceRef | undefined> {
    this.#require();
    const answered = await this.#askFor(target, { accept: translate(IMPORT_OPTION_WORDS.reload) });
    // The records are usually on screen already and update by themselves.
    this.options.close(target.file);
    return answered && this.openOne(answered.file);
  }

  async #loaded([file, another]: readonly string[]): Promise<ResourceRef | undefined> {
    if (file === undefined || another !== undefined) return undefined;
    const path = await realPathOf(file);
    const list = await this.#deps.localFiles.list();
    const loaded = list.find((listed) => listed.file === path && listed.read?.isPartial === undefined && listed.read);
    return loaded && localRef(loaded.id);
  }

  #require(): void {
    requireTrust();
    this.#deps.localFiles.requireEngine();
  }

  async #openEach(files: readonly FileToOpen[], show: (resource: LocalResource) => void): Promise<void> {
    const problems: unknown[] = [];
    for (const target of files) {
      const failures: unknown[] = [];
      const parts = await this.#partsOf(target).catch((error: unknown) => {
        failures.push(error);
        return [];
      });
      if (parts === undefined) return;
      // Imports run one after the other. A view that can't be read doesn't stop them.
      for (const choices of parts) {
        const isCancelled = await this.#openPart(target.file, choices, show).catch((error: unknown) => {
          failures.push(error);
        });
        if (isCancelled === true) return;
      }
      const [failure] = failures;
      if (failure === undefined) continue;
      if (files.length === 1) throw failure as Error;
      problems.push(failure);
    }
    if (problems.length > 0) await this.#showProblems(problems, files.length);
  }

  /** Returns whether people cancelled the import, which itself reports what fails after the first records. */
  async #openPart(file: string, choices: ReadingChoices, show: (resource: LocalResource) => void): Promise<boolean> {
    const started = await this.#deps.localFiles.open(file, choices);
    const resource = await started.first;
    if (resource === undefined) return true;
    show(resource);
    const whole = await started.done.catch(() => undefined);
    return whole === undefined && started.preview === undefined;
  }

  async #partsOf({ file, choices, parts }: FileToOpen): Promise<readonly ReadingChoices[] | undefined> {
    if (parts !== undefined) return parts.map((part) => ({ ...choices, part }));
    const isHtml = formatOfName(file) === 'html';
    const isWhole = choices.part !== undefined || (choices.format === undefined && !mayHaveParts(file) && !isHtml);
    if (isWhole) return [choices];
    const title = translate(WORDS.inspecting, { name: nameOf(file) });
    const { localFiles } = this.#deps;
    const inspect = (signal: AbortSignal) => localFiles.inspect(file, choices, signal);
    const inspection = await withLateProgress(title, inspect).catch(async (error: unknown) => {
      await localFiles.ask(file, choices);
      throw localFiles.imports.fail(await realPathOf(file), choices, error);
    });
    if (inspection === undefined) return undefined;
    return inspection.parts === undefined ? [choices] : usualParts(inspection).map((part) => ({ ...choices, part }));
  }

  async #ask(files: readonly FileToOpen[], isCut: boolean): Promise<readonly FileToOpen[] | undefined> {
    const [only, another] = files;
    if (only === undefined) return [];
    const note = isCut ? translate(WORDS.onlySome, { files: countText(MOST_FILES), depth: countText(DEEPEST) }) : '';
    if (another !== undefined) return this.#list.pick(files, note);
    const answered = await this.#askFor(only, { accept: translate(WORDS.open), canUseForOthers: true });
    if (answered?.isForSimilar !== true) return answered && [answered.file];
    // A question follows, and people may cancel it.
    this.options.close(only.file);
    const { names } = await entriesOf(dirname(only.file), new AbortController().signal);
    const similar = await this.#list.similar(answered.file, names);
    return similar.length === 0 ? [answered.file] : this.#list.pick([answered.file, ...similar]);
  }

  /** The processes for the import start while people look at the options. */
  async #askFor(target: FileToOpen, options: AskOptions): Promise<AcceptedOptions | undefined> {
    const { localFiles } = this.#deps;
    const release = localFiles.prepare();
    const stop = (): void => localFiles.imports.cancel(target.file);
    try {
      const answered = await this.options.ask(target, { ...options, stop });
      return answered.kind === 'open' ? answered : undefined;
    } finally {
      release();
    }
  }

  async #find(uris: readonly vscode.Uri[]): Promise<FolderFiles | undefined> {
    const paths = uris.map(pathOf);
    const search = async (signal: AbortSignal): Promise<FolderFiles> => {
      const results = await Promise.all(paths.map((path) => filesAt(path, signal)));
      const files = [...new Set(results.flatMap((each) => each.files))];
      return { files, isCut: results.some(({ isCut }) => isCut) };
    };
    const result = await withLateProgress(translate(WORDS.searching), search);
    if (result?.files.length === 0 && uris.length > 0)
      throw new Problem(translate(WORDS.noFiles), translate(WORDS.supported, { endings: USUAL_ENDINGS }));
    return result;
  }

  async #showProblems(problems: readonly unknown[], all: number): Promise<void> {
    const { failures } = this.#deps;
    const [first] = problems;
    if (problems.length === 1) return failures.show('Open', first);
    for (const problem of problems) failures.log('Open', problem);
    const words = problems.slice(0, 3).map((problem) => failures.describe(problem).message);
    const more = problems.length > 3 ? ' …' : '';
    const what = translate(WORDS.someFailed, { failed: countText(problems.length), all: countText(all) });
    return failures.show('Open', new Problem(`${what} ${words.join(' ')}${more}`, translate(WORDS.seeLog)));
  }
}

/** The path of a file on this machine. In a remote window, the Explorer passes the file's remote address. */
function pathOf(uri: vscode.Uri): string {
  const isHere = uri.scheme === 'file' || (uri.scheme === 'vscode-remote' && vscode.env.remoteName !== undefined);
  if (!isHere)
    throw new Problem(translate(WORDS.elsewhere, { address: uri.toString(true) }), translate(WORDS.copyThere));
  return uri.with({ scheme: 'file', authority: uri.scheme === 'file' ? uri.authority : '' }).fsPath;
}

/** A named file is accepted with any ending. */
async function filesAt(path: string, signal: AbortSignal): Promise<FolderFiles> {
  const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() === true;
  return isFolder ? filesOfFolder(path, signal) : { files: [path], isCut: false };
}

/** Lists a folder's data files, breadth first. Hidden files and folders, and links to folders, are left out. */
export async function filesOfFolder(folder: string, signal: AbortSignal): Promise<FolderFiles> {
  const files: string[] = [];
  let level = [folder];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return { files, isCut: true };
    const next: string[] = [];
    for (const path of level) {
      const { names, folders } = await entriesOf(path, signal);
      if (files.length + names.length > MOST_FILES)
        return { files: [...files, ...names].slice(0, MOST_FILES), isCut: true };
      files.push(...names);
      next.push(...folders);
    }
    level = next;
  }
  return { files, isCut: false };
}

async function entriesOf(
  folder: string,
  signal: AbortSignal,
): Promise<{ readonly names: readonly string[]; readonly folders: readonly string[] }> {
  const names: string[] = [];
  const folders: string[] = [];
  for await (const entry of await opendir(folder)) {
    signal.throwIfAborted();
    if (entry.name.startsWith('.') || SKIPPED.has(entry.name)) continue;
    if (entry.isDirectory()) folders.push(join(folder, entry.name));
    else if (entry.isFile() && isData(entry.name)) names.push(join(folder, entry.name));
  }
  return { names: names.sort(), folders: folders.sort() };
}
