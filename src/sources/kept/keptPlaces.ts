import { isAbsolute, relative, sep } from 'node:path';
import * as v from 'valibot';
import type { Uri } from 'vscode';
import type { Field } from '../../base/field.ts';
import { sourcePlace } from '../../document/sourcePlace.ts';
import type { KeptPlace } from '../../document/kept/keptQuery.ts';
import type { KeptPlacesPort, KeptPlaceState } from '../../platform/ports/keptPort.ts';
import { type ResourceRef, resourceRef, sameResource } from '../../platform/portal.ts';
import type { AnsweredQuery, PortalPort } from '../../platform/ports/portalPort.ts';
import { Problem } from '../../platform/problem.ts';
import { type Storage, StoredList } from '../../platform/state/stored.ts';
import { translate } from '../../platform/windowLanguage.ts';
import { isLocalCopy } from '../local/localCopy.ts';
import { choicesAgain, localRef, nameOfListed } from '../local/localFile.ts';
import type { LocalFiles } from '../local/localFiles.ts';
import { requireTrust } from '../local/localProblems.ts';
import { type DocumentPlaces, folderOf, isReadWith } from '../sql/documentPlaces.ts';
import { KEPT_PLACE_WORDS as WORDS } from './keptPlaceWords.ts';

export interface KeptPlacesDeps {
  readonly portals: Pick<PortalPort, 'find' | 'findByUrl' | 'visit' | 'names'>;
  readonly localFiles: LocalFiles;
  readonly places: DocumentPlaces;
  readonly state: Storage;
}

/** The fields of an answer, and when it came, in milliseconds since 1970. */
const Learned = v.object({
  ...resourceRef.entries,
  fields: v.array(v.object({ id: v.string(), type: v.string() })),
  since: v.number(),
});

/** Finds the resources that query documents name, by the rules of SQL documents. */
export class KeptPlaces implements KeptPlacesPort {
  readonly #deps: KeptPlacesDeps;
  readonly #learned: StoredList<typeof Learned>;

  constructor(deps: KeptPlacesDeps) {
    this.#deps = deps;
    const limits = { most: 100, budget: 200_000 };
    this.#learned = new StoredList(deps.state, { key: 'answeredFields', item: Learned, ...limits });
  }

  async resource(document: Uri | undefined, place: KeptPlace, signal: AbortSignal): Promise<ResourceRef | undefined> {
    requireTrust();
    const { portals, localFiles, places } = this.#deps;
    if (place.kind === 'portal') {
      const { baseUrl, resourceId } = place;
      const isAllowed = await places.mayAsk(baseUrl, resourceId);
      signal.throwIfAborted();
      return isAllowed ? { portalId: portals.visit(baseUrl).id, resourceId } : undefined;
    }
    localFiles.requireEngine();
    const file = await places.fileAt(document, place.path, place.choices, await localFiles.list());
    signal.throwIfAborted();
    if (file.kind === 'refused') throw new Problem(file.reason);
    const id = await places.read(file, signal);
    return id === undefined ? undefined : localRef(id);
  }

  async placeOf({ portalId, resourceId }: ResourceRef, document?: Uri): Promise<KeptPlace> {
    const { localFiles, portals } = this.#deps;
    const listed = portalId === localFiles.portal.id ? await localFiles.find(resourceId) : undefined;
    if (listed !== undefined && listed.file !== '') {
      const choices = listed.read === undefined ? (listed.choices ?? {}) : choicesAgain(listed.read);
      const path = pathIn(document && folderOf(document), listed.file);
      return { kind: 'file', path, ...(Object.keys(choices).length > 0 && { choices }) };
    }
    if (listed !== undefined && !isLocalCopy(listed.read))
      throw new Problem(translate(WORDS.noFile, { name: nameOfListed(listed) }));
    const baseUrl = listed?.read?.origin?.baseUrl ?? portals.find(portalId)?.baseUrl ?? '';
    const ownId = listed?.read?.origin?.resourceId ?? resourceId;
    const address = sourcePlace(`${baseUrl}/datastore/dump/${encodeURIComponent(ownId)}`);
    if (address.kind !== 'portal') throw new Problem(translate(WORDS.notPortal));
    return { kind: 'portal', baseUrl, resourceId: ownId };
  }

  async look(document: Uri, place: KeptPlace): Promise<KeptPlaceState> {
    const { portals, localFiles, places } = this.#deps;
    if (place.kind === 'portal') {
      const portal = portals.findByUrl(place.baseUrl);
      const ref = portal && { portalId: portal.id, resourceId: place.resourceId };
      const learned = ref && this.#learned.items.find((each) => sameResource(each, ref));
      if (learned === undefined) return { kind: 'unknown' };
      return { kind: 'ready', fields: learned.fields, since: new Date(learned.since) };
    }
    const file = await places.fileAt(document, place.path, place.choices, await localFiles.list());
    if (file.kind === 'refused') return file;
    const { read } = file.listed ?? {};
    const isAsChosen = read !== undefined && isReadWith(file.choices, file.listed);
    const fields = isAsChosen ? await localFiles.datastore.fields(read.id) : undefined;
    if (read === undefined || fields === undefined) return { kind: 'unknown' };
    return { kind: 'ready', fields, since: new Date((await localFiles.datastore.importedAt(read.id)) ?? Date.now()) };
  }

  /** Remembers a portal's fields, which an answer with all of them has shown. */
  learn({ portalId, query, fields }: AnsweredQuery): void {
    const isWhole = query.fields === undefined && query.summary === undefined && query.distinct !== true;
    if (!isWhole || this.#deps.portals.find(portalId) === undefined) return;
    const ref = { portalId, resourceId: query.resourceId };
    const learned = { ...ref, fields: fields.map(({ id, type }: Field) => ({ id, type })), since: Date.now() };
    void this.#learned.put(learned, (other) => sameResource(other, ref));
  }
}

/** A file in the document's folder has a relative path, whose parts `/` separates on every system. */
function pathIn(folder: string | undefined, file: string): string {
  if (folder === undefined) return file;
  const path = relative(folder, file);
  return path.startsWith('..') || isAbsolute(path) ? file : path.replaceAll(sep, '/');
}
