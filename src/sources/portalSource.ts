/** Differences between the kinds of portals: servers on the web, databases, and the files of this machine. */
import type { Event } from 'vscode';
import type { ActionApiOptions } from '../datastore/client/actionApi.ts';
import type { PortalChoice } from '../messages/formProtocol.ts';
import type { Portal, PortalLists, RecordsSource, ResourceRef } from '../platform/portal.ts';
import type { LocalRecords, PlaceNames } from '../platform/ports/portalPort.ts';
import type { Choice } from '../platform/quickPick.ts';
import type { PortalPlace } from './dialectStore.ts';

export type PortalKey = Pick<Portal, 'id' | 'baseUrl'>;

/** One kind of portal. Adding a kind takes one class that implements this, its words, and a line in program.ts. */
export interface PortalSource {
  readonly look: PortalLook;
  /** Fires when the source's own list, or the address of its server, may have changed. */
  readonly onDidChange?: Event<void>;
  readonly records?: LocalRecords;
  /** What people can do with a portal of the list. Absent if the list can't hold one. */
  readonly care?: PortalCare;
  readonly offer?: PortalOffer;
  fits(portal: PortalKey): boolean;
  /** How to connect to the server. `access` runs for each request, so that a new token or address counts at once. */
  connect(place: PortalPlace): Connecting;
  /** A portal that needs no adding, with its resources. Undefined while it has nothing to show. */
  ownPortal?(): Promise<Portal | undefined>;
  names(ref: ResourceRef): SourceNames;
  isGone(ref: ResourceRef): Promise<boolean>;
  sourceOf(ref: ResourceRef): RecordsSource | undefined;
  remove(ref: ResourceRef): Promise<void>;
}

export interface PortalLook {
  /** The contextValue of a portal's row, which the menus in package.json name. */
  readonly context: 'portal' | 'database' | 'localFiles';
  readonly resourceContext: string;
  readonly icon: string;
  /** The English text of a portal's row for screen readers, with {name} and {facts}; the name alone if absent. */
  readonly spoken?: string;
  /** The English tooltip of a portal's row, instead of its base URL. */
  readonly tooltip?: string;
  readonly lists: PortalLists;
  /** Whether portals have a website, a catalog, API tokens and capabilities of their own. */
  readonly isOnWeb: boolean;
  readonly qMeans: PortalChoice['qMeans'];
}

export type Connecting = Pick<ActionApiOptions, 'access' | 'dialect'>;

export interface SourceNames extends Pick<PlaceNames, 'server'> {
  readonly resource: string | undefined;
}

export interface PortalCare {
  edit(portal: Portal): Promise<void>;
  test(portal: Portal): Promise<void>;
  /** What else is deleted with the portal, in translated words. */
  removalDetail(portal: Portal): string;
  /** Deletes what was stored for the portal, after its removal from the list. */
  forget(portal: Portal): Promise<void>;
}

export interface PortalOffer {
  /** The rows of the pick of Add Portal; their values go to `add`. */
  rows(): readonly (Choice<string> & { readonly description: string; readonly detail: string })[];
  /** Whether an address is meant for this kind, even if the rest of it is wrong. */
  isMeant(address: string): boolean;
  problem(address: string): string | undefined;
  add(address: string): Promise<{ readonly portal: Portal; readonly isNew: boolean } | undefined>;
}

export class PortalSources {
  readonly #store: { find(portalId: string): Portal | undefined };
  readonly #first: readonly PortalSource[];
  readonly #other: PortalSource;

  /** `other`: the source of every portal that `first` doesn't fit. */
  constructor(
    store: { find(portalId: string): Portal | undefined },
    first: readonly PortalSource[],
    other: PortalSource,
  ) {
    this.#store = store;
    this.#first = first;
    this.#other = other;
  }

  get all(): readonly PortalSource[] {
    return [...this.#first, this.#other];
  }

  get offers(): readonly PortalOffer[] {
    return this.all.flatMap(({ offer }) => offer ?? []);
  }

  of(portal: PortalKey): PortalSource {
    return this.#first.find((source) => source.fits(portal)) ?? this.#other;
  }

  ofId(portalId: string): PortalSource {
    return this.of({ id: portalId, baseUrl: this.#store.find(portalId)?.baseUrl ?? '' });
  }
}
