/** The tables that a statement names, for completion and for problems that show before it runs. The engine alone knows SQL. */
import { isNaming, type SqlToken, sqlTokens } from '../document/sqlTokens.ts';

/** A table that the statement reads, as it calls it. */
export interface Relation {
  readonly token: SqlToken;
  readonly alias: string | undefined;
}

export function isWord(token: SqlToken | undefined, ...words: readonly string[]): boolean {
  return token?.kind === 'word' && words.includes(token.text.toLowerCase());
}

export function isMark(token: SqlToken | undefined, mark: string): boolean {
  return token?.kind === 'mark' && token.text === mark;
}

/** What stands behind FROM, JOIN and the commas between tables. Comments must be left out of the tokens. */
export function relationsOf(tokens: readonly SqlToken[]): readonly Relation[] {
  const relations: Relation[] = [];
  let behind = 0;
  for (const place of tablePlaces(tokens)) {
    for (let at = place; at >= behind;) {
      const token = tokens[at];
      if (!isNaming(token)) break;
      const next = tokens[at + 1];
      // A call, such as unnest(…), and a name with a schema, which the engine refuses, are no sources.
      if (isMark(next, '(') || isMark(next, '.') || isWord(token, 'lateral')) break;
      const behindAs = isWord(next, 'as') ? at + 2 : at + 1;
      const alias = isNaming(tokens[behindAs]) ? tokens[behindAs] : undefined;
      relations.push({ token, alias: alias?.text });
      behind = alias === undefined ? at + 1 : behindAs + 1;
      if (!isMark(tokens[behind], ',')) break;
      at = behind + 1;
    }
  }
  return relations;
}

/** The places of tables behind JOIN and FROM: the of a query, not that of `extract(year FROM day)` or IS DISTINCT FROM. */
function tablePlaces(tokens: readonly SqlToken[]): readonly number[] {
  const places: number[] = [];
  const isQuery = [true];
  for (const [at, token] of tokens.entries()) {
    if (isMark(token, '(')) isQuery.push(isWord(tokens[at + 1], 'select', 'with', 'from', 'values'));
    else if (isMark(token, ')') && isQuery.length > 1) isQuery.pop();
    else if (isWord(token, 'join')) places.push(at + 1);
    else if (isWord(token, 'from') && isQuery.at(-1) === true && !isDistinct(tokens, at)) places.push(at + 1);
  }
  return places;
}

function isDistinct(tokens: readonly SqlToken[], at: number): boolean {
  return isWord(tokens[at - 1], 'distinct') && isWord(tokens[at - 2], 'is', 'not');
}

/** Names that WITH gives to queries, in lower case. */
function queryNames(tokens: readonly SqlToken[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [at, token] of tokens.entries()) {
    if (!isWord(token, 'as')) continue;
    const body = isWord(tokens[at + 1], 'materialized') ? at + 2 : isWord(tokens[at + 1], 'not') ? at + 3 : at + 1;
    if (!isMark(tokens[body], '(')) continue;
    const name = tokens[isMark(tokens[at - 1], ')') ? openingOf(tokens, at - 1) - 1 : at - 1];
    if (isNaming(name)) names.add(name.text.toLowerCase());
  }
  return names;
}

function openingOf(tokens: readonly SqlToken[], closing: number): number {
  let at = closing;
  while (at > 0 && !isMark(tokens[at], '(')) at -= 1;
  return at;
}

/** Names of tables that are neither sources nor queries of the statement. `names` are in lower case. */
export function unknownTables(sql: string, names: Pick<ReadonlySet<string>, 'has'>): readonly SqlToken[] {
  const tokens: SqlToken[] = [];
  for (const token of sqlTokens(sql)) if (token.kind !== 'comment') tokens.push(token);
  const queries = queryNames(tokens);
  return relationsOf(tokens)
    .map(({ token }) => token)
    .filter(({ text }) => !names.has(text.toLowerCase()) && !queries.has(text.toLowerCase()));
}
