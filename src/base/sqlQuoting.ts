/** Names and texts in SQL. PostgreSQL, DuckDB and SQLite alike know no other escape. */

export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function quotedText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
