import { copyFile, readFile, stat } from 'node:fs/promises';
import { describeNotice } from '../../datastore/result/notice.ts';
import type { ExportProgress } from '../../export/runLog.ts';
import type { Failures } from '../../platform/failures.ts';
import { askToConfirm, showMessage } from '../../platform/messages.ts';
import { type Portal, type ResourceRef, resourceRef, savedResource } from '../../platform/portal.ts';
import { translate, windowLanguage } from '../../platform/windowLanguage.ts';
import type { PortalPort } from '../../platform/ports/portalPort.ts';
import { Problem } from '../../platform/problem.ts';
import { type Report, withProgress } from '../../platform/progress.ts';
import { EDITOR_LIMIT, offerFile, openInEditor } from '../../platform/textPlaces.ts';
import type { UnfinishedTasks } from '../../platform/state/unfinishedTasks.ts';
import { readStored } from '../../base/stored.ts';
import { JobFailed, ProcessEnded, resourceIdOf } from '../../service/index.ts';
import { downloadCopy, DiskFull } from '../../document/copyDownload.ts';
import {
  hasChangedRecords,
  hostOf,
  isLocalCopy,
  downloadedText,
  progressText,
  refreshedText,
  type LocalCopy,
} from './localCopy.ts';
import type { LocalFiles } from './localFiles.ts';
import { problemText, requireTrust } from './localProblems.ts';
import { COPY_WORDS } from './localWords.ts';
import { timeText } from '../../platform/quantities.ts';
import { localRef } from './localFile.ts';

export interface LocalCopiesDeps {
  readonly portals: Pick<PortalPort, 'find' | 'findByUrl' | 'client' | 'setToken'>;
  readonly localFiles: LocalFiles;
  readonly failures: Failures;
  readonly unfinished: UnfinishedTasks;
  readonly addPortal: (address: string) => Promise<Portal | undefined>;
  readonly openRecords: (ref: ResourceRef) => unknown;
}

interface Download {
  readonly portal: Portal;
  readonly resourceId: string;
  readonly id: string;
  readonly before: LocalCopy | undefined;
}

interface Outcome {
  readonly copy: LocalCopy;
  readonly progress: ExportProgress | undefined;
}

/** Copies of portals' resources in the embedded datastore, which people can refresh. */
export class LocalCopies {
  readonly #deps: LocalCopiesDeps;
  /** Running downloads by the copy's id. */
  readonly #running = new Map<string, Promise<Outcome | undefined>>();

  constructor(deps: LocalCopiesDeps) {
    this.#deps = deps;
  }

  async list(): Promise<readonly LocalCopy[]> {
    return (await this.#deps.localFiles.datastore.resources()).filter(isLocalCopy);
  }

  /** Downloads a resource, or refreshes its copy. A failure is shown with possible remedies. */
  async keep({ portalId, resourceId }: ResourceRef): Promise<LocalCopy | undefined> {
    requireTrust();
    const portal = this.#deps.portals.find(portalId);
    if (portal === undefined) throw new Problem(translate(COPY_WORDS.noPortal), translate(COPY_WORDS.onlyPortals));
    const before = await this.of({ portalId, resourceId });
    const id = before?.id ?? resourceIdOf(`copy:${portal.baseUrl}`, resourceId);
    return this.#run({ portal, resourceId, id, before });
  }

  /** The copy of a resource as it is. A missing one is downloaded if people confirm that. */
  async present(ref: ResourceRef, confirm: () => Promise<boolean>): Promise<LocalCopy | undefined> {
    const present = await this.of(ref);
    return present ?? ((await confirm()) ? this.keep(ref) : undefined);
  }

  /** The copy of a portal's resource, also if the portal was removed and added again. */
  async of({ portalId, resourceId }: ResourceRef): Promise<LocalCopy | undefined> {
    const portal = this.#deps.portals.find(portalId);
    return (await this.list()).find(
      ({ origin }) =>
        origin.resourceId === resourceId && (origin.portalId === portalId || origin.baseUrl === portal?.baseUrl),
    );
  }

  async resume(what: unknown): Promise<void> {
    const ref = readStored(resourceRef, what);
    if (ref !== undefined) await this.keep(ref);
  }

  async refresh(id: string): Promise<LocalCopy | undefined> {
    requireTrust();
    const before = await this.#find(id);
    if (before === undefined) return undefined;
    const { portalId, baseUrl, resourceId } = before.origin;
    const { portals } = this.#deps;
    const portal = portals.find(portalId) ?? portals.findByUrl(baseUrl);
    if (portal !== undefined) return this.#run({ portal, resourceId, id, before });
    const added = await this.#offerPortal(before);
    return added && this.#run({ portal: added, resourceId, id, before });
  }

  async showChanges(id: string): Promise<void> {
    const copy = await this.#find(id);
    const file = await this.#deps.localFiles.datastore.changesFile(id);
    if (copy === undefined) return;
    if (file === undefined || copy.changes === undefined)
      throw new Problem(translate(COPY_WORDS.notRefreshed, { name: copy.name }), translate(COPY_WORDS.refreshFirst));
    if (hasChangedRecords(copy.changes)) await openChanges(file);
    else void showMessage('information', refreshedText(copy));
  }

  async #find(id: string): Promise<LocalCopy | undefined> {
    return (await this.list()).find((copy) => copy.id === id);
  }

