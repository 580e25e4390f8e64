import { documentOfQuery } from '../document/queryStatement.ts';
import { withLateProgress } from '../platform/progress.ts';
import { openInEditor } from '../platform/textPlaces.ts';
import { translate } from '../platform/windowLanguage.ts';
import type { Program } from '../program.ts';
import type { ExportRequest } from '../records/recordsPorts.ts';
import { SQL_SOURCE_WORDS } from '../sources/sql/sqlWords.ts';

/** Writes a new SQL document for the records of a query. Throws Problem if they can't be a source. */
export async function openAsSql(
  { sqlSources, sources, directory }: Pick<Program, 'sqlSources' | 'sources' | 'directory'>,
  { portalId, query, panel }: ExportRequest,
): Promise<void> {
  const ref = { portalId, resourceId: query.resourceId };
  const source = await sqlSources.sourceOf(ref);
  const fields = await withLateProgress(translate(SQL_SOURCE_WORDS.lookingUpFields), async (signal) => {
    const client = panel?.client ?? (await directory.client(ref, signal));
    return client.fields(query.resourceId, signal);
  });
  if (fields === undefined) return;
  const { qMeans } = sources.ofId(portalId).look;
  await openInEditor(documentOfQuery(query, { ...source, qMeans }, fields, translate), 'datastore-sql');
}
