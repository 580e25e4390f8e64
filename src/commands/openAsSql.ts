import { quotedName } from '../base/quotes.ts';
import { documentOfQuery, fieldsInSql } from '../document/queryStatement.ts';
import { withLateProgress } from '../platform/progress.ts';
import { openInEditor } from '../platform/textPlaces.ts';
import { translate } from '../platform/windowLanguage.ts';
import type { Program } from '../program.ts';
import type { ExportRequest } from '../records/recordsPorts.ts';
import { SQL_SOURCE_WORDS } from '../sources/sql/sqlWords.ts';
import { SQL_LANGUAGE } from '../sql/openDocument.ts';

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
