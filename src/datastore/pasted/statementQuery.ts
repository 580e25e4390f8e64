/** A SELECT of one resource, as far as a query can say it. */

export interface StatementQuery {
  /** Parameters of `datastore_search`. Empty where the statement isn't a SELECT of one resource. */
  readonly parameters: [string, string][];
  /** They say all that the statement says. */
  readonly isWhole: boolean;
}

const TOKEN = /"[^"]*(?:""[^"]*)*"|'[^']*(?:''[^']*)*'|[\w-]+|\S/g;
/** What may follow the table or its alias; a comma or JOIN would name another table. */
const CLAUSE = /^(?:WHERE|ORDER|GROUP|HAVING|OFFSET|LIMIT|;)$/i;
const OTHER_TABLE = /^(?:JOIN|UNION|SELECT)$/i;

export function statementQuery(sql: string): StatementQuery {
  const tokens = sql.match(TOKEN) ?? [];
  const nothing = { parameters: [], isWhole: false };
  const from = tokens.findIndex((token) => /^FROM$/i.test(token));
  const resource = nameOf(tokens[from + 1] ?? '');
  if (!/^SELECT$/i.test(tokens[0] ?? '') || from < 2 || resource === undefined) return nothing;
  let rest = tokens.slice(from + 2);
  if (/^AS$/i.test(rest[0] ?? '')) rest = rest.slice(1);
  if (/^\w+$/.test(rest[0] ?? '') && !CLAUSE.test(rest[0] ?? '')) rest = rest.slice(1);
  while (rest.at(-1) === ';') rest = rest.slice(0, -1);
  const columns = tokens.slice(1, from);
  const isOne = rest[0] === undefined || CLAUSE.test(rest[0]);
  if (!isOne || [...columns, ...rest].some((token) => OTHER_TABLE.test(token))) return nothing;
  const limit =
    /^LIMIT$/i.test(rest.at(-2) ?? '') && /^\d{1,9}$/.test(rest.at(-1) ?? '') ? rest.at(-1) : undefined;
  const others = limit === undefined ? rest : rest.slice(0, -2);
  return {
    parameters: [
      ['resource_id', resource],
      ...(limit === undefined ? [] : ([['limit', limit]] as [string, string][])),
    ],
    isWhole: columns.join('') === '*' && others.length === 0,
  };
}

/** A table's name, with or without double quotes. */
function nameOf(token: string): string | undefined {
  if (token.length > 2 && token.startsWith('"')) return token.slice(1, -1).replaceAll('""', '"');
  return /^[\w-]+$/.test(token) ? token : undefined;
}
