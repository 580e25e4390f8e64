/** The commands that copy a query: of a lens, of the active panel, or of a resource in the tree. */
import { readStored } from '../base/stored.ts';
import { valueText } from '../base/exactJson.ts';
import { copyLink, type QuerySharing, type SharedQuery, sharedQueryOf } from '../kept/querySharing.ts';
import type { PlacedQuery } from '../kept/placedQuery.ts';
import { QueryTarget } from '../kept/openQueries.ts';
import { SHARING_WORDS as WORDS } from '../kept/sharingWords.ts';
import { showMessage } from '../platform/messages.ts';
import { Problem } from '../platform/problem.ts';
import { withLateProgress } from '../platform/progress.ts';
import { translate } from '../platform/windowLanguage.ts';
import type { Program } from '../program.ts';
import type { CommandCall, Handler } from './call.ts';

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
