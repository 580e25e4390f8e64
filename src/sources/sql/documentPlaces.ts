/** What documents of people and of others may reach: files beside them or opened by people, and hosts that people allow. */
import { dirname, isAbsolute } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Uri } from 'vscode';
import { defined } from '../../base/defined.ts';
import { untilAborted } from '../../base/untilAborted.ts';
import { DOCUMENT_WORDS } from '../../document/documentWords.ts';
import { permittedPath } from '../../document/sourcePlace.ts';
import { askToConfirm } from '../../platform/messages.ts';
import type { PortalPort } from '../../platform/ports/portalPort.ts';
import { translate, translated } from '../../platform/windowLanguage.ts';
import type { ReadingChoices } from '../../service/index.ts';
import { hostOf } from '../local/localCopy.ts';
import { choicesAgain, fileState, type ListedFile } from '../local/localFile.ts';
import type { LocalFiles } from '../local/localFiles.ts';
import { SQL_SOURCE_WORDS as WORDS } from './sqlWords.ts';

export interface LocatedFile {
  readonly kind: 'file';
  readonly path: string;
  readonly choices: ReadingChoices;
  readonly listed?: ListedFile;
}

export interface RefusedPlace {
  readonly kind: 'refused';
  readonly reason: string;
}

export class DocumentPlaces {
  readonly #portals: Pick<PortalPort, 'findByUrl'>;
  readonly #localFiles: LocalFiles;
  /** Hosts that people let this window ask. */
  readonly #allowed = new Set<string>();

  constructor(portals: Pick<PortalPort, 'findByUrl'>, localFiles: LocalFiles) {
    this.#portals = portals;
    this.#localFiles = localFiles;
  }

  /** Asks people, once for each host, whether a portal that isn't in the list may be asked for this resource. */
  async mayAsk(baseUrl: string, name: string): Promise<boolean> {
    if (this.#portals.findByUrl(baseUrl) !== undefined) return true;
    const host = hostOf(baseUrl);
    if (this.#allowed.has(host)) return true;
    const [question, detail] = [translate(WORDS.ask, { host, name }), translate(WORDS.askDetail)];
    const mayAsk = await askToConfirm('warning', question, [detail], translate(WORDS.askButton));
    if (mayAsk) this.#allowed.add(host);
    return mayAsk;
  }

  /** Reads no data. Of the disk, it touches only what a document may read. `list` is what stands under Local files. */
  async fileAt(
    document: Uri | undefined,
    path: string,
    chosen: ReadingChoices | undefined,
    list: readonly ListedFile[],
  ): Promise<LocatedFile | RefusedPlace> {
    const own = document && folderOf(document);
    const opened = list.flatMap(({ file }) => (file === '' ? [] : [file]));
    // A file itself is a folder with nothing in it.
    const folder = own ?? path;
    const permitted =
      own !== undefined || isAbsolute(path)
        ? await permittedPath(folder, path, opened, [], translated(DOCUMENT_WORDS))
        : { refused: translate(WORDS.unsaved, { path }) };
    return 'path' in permitted
      ? locatedFile(permitted.path, list, chosen)
      : { kind: 'refused', reason: permitted.refused };
  }

  /** The id of the file's resource, read if it isn't yet or has changed. Undefined if people cancel. */
  async read({ listed, choices, path }: LocatedFile, signal: AbortSignal): Promise<string | undefined> {
    const localFiles = this.#localFiles;
    const read = isReadWith(choices, listed) ? listed?.read : undefined;
    if (read !== undefined && (await fileState(read)) === 'same' && (await localFiles.datastore.hasData(read.id)))
      return read.id;
    const others = localFiles.imports.running;
    const started = await localFiles.open(path, choices);
    const cancel = (): void => {
      if (!others.includes(started)) started.cancel();
    };
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return (await untilAborted(started.done, signal))?.id;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }
}

/** The folder of a document on this machine: one that is saved, or has a place to be saved. */
export function folderOf({ scheme, path, fsPath }: Uri): string | undefined {
  const hasPlace = scheme === 'file' || (scheme === 'untitled' && path.startsWith('/'));
  return hasPlace ? dirname(fsPath) : undefined;
}

/** A file stays as people have read it, unless the document chooses otherwise. */
export function locatedFile(
  path: string,
  list: readonly ListedFile[],
  chosen: ReadingChoices | undefined,
): LocatedFile {
  const listed = list.find(
    ({ file, read, choices }) =>
      file === path && (chosen?.part === undefined || chosen.part === (read?.reading?.part ?? choices?.part)),
  );
  const choices = chosen ?? (listed?.read === undefined ? (listed?.choices ?? {}) : choicesAgain(listed.read));
  return { kind: 'file', path, choices, ...defined({ listed }) };
}

export function isReadWith(choices: ReadingChoices, listed: ListedFile | undefined): boolean {
  const { reading, isPartial } = listed?.read ?? {};
  return isPartial !== true && isDeepStrictEqual({ ...reading, ...choices }, { ...reading });
}
