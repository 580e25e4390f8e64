/**
 * The functions that a statement may call: those of CKAN's allowed_functions.txt that DuckDB has too, and what DuckDB's
 * parser makes of PostgreSQL's operators and special forms. All others are refused, whatever they do.
 *
 * Left out although CKAN allows them: `repeat`, `format` and `generate_series`, which make values beyond any memory limit out
 * of a few characters.
 */
import { boundedNames } from '../boundedTexts.ts';

const names = `
abs acos age array_agg array_append array_cat array_length array_position array_prepend array_to_json array_to_string asin
atan atan2 avg bit_and bit_count bit_length bit_or bit_xor bool_and bool_or cbrt ceil ceiling chr ascii char_length
character_length coalesce concat concat_ws corr cos cot count count_star covar_pop covar_samp cume_dist date_part date_trunc
degrees dense_rank exp every factorial first_value floor gcd greatest initcap isfinite json_agg json_array_length
json_build_array json_build_object json_extract_path json_extract_path_text json_extract_string json_extract
json_group_array json_group_object json_keys json_object_keys json_typeof json_array json_object jsonb_agg lag last_value lcm
lead least left length list_value ln log log10 log2 lower lpad ltrim make_date make_time make_timestamp max md5 min mod
nth_value ntile nullif now octet_length percent_rank percentile_cont percentile_disc quantile_cont quantile_disc pi position
pow power radians random rank regexp_full_match regexp_matches regexp_replace regexp_split_to_array regexp_extract regr_avgx
regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy replace reverse right round row
row_number row_to_json rpad rtrim sign sin split_part sqrt stddev stddev_pop stddev_samp string_agg string_split
string_to_array strpos strip_accents substr substring sum tan timezone to_days to_hex to_hours to_json to_microseconds
to_milliseconds to_minutes to_months to_seconds to_timestamp to_weeks to_years transaction_timestamp translate trim trunc
typeof unicode unnest upper var_pop var_samp variance width_bucket get_current_timestamp current_date
like_escape ilike_escape not_like_escape not_ilike_escape not_similar_to_escape similar_to_escape array_extract list_extract
list_slice array_slice list_contains array_contains list_has_all list_has_any struct_extract
+ - * / % ^ ** || & | << >> ~ ! ~~ !~~ ~~* !~~* ->> -> @> <@ && ^@ //
`;

/** Their second argument is a length: it has to be a number that stands in the statement, and a small one. */
export const padding: ReadonlySet<string> = new Set(['lpad', 'rpad']);
export const MAX_PADDING = 1000;

/** PostgreSQL's name → DuckDB's, or our own, where only the name differs. */
export const otherNames: ReadonlyMap<string, string> = new Map([
  ['btrim', 'trim'],
  ['cardinality', 'array_length'],
  ['array_upper', 'array_length'],
  ['jsonb_array_length', 'json_array_length'],
  ['to_jsonb', 'to_json'],
  ['jsonb_build_array', 'json_array'],
  ['jsonb_build_object', 'json_object'],
  ['array_to_json', 'to_json'],
  ['json_agg', 'json_group_array'],
  ['jsonb_agg', 'json_group_array'],
  ['json_build_array', 'json_array'],
  ['json_build_object', 'json_object'],
  ['json_extract_path', 'json_extract'],
  ['json_extract_path_text', 'json_extract_string'],
  ['every', 'bool_and'],
  // `a ~ b` finds anywhere in PostgreSQL; DuckDB's parser makes a match of the whole text of it.
  ['regexp_full_match', 'regexp_matches'],
  ...boundedNames,
]);

const allowed = new Set([
  ...names.split(/\s+/).filter((name) => name !== ''),
  ...otherNames.keys(),
  ...boundedNames.map(([, bounded]) => bounded),
]);

export function isAllowedFunction(name: string): boolean {
  return allowed.has(name.toLowerCase());
}
