/** Code that is run against the embedded datastore: each language gives all records of twenty queries. */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ExactObject, type ExactValue, isObject, member, writtenValue } from '../../src/base/cells.ts';
import { parseExact, valueText } from '../../src/base/exactJson.ts';
import { decimalText, parseDecimal } from '../../src/base/exactDecimal.ts';
import type { Field } from '../../src/base/field.ts';
import type { DatastoreClient } from '../../src/datastore/client/client.ts';
import { asksForRange } from '../../src/datastore/query/apiQuestion.ts';
import { conditionsOf } from '../../src/datastore/query/conditions.ts';
import type { DatastoreQuery } from '../../src/datastore/query/query.ts';
import { allRecords } from '../../src/export/records.ts';
import {
  CODE_LANGUAGE_NAMES,
  CODE_LANGUAGES,
  queryCode,
  type CodeLanguageName,
} from '../../src/document/code/codes.ts';
import { TOKEN_VARIABLE } from '../../src/document/code/codeRequest.ts';
import type { KeptFigure } from './figures.ts';
import { HOSTILE_TEXTS, type KeptSite } from './sites.ts';
import { printed, pythonWithLibraries } from './tools.ts';

/** The `filters` of a query are JSON text. */
type Asked = Omit<DatastoreQuery, 'resourceId' | 'filters'> & { readonly filters?: string };

const json = JSON.stringify;
const BY_DATE = { field: 'since', descending: true, nullsLast: true };
/** No answer depends on the order of records that compare equal, or have the same rank. */
const queriesOf = (hostile: string): readonly Asked[] => [
  ...HOSTILE_TEXTS.map((text): Asked => ({ filters: json({ [hostile]: text }), limit: 30 })),
  { filters: json({ [hostile]: HOSTILE_TEXTS.slice(0, 3), city: ['c1', 'c2'] }) },
  { filters: '{"city":"c3"}', fields: [hostile, 'key'], sort: [{ field: hostile, descending: true }] },
  { filters: '{"city":"c4"}', fields: ['amount', 'since'], sort: [{ field: 'amount', descending: false }] },
  { filters: '{"city":"c5"}', sort: [BY_DATE, { field: 'key', descending: false }], limit: 200 },
  { q: "O'Brien", filters: '{"city":"c2"}' },
  { q: 'touch', qField: hostile, filters: '{"city":["c2","c6"]}' },
  { q: 'c7' },
  { filters: '{"amount":{"gte":990.5,"lt":995}}' },
  { filters: '{"key":9007199254740993}' },
  { fields: ['city'], distinct: true },
  { fields: ['city', 'since'], distinct: true, sort: [{ field: 'city', descending: false }] },
  { filters: '{"city":"nowhere"}' },
  { limit: 0 },
  // More than one page, with every field.
  {},
];

/** How many of the queries every version of CKAN answers. */
const LEAST_OF_CKAN = 15;

/** How many queries the site's server answers rightly, and how many of them code does in each language. */
export async function runFigures(
  { name: siteName, closed, open, hostile }: KeptSite,
  isThere: (name: CodeLanguageName) => boolean,
): Promise<readonly KeptFigure[]> {
  const queries: DatastoreQuery[] = [];
  const answers: (Awaited<ReturnType<typeof expected>> | undefined)[] = [];
  for (const { filters, ...rest } of queriesOf(hostile)) {
    const conditions = filters === undefined ? {} : { filters: conditionsOf(filters) };
    const query: DatastoreQuery = { resourceId: closed.resourceId, ...rest, ...conditions };
    queries.push(query);
    answers.push(await expected(closed.client, query).catch(() => undefined));
  }
  const { distinctByPage = false, ranges = true } = closed.client.dialect.facts;
  // CKAN 2.10 refuses some names in `sort` and `q`.
  const isAnswered = (query: DatastoreQuery, at: number) =>
    (answers[at] !== undefined || siteName === 'embedded') &&
    !(query.distinct === true && distinctByPage) &&
    !(asksForRange(query) && !ranges);
  const answered = queries.filter(isAnswered).length;
  const least = siteName === 'embedded' ? queries.length : LEAST_OF_CKAN;
  const figures = await Promise.all(
    CODE_LANGUAGE_NAMES.filter(isThere).map(async (name) => {
      const table = name === 'duckdb' ? open : closed;
      const missed: string[] = [];
      let count = 0;
      for (const [number, query] of queries.entries()) {
        if (!isAnswered(query, number)) continue;
        count += 1;
        const { rows, fields } = answers[number] ?? { rows: [], fields: [] };
        const own = { ...query, resourceId: table.resourceId };
        try {
          assert.ok(answers[number] !== undefined, 'the client has no answer');
          const code = queryCode(name, {
            ...{ baseUrl: table.baseUrl, query: own, fields },
            ...(name !== 'duckdb' && { tokenHeader: 'Authorization' }),
          });
          assert.ok(typeof code === 'string', JSON.stringify(code));
          const given = await recordsOf(name, `${siteName}-${String(number)}-${name}`, code, closed.token);
          // Distinct records have no order of their own.
          const inOrder = (records: readonly ExactObject[]) =>
            query.distinct === true ? [...records].sort(byText) : records;
          const unranked = given.map((record) => withoutRank(record, fields));
          assert.deepEqual(inOrder(unranked).map(canonical(name)), inOrder(rows).map(canonical(name)));
        } catch (error) {
          const text = error instanceof Error ? error.message : String(error);
          missed.push(`${JSON.stringify(query)}\n${text.slice(0, 2000)}`);
        }
      }
      const figure = { name: `${siteName}-${name}`, value: count - missed.length, limit: count };
      return { ...figure, missed: missed.slice(0, 3) };
    }),
  );
  return [{ name: `${siteName}-queries`, value: answered, limit: least, missed: [] }, ...figures];
}

