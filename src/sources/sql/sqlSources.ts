import type { Event, Uri } from 'vscode';
import { defined } from '../../base/defined.ts';
import { DRAFT_WORDS } from '../../datastore/draft/draftWords.ts';
import { parseResource } from '../../datastore/wire/address.ts';
import type { DatastoreClient } from '../../datastore/client/client.ts';
import type { DatastoreQuery } from '../../datastore/query/query.ts';
import { DOCUMENT_WORDS } from '../../document/documentWords.ts';
import { type QueriedSource, sourceNameOf } from '../../document/queryStatement.ts';
import { sourcePlace } from '../../document/sourcePlace.ts';
import type { ResourceRef } from '../../platform/portal.ts';
import type { PortalPort } from '../../platform/ports/portalPort.ts';
import { Problem } from '../../platform/problem.ts';
import type { SourceState, SqlSource, SqlSourcesPort } from '../../platform/ports/sqlPort.ts';
import { translate, translated } from '../../platform/windowLanguage.ts';
import type { ReadingChoices } from '../../service/index.ts';
import type { LocalCopies } from '../local/localCopies.ts';
import { isLocalCopy, type LocalCopy } from '../local/localCopy.ts';
import { type ListedFile, nameOfListed } from '../local/localFile.ts';
import type { LocalFiles } from '../local/localFiles.ts';
import { requireTrust } from '../local/localProblems.ts';
import { type DocumentPlaces, isReadWith, type LocatedFile, locatedFile, type RefusedPlace } from './documentPlaces.ts';
import { SQL_SOURCE_WORDS as WORDS } from './sqlWords.ts';

export interface SqlSourcesDeps {
  readonly portals: Pick<PortalPort, 'find' | 'findByUrl' | 'visit' | 'client' | 'names'>;
  readonly localFiles: LocalFiles;
  readonly copies: LocalCopies;
  readonly places: DocumentPlaces;
  /** For portals that aren't in the list, which get no token. */
  readonly unlisted: { readonly portals: Pick<PortalPort, 'client'>; readonly copies: LocalCopies };
  /** Asks whether to download a copy, with its size and time. */
  readonly askForCopy: (
    name: string,
    query: DatastoreQuery,
    client: (signal: AbortSignal) => Promise<DatastoreClient>,
  ) => Promise<boolean>;
}

interface PortalPlace {
  readonly baseUrl: string;
  readonly resourceId: string;
}

type Located = ({ readonly kind: 'portal'; readonly copy?: LocalCopy } & PortalPlace) | LocatedFile | RefusedPlace;

/** What SQL documents may read: files beside them, what is listed under Local files, and copies of portals' resources. */
export class SqlSources implements SqlSourcesPort {
  readonly onDidChange: Event<void>;
  readonly #deps: SqlSourcesDeps;

  constructor(deps: SqlSourcesDeps) {
    this.#deps = deps;
    this.onDidChange = deps.localFiles.onDidChange;
  }

  async look(document: Uri, source: SqlSource): Promise<SourceState> {
    const located = await this.#locate(document, source);
    if (located.kind === 'refused') return { kind: 'refused', reason: located.reason };
    const { datastore } = this.#deps.localFiles;
    const read = located.kind === 'portal' ? located.copy : located.listed?.read;
    const isAsChosen = located.kind === 'portal' || isReadWith(located.choices, located.listed);
    const fields = read && isAsChosen ? await datastore.fields(read.id) : undefined;
    if (read === undefined || fields === undefined) return { kind: located.kind === 'portal' ? 'noCopy' : 'unread' };
    const isCopy = isLocalCopy(read);
    const since = isCopy ? Date.parse(read.origin.downloaded) : ((await datastore.importedAt(read.id)) ?? Date.now());
    return { kind: 'ready', resourceId: read.id, fields, since: new Date(since), isCopy };
  }

  async prepare(document: Uri, source: SqlSource, signal: AbortSignal): Promise<string | undefined> {
    requireTrust();
    this.#deps.localFiles.requireEngine();
    const place = await this.#locate(document, source);
    signal.throwIfAborted();
    const id = await this.#ready(place, source.name, signal);
    signal.throwIfAborted();
    return id;
  }

  async refresh(document: Uri, source: SqlSource): Promise<void> {
    requireTrust();
    const located = await this.#locate(document, source);
    if (located.kind === 'portal' && located.copy !== undefined) {
      const copies = await this.#copiesOf(located.baseUrl, source.name);
      await copies?.refresh(located.copy.id);
    } else await this.#ready(located, source.name, new AbortController().signal);
  }

