import type { Memento } from 'vscode';
import { type ResourceRef, sameResource } from '../platform/resourceRef.ts';
import { type FieldLayout, isFieldLayout } from '../messages/fieldLayout.ts';
import { isText, membersOf } from '../base/shape.ts';

const KEY = 'layouts';
const KEPT = 200;
/** Of all layouts, in UTF-16 units: VS Code holds what we keep in memory, in every window. */
const BUDGET = 500_000;

interface Entry extends ResourceRef {
  readonly layout: FieldLayout;
}

/** How the fields of each resource lie in the grid, those last changed first. The rarely changed ones go. */
export class LayoutStore {
  readonly #state: Memento;

  constructor(state: Memento) {
    this.#state = state;
  }

  of(ref: ResourceRef): FieldLayout | undefined {
    return this.#entries.find((entry) => sameResource(entry, ref))?.layout;
  }

  /** Resolves when it is kept. */
  async remember({ portalId, resourceId }: ResourceRef, layout: FieldLayout): Promise<void> {
    const isPlain = layout.places.length === 0 && layout.frozen === 0;
    const own = isPlain ? [] : [{ portalId, resourceId, layout }];
    const others = this.#entries.filter((entry) => !sameResource(entry, { portalId, resourceId }));
    await this.#state.update(KEY, { version: 1, entries: affordable([...own, ...others]) });
  }

  /** Read anew each time: another window may have changed it. */
  get #entries(): readonly Entry[] {
    const { version, entries } = membersOf<{ version: number; entries: unknown[] }>(this.#state.get(KEY));
    return version === 1 && Array.isArray(entries) ? entries.filter(isEntry) : [];
  }
}

function affordable(entries: readonly Entry[]): readonly Entry[] {
  let size = 0;
  return entries.slice(0, KEPT).filter((entry) => (size += JSON.stringify(entry).length) <= BUDGET);
}

function isEntry(value: unknown): value is Entry {
  const { portalId, resourceId, layout } = membersOf<Entry>(value);
  return isText(portalId) && isText(resourceId) && isFieldLayout(layout);
}
