/** A SELECT of one resource, as far as a query can say it. */

export interface StatementQuery {
  /** Of `datastore_search`; none where it can't be told which resource is meant. */
  readonly parameters: [string, string][];
  /** They say all that the statement says. */
  readonly isWhole: boolean;
}

const SELECT =
  /^\s*SELECT\s+([^]*?)\s+FROM\s+(?:"((?:[^"]|"")+)"|([\w-]+))(?:\s+(?:AS\s+)?\w+)?\s*?(\s(?:WHERE|ORDER|GROUP|HAVING|OFFSET)\b[^]*?)?(?:\s+LIMIT\s+(\d{1,9}))?\s*;?\s*$/i;

export function statementQuery(sql: string): StatementQuery {
  const [, columns = '', quoted, bare, rest = '', limit] = SELECT.exec(sql) ?? [];
  const resource = quoted?.replaceAll('""', '"') ?? bare;
  const isOne = resource !== undefined && !/\b(?:JOIN|UNION|SELECT)\b/i.test(columns + rest);
  if (!isOne) return { parameters: [], isWhole: false };
  const parameters: [string, string][] = [['resource_id', resource]];
  if (limit !== undefined) parameters.push(['limit', limit]);
  return { parameters, isWhole: columns.trim() === '*' && rest.trim() === '' };
}
