import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import type { Disposable, Memento } from 'vscode';
import { readStored, storedList, storedObject } from '../base/stored.ts';
import { readFacts } from '../datastore/dialect/facts.ts';
import { LearnedDialect } from '../datastore/dialect/learnedDialect.ts';
import { DisposableStore } from '../platform/disposables.ts';
import type { PortalStore } from './portalStore.ts';

const KEY = 'dialects';

const saved = v.object({
  version: v.picklist([1, 2]),
  dialects: storedList(
    storedObject({
      portalId: v.string(),
      baseUrl: v.string(),
      facts: v.pipe(v.unknown(), v.transform(readFacts)),
    }),
  ),
});

type SavedDialects = v.InferOutput<typeof saved>;

type KnownPlace = SavedDialects['dialects'][number];

/** A portal with its address. After a change of the address it may be another server. */
export interface PortalPlace {
  readonly portalId: string;
  readonly baseUrl: string;
}

/** What portals of the list can do, stored between sessions in VS Code's global state. */
export class DialectStore implements Disposable {
  readonly #state: Memento;
  readonly #portals: PortalStore;
  /** By the portal's id. Includes visited portals, which may be added to the list later. */
  readonly #learned = new Map<string, KnownPlace>();
  readonly #store = new DisposableStore();

  constructor(state: Memento, portals: PortalStore) {
    this.#state = state;
    this.#portals = portals;
    this.#store.add(portals.onDidChange(() => void this.#save()));
  }

  /** Returns the dialect of a place with its stored facts, and stores what it learns. */
  open(place: PortalPlace): LearnedDialect {
    const known = this.#saved.find((each) => isSamePlace(each, place));
    return new LearnedDialect({
      facts: known?.facts ?? {},
      allowsSql: () => this.#portals.find(place.portalId)?.allowSql === true,
      onLearn: (facts) => {
        this.#learned.set(place.portalId, { ...place, facts });
        void this.#save();
      },
    });
  }

  dispose(): void {
    this.#store.dispose();
  }

  get #saved(): readonly KnownPlace[] {
    const { version, dialects = [] } = readStored(saved, this.#state.get(KEY)) ?? {};
    if (version === 2) return dialects;
    // Version 1 took GET for a portal's method after a single answer, and stored it for good.
    return dialects.map(({ facts: { method: _method, ...facts }, ...place }) => ({ ...place, facts }));
  }

  async #save(): Promise<void> {
    const before = this.#saved;
    const others = before.filter(({ portalId }) => !this.#learned.has(portalId));
    const dialects = [...others, ...this.#learned.values()].filter((known) =>
      this.#portals.portals.some(({ id, baseUrl }) => isSamePlace(known, { portalId: id, baseUrl })),
    );
    if (isDeepStrictEqual(dialects, before)) return;
    await this.#state.update(KEY, { version: 2, dialects } satisfies SavedDialects);
  }
}

function isSamePlace(one: PortalPlace, other: PortalPlace): boolean {
  return one.portalId === other.portalId && one.baseUrl === other.baseUrl;
}
