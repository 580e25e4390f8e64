/** Judges what a statement is made of. What isn't named here is refused (docs/security.md 12), as in CKAN 2.12. */
import { type ExactObject, type ExactValue, isList, isObject, member } from '../../../../base/cells.ts';
import { ActionError, notAuthorized } from '../../../ckan/actionError.ts';
import type { StatementReason } from '../../../resource/statementRefused.ts';
import { isAllowedFunction, isEngineFunction } from './sqlFunctions.ts';
import { foldedName, invalidSql, listMember, textMember, words } from './sqlTree.ts';

const EXPRESSIONS = words(
  'BETWEEN CASE CAST COLUMN_REF COMPARISON CONJUNCTION CONSTANT FUNCTION LAMBDA OPERATOR POSITIONAL_REFERENCE STAR ' +
    'SUBQUERY WINDOW',
);
const NODES = words(
  'SELECT_NODE SET_OPERATION_NODE RECURSIVE_CTE_NODE EMPTY BASE_TABLE TABLE_FUNCTION JOIN SUBQUERY EXPRESSION_LIST LIMIT_MODIFIER ' +
    'ORDER_MODIFIER DISTINCT_MODIFIER ORDER_DEFAULT ASCENDING DESCENDING',
);
/** The second argument of these functions is a length, which must be a small number written in the statement. */
const PADDING = words('lpad rpad');
const MAX_PADDING = 1000;
/** These members of a node reach further than a SELECT, or give other records each time. */
const REFUSED_MEMBERS = ['sample', 'at_clause'];

/** What the judge refuses: CKAN's error, and the same for people, with the place in bytes of the text. */
export class Misjudged extends ActionError {
  readonly reason: StatementReason;
  readonly place: number | undefined;

  constructor({ status, body }: ActionError, code: StatementReason['code'], detail: string, node: ExactObject) {
    super(status, body);
    this.reason = { code, details: [detail] };
    this.place = placeIn(node);
  }
}

/** Returns the names of the tables that a client's statement reads, with their places. Throws Misjudged. */
export function judge(
  statement: ExactObject,
  isAllowed = isAllowedFunction,
  isSystem = isSystemTable,
): ReadonlyMap<string, number | undefined> {
  return judged(statement, [], isAllowed, isSystem);
}

/** Judges the statement that runs, which may also call our macros. Tables that are `made` for it aren't returned. */
export function judgeRunning(statement: ExactObject, made: readonly string[]): ReadonlyMap<string, number | undefined> {
  return judged(statement, made, isEngineFunction);
}

function judged(
  statement: ExactObject,
  made: readonly string[],
  isAllowed: (name: string) => boolean,
  isSystem = isSystemTable,
): ReadonlyMap<string, number | undefined> {
  const findings: Findings = { tables: [], functions: [] };
  visit(member(statement, 'node') ?? null, new Set(made.map(foldedName)), findings);
  for (const { catalog, schema, name, node } of findings.tables) {
    const full = [catalog, schema, name].filter((part) => part !== '').join('.');
    if (catalog !== '')
      throw new Misjudged(invalidSql(`Catalog cannot be provided: ${catalog}`), 'otherSchema', full, node);
    if (schema !== '' && schema !== 'public')
      throw new Misjudged(notAuthorized('Not authorized to access tables in other schemas'), 'otherSchema', full, node);
    if (isSystem(name))
      throw new Misjudged(notAuthorized('Not authorized to access system tables'), 'otherSchema', full, node);
  }
  for (const { catalog, schema, name, node } of findings.functions) {
    // DuckDB's parser itself writes `main` in front of what it makes of special forms.
    const isPlain = catalog === '' && (schema === '' || schema === 'main');
    if (!isPlain || !isAllowed(name)) throw uncallable(isPlain ? name : `${schema}.${name}`, node);
  }
  return new Map(findings.tables.toReversed().map(({ name, node }) => [name, placeIn(node)]));
}

function isSystemTable(name: string): boolean {
  return /^pg_/i.test(name);
}

function uncallable(name: string, node: ExactObject): Misjudged {
  return new Misjudged(notAuthorized(`Not authorized to call function ${name}`), 'function', name, node);
}

