/** One SELECT over files, or at one portal, for `datastore_sql`. */
import type { DatastoreClient } from '../datastore/client/client.ts';
import { defined } from '../base/defined.ts';
import { quotedName } from '../base/quotes.ts';
import { DatastoreError } from '../datastore/wire/errors.ts';
import { isQuoted, quotedNames, sqlTokens } from '../document/sqlTokens.ts';
import { aboutLine, rowsAnswer } from './agentAnswer.ts';
import { type AgentCall, LONGEST_REQUEST } from './agentCall.ts';
import { AgentFault } from './agentFault.ts';
import { inputText, type ToolInput } from './agentInput.ts';
import { type AgentPortal, fileOfPlaces, portalOfPlaces } from './agentPlaces.ts';
import { MOST_TOOL_ROWS } from './agentTool.ts';
import { boundedText } from './fencedText.ts';

const OTHER_TOOLS = 'Use datastore_search and datastore_summarize instead.';
/** Files that an answer names as its sources. */
const MOST_NAMED = 20;

interface Statement {
  readonly client: DatastoreClient;
  /** Ids of tables by their names in the statement. */
  readonly ids: ReadonlyMap<string, string>;
  readonly files: readonly string[];
  readonly portal?: AgentPortal;
}

/** Throws AgentFault, BudgetUsedUp, HttpError or DatastoreError. */
export async function sqlTool(input: ToolInput, call: AgentCall): Promise<string> {
  const sql = inputText(input, 'sql');
  const { client, ids, files, portal } = await readStatement(sql, call);
  const { fields, rows, isCut } = await client.sql(withIds(sql, ids), call.signal).catch((error: unknown) => {
    const takesNone = error instanceof DatastoreError && ['actionUnknown', 'forbidden', 'notCkan'].includes(error.kind);
    throw takesNone && portal !== undefined ? noSql() : error;
  });
  const names = files.slice(0, MOST_NAMED).map((name) => boundedText(name, 100));
  const source = portal === undefined ? { files: names } : { portal: portal.baseUrl };
  const about = aboutLine({ request: { sql: boundedText(sql, LONGEST_REQUEST) }, ...source });
  return rowsAnswer('datastore_sql', about, {
    ...{ fields, rows: call.plainRows(rows.slice(0, MOST_TOOL_ROWS)), ...(!isCut && { total: rows.length }) },
    isAll: !isCut && rows.length <= MOST_TOOL_ROWS,
    next: () => 'Write WHERE, GROUP BY or LIMIT so that fewer rows come.',
  });
}

function noSql(): AgentFault {
  return new AgentFault('This portal takes no SQL.', OTHER_TOOLS);
}

/** Finds what the statement reads: files, or resources of one portal. Throws AgentFault. */
async function readStatement(sql: string, call: AgentCall): Promise<Statement> {
  const { portals } = call.places;
  const ids = new Map<string, string>();
  const files: string[] = [];
  const named = new Set<AgentPortal>();
  let client: DatastoreClient | undefined;
  for (const name of new Set(quotedNames(sql))) {
    const file = fileOfPlaces(call.places, name);
    const { portal, resourceId = name } = portalOfPlaces(call.places, name) ?? {};
    if (file !== undefined) {
      const resource = await call.fileResource(file);
      client = resource.client;
      files.push(file.name);
      ids.set(name, resource.resourceId);
    } else if (portal !== undefined && resourceId !== name) {
      named.add(portal);
      ids.set(name, resourceId);
    }
  }
  if (named.size > 1 || (named.size > 0 && files.length > 0))
    throw new AgentFault('One statement reads files, or resources of one portal, but not both.', OTHER_TOOLS);
  const [portal = files.length === 0 && portals.length === 1 ? portals[0] : undefined] = named;
  if (portal?.dialect.usesSql === false) throw noSql();
  if (portal !== undefined) client = await call.client(portal);
  if (client !== undefined) return { client, ids, files, ...defined({ portal }) };
  throw new AgentFault(
    'The statement names no table that is here.',
    'Write names of datastore_find in double quotes, as in SELECT count(*) FROM "cases.csv".',
  );
}

/** The statement with the ids of its tables, and everything else unchanged. */
function withIds(sql: string, ids: ReadonlyMap<string, string>): string {
  const parts: string[] = [];
  let end = 0;
  for (const token of sqlTokens(sql)) {
    const id = isQuoted(token) ? ids.get(token.text) : undefined;
    if (id === undefined) continue;
    parts.push(sql.slice(end, token.start), quotedName(id));
    end = token.end;
  }
  return parts.join('') + sql.slice(end);
}
