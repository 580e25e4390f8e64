/** One SELECT of a client over resources: judged, and run within limits of time and memory. */
import { VARCHAR } from '@duckdb/node-api';
import { type ExactObject, type ExactValue, member } from '../../../../base/cells.ts';
import { endingText, memoryText, secondsText } from '../../../resource/processEndings.ts';
import { ActionError, notFound, validationError } from '../../../ckan/actionError.ts';
import { DataUnavailable, isDiskFull } from '../../../store/dataUnavailable.ts';
import type { StatementAnswer, StatementLimits } from '../../../question/datastore.ts';
import { Bindings } from '../bindings.ts';
import type { Engine } from '../engine.ts';
import type { RunningQuery } from '../runningQuery.ts';
import type { ServedFolder } from '../servedFolder.ts';
import { type OutputType, outputType } from './outputValue.ts';
import { FULL_TEXT_COLUMN, resourceView } from './resourceView.ts';
import { judge, judgeRunning } from './sqlJudge.ts';
import { invalidSql, listMember, parseSql, sqlText, textMember } from './sqlTree.ts';
import { boundedStatement } from './boundedStatement.ts';
import { columnTypes } from './columnTypes.ts';

const TIME_LIMIT_MS = 60_000;
/** A limit in UTF-16 units. Nothing can stop the engine while it plans a statement, and long ones take disproportionately long. */
const MAX_SQL_LENGTH = 1 << 16;

/** `read` gets the answer while it arrives. Throws ActionError, DataUnavailable, and DuckDB's error of a full disk. */
export async function runStatement<T>(
  sql: string,
  folder: ServedFolder,
  { mostRecords, timeMs = TIME_LIMIT_MS }: StatementLimits,
  read: (answer: StatementAnswer) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  if (sql.length > MAX_SQL_LENGTH) throw invalidSql(`Invalid SQL: longer than ${String(MAX_SQL_LENGTH)} characters`);
  const limit = AbortSignal.timeout(timeMs);
  const either = AbortSignal.any([signal, limit]);
  try {
    const statement = await parseSql(folder.engine, sql, either);
    const views: string[] = [];
    for (const id of judge(statement).keys()) {
      const resource = await folder.open(id, signal);
      if (resource === undefined) throw notFound();
      views.push(resourceView(resource, await columnTypes(folder.engine, resource, either)));
    }
    const text = await runnable(folder.engine, boundedStatement(statement, mostRecords + 1), views, either);
    return await folder.engine.query(text, new Bindings(), 'sql', (query) => read(answerOf(query)), either);
  } catch (error) {
    if (signal.aborted || error instanceof ActionError || error instanceof DataUnavailable) throw error;
    if (limit.aborted) throw stopped('time', secondsText(timeMs));
    if (error instanceof Error && error.message.startsWith('Out of Memory Error'))
      throw stopped('memory', memoryText(folder.engine.memoryLimitMb));
    // A text of the statement can't stand at the beginning of the message.
    if (error instanceof Error && error.message.startsWith('IO Error') && isDiskFull(error)) throw error;
    throw refusalOf(error, sql);
  }
}

function stopped(ending: 'memory' | 'time', detail: string): ActionError {
  return validationError({ query: [endingText({ process: 'sql', ending, detail })] });
}

/** Returns the statement behind definitions of what it reads. The text that runs is parsed and judged once more. */
async function runnable(engine: Engine, statement: ExactObject, views: readonly string[], signal: AbortSignal) {
  const made = views.length === 0 ? [] : await parsedViews(engine, views, signal);
  const text = await sqlText(
    engine,
    withMade(statement, (own) => [...made, ...own]),
    signal,
  );
  const again = withMade(await parseSql(engine, text, signal), (all) => all.slice(made.length));
  const names = made.map((each) => textMember(each, 'key'));
  if (judgeRunning(again, names).size > 0) throw invalidSql('Invalid SQL');
  return text;
}

async function parsedViews(engine: Engine, views: readonly string[], signal: AbortSignal) {
  const statement = await parseSql(engine, `with ${views.join(', ')} select 1`, signal);
  return listMember(member(member(statement, 'node'), 'cte_map'), 'map');
}

function withMade(statement: ExactObject, change: (made: readonly ExactValue[]) => readonly ExactValue[]): ExactObject {
  const node = member(statement, 'node') as ExactObject;
  const map = change(listMember(member(node, 'cte_map'), 'map'));
  return { ...statement, node: { ...node, cte_map: { map } } };
}

function answerOf(query: RunningQuery): StatementAnswer {
  const types = query.names.map((_, index) => outputType(query.types[index] ?? VARCHAR));
  const fields = query.names.map((id, index) => ({
    id,
    // CKAN's clients leave the column out by its type, which DuckDB doesn't have.
    type: id === FULL_TEXT_COLUMN ? 'tsvector' : (types[index]?.name ?? 'text'),
  }));
  return { fields, records: recordsOf(query, types) };
}

async function* recordsOf(query: RunningQuery, types: readonly OutputType[]) {
  for (let rows = await query.next(); rows !== undefined; rows = await query.next())
    for (const row of rows)
      yield types.map(({ toJson }, index) => {
        const value = row[index] ?? null;
        return value === null ? null : toJson(value);
      });
}

/** Puts the engine's reason into CKAN's error. The lines after its first show the text that runs, so they are left out. */
function refusalOf(error: unknown, sql: string): ActionError {
  const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  const info = { statement: [sql], params: [{}], orig: [reason] };
  return new ActionError(409, { query: [reason], info, __type: 'Validation Error' });
}
