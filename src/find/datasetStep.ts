import { isDeepStrictEqual } from 'node:util';
import { EventEmitter } from 'vscode';
import { cut, oneLine } from '../base/oneLine.ts';
import type { DatasetQuery, FacetName } from '../datastore/catalog/datasetQuery.ts';
import { DatastoreError } from '../datastore/wire/errors.ts';
import type { Failures } from '../platform/failures.ts';
import type { PortalPort } from '../platform/ports/portalPort.ts';
import { countText, datasetsText } from '../platform/quantities.ts';
import { type Choice, separator } from '../platform/quickPick.ts';
import type { PickStep } from '../platform/searchingPick.ts';
import { translate } from '../platform/windowLanguage.ts';
import { CatalogSearch, type PortalSearch, type SearchedPortal } from './portalSearch.ts';
import {
  failureChoice,
  hitChoice,
  portalChoice,
  recentChoice,
  type FindRow,
  type RecentResource,
} from './findChoices.ts';
import { FIND_WORDS } from './findWords.ts';

const MOST_RECENT = 10;
/** Longest portal name in UTF-16 units inside a row about something else. */
const LONGEST_NAME = 24;

export interface FindPlace {
  readonly portals: readonly SearchedPortal[];
  /** Restricts the search to datasets of this organization, group or tag. */
  readonly within?: { readonly facet: FacetName; readonly name: string; readonly title: string };
}

export interface DatasetStepDeps {
  readonly portals: Pick<PortalPort, 'catalog'>;
  readonly failures: Pick<Failures, 'log'>;
  readonly recent: () => readonly RecentResource[];
}

/** Lists datasets for the typed text, or without text the last updated ones if there is only one portal. */
export class DatasetStep implements PickStep<FindRow> {
  readonly title: string;
  readonly placeholder = translate(FIND_WORDS.placeholder);
  readonly canGoBack: boolean;
  text = '';
  active: FindRow | undefined;
  readonly #place: FindPlace;
  readonly #deps: DatasetStepDeps;
  readonly #changed = new EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #search: CatalogSearch | undefined;
  /** Rows of the last search that was answered. They stay while people type, so that the list doesn't flicker. */
  rows: readonly Choice<FindRow>[] = [];
  readonly #recent: readonly RecentResource[];
  readonly #said = new WeakMap<object, Choice<FindRow>>();

