/** What is asked of every contender, in the API's words and in PostgreSQL's. */
import { FIELDS } from './records.ts';
import { searched, type Frequency } from './vocabulary.ts';

export interface Question {
  readonly name: string;
  readonly kind: 'search' | 'sql' | 'dump';
  /** Body of `datastore_search` without `resource_id`. */
  readonly search: Readonly<Record<string, unknown>>;
  /** Fields of the answer that are compared. */
  readonly fields: readonly string[];
  /** The question as one message to PostgreSQL: the total, then the page. `q` is what CKAN would run. */
  readonly sql: string;
  readonly fullTextSql?: string;
  /** The question to a table with indexes of its own, where its words differ. */
  readonly indexedSql?: string;
  /** CKAN has the same words with another meaning, and is not asked. */
  readonly isOtherInCkan?: true;
  /** The least ratio that the project holds itself to, by rival. */
  readonly goals: Readonly<Partial<Record<RivalName, number>>>;
}

/** PostgreSQL twice: with the table that CKAN makes, and indexed as an administrator would who knows the questions. */
export type RivalName = 'CKAN’s table' | 'CKAN’s full text' | 'PostgreSQL, indexed' | 'CKAN';

/** The table, in PostgreSQL and as PostgreSQL's place holder in `sql` questions. */
export const TABLE = 'records';
/** The table with indexes has the values of all fields as one text. */
export const ALL_TEXT = '_all_text';
/** With fewer records, HTTP and Python take most of the time. */
export const GOALS_FROM = 1_000_000;
const ALL = ['_id', ...FIELDS.map(([name]) => name)];
const PAGE = 100;
const DEEP = 500_000;
const list = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

interface SearchQuestion {
  readonly name: string;
  readonly search: Question['search'];
  readonly where?: string;
  readonly fullText?: string;
  readonly indexed?: string;
  readonly order?: string;
  readonly offset?: number;
  readonly limit?: number;
  readonly goals?: Question['goals'];
}

function searchQuestion(question: SearchQuestion): Question {
  const { name, search, where, fullText, indexed, order = '"_id"', offset = 0, limit = PAGE, goals = {} } = question;
  const sql = (condition: string | undefined): string => {
    const from = `from ${TABLE}${condition === undefined ? '' : ` where ${condition}`}`;
    const page = `limit ${String(limit)} offset ${String(offset)}`;
    return `select count(*) ${from}; select ${list(ALL)} ${from} order by ${order} ${page}`;
  };
  return {
    name,
    kind: 'search',
    search,
    fields: ALL,
    sql: sql(where),
    ...(fullText !== undefined && { fullTextSql: sql(fullText) }),
    ...(indexed !== undefined && { indexedSql: sql(indexed) }),
    goals,
  };
}

/** Records that lie far apart: how dear a page is by how many it has, not by where they are. */
function apartQuestion(limit: number): Question {
  const codes = Array.from({ length: 10 }, (_, at) => String(at * 9973).padStart(5, '0'));
  return searchQuestion({
    name: `page of ${String(limit)}, far apart`,
    search: { filters: { code: codes }, limit },
    where: `"code" in (${codes.map((code) => `'${code}'`).join(', ')})`,
    limit,
  });
}

/** `sort` is said because CKAN's own order of found records is by rank, which only it knows. */
function wordQuestion(frequency: Frequency, goals: Question['goals']): Question {
  const word = searched[frequency];
  return searchQuestion({
    name: `q ${frequency}`,
    search: { q: word, sort: '_id' },
    where: FIELDS.map(([field]) => `"${field}"::text ilike '%${word}%'`).join(' or '),
    fullText: `_full_text @@ plainto_tsquery('english', '${word}')`,
    indexed: `${ALL_TEXT} ilike '%${word}%'`,
    goals,
  });
}

/** `count`: records there are. The goals are for a million; for ten there is no CKAN, and PostgreSQL takes its place. */
export function questions(count: number): readonly Question[] {
  const quicker = (ratio: number): Question['goals'] =>
    count < GOALS_FROM ? {} : { [count > GOALS_FROM ? 'CKAN’s table' : 'CKAN']: ratio };
  const words: Question['goals'] = count < GOALS_FROM ? {} : { 'CKAN’s table': 10, CKAN: 1 };
  const offset = Math.min(DEEP, count / 2);
  const facts =
    'count(*) as n, count("amount") as filled, count(distinct "city") as cities, min("qty") as least, max("qty") as most';
  return [
    searchQuestion({ name: 'first 100 + total', search: {}, goals: quicker(8) }),
    searchQuestion({
      name: 'filter =',
      search: { filters: { city: 'Northford' } },
      where: `"city" = 'Northford'`,
      goals: quicker(3),
    }),
    searchQuestion({
      name: 'OR + AND',
      search: { filters: { category: ['parks', 'Café'], status: 'open' } },
      where: `"category" in ('parks', 'Café') and "status" = 'open'`,
      goals: quicker(3),
    }),
    wordQuestion('rare', words),
    wordQuestion('medium', words),
    wordQuestion('common', words),
    wordQuestion('absent', words),
    apartQuestion(40),
    apartQuestion(PAGE),
    searchQuestion({
      name: `sort at offset ${offset.toLocaleString('en')}`,
      search: { sort: 'amount desc, _id', offset },
      order: '"amount" desc, "_id"',
      offset,
    }),
    {
      name: 'distinct',
      kind: 'search',
      // CKAN takes the distinct ones of the first 100 records (search_data in backend/postgres.py).
      isOtherInCkan: true,
      search: { fields: ['category', 'status'], distinct: true, sort: 'category, status' },
      fields: ['category', 'status'],
      sql:
        `select count(*) from (select distinct "category", "status" from ${TABLE}) as d; ` +
        `select distinct "category", "status" from ${TABLE} order by 1, 2 limit ${String(PAGE)}`,
      goals: {},
    },
    { name: 'statistics', kind: 'sql', search: {}, fields: [], sql: `select ${facts} from ${TABLE}`, goals: {} },
    {
      name: 'dump as CSV',
      kind: 'dump',
      search: {},
      fields: [],
      sql: `copy (select ${list(ALL)} from ${TABLE} order by "_id") to stdout with (format csv, header)`,
      goals: {},
    },
  ];
}
