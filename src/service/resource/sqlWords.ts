/** Words of SQL in the engine of local data, for completion. A test compares them with the engine. */

/** Functions that a statement of a document can call. */
export const SQL_FUNCTIONS: readonly string[] = `
abs acos age any_value approx_count_distinct approx_quantile arg_max arg_min array_agg array_append array_cat
array_contains array_distinct array_extract array_has array_length array_position array_prepend array_slice array_sort
array_to_json array_to_string asin atan atan2 avg bit_and bit_or bit_xor bool_and bool_or cbrt ceil ceiling chr
coalesce concat concat_ws contains corr cos cot count count_if covar_pop covar_samp cume_dist current_date date_add
date_diff date_part date_sub date_trunc datediff datepart datetrunc day dayname dayofmonth dayofweek dayofyear decade
degrees dense_rank ends_with epoch epoch_ms era even exp factorial first first_value flatten floor gcd greatest
group_concat hour ifnull isfinite isinf isnan isodow isoyear jaccard jaro_similarity jaro_winkler_similarity
json_array json_array_length json_extract json_extract_path json_extract_path_text json_extract_string
json_group_array json_group_object json_keys json_object json_type kurtosis lag last last_day last_value lcase lcm
lead least left len length levenshtein list list_append list_apply list_avg list_cat list_concat list_contains
list_count list_distinct list_element list_extract list_filter list_has list_has_all list_has_any list_indexof
list_intersect list_max list_min list_position list_prepend list_reverse list_reverse_sort list_slice list_sort
list_sum list_transform list_unique list_value listagg ln log log10 log2 lower lpad ltrim mad make_date make_time
make_timestamp map map_entries map_keys map_values max max_by md5 median microsecond millisecond min min_by minute mod
mode month monthname now nth_value ntile nullif ord percent_rank pi position pow power prefix product quantile
quantile_cont quantile_disc quarter radians random rank regexp_extract regexp_extract_all regexp_full_match
regexp_matches regexp_replace regexp_split_to_array regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope
regr_sxx regr_sxy regr_syy repeat replace reverse right round row_number row_to_json rpad rtrim second sem sign
signbit sin skewness split split_part sqrt starts_with stddev stddev_pop stddev_samp strftime string_agg string_split
string_split_regex string_to_array strip_accents strlen strpos strptime struct_extract struct_pack substr substring
suffix sum tan to_days to_hours to_json to_minutes to_months to_seconds to_timestamp to_weeks to_years translate trim
trunc try_strptime typeof ucase unicode unnest upper var_pop var_samp variance week weekday weekofyear year yearweek
`
  .trim()
  .split(/\s+/);

/** These words are no texts for translators, which a table of that name would have. */
const keywords: readonly string[] = `
all and any as asc between by case cast collate cross current desc distinct else end escape except exclude exists false
fetch filter first following from full group having ilike in inner intersect interval is join last lateral left like limit
natural not null nulls offset on or order outer over partition preceding range recursive right rollup row rows select
similar some sets table then ties true try_cast unbounded union using values when where window with within
`
  .trim()
  .split(/\s+/);

export { keywords as SQL_KEYWORDS };
