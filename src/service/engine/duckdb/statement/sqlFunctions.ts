/**
 * The functions that a statement may call: CKAN's allowed_functions.txt as far as DuckDB has them, its own for the same
 * purposes, and what its parser makes of operators. All others are refused, also those that make a long value of a few
 * characters: `format`, `generate_series`, `list_resize`, `printf`, `range`.
 */
import { macroName } from './textMacros.ts';
import { SQL_FUNCTIONS } from '../../../resource/sqlWords.ts';
import { foldedName, words } from './sqlTree.ts';

const FUNCTIONS = words(`
abs acos age any_value array_agg array_append array_cat array_length array_position array_prepend array_to_json
array_to_string avg bit_and bit_or bool_and bool_or cbrt ceil ceiling chr concat concat_ws corr cos cot count count_star
covar_pop covar_samp cume_dist date_diff date_part date_trunc degrees dense_rank encode exp factorial first_value floor
greatest isfinite json_array json_array_length json_extract json_extract_path json_extract_path_text json_extract_string
json_group_array json_group_object json_object json_type lag last_value lead least left len length list list_distinct
list_sort ln log lower lpad ltrim make_date make_time make_timestamp max md5 median min mod mode now nth_value ntile nullif
percent_rank pi pow power quantile_cont quantile_disc radians random rank regexp_extract regexp_extract_all regexp_matches
regexp_replace regexp_split_to_array regexp_split_to_table regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope
regr_sxx regr_sxy regr_syy repeat replace reverse right round row_number row_to_json rpad rtrim sign sin split_part sqrt
stddev stddev_pop stddev_samp strftime string_agg string_to_array strpos strptime substr substring sum tan to_hex to_json
to_timestamp transaction_timestamp translate trim trunc try_strptime unnest upper var_pop var_samp variance`);

const FORMS = words(`
array_contains array_extract array_slice current_date get_current_timestamp list_contains list_extract list_has_all
list_has_any list_slice list_value position regexp_full_match row struct_extract timezone to_days to_hours
to_microseconds to_milliseconds to_minutes to_months to_seconds to_weeks to_years like_escape ilike_escape not_like_escape
not_ilike_escape + - * / % ^ ** || & | << >> ~ ! ~~ !~~ ~~* !~~* ->> -> @> <@ && ^@ //`);

const MACROS = new Set([...FUNCTIONS].map(macroName));

/** Whether a client's statement may call it. */
export function isAllowedFunction(name: string): boolean {
  return FUNCTIONS.has(foldedName(name)) || FORMS.has(foldedName(name));
}

const DOCUMENT_FUNCTIONS = new Set(SQL_FUNCTIONS);

/** Whether a statement of a document may call it. */
export function isDocumentFunction(name: string): boolean {
  return DOCUMENT_FUNCTIONS.has(foldedName(name)) || isAllowedFunction(name);
}

/** Whether the statement that runs may call it. */
export function isEngineFunction(name: string): boolean {
  return isAllowedFunction(name) || MACROS.has(name);
}
