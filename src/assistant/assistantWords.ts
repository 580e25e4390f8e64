import type { AgentToolName } from '../agents/agentTool.ts';
import type { WordTable } from '../base/words.ts';

/** The questions of dialogs before a tool runs. */
export const TOOL_QUESTION_WORDS = {
  datastore_find: 'Find data in your portals and files?',
  datastore_describe: 'Read the fields of {resource}?',
  datastore_search: 'Search the records of {resource}?',
  datastore_summarize: 'Summarize the records of {resource}?',
  datastore_sql: 'Run this SQL statement?',
  datastore_show: 'Open this in a panel?',
} as const satisfies Readonly<Record<AgentToolName, string>> & WordTable;

/** What is said while a tool runs. */
export const TOOL_RUNNING_WORDS = {
  datastore_find: 'Finding data',
  datastore_describe: 'Reading the fields of {resource}',
  datastore_search: 'Searching the records of {resource}',
  datastore_summarize: 'Summarizing the records of {resource}',
  datastore_sql: 'Running a SQL statement',
  datastore_show: 'Opening a panel',
} as const satisfies Readonly<Record<AgentToolName, string>> & WordTable;

/** Lines of the dialog: the members of an input, in this order. */
export const TOOL_INPUT_WORDS = {
  q: 'Search: {value}',
  organization: 'Organization: {value}',
  field: 'Field: {value}',
  filters: 'Filters: {value}',
  fields: 'Fields: {value}',
  by: 'Groups: {value}',
  measures: 'Calculations: {value}',
  sort: 'Sort: {value}',
  limit: 'Limit: {value}',
  top: 'Groups at most: {value}',
  sql: 'SQL: {value}',
} as const satisfies WordTable;

export const ASSISTANT_WORDS = {
  portal: 'Portal: {name} ({address})',
  portalWithToken: 'Portal: {name} ({address}), with your API token',
  otherPortal: "Portal: {address}, which isn't in your list, without an API token",
  resource: 'Resource: {name} ({id})',
  file: 'File on this machine: {name}',
  files: 'Files on this machine: {count}',
  nowhere: 'No portal or file has this name, so nothing is sent.',
  answer: 'The answer is given to the language model.',
  ask: 'Let a language model ask {host}?',
  askDetail: "This portal isn't in your list. It's asked without an API token, until this window closes.",
  askButton: 'Ask',
  opened: 'Opened in VS Code.',
} as const satisfies WordTable;