function unusable(part: string, node: ExactObject): Misjudged {
  return new Misjudged(invalidSql(`Invalid query AST element: ${part}`), 'part', part, node);
}

function placeIn(node: ExactObject): number | undefined {
  const place = member(node, 'query_location');
  return typeof place === 'number' ? place : undefined;
}

interface Named {
  readonly catalog: string;
  readonly schema: string;
  readonly name: string;
  readonly node: ExactObject;
}
interface Findings {
  readonly tables: Named[];
  readonly functions: Named[];
}
/** Names that a WITH defines, folded. They hide resources in their scope. */
type Scope = ReadonlySet<string>;

function visit(value: ExactValue, scope: Scope, findings: Findings): void {
  if (isList(value)) for (const item of value) visit(item, scope, findings);
  else if (isObject(value)) visitNode(value, scope, findings);
}

function visitNode(node: ExactObject, scope: Scope, findings: Findings): void {
  const kind = kindOf(node);
  if (kind.endsWith('_TYPE_INFO')) return;
  if (kind === 'TABLE_FUNCTION') {
    const call = member(node, 'function');
    throw uncallable(textMember(call, 'function_name'), isObject(call) ? call : node);
  }
  const refused = REFUSED_MEMBERS.find((key) => isObject(member(node, key)));
  if (refused !== undefined) throw unusable(refused, node);
  const named = {
    catalog: textMember(node, 'catalog') + textMember(node, 'catalog_name'),
    schema: textMember(node, 'schema') + textMember(node, 'schema_name'),
  };
  if (kind === 'FUNCTION' || kind === 'WINDOW')
    findings.functions.push({ ...named, name: textMember(node, 'function_name'), node });
  if (kind === 'FUNCTION' && PADDING.has(textMember(node, 'function_name').toLowerCase())) checkPadding(node);
  if (kind === 'BASE_TABLE') {
    const name = textMember(node, 'table_name');
    const isMade = named.catalog === '' && named.schema === '' && scope.has(foldedName(name));
    if (!isMade) findings.tables.push({ ...named, name, node });
  }
  const inner = scopeWithin(node, scope, findings);
  for (const [key, each] of Object.entries(node)) {
    if (key === 'cte_map' || (key === 'value' && kind === 'CONSTANT')) continue;
    const isOwn = kind === 'RECURSIVE_CTE_NODE' && key === 'right';
    visit(each, isOwn ? including(inner, textMember(node, 'cte_name')) : inner, findings);
  }
}

function checkPadding(call: ExactObject): void {
  const [, length] = listMember(call, 'children');
  const value = member(member(length, 'value'), 'value');
  if (typeof value === 'number' && value <= MAX_PADDING) return;
  const text = `${textMember(call, 'function_name')} takes a length of at most ${String(MAX_PADDING)}`;
  throw new Misjudged(invalidSql(text), 'engine', text, call);
}

/** Each definition of a WITH can use those before it, and the statement all of them. */
function scopeWithin(node: ExactObject, scope: Scope, findings: Findings): Scope {
  let inner = scope;
  for (const made of listMember(member(node, 'cte_map'), 'map')) {
    visit(member(made, 'value') ?? null, inner, findings);
    inner = including(inner, textMember(made, 'key'));
  }
  return inner;
}

function including(scope: Scope, name: string): Scope {
  return new Set([...scope, foldedName(name)]);
}

/** Returns an empty text for a node that only holds other nodes together. */
function kindOf(node: ExactObject): string {
  const expression = member(node, 'class');
  if (typeof expression === 'string') {
    const type = textMember(node, 'type');
    const isKnown = EXPRESSIONS.has(expression) && !(expression === 'STAR' && isColumns(node));
    if (!isKnown) throw unusable(type, node);
    return expression;
  }
  const type = member(node, 'type');
  if (typeof type !== 'string') return '';
  if (!NODES.has(type) && !type.endsWith('_TYPE_INFO')) throw unusable(type, node);
  return type;
}

/** `columns('…')` has a pattern in place of names. */
function isColumns(node: ExactObject): boolean {
  return member(node, 'columns') === true || isObject(member(node, 'expr'));
}
