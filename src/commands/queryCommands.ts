/** The commands that copy a query: of a lens, of the active panel, or of a resource in the tree. */
import { readStored } from '../base/stored.ts';
import { valueText } from '../base/exactJson.ts';
import { copyLink, type QuerySharing, type SharedQuery, sharedQueryOf } from '../kept/querySharing.ts';
import type { PlacedQuery } from '../kept/placedQuery.ts';
import { QueryTarget } from '../kept/openQueries.ts';
import { SHARING_WORDS as WORDS } from '../kept/keptEditorWords.ts';
import { showMessage } from '../platform/messages.ts';
import { Problem } from '../platform/problem.ts';
import { withLateProgress } from '../platform/progress.ts';
import { translate } from '../platform/windowLanguage.ts';
import type { Program } from '../program.ts';
import type { CommandCall, Handler } from './call.ts';
import { quotedName } from '../base/quotes.ts';
import { documentOfQuery, fieldsInSql } from '../document/queryStatement.ts';
import { openInEditor } from '../platform/textPlaces.ts';
import type { ExportRequest } from '../records/recordsPorts.ts';
import { SQL_SOURCE_WORDS } from '../sources/sql/sqlWords.ts';
import { SQL_LANGUAGE } from '../sql/openDocument.ts';
import * as v from 'valibot';
import { defined } from '../base/defined.ts';
import { StoredQuery } from '../datastore/query/query.ts';
import type { PickedResource } from '../platform/portal.ts';

type SharingProgram = Pick<Program, 'panels' | 'sharing'>;

/** `placed` finds the query of a call that no lens made. */
export function sharingHandlers(
  program: SharingProgram,
  placed: (call: CommandCall) => Promise<PlacedQuery | undefined>,
): Readonly<Record<'copyLink' | 'copyRecordLink' | 'copyUrl' | 'copyAsCode', Handler>> {
  const { panels, sharing } = program;
  const withQuery =
    (copy: (sharing: QuerySharing, query: SharedQuery) => Promise<string | undefined>): Handler =>
    async (call) => {
      const isOfLens = readStored(QueryTarget, call.argument) !== undefined;
      const found = isOfLens ? undefined : await placed(call);
      if (!isOfLens && found === undefined) return;
      const shown =
        isOfLens || call.ref.resourceId !== undefined ? undefined : panels.active?.controller.running.screen;
      const query =
        found === undefined ? sharedQueryOf(call.argument) : await sharing.ofPanel(found, shown?.shown?.result.fields);
      const said = 'kind' in query ? await copyLink(query) : await copy(sharing, query);
      if (said === undefined) return;
      if (shown === undefined) void showMessage('information', said);
      else shown.setSummary(said);
    };
  return {
    copyLink: withQuery((to, query) => to.copyLink(query)),
    copyRecordLink: withQuery(async (to, query) => to.copyRecordLink(query, await currentRecordId(program))),
    copyUrl: withQuery((to, query) => to.copyUrl(query)),
    copyAsCode: withQuery((to, query) => to.copyCode(query)),
  };
}

/** The `_id` of the active panel's current record. Throws Problem if it has none. */
async function currentRecordId({ panels }: SharingProgram): Promise<string> {
  const controller = panels.active?.controller;
  const row = (await controller?.selecting.latestCells())?.row;
  const result = controller?.running.screen.shown?.result;
  if (row === undefined || result === undefined) throw new Problem(translate(WORDS.selectRecord));
  const column = result.fields.findIndex(({ id }) => id === '_id');
  const title = translate(WORDS.copying);
  const records = await withLateProgress(title, (signal) => result.rows(row, row + 1, signal));
  const value = records?.[0]?.[column];
  if (value === undefined || value === null) throw new Problem(translate(WORDS.noRecordId));
  return valueText(value);
}

/** Writes a new SQL document for the records of a query. Throws Problem if they can't be a source. */
export async function openAsSql(
  { sqlSources, sources, directory }: Pick<Program, 'sqlSources' | 'sources' | 'directory'>,
  { portalId, query, panel }: ExportRequest,
): Promise<void> {
  const ref = { portalId, resourceId: query.resourceId };
  const source = await sqlSources.sourceOf(ref);
  const fields = await withLateProgress(translate(SQL_SOURCE_WORDS.lookingUpFields), async (signal) => {
    const client = panel?.client ?? (await directory.client(ref, signal));
    const all = await client.fields(query.resourceId, signal);
    if (!client.dialect.isOnThisMachine) return all;
    const inSql = await client.sql(`select * from ${quotedName(query.resourceId)} limit 0`, signal);
    return fieldsInSql(all, inSql.fields);
  });
  if (fields === undefined) return;
  const { qMeans } = sources.ofId(portalId).look;
  await openInEditor(documentOfQuery(query, { ...source, qMeans }, fields, translate), SQL_LANGUAGE);
}

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
