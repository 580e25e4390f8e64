/** The action `datastore_search_sql` runs one SELECT over resources, in the SQL of the engine. */
import type { Action, ActionContext, ResultText } from '../action.ts';
import { notAuthorized } from '../../ckan/actionError.ts';
import type { StatementAnswer, StatementLimits } from '../../question/datastore.ts';
import { requiredText, type ActionInput } from '../parameterReader.ts';
import { RecordsText } from '../search/recordsText.ts';

const MAX_RECORDS = 32_000;

export const searchSqlAction: Action = {
  help:
    "One SELECT over resources, in DuckDB's SQL. sql: the statement; a resource is named by its id " +
    'in double quotes. At most 32000 records; records_truncated says that there are more.',
  run: (input, context) => searchSql(input, context),
};

/** Returns the `result` as JSON text. Throws ActionError. */
export async function searchSql(
  input: ActionInput,
  { datastore, runSql, signal }: Pick<ActionContext, 'datastore' | 'runSql' | 'signal'>,
  limits: Omit<StatementLimits, 'mostRecords'> = {},
): Promise<ResultText> {
  const sql = input['sql'] === '' ? '' : requiredText(input, 'sql');
  if (datastore.statement === undefined) throw notAuthorized('This datastore takes no SQL.');
  if (runSql !== undefined) return runSql(sql, signal);
  const read = (answer: StatementAnswer): Promise<ResultText> => answerText(sql, answer);
  return datastore.statement(sql, { ...limits, mostRecords: MAX_RECORDS }, read, signal);
}

async function answerText(sql: string, { fields, records }: StatementAnswer): Promise<ResultText> {
  // Python keeps the last of several equal names.
  const shown = fields.flatMap(({ id }, at) =>
    fields.findLastIndex((other) => other.id === id) === at ? [{ key: JSON.stringify(id), at }] : [],
  );
  const texts = new RecordsText('objects');
  let isCut = false;
  for await (const values of records) {
    const members = shown.map(({ key, at }) => `${key}:${values[at] ?? 'null'}`);
    isCut = texts.count === MAX_RECORDS || !texts.add(`{${members.join(',')}}`);
    if (isCut) break;
  }
  const head = { sql, ...(isCut && { records_truncated: true }), fields };
  return [`${JSON.stringify(head).slice(0, -1)},"records":`, ...texts.pieces(), '}'];
}
