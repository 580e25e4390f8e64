/**
 * The functions that make a text as long as two others multiplied, within one call: there the engine counts no memory, and
 * nothing can interrupt it. These refuse before they begin.
 */
import type { DuckDBInstance } from '@duckdb/node-api';

const MAX_BYTES = 100_000_000;
const TOO_LONG = `error('a text could be longer than ${String(MAX_BYTES / 1e6)} MB')`;
/** An expression can't take them as a parameter. */
const FLAGS = ['', 'g', 'i', 'c', 's', 'm', 'gi', 'ig', 'gc', 'cg', 'gs', 'sg', 'gm', 'mg'];

/** `most`: how often `part` may stand in the result. */
const within = (most: string, part: string, call: string): string =>
  `case when ${most}::hugeint * strlen(${part}) > ${String(MAX_BYTES)} then ${TOO_LONG} else ${call} end`;

const flagged = FLAGS.map((flags) => {
  const call = `regexp_replace(s, p, r, '${flags}')`;
  // Everywhere, also between two characters.
  return `when '${flags}' then ${flags.includes('g') ? within('(strlen(s) + 1)', 'r', call) : call}`;
}).join(' ');

const MACROS = [
  `bounded_replace(s, f, r) as ${within('(strlen(s) // greatest(1, strlen(f)))', 'r', 'replace(s, f, r)')}`,
  `bounded_regexp_replace(s, p, r) as regexp_replace(s, p, r),
    (s, p, r, o) as case o ${flagged} else error('regexp_replace takes the flags g, i, c, s and m') end`,
];

/** Name → the bounded one. */
export const boundedNames = ['replace', 'regexp_replace'].map((name) => [name, `bounded_${name}`] as const);

export async function withBoundedTexts(instance: DuckDBInstance): Promise<DuckDBInstance> {
  const connection = await instance.connect();
  for (const macro of MACROS) await connection.run(`create macro ${macro}`);
  connection.disconnectSync();
  return instance;
}
