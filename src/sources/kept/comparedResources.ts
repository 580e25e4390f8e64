import { defined } from '../../base/defined.ts';
import type { DatastoreClient } from '../../datastore/client/client.ts';
import { downloadCopy } from '../../document/copyDownload.ts';
import type { ComparedPlace, ComparedRecords, ComparisonPort, Counterpart } from '../../platform/comparisonPort.ts';
import type { ResourceRef } from '../../platform/portal.ts';
import type { PortalPort } from '../../platform/portalPort.ts';
import { Problem } from '../../platform/problem.ts';
import { withProgress } from '../../platform/progress.ts';
import { timeText } from '../../platform/quantities.ts';
import { translate } from '../../platform/windowLanguage.ts';
import { resourceIdOf } from '../../service/index.ts';
import type { LocalCopies } from '../local/localCopies.ts';
import { COMPARED_PORTAL_ID, type LocalCopy, progressText } from '../local/localCopy.ts';
import { localRef, nameOfListed } from '../local/localFile.ts';
import type { LocalFiles } from '../local/localFiles.ts';
import type { SqlSourcesDeps } from '../sql/sqlSources.ts';
import { COMPARED_WORDS as WORDS } from './comparedWords.ts';

export interface ComparedResourcesDeps extends Pick<SqlSourcesDeps, 'askForCopy'> {
  readonly portals: PortalPort;
  readonly localFiles: LocalFiles;
  readonly copies: LocalCopies;
  readonly pick: (title: string) => Promise<ResourceRef | undefined>;
}

/** Resources that people compare: local files, local copies, and resources of portals, which become copies. */
export class ComparedResources implements ComparisonPort {
  readonly pick: (title: string) => Promise<ResourceRef | undefined>;
  readonly #deps: ComparedResourcesDeps;

  constructor(deps: ComparedResourcesDeps) {
    this.#deps = deps;
    this.pick = deps.pick;
  }

  async counterpartOf(ref: ResourceRef): Promise<Counterpart | undefined> {
    const { portals, copies } = this.#deps;
    const all = await copies.list();
    const copy = all.find(({ id }) => id === ref.resourceId);
    if (copy !== undefined) {
      const portal = portals.find(copy.origin.portalId) ?? portals.findByUrl(copy.origin.baseUrl);
      if (portal === undefined) return undefined;
      const place = { portalId: portal.id, resourceId: copy.origin.resourceId, isNow: true };
      return { place, label: translate(WORDS.now, { portal: portal.name }), isOlder: false };
    }
    const copied = all.find((each) => this.#isOf(each, ref));
    if (copied === undefined) return undefined;
    const time = timeText(Date.parse(copied.origin.downloaded));
    return { place: localRef(copied.id), label: translate(WORDS.copy, { time }), isOlder: true };
  }

  async prepare(place: ComparedPlace, signal: AbortSignal): Promise<ComparedRecords | undefined> {
    const { portals, localFiles, copies, askForCopy } = this.#deps;
    const { portalId, resourceId } = place;
    localFiles.requireEngine();
    if (portalId === localFiles.portal.id) {
      await localFiles.ensure(resourceId, signal);
      const listed = await localFiles.find(resourceId);
      if (listed === undefined) throw new Problem(translate(WORDS.noRecords));
      return { id: resourceId, name: nameOfListed(listed), ...originOf(listed.read?.origin) };
    }
    if (portals.find(portalId) === undefined || portals.sourceOf(place) === 'result')
      throw new Problem(translate(WORDS.noResult));
    const { resource: name } = portals.names(place);
    const confirm = () => askForCopy(name, { resourceId }, (asked) => portals.client(place, asked));
    if (place.isNow === true) return this.#download(place, name);
    // The copy may be old, so the portal's own records are compared with it or with others.
    const isCopied = (await copies.list()).some((copy) => this.#isOf(copy, place));
    if (isCopied) return this.#download(place, name);
    const copy = (await confirm()) ? await copies.keep(place) : undefined;
    return copy && { id: copy.id, name: copy.name, ...originOf(copy.origin) };
  }

  async ask(sql: string, signal: AbortSignal, result?: ResourceRef): ReturnType<DatastoreClient['sql']> {
    const { portals, localFiles } = this.#deps;
    const client = await portals.client(result ?? { portalId: localFiles.portal.id, resourceId: '' }, signal);
    return client.sql(sql, signal);
  }

  #isOf({ origin }: LocalCopy, { portalId, resourceId }: ResourceRef): boolean {
    const baseUrl = this.#deps.portals.find(portalId)?.baseUrl;
    return origin.resourceId === resourceId && (origin.portalId === portalId || origin.baseUrl === baseUrl);
  }

  /** Another copy, which replaces none and is discarded after the comparison. */
  async #download({ portalId, resourceId }: ResourceRef, name: string): Promise<ComparedRecords | undefined> {
    const { portals, localFiles } = this.#deps;
    const { baseUrl = '' } = portals.find(portalId) ?? {};
    const id = resourceIdOf(`compared:${baseUrl}`, resourceId);
    return withProgress(translate(WORDS.downloading, { name }), async (signal, report) => {
      const client = await portals.client({ portalId, resourceId }, signal);
      const download = async (file: string) => {
        await downloadCopy(client, { resourceId }, file, signal, (now) =>
          report(progressText(now), now.expected ? now.records / now.expected : undefined),
        );
        return { portalId: COMPARED_PORTAL_ID, baseUrl, resourceId, downloaded: new Date().toISOString() };
      };
      const copy = await localFiles.datastore.copy({ id, name }, download, signal);
      return { id, name, ...originOf(copy.origin), discard: () => localFiles.datastore.remove(id) };
    });
  }
}

function originOf(origin: LocalCopy['origin'] | undefined): Pick<ComparedRecords, 'origin'> {
  return defined({ origin: origin && JSON.stringify([origin.baseUrl, origin.resourceId]) });
}
