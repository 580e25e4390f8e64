/** The query that a command keeps: what its argument holds, or what the active panel shows. */
import * as v from 'valibot';
import { defined } from '../base/defined.ts';
import { readStored } from '../base/stored.ts';
import { StoredQuery } from '../datastore/query/query.ts';
import type { PlacedQuery } from '../kept/placedQuery.ts';
import type { PickedResource } from '../platform/portal.ts';
import type { Program } from '../program.ts';
import type { CommandCall } from './call.ts';

const target = v.object({ portalId: v.string(), query: StoredQuery, label: v.exactOptional(v.string()) });

/** Undefined if people cancel. `pick` finds the resource of a call without a query, whose records are all kept. */
export async function placedQuery(
  { panels, directory }: Pick<Program, 'panels' | 'directory'>,
  call: CommandCall,
  pick: (call: CommandCall) => Promise<PickedResource | undefined>,
): Promise<PlacedQuery | undefined> {
  const labelled = (placed: PlacedQuery): PlacedQuery => {
    const { resource } = directory.names({ portalId: placed.portalId, resourceId: placed.query.resourceId });
    return { label: resource, ...placed };
  };
  const passed = readStored(target, call.argument);
  if (passed !== undefined) return labelled(passed);
  const { active } = panels;
  if (active === undefined || call.ref.resourceId !== undefined) {
    const ref = await pick(call);
    return ref && labelled({ portalId: ref.portalId, query: ref.query ?? { resourceId: ref.resourceId } });
  }
  const { screen, portalId, query } = active.controller.running;
  const { shown } = screen;
  const chart = await screen.shownChart();
  return labelled({ portalId, query: shown?.query ?? query, ...defined({ chart, label: shown?.label }) });
}
