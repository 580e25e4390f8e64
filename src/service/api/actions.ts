import type { Action, ActionContext } from './action.ts';
import { notFound } from '../ckan/actionError.ts';
import { datasetActions } from './datasetActions.ts';
import { datastoreInfo } from './search/datastoreInfo.ts';
import { requiredText, type ActionInput } from './parameterReader.ts';
import { datastoreSearch } from './search/datastoreSearch.ts';
import { datastoreSummary } from './datastoreSummary.ts';
import { streamExport } from './exportRecords.ts';
import { searchSqlAction } from './sql/searchSql.ts';
import { datastoreSummarize } from './summarize.ts';

/** This service answers as this version does, but the suffix tells that it isn't CKAN. */
const CKAN_VERSION = '2.12.0+datastore.explorer';

export const actions: ReadonlyMap<string, Action> = new Map<string, Action>([
  [
    'datastore_search',
    {
      help:
        'Search the records of a resource. q: text contained in any field, whatever its case, or an object of fields ' +
        'and texts; plain=false takes an expression over whole words (word, word:*, &, |, !, <->). filters: values by ' +
        'field; a list means any of its values; {gt, gte, lt, lte, eq, in}; $and, $or. fields, sort, distinct, limit ' +
        '(100 unless given, at most 32000), offset, include_total, include_next_page, records_format (objects, lists, ' +
        'csv, tsv).',
      run: datastoreSearch,
    },
  ],
  ['datastore_search_sql', searchSqlAction],
  [
    'x_datastore_summary',
    {
      help:
        'What is calculated of all records that match (q, plain, filters), or of groups of them, the largest first. ' +
        'groups: [{field}] or [{field, starts: […]}]. calculations: [{calculate: count, values, empty, distinct, min, ' +
        'max, sum, quartile1, median, quartile3 or deviation, field}]. limit. Not an action of CKAN.',
      run: datastoreSummary,
    },
  ],
  [
    'x_datastore_summarize',
    {
      help:
        'Groups of all records that match (q, plain, filters), and what is calculated of each. summary: {groups: ' +
        '[{field, unit: year, quarter, month, week, day, weekday or hour, width}], measures: [{calculate: count, share, ' +
        'distinct, sum, mean, median, min or max, field}], top, zone}. fields and sort name columns of the answer, such ' +
        'as sum:amount. limit, offset. Not an action of CKAN.',
      run: datastoreSummarize,
    },
  ],
  [
    'x_datastore_export',
    {
      help:
        'All records that match, as a stream for an export of the explorer. Parameters of datastore_search, and form: ' +
        '{kind: csv, tsv, json, ndjson or lists, delimiter, lf, safe, typed}. Not an action of CKAN.',
      run: streamExport,
    },
  ],
  ['datastore_info', { help: 'The fields of a resource and the number of its records.', run: datastoreInfo }],
  ...datasetActions,
  ['status_show', { help: 'What answers here.', run: status }],
  ['site_read', { help: 'Whether this site can be read.', run: () => Promise.resolve('true') }],
  ['help_show', { help: 'What an action does.', run: help }],
]);

/** CKAN's actions that change a datastore. They are refused here, as a CKAN refuses them to most people. */
export const WRITING_ACTIONS: ReadonlySet<string> = new Set([
  'datastore_create',
  'datastore_upsert',
  'datastore_delete',
  'datastore_records_delete',
  'datastore_function_create',
  'datastore_function_delete',
]);

function status(_input: ActionInput, { baseUrl }: ActionContext): Promise<string> {
  return Promise.resolve(
    JSON.stringify({
      site_title: 'Local files',
      site_description: '',
      site_url: baseUrl,
      error_emails_to: '',
      locale_default: 'en',
      extensions: ['datastore'],
      ckan_version: CKAN_VERSION,
    }),
  );
}

function help(input: ActionInput): Promise<string> {
  const action = actions.get(requiredText(input, 'name'));
  if (action === undefined) throw notFound('Action function not found');
  return Promise.resolve(JSON.stringify(action.help));
}
