/** R13: what an export says is, character by character, what the server said. */
import { parse } from 'csv-parse/sync';
import { TEXT_FORMATS } from '../../src/export/formats.ts';
import { allRecords } from '../../src/export/records.ts';
import { count } from '../support/results/figures.ts';
import { noSignal, releaseAll } from './client.ts';
import { isFull } from '../support/results/full.ts';
import { seeded } from './random.ts';
import { message, RawServer } from './rawServer.ts';
import { clientOf } from './tableServer.ts';

const COLUMNS = 10;
const ROWS = isFull ? 100_000 : 10_000;
const PAGE = 5000;

type Random = () => number;

const digits = (random: Random, length: number): string =>
  Array.from({ length }, () => String(Math.floor(random() * 10))).join('');

/** JSON tokens as PostgreSQL and Python write them, and stranger ones. */
const kinds: readonly ((random: Random) => string)[] = [
  (random) => `${String(1 + Math.floor(random() * 9))}${digits(random, Math.floor(random() * 40))}`,
  (random) => `-${String(1 + Math.floor(random() * 9))}${digits(random, 18)}`,
  (random) => `0.${digits(random, 3)}00`,
  (random) => `${String(1 + Math.floor(random() * 9))}.${digits(random, 25)}`,
  (random) => ['1e400', '-0', '1E+5', '1.50', '-0.0', '9007199254740993'][Math.floor(random() * 6)] ?? '0',
  (random) => ['"NaN"', '"Infinity"', 'NaN', 'null', 'true', 'false', '""'][Math.floor(random() * 7)] ?? 'null',
  (random) => `"20${digits(random, 2)}-01-1${digits(random, 1)}T00:00:00.${digits(random, 6)}"`,
  (random) => JSON.stringify(`=1+${digits(random, 2)}, „x“\r\n\t'"; \u2028 𝒳 ${digits(random, 3)}`),
  (random) => `"\\u00e9\\ud83d\\ude00\\/ \\u0000 ${digits(random, 2)}"`,
  (random) => `{"a": [1.50, ${digits(random, 1)}.0, "${digits(random, 20)}"], "__proto__": 1e999}`,
];

/** A lone half of a character, which only JSON can hold. */
const LONE = '"\\ud800 x"';

function tokensOf(row: number, hasLone: boolean): readonly string[] {
  const random = seeded(row + 1);
  const tokens = Array.from({ length: COLUMNS }, () => kinds[Math.floor(random() * kinds.length)]?.(random) ?? '1');
  return hasLone && row % 10 === 0 ? [LONE, ...tokens.slice(1)] : tokens;
}

const ids = ['_id', ...Array.from({ length: COLUMNS }, (_, at) => (at === 3 ? '__proto__' : `c${String(at)}`))];

function startWire(hasLone: boolean, lists: boolean): Promise<RawServer> {
  const fields = ids.map((id) => ({ id, type: 'text' }));
  return RawServer.start(({ body }, socket) => {
    const { limit = 100, offset = 0 } = JSON.parse(body) as { limit?: number; offset?: number };
    const count = Math.max(0, Math.min(limit, PAGE, ROWS - offset));
    const records = Array.from({ length: count }, (_, at) => {
      const tokens = [String(offset + at + 1), ...tokensOf(offset + at, hasLone)];
      return lists
        ? `[${tokens.join(',')}]`
        : `{${ids.map((id, place) => `"${id}":${tokens[place] ?? ''}`).join(',')}}`;
    });
    const rest = JSON.stringify({ fields, limit: Math.min(limit, PAGE), total: ROWS, include_total: true });
    const text = `{"success":true,"result":{"records":[${records.join(',')}],${rest.slice(1)}}`;
    socket.write(message(200, {}, text));
  });
}

async function exported(format: 'json' | 'ndjson' | 'csv', hasLone: boolean, lists: boolean): Promise<string> {
  const server = await startWire(hasLone, lists);
  const writer = new TEXT_FORMATS[format].Writer();
  const pieces: Buffer[] = [];
  for await (const { fields, rows } of allRecords(clientOf(server), { resourceId: 'r' }, noSignal)) {
    if (pieces.length === 0) pieces.push(Buffer.from(writer.begin(fields)));
    pieces.push(Buffer.from(writer.rows(rows)));
  }
  await server.close();
  return Buffer.concat([...pieces, Buffer.from(writer.end())]).toString();
}

/** By JavaScript's own reader, with each number as it is spelled, and objects as lists of their members. */
function spelled(json: string): string {
  return JSON.stringify(
    JSON.parse(json, function (_key: string, value: unknown, { source }: { source?: string } = {}) {
      if (typeof value === 'number') return { number: source };
      return typeof value === 'object' && value !== null && !Array.isArray(value) && !('number' in value)
        ? Object.entries(value)
        : value;
    } as (key: string, value: unknown) => unknown),
  );
}

/** What a reader of CSV gets for a value: its text; for lists and objects, JSON. */
function csvText(token: string): string | null {
  if (token === 'null') return null;
  if (token.startsWith('"')) return JSON.parse(token) as string;
  return token.startsWith('{') ? spelled(token) : token;
}

const asSent = (token: string): string => (token === 'NaN' ? '"NaN"' : token);

function rightInJson(lines: readonly string[], hasLone: boolean): number {
  let right = 0;
  lines.forEach((line, row) => {
    const found = JSON.parse(spelled(line)) as [string, unknown][];
    const tokens = [String(row + 1), ...tokensOf(row, hasLone)];
    tokens.forEach((token, place) => {
      const [id, value] = found[place] ?? [];
      if (place > 0 && id === ids[place] && JSON.stringify(value) === spelled(asSent(token))) right += 1;
    });
  });
  return right;
}

function rightInCsv(text: string): number {
  const cast = (value: string, { quoting }: { quoting: boolean }) => (value === '' && !quoting ? null : value);
  const rows = parse(text, { cast, fromLine: 2 } as object) as unknown as (string | null)[][];
  let right = 0;
  rows.forEach((values, row) => {
    tokensOf(row, false).forEach((token, place) => {
      const value = values[place + 1] ?? null;
      const text = token.startsWith('{') && value !== null ? spelled(value) : value;
      if (text === csvText(asSent(token))) right += 1;
    });
  });
  return right;
}

describe('R13: every value of an export', function () {
  this.timeout(isFull ? 0 : 120_000);
  afterEach(releaseAll);

  let [right, all] = [0, 0];
  const add = (some: number): void => {
    right += some;
    all += ROWS * COLUMNS;
  };

  for (const lists of [false, true]) {
    const from = lists ? 'lists' : 'objects';
    it(`as JSON Lines, from ${from}`, async () => {
      const text = await exported('ndjson', true, lists);
      add(rightInJson(text.trimEnd().split('\n'), true));
    });

    it(`as CSV, from ${from}`, async () => {
      add(rightInCsv(await exported('csv', false, lists)));
    });
  }

  it('as JSON', async () => {
    const text = await exported('json', true, true);
    const records = text
      .trimEnd()
      .slice(1, -1)
      .split('\n  },\n')
      .map((each) => (each.endsWith('}\n') ? each : `${each}\n  }`));
    add(rightInJson(records, true));
  });

  it('is, character by character, what the server said', () => {
    count({
      name: 'R13',
      what: 'values of exports (JSON, JSON Lines, CSV) as they were sent',
      score: right,
      total: all,
    });
  });
});