  constructor(place: FindPlace, deps: DatasetStepDeps, canGoBack: boolean) {
    [this.#place, this.#deps, this.canGoBack] = [place, deps, canGoBack];
    this.title = titleOf(place);
    this.#recent = deps.recent().slice(0, MOST_RECENT);
    this.search();
  }

  get isBusy(): boolean {
    return this.#search?.isBusy === true;
  }

  get isSettled(): boolean {
    return this.#search === undefined || !this.#search.isBusy || this.#search.first !== undefined;
  }

  get first(): FindRow | undefined {
    return this.#search?.first;
  }

  search(): void {
    const query = this.#query;
    if (!query || !isDeepStrictEqual(query, this.#search?.query)) {
      this.#search?.abort();
      this.active = undefined;
      this.#search = query && new CatalogSearch(this.#place.portals, query, this.#deps.portals, () => this.#show());
    }
    if (query === undefined) this.#show();
    else this.#changed.fire();
  }

  /** Loads more from one portal, and moves the focus to the first new row or to the failure. */
  async more(search: PortalSearch): Promise<void> {
    const before = search.hits.length;
    const end = this.#search;
    const loaded = end?.load(search);
    this.#changed.fire();
    await loaded;
    if (end !== this.#search) return;
    this.active = search.hits[before] ?? search.more;
    this.#changed.fire();
  }

  dispose(): void {
    this.#search?.abort();
    this.#changed.dispose();
  }

  /** Undefined without text and with several portals, whose datasets have no common order. */
  get #query(): DatasetQuery | undefined {
    const words = this.text.replace(/\s+/g, ' ').trimStart();
    const { portals, within } = this.#place;
    if (words === '' && portals.length !== 1) return undefined;
    return {
      ...(words === '' ? { sort: 'updated' } : { words: words.trimEnd(), isTyping: !words.endsWith(' ') }),
      ...(within && { within: { [within.facet]: within.name } }),
    };
  }

  #show(): void {
    const search = this.#search;
    // Rows for the previous text stay until there are better ones.
    if (search?.isBusy === true && search.first === undefined && search.failed.length === 0) return;
    this.rows = search === undefined ? this.#portalRows() : this.#rowsOf(search);
    this.#changed.fire();
  }

  #portalRows(): readonly Choice<FindRow>[] {
    const recent = this.#recent.flatMap((opened) => {
      const portal = this.#place.portals.find(({ id }) => id === opened.portalId);
      return portal === undefined ? [] : [this.#once(opened, () => recentChoice(opened, portal.name))];
    });
    return [
      ...(recent.length === 0 ? [] : [separator(translate(FIND_WORDS.recent)), ...recent]),
      separator(translate(FIND_WORDS.portals)),
      ...this.#place.portals.map((portal) => this.#once(portal, () => portalChoice(portal))),
      separator(),
      { label: translate(FIND_WORDS.addPortal), icon: 'add', value: ADD_PORTAL },
    ];
  }

  #rowsOf(search: CatalogSearch): readonly Choice<FindRow>[] {
    const rows = [
      ...search.withHits.flatMap((portalSearch) => this.#hitRows(portalSearch, search.query)),
      ...search.failed.map((failed) => this.#failureRow(failed)),
    ];
    if (rows.length > 0 || search.isBusy) return rows;
    return [{ label: translate(FIND_WORDS.nothing), icon: 'info', description: translate(FIND_WORDS.otherWords) }];
  }

  #hitRows(search: PortalSearch, { words }: DatasetQuery): readonly Choice<FindRow>[] {
    const { hits, total, hasMore, failure } = search;
    const rows = [
      separator(this.#headingOf(search, words)),
      ...hits.map((hit) => this.#once(hit, () => hitChoice(hit))),
    ];
    if (!hasMore || failure !== undefined) return rows;
    const shown = countText(hits.length);
    const description = total === undefined ? '' : translate(FIND_WORDS.moreOf, { shown, count: countText(total) });
    return [...rows, { label: translate(FIND_WORDS.more), icon: 'ellipsis', description, value: search.more }];
  }

  /** The first row's heading. It names the portal only if there are several, since the title does so otherwise. */
  #headingOf({ portal, total }: PortalSearch, words: string | undefined): string {
    if (this.#place.portals.length > 1) {
      const name = cut(oneLine(portal.name), LONGEST_NAME);
      return total === undefined ? name : translate(FIND_WORDS.inPortal, { portal: name, count: countText(total) });
    }
    if (words === undefined) return translate(FIND_WORDS.updatedRecently);
    return total === undefined ? '' : datasetsText(total);
  }

  #failureRow(search: PortalSearch): Choice<FindRow> {
    const failure = search.failure ?? { error: undefined };
    return this.#once(failure, () => {
      const words = this.#deps.failures.log(`Search of ${search.portal.baseUrl}`, failure.error);
      const { error } = failure;
      if (words.offersToken) return failureChoice(words, translate(FIND_WORDS.setToken), { kind: 'token', search });
      if (error instanceof DatastoreError && error.kind === 'catalogMissing')
        return failureChoice(words, translate(FIND_WORDS.addResource), {
          ...{ kind: 'command', command: 'addResource', argument: { portalId: search.portal.id } },
        });
      return failureChoice(words, translate(FIND_WORDS.tryAgain), search.more);
    });
  }

  /** Returns the same row object for the same thing, so that the focus stays when other rows come. */
  #once(of: object, make: () => Choice<FindRow>): Choice<FindRow> {
    const row = this.#said.get(of) ?? make();
    this.#said.set(of, row);
    return row;
  }
}

const ADD_PORTAL = { kind: 'addPortal' } as const;

function titleOf({ portals: [portal, ...others], within }: FindPlace): string {
  if (portal === undefined || others.length > 0) return translate(FIND_WORDS.title);
  if (within === undefined) return translate(FIND_WORDS.titleIn, { portal: portal.name });
  return translate(FIND_WORDS.titleWithin, { name: within.title, portal: portal.name });
}
