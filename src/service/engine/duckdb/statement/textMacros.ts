/** Macros refuse to make a very long text in one call: DuckDB neither counts a call's memory nor interrupts it. */
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { withConnection } from '../duckdbInstance.ts';

const MAX_BYTES = 100_000_000;
const TOO_LONG = `error('a text could be longer than ${String(MAX_BYTES / 1e6)} MB')`;
/** Limits a text that is written once for each row, a few thousand at a time. */
const MAX_REPEATED_BYTES = 1 << 16;
/** The flags of regexp_replace must be constants to DuckDB, so each possible text of them has a case of its own. */
const FLAGS = ['', 'g', 'i', 'c', 's', 'm', 'gi', 'ig', 'gc', 'cg', 'gs', 'sg', 'gm', 'mg'];

/** A macro of the same name may stand in front of the function. */
const BUILT_IN = 'system.main.';

/** `most` is how often `part` may stand in the result. */
function within(most: string, part: string, call: string): string {
  return `case when ${most}::hugeint * strlen(${part}) > ${String(MAX_BYTES)} then ${TOO_LONG} else ${call} end`;
}

const flagged = FLAGS.map((flags) => {
  const call = `${BUILT_IN}regexp_replace(s, p, r, '${flags}')`;
  // A pattern can match before each character and at the end.
  return `when '${flags}' then ${flags.includes('g') ? within('(strlen(s) + 1)', 'r', call) : call}`;
}).join(' ');

const MACROS: Readonly<Record<string, string>> = {
  replace: `(s, f, r) as ${within('(strlen(s) // greatest(1, strlen(f)))', 'r', `${BUILT_IN}replace(s, f, r)`)}`,
  regexp_replace: `(s, p, r) as ${BUILT_IN}regexp_replace(s, p, r),
    (s, p, r, o) as case o ${flagged} else error('regexp_replace takes the flags g, i, c, s and m') end`,
  repeat: `(s, n) as case when greatest(n, 0)::hugeint * strlen(s) > ${String(MAX_REPEATED_BYTES)}
    then error('repeat makes a text of at most ${String(MAX_REPEATED_BYTES)} bytes') else ${BUILT_IN}repeat(s, n) end`,
};

/** Returns the name of the macro that stands for a function; undefined if the function itself is safe. */
export function macroName(name: string): string | undefined {
  return Object.hasOwn(MACROS, name) ? `bounded_${name}` : undefined;
}

export async function withTextMacros(instance: DuckDBInstance): Promise<DuckDBInstance> {
  await withConnection(instance, (connection) => shadowTextFunctions(connection, 'bounded_'));
  return instance;
}

/** Defines the macros under the names of the functions, for statements that run as people wrote them. */
export async function shadowTextFunctions(connection: DuckDBConnection, prefix = ''): Promise<void> {
  for (const [name, definition] of Object.entries(MACROS))
    await connection.run(`create macro ${prefix}${name}${definition}`);
}
