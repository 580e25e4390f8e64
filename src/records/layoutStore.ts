import * as v from 'valibot';
import type { Memento } from 'vscode';
import { readStored, storedList } from '../base/stored.ts';
import { FieldLayout } from '../datastore/query/fieldLayout.ts';
import type { Shape } from '../base/schema.ts';
import { type ResourceRef, sameResource } from '../platform/portal.ts';

const KEY = 'layouts';
const KEPT = 200;
/** Longest text of all layouts in UTF-16 units, because VS Code holds stored values in memory in every window. */
const BUDGET = 500_000;

type Entry = Shape<typeof Entry>;
const Entry = v.object({ portalId: v.string(), resourceId: v.string(), layout: FieldLayout });

const Stored = v.object({ version: v.literal(1), entries: storedList(Entry) });

/** Layouts of fields in the grid by resource, last changed first. The oldest are dropped. */
export class LayoutStore {
  readonly #state: Memento;

  constructor(state: Memento) {
    this.#state = state;
  }

  of(ref: ResourceRef): FieldLayout | undefined {
    return this.#entries.find((entry) => sameResource(entry, ref))?.layout;
  }

  /** Resolves when the layout is stored. */
  async remember({ portalId, resourceId }: ResourceRef, layout: FieldLayout): Promise<void> {
    const isPlain = layout.places.length === 0 && layout.frozen === 0;
    const own = isPlain ? [] : [{ portalId, resourceId, layout }];
    const others = this.#entries.filter((entry) => !sameResource(entry, { portalId, resourceId }));
    await this.#state.update(KEY, { version: 1, entries: affordable([...own, ...others]) });
  }

  /** The layouts are read each time, because another window may have changed them. */
  get #entries(): readonly Entry[] {
    return readStored(Stored, this.#state.get(KEY))?.entries ?? [];
  }
}

function affordable(entries: readonly Entry[]): readonly Entry[] {
  let size = 0;
  return entries.slice(0, KEPT).filter((entry) => (size += JSON.stringify(entry).length) <= BUDGET);
}
