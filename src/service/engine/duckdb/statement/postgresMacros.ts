/**
 * PostgreSQL's functions where DuckDB has none of that name, or another: as macros of the engine, called `postgres_…`.
 *
 * Those that make a long text within one call refuse before they begin: there the engine counts no memory, and nothing can
 * interrupt it.
 */
import type { DuckDBInstance } from '@duckdb/node-api';

const MAX_BYTES = 100_000_000;
const TOO_LONG = `error('a text could be longer than ${String(MAX_BYTES / 1e6)} MB')`;
/** Of a text that is written once for each row, and of which a few thousand are made at a time. */
const MAX_REPEATED = 1 << 16;
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

/** A pattern without brackets that are meant as text; and how many groups it has. */
const BARE = String.raw`replace(replace(p, '\\', ''), '\(', '')`;
const GROUPS = `(strlen(${BARE}) - strlen(replace(${BARE}, '(', '')) - (strlen(${BARE}) - strlen(replace(${BARE}, '(?', ''))) // 2)`;
const EACH_GROUP = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((at) => `regexp_extract(s, p, ${String(at)})`).join(', ');
/** The texts of the groups or, without any, the whole match. */
const MATCH = `case when regexp_matches(s, p)
  then case when ${GROUPS} = 0 then [regexp_extract(s, p)] else [${EACH_GROUP}][1:${GROUPS}] end end`;

const MACROS: Readonly<Record<string, string>> = {
  replace: `(s, f, r) as ${within('(strlen(s) // greatest(1, strlen(f)))', 'r', 'replace(s, f, r)')}`,
  regexp_replace: `(s, p, r) as regexp_replace(s, p, r),
    (s, p, r, o) as case o ${flagged} else error('regexp_replace takes the flags g, i, c, s and m') end`,
  repeat: `(s, n) as case when greatest(n, 0)::hugeint * strlen(s) > ${String(MAX_REPEATED)}
    then error('repeat makes a text of at most ${String(MAX_REPEATED)} bytes') else repeat(s, n) end`,
  lpad: `(s, n) as lpad(s, n, ' '), (s, n, f) as lpad(s, n, f)`,
  rpad: `(s, n) as rpad(s, n, ' '), (s, n, f) as rpad(s, n, f)`,
  initcap: `(s) as array_to_string(
    [upper(w[1]) || lower(w[2:]) for w in regexp_extract_all(s, '[\\pL\\pN]+|[^\\pL\\pN]+')], '')`,
  to_hex: `(n) as lower(to_hex(n))`,
  encode: `(b, f) as case f when 'hex' then lower(hex(b)) when 'base64' then to_base64(b::blob)
    else error('encode takes hex and base64') end`,
  quote_ident: `(s) as case when regexp_full_match(s, '[a-z_][a-z0-9_$]*') then s else '"' || replace(s, '"', '""') || '"' end`,
  quote_literal: `(s) as '''' || replace(s::varchar, '''', '''''') || ''''`,
  quote_nullable: `(s) as coalesce('''' || replace(s::varchar, '''', '''''') || '''', 'NULL')`,
  /** `a ~* b` */
  matches_any_case: `(s, p) as regexp_matches(s, p, 'i')`,
  matches_in_no_case: `(s, p) as not regexp_matches(s, p, 'i')`,
  regexp_match: `(s, p) as ${MATCH}`,
  regexp_matches: `(s, p) as unnest(case when regexp_matches(s, p) then [${MATCH}] end)`,
  regexp_split_to_table: `(s, p) as unnest(regexp_split_to_array(s, p))`,
  div: `(a, b) as cast(round((a - a % b) / b) as decimal(38, 0))`,
  string_to_array: `(s, d) as case s when '' then [] else string_to_array(s, d) end`,
  array_length: `(a, d) as case d when 1 then nullif(len(a), 0) end`,
  array_upper: `(a, d) as case d when 1 then nullif(len(a), 0) end`,
  array_lower: `(a, d) as case when d = 1 and len(a) > 0 then 1 end`,
  array_ndims: `(a) as case when len(a) > 0 then 1 end`,
  array_remove: `(a, v) as [e for e in a if e is distinct from v]`,
  jsonb_typeof: `(j) as case json_type(j) when 'OBJECT' then 'object' when 'ARRAY' then 'array' when 'VARCHAR' then 'string'
    when 'BOOLEAN' then 'boolean' when 'NULL' then 'null' else case when j is not null then 'number' end end`,
  number_groups: `(w, isGrouped) as case when isGrouped
    then ltrim(reverse(regexp_replace(reverse(w), '(...)', '\\1,', 'g')), ',') else w end`,
  number_width: `(t, width) as lpad(t, greatest(width, length(t))::integer, ' ')`,
  number_pieces: `(isNegative, w, f, width, most, overflow, least, fraction, isGrouped, isShort) as case
    when isNegative is null then null
    when length(coalesce(w, '')) > most then case when isNegative then '-' when isShort then '' else ' ' end || overflow
    else postgres_number_width(
      case when isNegative then '-' else '' end ||
      postgres_number_groups(lpad(coalesce(w, ''), greatest(least, length(coalesce(w, '')))::integer, '0'), isGrouped) ||
      case when f = '' then '' when not isShort then '.' || f
        else '.' || rpad(rtrim(f, '0'), greatest(fraction, length(rtrim(f, '0')))::integer, '0') end,
      case when isShort then 0 else width end) end`,
  /** `to_char` of a number: so many digits in front of the point at most and at least, and at least so many behind it. */
  number_text: `(v, width, most, overflow, least, fraction, isGrouped, isShort) as postgres_number_pieces(
    v < 0, nullif(split_part(abs(v)::varchar, '.', 1), '0'), split_part(abs(v)::varchar, '.', 2), width, most, overflow, least, fraction,
    isGrouped, isShort)`,
  /** As a member of JSON. */
  json: `(v) as case when v is null then 'null' when typeof(v) = 'JSON' or typeof(v) like 'DECIMAL%' then v::varchar
    else to_json(v)::varchar end`,
  json_list: `(l) as cast('[' || array_to_string([postgres_json(e) for e in l],
    case when typeof(l) like 'STRUCT%' then ', ' || chr(10) || ' ' else ', ' end) || ']' as json)`,
  as_json: `(t) as t::json`,
  /** What `x::text` is. */
  text: `(v) as case when typeof(v) in ('DOUBLE', 'FLOAT') then case v::varchar when 'nan' then 'NaN' when 'inf' then 'Infinity'
    when '-inf' then '-Infinity' else regexp_replace(regexp_replace(v::varchar, '\\.0$', ''), 'e(\\d)', 'e+\\1') end
    else v::varchar end`,
};

/** The engine's name of the macro for a function of PostgreSQL, if there is one. */
export function macroName(name: string): string | undefined {
  return Object.hasOwn(MACROS, name) ? `postgres_${name}` : undefined;
}

export async function withPostgresMacros(instance: DuckDBInstance): Promise<DuckDBInstance> {
  const connection = await instance.connect();
  for (const [name, definition] of Object.entries(MACROS))
    await connection.run(`create macro postgres_${name}${definition}`);
  connection.disconnectSync();
  return instance;
}
