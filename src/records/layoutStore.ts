import * as v from 'valibot';
import { FieldLayout } from '../datastore/query/fieldLayout.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { summaryColumns } from '../datastore/query/summary.ts';
import { type ResourceRef, resourceRef, sameResource } from '../platform/portal.ts';
import { type Storage, StoredList } from '../platform/state/stored.ts';

const entry = v.object({ ...resourceRef.entries, layout: FieldLayout });

/** What a layout is stored for: a resource, or a summary of it, which has other columns. */
export function layoutRef(portalId: string, { resourceId, summary }: DatastoreQuery): ResourceRef {
  const columns = summary === undefined ? [] : summaryColumns(summary);
  return { portalId, resourceId: [resourceId, ...columns].join(' ') };
}

/** Layouts of fields in the grid by resource, last changed first. The oldest are dropped. */
export class LayoutStore {
  readonly #layouts: StoredList<typeof entry>;

  constructor(state: Storage) {
    const limits = { most: 200, budget: 500_000 };
    this.#layouts = new StoredList(state, { key: 'layouts', member: 'entries', item: entry, ...limits });
  }

  of(ref: ResourceRef): FieldLayout | undefined {
    return this.#layouts.items.find((other) => sameResource(other, ref))?.layout;
  }

  async remember({ portalId, resourceId }: ResourceRef, layout: FieldLayout): Promise<void> {
    const isPlain = layout.places.length === 0 && layout.frozen === 0;
    const own = isPlain ? [] : [{ portalId, resourceId, layout }];
    const others = this.#layouts.items.filter((other) => !sameResource(other, { portalId, resourceId }));
    await this.#layouts.set([...own, ...others]);
  }
}
