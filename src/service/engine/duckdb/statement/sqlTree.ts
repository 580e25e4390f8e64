/** Statements as DuckDB's own parser (`json_serialize_sql`) reads them, so that what is judged is what runs. */
import { parseExact, stringifyExact } from '../../../../base/exactJson.ts';
import { type ExactObject, type ExactValue, isList, isObject, member } from '../../../../base/cells.ts';
import { Bindings } from '../bindings.ts';
import type { Engine } from '../engine.ts';
import { ActionError } from '../../../ckan/actionError.ts';

/** A statement may be nested deeper than a server's answer, because `a || b || …` takes two levels for each operator. */
const MAX_DEPTH = 1000;

/** What DuckDB's parser makes of a text, which may be an error. Undefined if it's nested too deeply. */
export async function syntaxTree(
  engine: Pick<Engine, 'rows'>,
  sql: string,
  signal: AbortSignal,
): Promise<ExactValue | undefined> {
  const json = await ask(engine, 'json_serialize_sql', 'varchar', sql, signal);
  try {
    return parseExact(json, MAX_DEPTH);
  } catch {
    return undefined;
  }
}

/** Parses a single SELECT. Throws ActionError. */
export async function parseSql(engine: Pick<Engine, 'rows'>, sql: string, signal: AbortSignal): Promise<ExactObject> {
  const answer = await syntaxTree(engine, sql, signal);
  if (answer === undefined) throw invalidSql('Invalid SQL: it is nested too deeply');
  if (member(answer, 'error') === true) throw invalidSql(refusal(answer, sql));
  const statements = member(answer, 'statements');
  const [statement] = isList(statements) ? statements : [];
  if (!isList(statements) || statements.length !== 1 || !isObject(statement))
    throw invalidSql('Query is not a single statement');
  return statement;
}

/** Other statements than SELECT begin with these words. PostgreSQL names them so (`CopyStmt`), or as in STATEMENT_NAMES. */
const STATEMENTS = words(
  'alter begin call commit copy create delete drop execute explain insert prepare rollback set truncate update vacuum',
);
const STATEMENT_NAMES: ReadonlyMap<string, string> = new Map([
  ['alter', 'AlterTable'],
  ['begin', 'Transaction'],
  ['commit', 'Transaction'],
  ['rollback', 'Transaction'],
  ['set', 'VariableSet'],
]);

/** Words a refusal as CKAN's parser does, where it has words for it. */
function refusal(answer: ExactValue, sql: string): string {
  const message = textMember(answer, 'error_message');
  const position = textMember(answer, 'position');
  if (message.includes('locking clause')) return 'Invalid query AST element: LockingClause';
  if (message.includes('SELECT INTO')) return 'Invalid query AST element: IntoClause';
  if (position !== '')
    return `Invalid SQL: ${message}${message.includes('end of input') ? '' : `, at index ${position}`}`;
  const [first = '', ...others] = sql
    .toLowerCase()
    .replace(QUOTED, (text) => (/^(--|\/\*)/.test(text) ? ' ' : 'x'))
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
  if (others.length > 0) return 'Query is not a single statement';
  const word = /^\w+/.exec(first)?.[0] ?? '';
  if (!STATEMENTS.has(word)) return `Invalid SQL: ${message}`;
  const name = STATEMENT_NAMES.get(word) ?? word.charAt(0).toUpperCase() + word.slice(1);
  return `Invalid query AST element: ${name}Stmt`;
}

export function sqlText(engine: Engine, statement: ExactObject, signal: AbortSignal): Promise<string> {
  const tree = stringifyExact({ error: false, statements: [statement] });
  return ask(engine, 'json_deserialize_sql', 'json', tree, signal);
}

/** The error with which CKAN 2.12 answers what its own parser refuses. */
export function invalidSql(message: string): ActionError {
  return new ActionError(409, { message, __type: 'Validation Error' });
}

/** Two names are one to DuckDB if they differ by the case of ASCII letters alone. */
export function foldedName(name: string): string {
  return name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

export function textMember(value: ExactValue | undefined, key: string): string {
  const text = member(value, key);
  return typeof text === 'string' ? text : '';
}

export function listMember(value: ExactValue | undefined, key: string): readonly ExactValue[] {
  const list = member(value, key);
  return isList(list) ? list : [];
}

export function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** Returns a tree in which `change` has replaced every object, from the inside out. */
export function mapTree(value: ExactValue, change: (node: ExactObject) => ExactObject): ExactValue {
  if (isList(value)) return value.map((item) => mapTree(item, change));
  if (!isObject(value)) return value;
  return change(Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapTree(each, change)])));
}

async function ask(engine: Pick<Engine, 'rows'>, name: string, type: string, text: string, signal: AbortSignal) {
  const bindings = new Bindings();
  const sql = `select ${name}(${bindings.text(text)}::${type})::varchar`;
  for await (const rows of engine.rows(sql, bindings, signal, 'page'))
    for (const [value] of rows) if (typeof value === 'string') return value;
  throw new Error(`${name} gave nothing`);
}

/** Names, texts and comments, in which nothing is a word of SQL. */
const QUOTED = /"(?:[^"]|"")*"|\be'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|\$(\w*)\$[^]*?\$\1\$|--[^\n]*|\/\*[^]*?\*\//gi;