  /** How a document names a resource. Throws Problem if it can't be a source. */
  async sourceOf({ portalId, resourceId }: ResourceRef): Promise<Pick<QueriedSource, 'name' | 'place'>> {
    const { localFiles, portals } = this.#deps;
    const list = portalId === localFiles.portal.id ? await localFiles.list() : [];
    const listed = list.find(({ id }) => id === resourceId);
    const origin = listed?.read?.origin;
    if (listed !== undefined && origin === undefined) {
      const resource = nameOfListed(listed);
      const isAlone = list.filter((each) => nameOfListed(each) === resource).length === 1;
      return { name: sourceNameOf(resource), place: isAlone ? resource : listed.file };
    }
    const baseUrl = origin?.baseUrl ?? portals.find(portalId)?.baseUrl ?? '';
    const place = `${baseUrl}/datastore/dump/${encodeURIComponent(origin?.resourceId ?? resourceId)}`;
    const read = sourcePlace(place, words());
    if (read.kind !== 'portal') throw new Problem(read.kind === 'refused' ? read.text : translate(WORDS.noSource));
    return { name: sourceNameOf(portals.names({ portalId, resourceId }).resource), place };
  }

  /** The id of a resource with the source's records. Undefined if people cancel. */
  async #ready(place: Located, name: string, signal: AbortSignal): Promise<string | undefined> {
    if (place.kind === 'refused') throw new Problem(place.reason);
    if (place.kind === 'portal') {
      const { copy } = place;
      const isThere = copy !== undefined && (await this.#deps.localFiles.datastore.hasData(copy.id));
      return isThere ? copy.id : (await this.#download(place, name))?.id;
    }
    return this.#deps.places.read(place, signal);
  }

  async #download({ baseUrl, resourceId }: PortalPlace, name: string): Promise<LocalCopy | undefined> {
    const { portals, askForCopy, unlisted } = this.#deps;
    const copies = await this.#copiesOf(baseUrl, name);
    if (copies === undefined) return undefined;
    const ref = { portalId: portals.visit(baseUrl).id, resourceId };
    const asked = copies === unlisted.copies ? unlisted.portals : portals;
    return (await askForCopy(name, { resourceId }, (signal) => asked.client(ref, signal)))
      ? copies.keep(ref)
      : undefined;
  }

  async #copiesOf(baseUrl: string, name: string): Promise<LocalCopies | undefined> {
    const { portals, copies, unlisted, places } = this.#deps;
    if (!(await places.mayAsk(baseUrl, name))) return undefined;
    return portals.findByUrl(baseUrl) === undefined ? unlisted.copies : copies;
  }

  /** Reads no data and asks no server. Of the disk, it touches only what a document may read. */
  async #locate(document: Uri, { place: text, choices }: SqlSource): Promise<Located> {
    const place = sourcePlace(text, words());
    const list = await this.#deps.localFiles.list();
    switch (place.kind) {
      case 'refused':
        return { kind: 'refused', reason: place.text };
      case 'portal':
        return this.#portalPlace(text, place, list);
      case 'name':
        return this.#named(place.name, list, choices) ?? refused(translate(WORDS.unlisted, { name: place.name }));
      case 'file':
        return this.#filePlace(document, place.path, list, choices);
    }
  }

  /** An address may mean several base URLs. One that is listed, or has a copy, is meant. */
  #portalPlace(text: string, { baseUrl, resourceId }: PortalPlace, list: readonly ListedFile[]): Located {
    const copies = list.map(({ read }) => read).filter(isLocalCopy);
    const address = parseResource(text);
    const candidates = 'candidates' in address ? address.candidates : [baseUrl];
    const copyAt = (at: string) =>
      copies.find(({ origin }) => origin.baseUrl === at && origin.resourceId === resourceId);
    const listed = candidates.find((at) => this.#deps.portals.findByUrl(at) !== undefined);
    const meant = listed ?? candidates.find((at) => copyAt(at) !== undefined) ?? baseUrl;
    return { kind: 'portal', baseUrl: meant, resourceId, ...defined({ copy: copyAt(meant) }) };
  }

  async #filePlace(
    document: Uri,
    path: string,
    list: readonly ListedFile[],
    choices: ReadingChoices | undefined,
  ): Promise<Located> {
    const file = await this.#deps.places.fileAt(document, path, choices, list);
    return file.kind === 'file' ? file : (this.#named(path, list, choices) ?? file);
  }

  #named(name: string, list: readonly ListedFile[], choices: ReadingChoices | undefined): Located | undefined {
    const [listed, another] = list.filter((each) => nameOfListed(each) === name);
    if (listed === undefined) return undefined;
    if (another !== undefined) return refused(translate(WORDS.several, { name }));
    const { file, read } = listed;
    if (file !== '') return locatedFile(file, [listed], choices);
    if (!isLocalCopy(read)) return refused(translate(WORDS.notRead, { name }));
    const { baseUrl, resourceId } = read.origin;
    return { kind: 'portal', baseUrl, resourceId, copy: read };
  }
}

function words() {
  return { ...translated(DRAFT_WORDS), ...translated(DOCUMENT_WORDS) };
}

function refused(reason: string): Located {
  return { kind: 'refused', reason };
}
