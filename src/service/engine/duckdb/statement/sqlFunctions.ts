/**
 * The functions that a statement may call: those of CKAN's allowed_functions.txt that there are here, and what DuckDB's
 * parser makes of PostgreSQL's operators and special forms. All others are refused, whatever they do.
 *
 * Left out although CKAN allows it: `generate_series`, which makes values beyond any memory limit out of a few characters.
 */
import { macroName } from './postgresMacros.ts';
import { words } from './sqlTree.ts';

/** By the type that they give; '' where DuckDB's is right, or it depends on what they are given (postgresType.ts). */
const FUNCTIONS: Readonly<Record<string, string>> = {
  '': `
abs acos age array_agg array_append array_cat array_prepend array_remove array_to_string avg bit_and bit_or bool_and bool_or
btrim ceil ceiling chr concat concat_ws corr cos cot count covar_pop covar_samp date_trunc degrees exp first_value floor format
initcap isfinite lag last_value lead left ln log lower lpad ltrim make_date make_time make_timestamp max md5 min mod nth_value
now nullif percentile_disc pi pow power quote_ident quote_literal quote_nullable radians regexp_match
regexp_matches regexp_replace regexp_split_to_array regexp_split_to_table regr_avgx regr_avgy regr_intercept regr_r2 regr_slope
regr_sxx regr_sxy regr_syy repeat replace reverse right round rpad rtrim sign sin split_part sqrt stddev stddev_pop
stddev_samp string_agg string_to_array substr substring sum tan to_char translate trim trunc unnest upper var_pop var_samp
variance greatest least`,
  int4: `
array_length array_lower array_ndims array_position array_upper cardinality json_array_length jsonb_array_length length ntile
strpos width_bucket`,
  int8: 'count count_star dense_rank rank regr_count row_number',
  float8: 'cbrt cume_dist date_part percent_rank percentile_cont quantile_cont random',
  numeric: 'div factorial',
  date: 'to_date',
  timestamptz: 'clock_timestamp now statement_timestamp to_timestamp transaction_timestamp',
  text: 'encode json_extract_path_text jsonb_extract_path_text jsonb_typeof to_hex',
  json: 'array_to_json json_agg json_build_array json_build_object json_extract_path row_to_json to_json',
  jsonb: 'jsonb_agg jsonb_build_array jsonb_build_object jsonb_extract_path to_jsonb',
};

/** PostgreSQL's name → DuckDB's, where only the name differs. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['array_to_json', 'to_json'],
  ['btrim', 'trim'],
  ['cardinality', 'len'],
  ['clock_timestamp', 'get_current_timestamp'],
  ['json_extract_path', 'json_extract'],
  ['json_extract_path_text', 'json_extract_string'],
  ['jsonb_array_length', 'json_array_length'],
  ['jsonb_extract_path', 'json_extract'],
  ['jsonb_extract_path_text', 'json_extract_string'],
  ['statement_timestamp', 'get_current_timestamp'],
  ['to_jsonb', 'to_json'],
  ['transaction_timestamp', 'get_current_timestamp'],
  ['~*', 'postgres_matches_any_case'],
  ['!~*', 'postgres_matches_in_no_case'],
  // `a ~ b` finds anywhere in PostgreSQL; DuckDB's parser makes a match of the whole text of it.
  ['regexp_full_match', 'regexp_matches'],
]);

/** What the parser makes of operators, literals and forms like `extract(year from d)`. */
const FORMS = words(`
array_contains array_extract array_slice current_date get_current_timestamp list_contains list_extract list_has_all list_has_any
list_slice list_value position quantile_disc regexp_full_match row struct_extract timezone to_days to_hours
to_microseconds to_milliseconds to_minutes to_months to_seconds to_weeks to_years like_escape ilike_escape not_like_escape
not_ilike_escape not_similar_to_escape similar_to_escape
+ - * / % ^ ** || & | << >> ~ ! ~~ !~~ ~~* !~~* ~* !~* ->> -> @> <@ && ^@ //`);

/** What only our own rewriting calls (postgresCalls.ts). */
const OWN = words('concat list strftime strptime regexp_matches json_extract json_extract_string to_json trim len');

const results = new Map(
  Object.entries(FUNCTIONS).flatMap(([type, names]) => [...words(names)].map((name) => [name, type] as const)),
);

/** May somebody's statement call it? */
export function isAllowedFunction(name: string): boolean {
  return results.has(name.toLowerCase()) || FORMS.has(name.toLowerCase());
}

/** May the statement that runs call it? */
export function isEngineFunction(name: string): boolean {
  return isAllowedFunction(name) || OWN.has(name) || name.startsWith('postgres_');
}

/** The type that a function gives, where that is always the same. */
export function resultType(name: string): string | undefined {
  const type = results.get(name);
  return type === '' ? undefined : type;
}

/** The engine's name of PostgreSQL's function. */
export function engineName(name: string): string {
  return OTHER_NAMES.get(name) ?? macroName(name) ?? name;
}