  /** Callers that need the same copy share one download. Only the first one reports the outcome. */
  async #run(download: Download): Promise<LocalCopy | undefined> {
    const { id, before } = download;
    const earlier = this.#running.get(id);
    if (earlier !== undefined) return (await earlier.catch(() => undefined))?.copy;
    const running = this.#copy(download);
    this.#running.set(id, running);
    try {
      const outcome = await running;
      if (outcome !== undefined) this.#showOutcome(outcome, before !== undefined);
      return outcome?.copy;
    } catch (error) {
      this.#running.delete(id);
      return await this.#showFailure(download, error);
    } finally {
      if (this.#running.get(id) === running) this.#running.delete(id);
    }
  }

  #copy({ portal, resourceId, id, before }: Download): Promise<Outcome | undefined> {
    const { portals, localFiles, unfinished } = this.#deps;
    const listed = savedResource(portal, resourceId)?.name;
    const lastName = listed === undefined || listed === resourceId ? before?.name : listed;
    const title =
      before === undefined
        ? translate(COPY_WORDS.downloading, { name: lastName ?? resourceId })
        : translate(COPY_WORDS.refreshing, { name: lastName ?? resourceId });
    const task = { kind: 'copy', title, what: { portalId: portal.id, resourceId } } as const;
    const keep = async (signal: AbortSignal, report: Report): Promise<Outcome | undefined> => {
      const client = await portals.client({ portalId: portal.id, resourceId }, signal);
      const name = lastName ?? (await client.resourceName(resourceId, signal).catch(() => undefined)) ?? resourceId;
      let progress: ExportProgress | undefined;
      const download = async (file: string) => {
        await downloadCopy(client, { resourceId }, file, signal, (now) => {
          progress = now;
          report(progressText(now), now.expected ? now.records / now.expected : undefined);
        });
        report(translate(COPY_WORDS.saving));
        const downloaded = new Date().toISOString();
        return { portalId: portal.id, baseUrl: portal.baseUrl, resourceId, downloaded };
      };
      const copy = await localFiles.copy({ id, name }, download, signal);
      return isLocalCopy(copy) ? { copy, progress } : undefined;
    };
    return unfinished.during(task, () => withProgress(title, keep));
  }

  #showOutcome({ copy, progress }: Outcome, isRefresh: boolean): void {
    const odd = (progress?.notices ?? []).map((notice) => describeNotice(notice, windowLanguage));
    const text = [isRefresh ? refreshedText(copy) : downloadedText(copy), ...odd].join(' ');
    const { failures, openRecords } = this.#deps;
    const ref = localRef(copy.id);
    const open = { label: translate(COPY_WORDS.open), run: () => openRecords(ref) };
    const changes = { label: translate(COPY_WORDS.showChanges), run: () => this.showChanges(copy.id) };
    const hasChanges = copy.changes !== undefined && hasChangedRecords(copy.changes);
    const next = isRefresh ? (hasChanges ? [changes] : []) : [open];
    failures.offer('Copy', odd.length > 0 ? 'warning' : 'information', text, next);
  }

  async #showFailure(download: Download, error: unknown): Promise<LocalCopy | undefined> {
    const { failures, portals } = this.#deps;
    const { portal, before } = download;
    const { message, hint, offersToken } = wordsOf(error) ?? failures.describe(error);
    const kept =
      before === undefined
        ? translate(COPY_WORDS.notSaved)
        : translate(COPY_WORDS.kept, { time: timeText(Date.parse(before.origin.downloaded)) });
    let next: Promise<LocalCopy | undefined> | undefined;
    // The portal's address may change before the retry.
    const again = () => {
      next =
        before === undefined
          ? this.keep({ portalId: portal.id, resourceId: download.resourceId })
          : this.refresh(before.id);
    };
    const askForToken = async () => {
      if (await portals.setToken(portal.id)) again();
    };
    await failures.show(`Copy of ${portal.baseUrl}`, new Problem(message, `${hint} ${kept}`.trim(), { cause: error }), [
      ...(offersToken ? [{ label: translate(COPY_WORDS.setToken), run: askForToken }] : []),
      { label: translate(COPY_WORDS.tryAgain), run: again },
    ]);
    return next;
  }

  async #offerPortal({ name, origin }: LocalCopy): Promise<Portal | undefined> {
    const question = translate(COPY_WORDS.portalRemoved, { host: hostOf(origin.baseUrl) });
    const detail = [translate(COPY_WORDS.needsPortal, { name })];
    const isWanted = await askToConfirm('warning', question, detail, translate(COPY_WORDS.addPortal));
    return isWanted ? this.#deps.addPortal(origin.baseUrl) : undefined;
  }
}

/** Words for failures on this machine. Those of a portal are described elsewhere. */
function wordsOf(
  error: unknown,
): { readonly message: string; readonly hint: string; readonly offersToken: false } | undefined {
  if (error instanceof JobFailed || error instanceof ProcessEnded)
    return { message: problemText(error), hint: '', offersToken: false };
  if (!(error instanceof DiskFull)) return undefined;
  return { message: translate(COPY_WORDS.diskFull), hint: translate(COPY_WORDS.freeSpace), offersToken: false };
}

async function openChanges(file: string): Promise<void> {
  if ((await stat(file)).size > EDITOR_LIMIT) return saveChanges(file);
  await openInEditor(await readFile(file, 'utf8'), 'jsonl');
}

async function saveChanges(file: string): Promise<void> {
  const question = translate(COPY_WORDS.largeChanges);
  const uri = await offerFile(question, {
    fileName: 'changes.jsonl',
    filters: { 'JSON Lines': ['jsonl'] },
    saveLabel: translate(COPY_WORDS.save),
  });
  if (uri !== undefined) await copyFile(file, uri.fsPath);
}
