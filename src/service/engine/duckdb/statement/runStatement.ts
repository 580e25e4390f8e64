/** One SELECT over resources: read as PostgreSQL would, judged, and run within limits of time and memory. */
import { VARCHAR, type DuckDBValue } from '@duckdb/node-api';
import { type ExactObject, type ExactValue, member } from '../../../../base/cells.ts';
import { endingText, memoryText, secondsText } from '../../../resource/processEndings.ts';
import { ActionError, notFound, validationError } from '../../../ckan/actionError.ts';
import { DataUnavailable } from '../../../store/dataUnavailable.ts';
import type { StatementAnswer, StatementLimits } from '../../../question/datastore.ts';
import { Bindings } from '../bindings.ts';
import type { Engine } from '../engine.ts';
import type { RunningQuery } from '../runningQuery.ts';
import type { ServedFolder } from '../servedFolder.ts';
import { columnFit } from './columnFit.ts';
import { withFileTexts } from './fileTexts.ts';
import { keepTexts, sourcesOf, type KeptStatement } from './keptText.ts';
import { keptType, outputType } from './outputValue.ts';
import { inEngineWords } from './postgresCalls.ts';
import { postgresColumns, type PostgresColumns } from './postgresColumns.ts';
import { resourceView, type ResourceView } from './resourceView.ts';
import { judge, judgeRunning } from './sqlJudge.ts';
import { withNames } from './sqlNames.ts';
import { wholeConstant } from './sqlNodes.ts';
import { invalidSql, listMember, parseSql, parseTree, sqlText, textMember } from './sqlTree.ts';
import { withWrittenTypes } from './writtenTypes.ts';

const TIME_LIMIT_MS = 60_000;
/** In UTF-16 units. While the engine plans a statement nothing can stop it, and that takes longer than its text grows. */
const MAX_SQL = 1 << 16;

/** `read` takes of the answer what it wants. Throws ActionError and DataUnavailable. */
export async function runStatement<T>(
  sql: string,
  folder: ServedFolder,
  { mostRecords, timeMs = TIME_LIMIT_MS }: StatementLimits,
  read: (answer: StatementAnswer) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  if (sql.length > MAX_SQL) throw invalidSql(`Invalid SQL: longer than ${String(MAX_SQL)} characters`);
  const limit = AbortSignal.timeout(timeMs);
  const either = AbortSignal.any([signal, limit]);
  try {
    const { statement, asks } = withFileTexts(await parseSql(folder.engine, sql, either));
    const views = new Map<string, ResourceView>();
    for (const id of judge(statement)) {
      const resource = await folder.open(id, signal);
      if (resource === undefined) throw notFound();
      views.set(id, resourceView(resource, await columnFit.of(folder.engine, resource, either), asks));
    }
    const meant = limited(withNames(withWrittenTypes(statement, sql)), mostRecords);
    const kept = keepTexts(meant, views);
    const columns = postgresColumns(kept, sourcesOf(member(member(meant, 'node'), 'from_table'), views) ?? []);
    const text = await runnable(folder.engine, inEngineWords(columns.statement), views, either);
    return await folder.engine.query(
      text,
      new Bindings(),
      'sql',
      (query) => read(answerOf(query, kept, columns)),
      either,
    );
  } catch (error) {
    if (signal.aborted || error instanceof ActionError || error instanceof DataUnavailable) throw error;
    if (limit.aborted) throw stopped('time', secondsText(timeMs));
    if (error instanceof Error && error.message.startsWith('Out of Memory Error'))
      throw stopped('memory', memoryText(folder.engine.memoryLimitMb));
    throw refusalOf(error, sql);
  }
}

function stopped(ending: 'memory' | 'time', detail: string): ActionError {
  return validationError({ query: [endingText({ process: 'sql', ending, detail })] });
}

/** With a limit, unless it has one: then the engine sorts no more than can be given out. */
function limited(statement: ExactObject, mostRecords: number): ExactObject {
  const node = member(statement, 'node') as ExactObject;
  const modifiers = listMember(node, 'modifiers');
  if (modifiers.some((modifier) => textMember(modifier, 'type') === 'LIMIT_MODIFIER')) return statement;
  const added = { type: 'LIMIT_MODIFIER', limit: wholeConstant(mostRecords + 1), offset: null };
  return { ...statement, node: { ...node, modifiers: [...modifiers, added] } };
}

/** The statement behind definitions of what it reads. The text that runs is parsed and judged once more. */
async function runnable(
  engine: Engine,
  statement: ExactObject,
  views: ReadonlyMap<string, ResourceView>,
  signal: AbortSignal,
): Promise<string> {
  const definitions = [...views.values()].flatMap((view) => view.definitions);
  const made = definitions.length === 0 ? [] : await madeBy(engine, definitions, signal);
  const text = await sqlText(
    engine,
    withMade(statement, (own) => [...made, ...own]),
    signal,
  );
  const again = withMade(await parseTree(engine, text, signal), (all) => all.slice(made.length));
  const names = made.map((each) => textMember(each, 'key'));
  if (judgeRunning(again, names).size > 0) throw invalidSql('Invalid SQL');
  return text;
}

/** Definitions as the parser sees them. */
async function madeBy(engine: Engine, definitions: readonly string[], signal: AbortSignal) {
  const statement = await parseTree(engine, `with ${definitions.join(', ')} select 1`, signal);
  return listMember(member(member(statement, 'node'), 'cte_map'), 'map');
}

function withMade(statement: ExactObject, change: (made: readonly ExactValue[]) => readonly ExactValue[]): ExactObject {
  const node = member(statement, 'node') as ExactObject;
  const map = change(listMember(member(node, 'cte_map'), 'map'));
  return { ...statement, node: { ...node, cte_map: { map } } };
}

interface OutputColumn {
  readonly id: string;
  readonly type: string;
  /** JSON text; null for NULL. */
  readonly read: (row: readonly DuckDBValue[]) => string | null;
}

function answerOf(
  query: RunningQuery,
  { width, kept }: KeptStatement,
  { types, workedOut }: PostgresColumns,
): StatementAnswer {
  const added = [...workedOut.values()].reduce((sum, { parts }) => sum + parts.length, 0);
  const shownWidth = width ?? query.names.length - added;
  const columns = query.names.slice(0, shownWidth).map((id, index): OutputColumn => {
    const passed = kept.get(index);
    const work = workedOut.get(index);
    const type = passed === undefined ? outputType(query.types[index] ?? VARCHAR, types.get(index)) : keptType(passed);
    const read = (row: readonly DuckDBValue[]): string | null => {
      if (work !== undefined) return work.value(work.parts.map((at) => row[at] ?? null));
      const value = row[passed?.at ?? index] ?? null;
      return value === null ? null : type.toJson(value);
    };
    return { id, type: type.name, read };
  });
  return { fields: columns.map(({ id, type }) => ({ id, type })), records: recordsOf(query, columns) };
}

async function* recordsOf(
  query: RunningQuery,
  columns: readonly OutputColumn[],
): AsyncGenerator<readonly (string | null)[]> {
  for (let rows = await query.next(); rows !== undefined; rows = await query.next())
    for (const row of rows) yield columns.map(({ read }) => read(row));
}

/** What the engine says of a statement, in CKAN's frame. What follows the first line shows the text that runs. */
function refusalOf(error: unknown, sql: string): ActionError {
  const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  const info = { statement: [sql], params: [{}], orig: [reason] };
  return new ActionError(409, { query: [reason], info, __type: 'Validation Error' });
}
