/** Code that is run against the embedded datastore: each language gives all records of twenty queries. */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ExactObject, type ExactValue, isObject, member, writtenValue } from '../../src/base/cells.ts';
import { parseExact, valueText } from '../../src/base/exactJson.ts';
import { decimalText, parseDecimal } from '../../src/base/exactDecimal.ts';
import type { Field } from '../../src/base/field.ts';
import { conditionsOf } from '../../src/datastore/query/conditions.ts';
import type { DatastoreQuery } from '../../src/datastore/query/query.ts';
import { allRecords } from '../../src/export/records.ts';
import { CODE_LANGUAGE_NAMES, CODE_LANGUAGES, codeOf, type CodeLanguageName } from '../../src/document/code/codes.ts';
import { TOKEN_VARIABLE } from '../../src/document/code/codeRequest.ts';
import type { RunningServer } from '../../src/service/http/serving.ts';
import { startServer } from '../../src/service/http/server.ts';
import { TestDatastore } from '../service/datastore.ts';
import type { KeptFigure } from './figures.ts';
import { printed, pythonWithLibraries } from './tools.ts';

/** The `filters` of a query are JSON text. */
type Asked = Omit<DatastoreQuery, 'resourceId' | 'filters'> & { readonly filters?: string };

const HOSTILE_NAME = `it's 50% #a,b;c &d=$(e) \`f\` \\g {h} )---" /~`.replaceAll('"', "'");
const HOSTILE_TEXTS = [
  `O'Brien "Rd"`,
  '$(touch owned) `id` ${HOME}',
  String.raw`back\slash \u0041 \n`,
  `''' """ )---"`,
  '%s %d &limit=1 #x',
  'Ж 東 🎹 \u202e',
];
/** More records than a server gives in one answer. */
const RECORDS = 32_400;

function csv(): string {
  const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const lines = Array.from({ length: RECORDS }, (_, at) => {
    const hostile = HOSTILE_TEXTS[at % (HOSTILE_TEXTS.length + 1)];
    const amount = `${String(at % 997)}.${String(at % 100).padStart(2, '0')}`;
    const key = String(9_007_199_254_740_000n + BigInt(at));
    return [
      cell(`c${String(at % 40)}`),
      hostile === undefined ? '' : cell(hostile),
      at % 11 === 0 ? '' : amount,
      key,
      at % 13 === 0 ? '' : `20${String(10 + (at % 15))}-03-0${String(1 + (at % 9))}`,
    ].join(',');
  });
  return `city,${cell(HOSTILE_NAME)},amount,key,since\n${lines.join('\n')}\n`;
}

const json = JSON.stringify;
const QUERIES: readonly Asked[] = [
  ...HOSTILE_TEXTS.map((text): Asked => ({ filters: json({ [HOSTILE_NAME]: text }), limit: 30 })),
  { filters: json({ [HOSTILE_NAME]: HOSTILE_TEXTS.slice(0, 3), city: ['c1', 'c2'] }) },
  { filters: '{"city":"c3"}', fields: [HOSTILE_NAME, 'key'], sort: [{ field: HOSTILE_NAME, descending: true }] },
  { filters: '{"city":"c4"}', fields: ['amount', 'since'], sort: [{ field: 'amount', descending: false }] },
  { filters: '{"city":"c5"}', sort: [{ field: 'since', descending: true, nullsLast: true }], limit: 200 },
  { q: "O'Brien", limit: 20 },
  { q: 'touch', qField: HOSTILE_NAME, limit: 150 },
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

export async function runFigures(isThere: (name: CodeLanguageName) => boolean): Promise<readonly KeptFigure[]> {
  const datastore = await TestDatastore.open({ 'records.csv': { content: csv() } });
  const open = await startServer({ directory: datastore.data, memoryLimitMb: 1024, withoutToken: true });
  try {
    return await Promise.all(
      CODE_LANGUAGE_NAMES.filter(isThere).map((name) => runsOf(name, datastore, name === 'duckdb' ? open : undefined)),
    );
  } finally {
    await open.close();
    await datastore.close();
  }
}

async function runsOf(
  name: CodeLanguageName,
  datastore: TestDatastore,
  open: RunningServer | undefined,
): Promise<KeptFigure> {
  const { baseUrl, token } = open ?? datastore.server;
  const missed: string[] = [];
  for (const [number, { filters, ...rest }] of QUERIES.entries()) {
    const query: DatastoreQuery = {
      resourceId: datastore.id('records.csv'),
      ...rest,
      ...(filters !== undefined && { filters: conditionsOf(filters) }),
    };
    try {
      const { rows, fields } = await expected(datastore, query);
      const code = codeOf(name, {
        ...{ baseUrl, query, fields },
        ...(open === undefined && { tokenHeader: 'Authorization' }),
      });
      assert.ok(typeof code === 'string', JSON.stringify(code));
      const given = await recordsOf(name, `${String(number)}-${name}`, code, token);
      // Distinct records have no order of their own.
      const ordered = query.distinct === true ? [...rows].sort(byText) : rows;
      const asGiven = query.distinct === true ? [...given].sort(byText) : given;
      assert.deepEqual(asGiven.map(canonical(name)), ordered.map(canonical(name)));
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      missed.push(`${JSON.stringify(query)}\n${text.slice(0, 2000)}`);
    }
  }
  const { length } = QUERIES;
  return { name: `run-${name}`, value: length - missed.length, limit: length, missed: missed.slice(0, 3) };
}

/** All records as an export has them, which proves that none is missing. */
async function expected(
  { client }: TestDatastore,
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
