/** The text form of `sort`: `name desc, "a name" asc` (CKAN's grammar, docs/ckan.md 12). */
import type { SortKey } from './query.ts';

/** One clause. Ambiguous names are put in double quotes, of which CKAN removes the outermost pair. */
export function sortClause({ field, descending, nullsLast = false }: SortKey): string {
  const isPlain = /^[A-Za-z_]\w*$/.test(field);
  return (isPlain ? field : `"${field}"`) + (descending ? ' desc' : ' asc') + (nullsLast ? ' nulls last' : '');
}

/** Whether clauses joined by commas couldn't be separated again. */
export function needsList(fields: readonly string[]): boolean {
  return fields.some((field) => /[,"]/.test(field));
}

/** Undefined if a clause is empty, or sorts NULLs first, which a DatastoreQuery can't express. */
export function parseSort(text: string): readonly SortKey[] | undefined {
  return parseClauses(splitClauses(text));
}

export function parseClauses(clauses: readonly string[]): readonly SortKey[] | undefined {
  const keys = clauses.map(parseClause).filter((key) => key !== undefined);
  return keys.length === clauses.length ? keys : undefined;
}

function parseClause(clause: string): SortKey | undefined {
  const match = /^(?:"(.+)"|([^"\s].*?))(?:(?<!\s)\s+(asc|desc))?((?<!\s)\s+nulls\s+last)?$/is.exec(clause.trim());
  const field = match?.[1] ?? match?.[2];
  if (field === undefined || /\snulls\s+first$/i.test(clause.trim())) return undefined;
  return {
    field,
    descending: match?.[3]?.toLowerCase() === 'desc',
    ...(match?.[4] !== undefined && { nullsLast: true }),
  };
}

function splitClauses(text: string): readonly string[] {
  const clauses: string[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') quoted = !quoted;
    if (text[at] !== ',' || quoted) continue;
    clauses.push(text.slice(start, at));
    start = at + 1;
  }
  return [...clauses, text.slice(start)];
}
