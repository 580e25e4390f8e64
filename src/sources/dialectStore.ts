import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { storedObject } from '../base/stored.ts';
import { readFacts } from '../datastore/dialect/facts.ts';
import { LearnedDialect } from '../datastore/dialect/learnedDialect.ts';
import { Owner } from '../platform/disposables.ts';
import { type Storage, StoredList } from '../platform/state/stored.ts';
import type { PortalStore } from './portalStore.ts';

const savedPlace = storedObject({
  portalId: v.string(),
  baseUrl: v.string(),
  facts: v.pipe(v.unknown(), v.transform(readFacts)),
});

type SavedPlace = v.InferOutput<typeof savedPlace>;

/** A portal with its address. After a change of the address it may be another server. */
export interface PortalPlace {
  readonly portalId: string;
  readonly baseUrl: string;
}

/** What portals of the list can do, stored between sessions in VS Code's global state. */
export class DialectStore extends Owner {
  readonly #saved: StoredList<typeof savedPlace>;
  readonly #older: StoredList<typeof savedPlace>;
  readonly #portals: PortalStore;
  /** By the portal's id. Includes visited portals, which may be added to the list later. */
  readonly #learned = new Map<string, SavedPlace>();

  constructor(state: Storage, portals: PortalStore) {
    super();
    const format = { key: 'dialects', member: 'dialects' };
    this.#saved = new StoredList(state, { ...format, item: savedPlace, version: 2 });
    this.#older = new StoredList(state, { ...format, item: savedPlace, version: 1 });
    this.#portals = portals;
    this.owned.add(portals.onDidChange(() => void this.#save()));
  }

  /** Returns the dialect of a place with its stored facts, and stores what it learns. */
  open(place: PortalPlace): LearnedDialect {
    return new LearnedDialect({
      facts: this.#places.find((other) => isSamePlace(other, place))?.facts ?? {},
      allowsSql: () => this.#portals.find(place.portalId)?.allowSql === true,
      onLearn: (facts) => {
        this.#learned.set(place.portalId, { ...place, facts });
        void this.#save();
      },
    });
  }

  get #places(): readonly SavedPlace[] {
    // Version 1 took GET for a portal's method after a single answer, and stored it for good.
    const older = this.#older.items.map(({ facts: { method: _method, ...facts }, ...place }) => ({ ...place, facts }));
    return [...this.#saved.items, ...older];
  }

  async #save(): Promise<void> {
    const before = this.#places;
    const others = before.filter(({ portalId }) => !this.#learned.has(portalId));
    const dialects = [...others, ...this.#learned.values()].filter((place) =>
      this.#portals.portals.some(({ id, baseUrl }) => isSamePlace(place, { portalId: id, baseUrl })),
    );
    if (!isDeepStrictEqual(dialects, before)) await this.#saved.set(dialects);
  }
}

function isSamePlace(one: PortalPlace, other: PortalPlace): boolean {
  return one.portalId === other.portalId && one.baseUrl === other.baseUrl;
}
