/** One SELECT over files, or at one portal, for `datastore_sql`. */
import { defined } from '../base/defined.ts';
import { quotedName } from '../base/quotes.ts';
import type { DatastoreClient } from '../datastore/client/client.ts';
import type { SqlAnswer } from '../datastore/client/sqlSearch.ts';
import { DatastoreError } from '../datastore/wire/errors.ts';
import { type SqlToken, sqlTokens } from '../document/sqlTokens.ts';
import { AgentFault } from './agentFault.ts';
import type { AgentFile, AgentPortal } from './agentPlaces.ts';
import { aboutLine, answerText, roomFor, rowCuts, rowLines } from './agentAnswer.ts';
import type { AgentCall } from './agentCall.ts';
import { textOf, type ToolInput } from './agentInput.ts';
import { MOST_ROWS } from './agentTool.ts';
import { boundedText } from './fencedText.ts';

const OTHER_TOOLS = 'Use datastore_search and datastore_summarize instead.';
const LONGEST_REQUEST = 1500;

/** Throws AgentFault, BudgetUsedUp, HttpError or DatastoreError. */
export async function sqlTool(input: ToolInput, call: AgentCall): Promise<string> {
  const sql = textOf(input, 'sql');
  const { files, portal } = statementPlaces(sql, call);
  const { fields, rows, isCut } = await (portal === undefined
    ? overFiles(sql, files, call)
    : atPortal(sql, portal, call));
  const request = { sql: boundedText(sql, LONGEST_REQUEST) };
  const names = [...files].map(({ name }) => boundedText(name, 100));
  const about = aboutLine({ request, portal: portal?.baseUrl, files: portal === undefined ? names : undefined });
  const few = rows.slice(0, MOST_ROWS);
  const shown = rowLines(fields, call.plainRows(few), roomFor('datastore_sql', about));
  const isAll = !isCut && shown.rows === rows.length;
  const facts = {
    ...(!isCut && { total: rows.length }),
    returned: shown.rows,
    isComplete: isAll && shown.leftOutFields + shown.cutCells === 0,
    cuts: rowCuts(shown, rows.length),
    ...(!isAll && { next: 'Write WHERE, GROUP BY or LIMIT so that fewer rows come.' }),
  };
  return answerText(facts, [about, ...shown.lines]);
}

/** The files that a statement names, or the one portal. Throws AgentFault. */
function statementPlaces(
  sql: string,
  call: AgentCall,
): { readonly files: ReadonlySet<AgentFile>; readonly portal?: AgentPortal } {
  const { portals } = call.places;
  const names = [...sqlTokens(sql)].filter(({ kind }) => kind === 'name').map(({ text }) => text);
  const files = new Set(names.flatMap((name) => call.fileNamed(name) ?? []));
  const named = names
    .filter((name) => call.fileNamed(name) === undefined)
    .flatMap((name) => prefixedPortal(name, portals));
  const [portal, another] = [...new Set(named)];
  if (another !== undefined || (portal !== undefined && files.size > 0))
    throw new AgentFault('One statement reads files, or resources of one portal, but not both.', OTHER_TOOLS);
  const only = portal ?? (files.size === 0 && portals.length === 1 ? portals[0] : undefined);
  if (only === undefined && files.size === 0)
    throw new AgentFault(
      'The statement names no table that is here.',
      'Write names of datastore_find in double quotes, as in SELECT count(*) FROM "cases.csv".',
    );
  return { files, ...defined({ portal: only }) };
}

function prefixedPortal(name: string, portals: readonly AgentPortal[]): readonly AgentPortal[] {
  return portals.filter((each) => name.toLowerCase().startsWith(`${each.name.toLowerCase()}:`));
}

async function overFiles(sql: string, files: ReadonlySet<AgentFile>, call: AgentCall): Promise<SqlAnswer> {
  const ids = new Map<AgentFile, string>();
  let client: DatastoreClient | undefined;
  for (const file of files) {
    const resource = await call.fileResource(file);
    ids.set(file, resource.resourceId);
    client ??= resource.client;
  }
  if (client === undefined) throw new AgentFault('The statement names no file.', OTHER_TOOLS);
  const idOf = (name: string): string | undefined => {
    const file = call.fileNamed(name);
    return file && ids.get(file);
  };
  return client.sql(withNames(sql, idOf), call.signal);
}

async function atPortal(sql: string, portal: AgentPortal, call: AgentCall): Promise<SqlAnswer> {
  const { usesSql } = portal.dialect;
  const refused = new AgentFault('This portal takes no SQL.', OTHER_TOOLS);
  if (!usesSql) throw refused;
  const client = await call.client(portal);
  const prefix = `${portal.name}:`;
  const idOf = (name: string): string | undefined =>
    name.toLowerCase().startsWith(prefix.toLowerCase()) ? name.slice(prefix.length) : undefined;
  try {
    return await client.sql(withNames(sql, idOf), call.signal);
  } catch (error) {
    const takesNone = error instanceof DatastoreError && ['actionUnknown', 'forbidden', 'notCkan'].includes(error.kind);
    throw takesNone ? refused : error;
  }
}

/** The statement with other names of tables, and everything else unchanged. */
function withNames(sql: string, idOf: (name: string) => string | undefined): string {
  const parts: string[] = [];
  let end = 0;
  const isQuoted = ({ kind, open }: SqlToken): boolean => kind === 'name' && open === undefined;
  for (const token of sqlTokens(sql)) {
    const id = isQuoted(token) ? idOf(token.text) : undefined;
    if (id === undefined) continue;
    parts.push(sql.slice(end, token.start), quotedName(id));
    end = token.end;
  }
  return parts.join('') + sql.slice(end);
}
