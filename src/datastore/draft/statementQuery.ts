/** A SELECT of one resource, as far as a query can express it. */

export interface StatementQuery {
  /** Parameters of `datastore_search`. Empty if the statement isn't a SELECT of one resource. */
  readonly parameters: [string, string][];
  /** Whether the parameters express the complete statement. */
  readonly isWhole: boolean;
}

const TOKEN = /"[^"]*(?:""[^"]*)*"|'[^']*(?:''[^']*)*'|[\w-]+|\S/g;
/** Words that may follow the table or its alias. A comma or JOIN would name another table. */
const CLAUSE = /^(?:WHERE|ORDER|GROUP|HAVING|OFFSET|LIMIT|;)$/i;
const OTHER_TABLE = /^(?:JOIN|UNION|SELECT)$/i;

/** Reads the table and the limit of a SELECT. The other clauses are not read. */
export function statementQuery(sql: string): StatementQuery {
  const tokens = sql.match(TOKEN) ?? [];
  while (tokens.at(-1) === ';') tokens.pop();
  const from = tokens.findIndex((token) => /^FROM$/i.test(token));
  const resource = nameOf(tokens[from + 1] ?? '');
  const columns = tokens.slice(1, from);
  const rest = tokens.slice(from + 2);
  if (/^AS$/i.test(rest[0] ?? '')) rest.shift();
  if (/^\w+$/.test(rest[0] ?? '') && !CLAUSE.test(rest[0] ?? '')) rest.shift();
  const isSelect = /^SELECT$/i.test(tokens[0] ?? '') && from >= 2 && CLAUSE.test(rest[0] ?? 'LIMIT');
  if (!isSelect || resource === undefined || [...columns, ...rest].some((token) => OTHER_TABLE.test(token)))
    return { parameters: [], isWhole: false };
  const parameters: [string, string][] = [['resource_id', resource]];
  const [word = '', limit = ''] = rest.slice(-2);
  if (/^LIMIT$/i.test(word) && /^\d{1,9}$/.test(limit)) {
    parameters.push(['limit', limit]);
    rest.splice(-2);
  }
  return { parameters, isWhole: columns.join('') === '*' && rest.length === 0 };
}

function nameOf(token: string): string | undefined {
  if (token.length > 2 && token.startsWith('"')) return token.slice(1, -1).replaceAll('""', '"');
  return /^[\w-]+$/.test(token) ? token : undefined;
}
