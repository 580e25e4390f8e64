import { open } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { PartFile } from '../../disk/wholeFile.ts';
import type { FileAnswer } from '../../http/fileRequest.ts';
import { isUpgrade, sentAddress } from '../../http/origin.ts';
import { safeFileName } from '../../platform/fileName.ts';
import { askToConfirm } from '../../platform/messages.ts';
import type { Portal, ResourceFile, ResourceRef } from '../../platform/portal.ts';
import type { PortalPort } from '../../platform/ports/portalPort.ts';
import { commandAction, Problem } from '../../platform/problem.ts';
import { type Report, withLateProgress, withProgress } from '../../platform/progress.ts';
import { choose } from '../../platform/quickPick.ts';
import { sizeText, timeText } from '../../platform/quantities.ts';
import type { Settings } from '../../platform/state/settings.ts';
import type { UnfinishedTasks } from '../../platform/state/unfinishedTasks.ts';
import { translate } from '../../platform/windowLanguage.ts';
import { rethrowDiskFull } from '../../document/copyDownload.ts';
import type { DownloadedFiles } from './downloadedFiles.ts';
import { fileEnding } from './fileEnding.ts';
import { localRef, realPathOf } from './localFile.ts';
import type { LocalFiles } from './localFiles.ts';
import type { LocalOpening } from './localOpening.ts';
import { requireTrust } from './localProblems.ts';
import { COPY_WORDS, FILE_WORDS as WORDS } from './localWords.ts';
import {
  downloadProblem,
  goneResourceProblem,
  type LinkedFile,
  noFileProblem,
  noTableProblem,
  readResourceFile,
  refusedProblem,
} from './resourceFile.ts';

export interface FileDownloadsDeps {
  readonly portals: Pick<PortalPort, 'find' | 'client' | 'file' | 'names' | 'remember'>;
  readonly localFiles: Pick<LocalFiles, 'requireEngine' | 'list'>;
  readonly localOpening: Pick<LocalOpening, 'askAndOpen'>;
  readonly downloads: DownloadedFiles;
  readonly settings: Pick<Settings, 'maxDownloadMb'>;
  readonly unfinished: UnfinishedTasks;
  readonly openRecords: (ref: ResourceRef) => unknown;
}

/** Length of the part that shows a file's format. */
const HEAD_BYTES = 4096;

/** Downloads the files of resources without records and opens them as local files. */
export class FileDownloads {
  readonly #deps: FileDownloadsDeps;
  /** Origins from which people allowed downloads in this window: `<portal's origin> <file's origin>`. */
  readonly #allowed = new Set<string>();

  constructor(deps: FileDownloadsDeps) {
    this.#deps = deps;
  }

  /** Says that the resource has no records, and asks what to do. Returns the opened resource if it isn't shown yet. */
  async offer(target: ResourceFile): Promise<ResourceRef | undefined> {
    const { portalId, resourceId, url = '' } = target;
    const name = this.#nameOf(target);
    const host = URL.parse(url)?.host ?? this.#portal(target).name;
    const way = await choose<'file' | 'records' | 'website'>({
      title: name,
      placeholder: translate(WORDS.noRecords),
      items: [
        {
          ...{ label: translate(WORDS.openFile), icon: 'cloud-download', value: 'file' },
          ...(target.format && { description: target.format }),
          detail: translate(WORDS.openFileDetail, { host }),
        },
        {
          ...{ label: translate(WORDS.searchAnyway), icon: 'table', value: 'records' },
          detail: translate(WORDS.searchAnywayDetail),
        },
        { label: translate(WORDS.openWebsite), icon: 'link-external', value: 'website' },
      ],
    });
    if (way === 'file') return this.open(target);
    if (way === 'records') {
      await this.#deps.portals.remember({ portalId, resourceId }, { name });
      await this.#deps.openRecords({ portalId, resourceId });
    }
    if (way === 'website')
      await vscode.commands.executeCommand('datastoreExplorer.openWebsite', { portalId, resourceId });
    return undefined;
  }

  /** @returns the local resource, or undefined if people cancelled. Throws Problem and HttpError. */
  async open(target: ResourceFile): Promise<ResourceRef | undefined> {
    requireTrust();
    this.#deps.localFiles.requireEngine();
    const portal = this.#portal(target);
    const linked = await this.#find(target, portal);
    if (linked === undefined) return undefined;
    if (!(await this.#mayGoTo(linked.url, linked, portal))) return undefined;
    const file = await this.#download(linked, portal).catch((error: unknown) => this.#rethrow(error, linked, portal));
    if (file === undefined) return undefined;
    const ref = await this.#deps.localOpening.askAndOpen([vscode.Uri.file(file)]);
    const isListed = ref !== undefined || (await this.#deps.localFiles.list()).some((listed) => listed.file === file);
    if (!isListed) await this.#deps.downloads.remove(file);
    return ref;
  }

  /** Repeats a download that a closed window didn't finish. */
  async resume(what: unknown): Promise<void> {
    const target = readResourceFile(what);
    const ref = target && (await this.open(target));
    if (ref !== undefined) await this.#deps.openRecords(ref);
  }

  #portal({ portalId }: ResourceRef): Portal {
    const portal = this.#deps.portals.find(portalId);
    if (portal === undefined || portal.baseUrl === '')
      throw new Problem(translate(COPY_WORDS.noPortal), translate(COPY_WORDS.onlyPortals));
    return portal;
  }

  #nameOf({ name, ...ref }: ResourceFile): string {
    return name === undefined || name === '' ? this.#deps.portals.names(ref).resource : name;
  }

  async #find(target: ResourceFile, portal: Portal): Promise<LinkedFile | undefined> {
    const { portalId, resourceId } = target;
    const ref = { portalId, resourceId };
    const name = this.#nameOf(target);
    let { url, format = '' } = target;
    let ownName = target.name;
    if (url === undefined) {
      const link = await withLateProgress(translate(WORDS.lookingUp, { name }), async (signal) => {
        const client = await this.#deps.portals.client(ref, signal);
        return (await client.resourceLink(resourceId, signal)) ?? ('gone' as const);
      });
      if (link === undefined) return undefined;
      if (link === 'gone') throw goneResourceProblem(ref, name, new URL(portal.baseUrl).host);
      ({ url, format } = link);
      ownName ??= link.name === '' ? undefined : link.name;
    }
    const address = url.trim() === '' ? undefined : sentAddress(url.trim(), `${portal.baseUrl}/`);
    if (address === undefined || !['http:', 'https:'].includes(address.protocol)) throw noFileProblem(ref, name);
    return { ...ref, url: address, name: ownName ?? name, format };
  }

