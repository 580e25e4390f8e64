/** A client of Trino's own protocol, as short as it can be: POST the statement, then GET until there is no next. */
export type TrinoClientRow = readonly unknown[];

interface StatementAnswer {
  readonly nextUri?: string;
  readonly data?: readonly TrinoClientRow[];
  readonly error?: { readonly message: string };
}

const HEADERS = {
  'X-Trino-User': 'bench',
  'X-Trino-Time-Zone': 'UTC',
  'X-Trino-Client-Capabilities': 'PARAMETRIC_DATETIME',
};

/** Gives rows while they arrive. @throws Error with the message of Trino */
export async function* trinoRows(origin: string, sql: string): AsyncGenerator<readonly TrinoClientRow[]> {
  let response = await fetch(`${origin}/v1/statement`, { method: 'POST', headers: HEADERS, body: sql });
  for (;;) {
    if (!response.ok) throw new Error(`Trino: ${String(response.status)}`);
    const { data = [], error, nextUri } = (await response.json()) as StatementAnswer;
    if (error !== undefined) throw new Error(error.message);
    if (data.length > 0) yield data;
    if (nextUri === undefined) return;
    response = await fetch(nextUri, { headers: HEADERS });
  }
}

export async function allTrinoRows(origin: string, sql: string): Promise<readonly TrinoClientRow[]> {
  const found: TrinoClientRow[] = [];
  for await (const rows of trinoRows(origin, sql)) found.push(...rows);
  return found;
}