/** All records as an export has them, which proves that none is missing. */
async function expected(
  client: DatastoreClient,
  query: DatastoreQuery,
): Promise<{ readonly rows: readonly ExactObject[]; readonly fields: readonly Field[] }> {
  let fields: readonly Field[] = [];
  const rows: ExactObject[] = [];
  for await (const batch of allRecords(client, query, new AbortController().signal)) {
    ({ fields } = batch);
    for (const row of batch.rows)
      rows.push(Object.fromEntries(batch.fields.map(({ id }, at) => [id, writtenValue(row[at] ?? null)])));
  }
  return { rows, fields };
}

/** CKAN adds the rank of a search, which this program's client leaves out. */
function withoutRank(record: ExactObject, fields: readonly Field[]): ExactObject {
  const entries = Object.entries(record).filter(
    ([name]) => !/^rank(?: |$)/.test(name) || fields.some(({ id }) => id === name),
  );
  return Object.fromEntries(entries);
}

function byText(one: ExactObject, other: ExactObject): number {
  const texts = [one, other].map((record) =>
    Object.values(record)
      .map((value) => valueText(value ?? null))
      .join(),
  );
  return (texts[0] ?? '') < (texts[1] ?? '') ? -1 : 1;
}

/** Numbers as a language has them: with all digits, or as a double. */
function canonical(name: CodeLanguageName): (record: ExactObject) => Readonly<Record<string, string | null>> {
  const isExact = name === 'curl' || name === 'python' || name === 'ckanapi';
  return (record) =>
    Object.fromEntries(
      Object.entries(record).map(([field, value]) => {
        if (value === null) return [field, null];
        const text = valueText(value);
        const decimal = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? parseDecimal(text) : undefined;
        if (decimal === undefined) return [field, text];
        return [field, isExact ? decimalText(decimal) : String(Number(text))];
      }),
    );
}

/** Lines that print a program's records as JSON, where it shows them in another form. */
const TAILS: Partial<Record<CodeLanguageName, string>> = {
  python: `print("[[", json.dumps(data.to_dict("records"), default=str))\n`,
  r: `if (is.null(data)) data <- list()
data[] <- lapply(data, function(x) if (is.numeric(x)) ifelse(is.na(x), NA, sprintf("%.17g", x)) else x)
cat("[[", as.character(jsonlite::toJSON(data, na = "null", dataframe = "rows")), "\\n")
`,
};

async function recordsOf(
  name: CodeLanguageName,
  title: string,
  code: string,
  token: string,
): Promise<readonly ExactObject[]> {
  const folder = path.resolve('build', 'kept', 'runs');
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `${title}.${CODE_LANGUAGES[name].extension}`);
  const text = name === 'ckanapi' ? code.replace('print(record)', 'print(json.dumps(record, default=str))') : code;
  await writeFile(file, `${text}${TAILS[name] ?? ''}`);
  const [command, ...args] = commandOf(name, file, folder);
  const out = await printed(command, args, '', { [TOKEN_VARIABLE]: token });
  const lines = out.split('\n').filter((line) => line !== '');
  const shown = lines.find((line) => line.startsWith('[[ '))?.slice(3);
  const values = name === 'duckdb' ? [lines.join('\n')] : shown === undefined ? lines : [shown];
  return values.flatMap((line) => listOf(parseExact(line)));
}

function listOf(value: ExactValue): readonly ExactObject[] {
  const records = member(member(value, 'result'), 'records') ?? value;
  return (Array.isArray(records) ? records : [records]).filter(isObject);
}

function commandOf(name: CodeLanguageName, file: string, folder: string): readonly [string, ...string[]] {
  const python = pythonWithLibraries();
  switch (name) {
    case 'curl':
      return ['bash', file];
    case 'r':
      return ['Rscript', file];
    case 'javascript':
      return [process.execPath, file];
    case 'duckdb':
      return [python, path.join(import.meta.dirname, 'readers', 'runSql.py'), file, path.join(folder, 'extensions')];
    default:
      return [python, file];
  }
}
