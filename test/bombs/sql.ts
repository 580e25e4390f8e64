/** Statements of `datastore_search_sql` that take all memory or for ever, while they are planned or while they run. */
import { type BombSite, ask, post } from './bombSite.ts';
import { mustSay } from './mustSay.ts';
import type { Bomb } from './bomb.ts';

const SQL_MB = 1536;
const SHORT_SECONDS = '5';
const USUAL_SECONDS = '60';

/** Every limit says what happened, which bound held, and what to do. */
const LIMITS =
  /Query needs more memory than the datastore may use: it was stopped at (?:1\.5 GB|768 MB)\. Filter more|Query took too long: it was stopped after \d+ seconds\. Filter more|could be longer than 100 MB|repeat makes a text of at most/;
const REFUSED = /nested too deeply|longer than 65536 characters|Not authorized|Invalid|Error/;

interface Statement {
  readonly name: string;
  /** `ID` stands for a resource of 1,000 records with the fields a and b, both numbers. */
  readonly sql: string;
  readonly seconds?: string;
  /** What must be said; a limit unless given. */
  readonly says?: RegExp;
}

const count = <T>(length: number, make: (at: number) => T): readonly T[] => Array.from({ length }, (_, at) => make(at));
const chain = (length: number, of: string): string =>
  `with c0 as (select 1 x), ${count(length - 1, (at) => `c${at + 1} as (select a.x from ${of.replaceAll('c', `c${at}`)})`).join(', ')} select count(*) from c${length - 1}`;
const nested = (levels: number, inner: string, step: (text: string) => string): string =>
  count(levels, (at) => at).reduce((text) => step(text), inner);

const WHILE_PLANNED: readonly Statement[] = [
  { name: 'with-chain-40', sql: chain(40, 'c a, c b'), seconds: USUAL_SECONDS },
  { name: 'stars-3000', sql: `select ${count(3000, () => '*').join(', ')} from "ID"`, seconds: USUAL_SECONDS },
  {
    name: 'joins-500',
    sql: `with t as (select 1 as x) select count(*) from t a0 ${count(500, (at) => `join t b${at} on b${at}.x = a0.x`).join(' ')}`,
    seconds: USUAL_SECONDS,
  },
  {
    name: 'joins-900',
    sql: `with t as (select 1 as x) select count(*) from ${count(900, (at) => `t a${at}`).join(', ')}`,
    says: /./,
  },
  { name: 'unions-2500', sql: count(2500, () => 'select 1').join(' union all '), says: /./ },
  { name: 'subqueries-300', sql: nested(300, 'select 1 as x', (inner) => `select x from (${inner}) s`), says: /./ },
  {
    name: 'correlated-60',
    sql: `select ${nested(60, 'a', (inner) => `(select max(${inner}) from "ID" t where t.b = s.b)`)} from "ID" s`,
    says: /./,
  },
  { name: 'parentheses-20000', sql: `select ${'('.repeat(20_000)}1${')'.repeat(20_000)}`, says: REFUSED },
  {
    name: 'in-list-13000',
    sql: `select count(*) from "ID" where a in (${count(13_000, (at) => at % 1000).join(',')})`,
    says: /./,
  },
  { name: 'arguments-20000', sql: `select json_array(${count(20_000, () => '1').join(',')})`, says: /./ },
];

const WHILE_RUNNING: readonly Statement[] = [
  { name: 'cross-join', sql: 'select count(*) from "ID" a, "ID" b, "ID" c, "ID" d where a.a + b.a + c.a + d.a < 0' },
  { name: 'recursion', sql: 'with recursive r(n) as (select 1 union all select n + 1 from r) select max(n) from r' },
  {
    name: 'doubled-text',
    sql: "with recursive r(n, t) as (select 1, 'x' union all select n + 1, t || t from r where n < 40) select max(length(t)) from r",
  },
  {
    name: 'doubled-array',
    sql: 'with recursive r(n, a) as (select 1, array[1, 2, 3, 4] union all select n + 1, array_cat(a, a) from r where n < 40) select max(array_length(a, 1)) from r',
  },
  { name: 'array-agg', sql: `select array_length(array_agg(repeat('x', 60000)), 1) from "ID" a, "ID" b, "ID" c` },
  { name: 'string-agg', sql: `select length(string_agg(repeat('x', 60000), '')) from "ID" a, "ID" b` },
  { name: 'json-agg', sql: 'select length(json_group_array(a.a)::text) from "ID" a, "ID" b, "ID" c' },
  {
    name: 'split',
    sql: 'select count(*) from (select unnest(string_to_array(repeat(\',\', 60000), \',\')) x from "ID" a, "ID" b) t',
  },
  {
    name: 'window-frames',
    sql: 'select max(s) from (select sum(a.a) over (order by b.b rows between unbounded preceding and unbounded following) s from "ID" a, "ID" b, "ID" c) t',
  },
  {
    name: 'sort',
    sql: `select repeat('x', 1000) || a.a || b.b as t from "ID" a, "ID" b, "ID" c order by 1 limit 1 offset 900000`,
  },
  {
    name: 'multiplied-replace',
    sql: `select length(${nested(4, "lpad('', 1000, 'a')", (inner) => `replace(${inner}, 'a', ${inner})`)})`,
  },
  {
    name: 'wide-values',
    sql: `select ${count(50, (at) => `repeat('x', 65000) c${at}`).join(', ')} from "ID" a, "ID" b`,
    says: /records_truncated|Query/,
  },
];

export const BOMBS: readonly Bomb[] = [...WHILE_PLANNED, ...WHILE_RUNNING].map(
  ({ name, sql, seconds = SHORT_SECONDS, says = LIMITS }) => ({
    name: `sql-${name}`,
    boundMb: SQL_MB,
    run: (site) => run(site, sql, seconds, says),
  }),
);

async function run(site: BombSite, sql: string, seconds: string, says: RegExp): Promise<string> {
  const records = count(1000, (at) => `${at},${at % 7}`).join('\n');
  const file = await site.file('numbers.csv', `a,b\n${records}\n`);
  const served = await site.serve([file], { DATASTORE_EXPLORER_SQL_SECONDS: seconds });
  const id = served.resources[0]?.id ?? '';
  site.beside(() => ask(served, 'datastore_search', { resource_id: id, limit: 1 }));
  const { status, text } = await post(served, 'datastore_search_sql', { sql: sql.replaceAll('ID', id) });
  if (status !== 200 && status !== 409) throw new Error(`${String(status)} ${text.slice(0, 300)}`);
  // SQL goes on, and what is served is the same process.
  await ask(served, 'datastore_search_sql', { sql: 'select 1 as x' });
  const start = status === 200 ? text.lastIndexOf('"result"') : text.indexOf('"error"');
  return `${String(status)} ${mustSay(says, text.length > 100_000 ? wide(text) : text.slice(Math.max(0, start))).slice(0, 200)}`;
}

/** What is around the records of a long answer. */
function wide(text: string): string {
  return /"records_truncated":true/.exec(text)?.[0] ?? text.slice(-300);
}
