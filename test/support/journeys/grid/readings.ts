/**
 * Generated records for large tests. They follow rules instead of a list, so that a test can compute what must be
 * shown.
 */
import { DuckDBInstance } from '@duckdb/node-api';

export const READING_FIELDS = [
  { id: 'code', type: 'text' },
  { id: 'place', type: 'text' },
  { id: 'amount', type: 'numeric' },
  { id: 'note', type: 'text' },
] as const;

export type Reading = Readonly<Record<(typeof READING_FIELDS)[number]['id'], string>>;

/** Places, each of which occurs in every fifth record. */
export const PLACES = ['Aarhus', 'Bergen', 'Coimbra', 'Delft', 'Évora'] as const;
export const RARE_WORD = 'quokka';
const RARE_EVERY = 9973;
const CENTS = ['00', '25', '50', '75'] as const;

/** Record `n` = 1, 2, … which is also its `_id`. Amounts rise with it. */
export function reading(n: number): Reading {
  return {
    code: String(n).padStart(8, '0'),
    place: PLACES[n % PLACES.length] ?? '',
    amount: `${Math.floor(n / 4)}.${CENTS[n % CENTS.length] ?? ''}`,
    note: `${n % RARE_EVERY === 0 ? RARE_WORD : 'reading'} ${n}`,
  };
}

/** Number of records with the rare word among the first `count`. */
export const rareOf = (count: number): number => Math.floor(count / RARE_EVERY);

/** Number of records with a place among the first `count`. */
export function recordsOf(place: (typeof PLACES)[number], count: number): number {
  const first = PLACES.indexOf(place) || PLACES.length;
  return Math.floor((count - first) / PLACES.length) + 1;
}

/** Writes the records as CSV, by DuckDB, which takes seconds for ten million. */
export async function writeReadings(file: string, count: number): Promise<void> {
  const list = (texts: readonly string[]) => `[${texts.map((text) => `'${text}'`).join(', ')}]`;
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  await connection.run(
    `COPY (
      SELECT lpad(n::varchar, 8, '0') AS code,
        ${list(PLACES)}[n % ${PLACES.length} + 1] AS place,
        (n // 4)::varchar || '.' || ${list(CENTS)}[n % ${CENTS.length} + 1] AS amount,
        CASE n % ${RARE_EVERY} WHEN 0 THEN '${RARE_WORD} ' ELSE 'reading ' END || n::varchar AS note
      FROM range(1, ${count + 1}) AS numbers(n)
    ) TO '${file.replaceAll("'", "''")}' (HEADER, DELIMITER ',')`,
  );
  connection.closeSync();
  instance.closeSync();
}
