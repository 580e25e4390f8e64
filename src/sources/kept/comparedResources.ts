import { defined } from '../../base/defined.ts';
import type { DatastoreClient } from '../../datastore/client/client.ts';
import { type DatastoreQuery, isFiltered, queryText } from '../../datastore/query/query.ts';
import { downloadCopy } from '../../document/copyDownload.ts';
import type {
  ComparedPlace,
  ComparedRecords,
  ComparisonPort,
  Counterpart,
} from '../../platform/ports/comparisonPort.ts';
import type { ResourceRef } from '../../platform/portal.ts';
import type { PortalPort } from '../../platform/ports/portalPort.ts';
import { Problem } from '../../platform/problem.ts';
import { withProgress } from '../../platform/progress.ts';
import { timeText } from '../../platform/quantities.ts';
import { translate } from '../../platform/windowLanguage.ts';
import { resourceIdOf } from '../../service/index.ts';
import type { LocalCopies } from '../local/localCopies.ts';
import { COMPARED_PORTAL_ID, type LocalCopy, progressText } from '../local/localCopy.ts';
import { localRef } from '../local/localFile.ts';
import type { LocalFiles } from '../local/localFiles.ts';
import type { SqlSourcesDeps } from '../sql/sqlSources.ts';
import { COMPARED_WORDS as WORDS } from './keptPlaceWords.ts';

export interface ComparedResourcesDeps extends Pick<SqlSourcesDeps, 'askForCopy'> {
  readonly portals: PortalPort;
  readonly localFiles: LocalFiles;
  readonly copies: LocalCopies;
  readonly pick: ComparisonPort['pick'];
}

/** Stands for the address of the portal of a local file, because each copy has one. */
const NO_PORTAL = 'file:///';

/** Resources that people compare: local files, local copies, and resources of portals, which become copies. */
export class ComparedResources implements ComparisonPort {
  readonly pick: ComparisonPort['pick'];
  readonly #deps: ComparedResourcesDeps;

  constructor(deps: ComparedResourcesDeps) {
    this.#deps = deps;
    this.pick = deps.pick;
  }

  async counterpartOf({ portalId, query }: ComparedPlace): Promise<Counterpart | undefined> {
    const ref = { portalId, resourceId: query.resourceId };
    const { portals, copies } = this.#deps;
    const all = await copies.list();
    const copy = all.find(({ id }) => id === ref.resourceId);
    if (copy !== undefined) {
      const portal = portals.find(copy.origin.portalId) ?? portals.findByUrl(copy.origin.baseUrl);
      if (portal === undefined) return undefined;
      const { resourceId } = copy.origin;
      const place = { portalId: portal.id, query: { ...query, resourceId }, isNow: true };
      return { place, label: translate(WORDS.now, { portal: portal.name }), isOlder: false };
    }
    const copied = await copies.of(ref);
    if (copied === undefined) return undefined;
    const time = timeText(Date.parse(copied.origin.downloaded));
    const place = { ...localRef(copied.id), query: { ...query, resourceId: copied.id } };
    return { place, label: translate(WORDS.copy, { time }), isOlder: true };
  }

  async prepare({ portalId, query, isNow }: ComparedPlace, signal: AbortSignal): Promise<ComparedRecords | undefined> {
    const { portals, localFiles, copies, askForCopy } = this.#deps;
    const ref = { portalId, resourceId: query.resourceId };
    localFiles.requireEngine();
    if (portals.find(portalId) === undefined && portalId !== localFiles.portal.id)
      throw new Problem(translate(WORDS.noResult));
    const isLocal = portalId === localFiles.portal.id;
    if (isLocal) await localFiles.ensure(ref.resourceId, signal);
    const isPart = isFiltered(query) || (query.summary ?? query.fields ?? query.distinct) !== undefined;
    if (isPart) return this.#download(ref, query);
    if (isLocal) return { id: ref.resourceId, ...originOf((await localFiles.find(ref.resourceId))?.read?.origin) };
    // A copy may be old, so the portal's own records are compared.
    if (isNow === true || (await copies.of(ref)) !== undefined) return this.#download(ref, query);
    const client = (asked: AbortSignal) => portals.client(ref, asked);
    const copy = (await askForCopy(portals.names(ref).resource, query, client)) ? await copies.keep(ref) : undefined;
    return copy && { id: copy.id, ...originOf(copy.origin) };
  }

  async ask(sql: string, signal: AbortSignal, result?: ResourceRef): ReturnType<DatastoreClient['sql']> {
    const { portals, localFiles } = this.#deps;
    const client = await portals.client(result ?? { portalId: localFiles.portal.id, resourceId: '' }, signal);
    return client.sql(sql, signal);
  }

  /** Another copy, which replaces none and is discarded after the comparison. */
  async #download(
    ref: ResourceRef,
    { sort: _, limit: __, ...query }: DatastoreQuery,
  ): Promise<ComparedRecords | undefined> {
    const { portals, localFiles } = this.#deps;
    const { baseUrl = NO_PORTAL } = portals.find(ref.portalId) ?? {};
    const { resource: name } = portals.names(ref);
    const id = resourceIdOf(`compared:${ref.portalId}`, queryText(query));
    return withProgress(translate(WORDS.downloading, { name }), async (signal, report) => {
      const client = await portals.client(ref, signal);
      const download = async (file: string) => {
        await downloadCopy(client, query, file, signal, (now) =>
          report(progressText(now), now.expected ? now.records / now.expected : undefined),
        );
        const downloaded = new Date().toISOString();
        return { portalId: COMPARED_PORTAL_ID, baseUrl, resourceId: ref.resourceId, downloaded };
      };
      const { origin } = await localFiles.datastore.copy({ id, name }, download, signal);
      const hasIds = query.summary === undefined && query.distinct === undefined;
      return { id, ...(hasIds && originOf(origin)), discard: () => localFiles.datastore.remove(id) };
    });
  }
}

/** Records of files and of tables without a key are numbered anew by each answer, so their `_id`s pair nothing. */
function originOf(origin: LocalCopy['origin'] | undefined): Pick<ComparedRecords, 'origin'> {
  const hasIds = origin !== undefined && /^https?:/.test(origin.baseUrl);
  return defined({ origin: hasIds ? JSON.stringify([origin.baseUrl, origin.resourceId]) : undefined });
}