  /** Asks, once per window, whether a file may come from another origin than the portal's. */
  async #mayGoTo(url: URL, { name }: LinkedFile, portal: Portal): Promise<boolean> {
    const home = new URL(portal.baseUrl);
    const way = `${home.origin} ${url.origin}`;
    if (url.origin === home.origin || isUpgrade(home, url) || this.#allowed.has(way)) return true;
    const detail = url.hostname === home.hostname ? WORDS.askOriginDetail : WORDS.askHostDetail;
    const details = [translate(detail, { name, portal: portal.name, origin: url.origin })];
    if (url.protocol === 'http:') details.push(translate(WORDS.notEncrypted));
    const question = translate(WORDS.askHost, { host: url.host });
    const mayGo = await askToConfirm('warning', question, details, translate(WORDS.download));
    if (mayGo) this.#allowed.add(way);
    return mayGo;
  }

  async #download(linked: LinkedFile, portal: Portal): Promise<string | undefined> {
    const { portals, settings, unfinished } = this.#deps;
    const { portalId, resourceId, name, url, format } = linked;
    const maxBytes = Math.floor(settings.maxDownloadMb.value * 1e6);
    const title = translate(WORDS.downloading, { name, host: url.host });
    const mayGoTo = (to: URL): Promise<boolean> => this.#mayGoTo(to, linked, portal);
    const what = { portalId, resourceId, name, url: url.href, format };
    const request = { url, maxBytes, mayGoTo };
    try {
      return await unfinished.during({ kind: 'file', title, what }, (writes) =>
        withProgress(title, async (signal, report) => {
          const answer = await portals.file(portalId, request, signal);
          if (answer.status !== 200) throw refusedProblem(linked, answer.url.host, answer.status);
          return this.#save(linked, portal, answer, { signal, report, writes });
        }),
      );
    } catch (error) {
      throw downloadProblem(linked, error, maxBytes);
    }
  }

  /** Adds an offer to open the resource's earlier file, which is kept. */
  async #rethrow(error: unknown, { resourceId }: LinkedFile, { baseUrl }: Portal): Promise<never> {
    if (!(error instanceof Problem)) throw error;
    for (const { id, file } of await this.#deps.localFiles.list()) {
      const origin = await this.#deps.downloads.originOf(file);
      if (origin?.resourceId !== resourceId || origin.baseUrl !== baseUrl) continue;
      const kept = translate(WORDS.kept, { time: timeText(Date.parse(origin.downloaded)) });
      const open = commandAction(translate(WORDS.openKept), 'datastoreExplorer.searchResource', localRef(id));
      const actions = [open, ...error.actions];
      throw new Problem(error.message, `${kept} ${error.hint}`, { cause: error, actions });
    }
    throw error;
  }

  async #save(linked: LinkedFile, portal: Portal, answer: FileAnswer, saving: Saving): Promise<string> {
    const { downloads } = this.#deps;
    const { portalId, resourceId, name, url, format } = linked;
    const { signal, report, writes } = saving;
    const folder = await downloads.folderOf(portal.baseUrl, resourceId);
    const part = await PartFile.create(path.join(folder, 'download'), 0o600);
    writes(part.path);
    try {
      let size = 0;
      for await (const piece of answer.body) {
        await part.write(piece).catch(rethrowDiskFull);
        size += piece.length;
        const all = answer.size;
        if (all === undefined) report(sizeText(size));
        else report(translate(WORDS.progress, { size: sizeText(size), all: sizeText(all) }), size / all);
      }
      signal.throwIfAborted();
      const verdict = fileEnding({
        head: await headOf(part.path),
        names: [nameInPath(url), nameInPath(answer.url), name],
        format,
        contentType: answer.headers.get('content-type') ?? '',
      });
      if (verdict.noTable !== undefined) throw noTableProblem(linked, answer.url.host, verdict.noTable);
      const file = path.join(folder, fileNameOf(name, verdict.ending));
      await part.finish(file);
      // The query of a signed address grants access to the file, so it isn't stored.
      const origin = { portalId, baseUrl: portal.baseUrl, resourceId, url: url.origin + url.pathname };
      await downloads.noteOrigin(file, { ...origin, downloaded: new Date().toISOString() });
      return await realPathOf(file);
    } catch (error) {
      await part.abandon();
      throw error;
    }
  }
}

interface Saving {
  readonly signal: AbortSignal;
  readonly report: Report;
  readonly writes: (partFile: string) => void;
}

function fileNameOf(name: string, ending: string): string {
  const has = name.toLowerCase().endsWith(`.${ending}`);
  return safeFileName(has ? name.slice(0, -ending.length - 1) : name, ending);
}

function nameInPath({ pathname }: URL): string {
  return pathname.split('/').at(-1) ?? '';
}

async function headOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await handle.close();
  }
}
