import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { ExactNumber } from '../../../src/base/cells.ts';
import { UsageError } from '../../../src/cli/io.ts';
import { readSummarizeOptions, summarizeRecords } from '../../../src/cli/summarize.ts';
import { runCli as run } from '../../support/drivers/commandLine.ts';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';
import { fakeSummaries } from '../../support/fakes/fakeSummaries.ts';

const FIELDS = [
  { id: 'canton', type: 'text' },
  { id: 'day', type: 'date' },
  { id: 'at', type: 'timestamptz' },
  { id: 'amount', type: 'numeric' },
  { id: 'speed', type: 'float8' },
  { id: 'tags', type: '_text' },
  { id: 'day:month', type: 'text' },
];
const resources = { r: { fields: FIELDS, rows: [] } };

describe('datastore-explorer summarize', function () {
  this.timeout(30_000);

  const server = fakeSummaries(
    {
      fields: [
        { id: 'canton', type: 'text' },
        { id: 'at:year', type: 'int4' },
        { id: 'sum:amount', type: 'numeric' },
        { id: 'mean:speed', type: 'float8', isRounded: true },
      ],
      rows: [
        ['ZH', 2024, new ExactNumber('9007199254740993.10'), 1.5],
        [null, null, null, null],
        ['(others)', '(others)', 7, 2],
      ],
      facts: { others: 4, notFinite: 1200, tooLong: ['sum:amount'], zone: 'Europe/Zurich' },
    },
    { resources },
  );
  const portal = new FakeCkan({ resources });
  const rows = Array.from({ length: 3000 }, (_, at) => {
    const canton = ['ZH', 'BE', null][at % 3] ?? null;
    const amount = { ZH: at === 0 ? '9007199254740993' : '0', BE: at === 1 ? '1.5' : at === 4 ? '1499' : '0.00' };
    return [canton, null, null, canton === null ? null : new ExactNumber(amount[canton as 'ZH']), 1, null, 'x'];
  });
  const full = new FakeCkan({ resources: { r: { fields: FIELDS, rows } } });
  let [ours, ckan, many] = ['', '', ''];
  before(async () => {
    [ours, ckan, many] = [await server.listen(), await portal.listen(), await full.listen()];
  });
  after(async () => {
    await full.close();
    await server.close();
    await portal.close();
  });
  beforeEach(() => server.calls.splice(0));

  const at = (baseUrl: string, ...args: string[]) =>
    run(['summarize', '--base-url', baseUrl, '--resource', 'r', ...args]);
  const flags = ['--by', 'canton', '--by', 'at:year', '--measure', 'sum:amount', '--measure', 'mean:speed'];
  const notices =
    'Instants were grouped in the time zone Europe/Zurich.\n' +
    '1,200 values are NaN or infinite. Sums, means, medians, minima and maxima are without them.\n' +
    'Sums with more than 38 digits are left empty: sum:amount.\n' +
    'Rounded to 15 digits: mean:speed.\n';

  it('writes a table of the groups, and says on standard error what is said of them', async () => {
    const { code, stdout, stderr } = await at(ours, ...flags);
    assert.deepEqual([code, stderr], [0, notices]);
    assert.equal(
      stdout,
      [
        'canton     at:year           sum:amount  mean:speed',
        '────────  ────────  ───────────────────  ──────────',
        'ZH            2024  9007199254740993.10         1.5',
        'NULL          NULL                 NULL        NULL',
        '(others)  (others)                    7           2',
        '',
      ].join('\n'),
    );
  });

  const formats: [format: string, text: string][] = [
    [
      'csv',
      'canton,at:year,sum:amount,mean:speed\r\nZH,2024,9007199254740993.10,1.5\r\n,,,\r\n(others),(others),7,2\r\n',
    ],
    [
      'ndjson',
      '{"canton":"ZH","at:year":2024,"sum:amount":9007199254740993.10,"mean:speed":1.5}\n' +
        '{"canton":null,"at:year":null,"sum:amount":null,"mean:speed":null}\n' +
        '{"canton":"(others)","at:year":"(others)","sum:amount":7,"mean:speed":2}\n',
    ],
  ];
  for (const [format, text] of formats)
    it(`writes ${format}, digit for digit`, async () => {
      assert.equal((await at(ours, ...flags, '--format', format)).stdout, text);
    });

  it('asks what the flags say, and nothing else', async () => {
    const more = ['--q', 'oak', '--filters', '{"canton":"ZH"}', '--sort', 'sum:amount desc', '--limit', '9'];
    const { code } = await at(ours, ...flags, ...more, '--top', '2', '--time-zone', 'Europe/Zurich');
    assert.equal(code, 0);
    const [asked] = server.calls.filter(({ action }) => action === 'x_datastore_summarize');
    assert.deepEqual(JSON.parse(asked?.body ?? ''), {
      resource_id: 'r',
      q: 'oak',
      filters: { canton: 'ZH' },
      sort: '"sum:amount" desc',
      limit: 9,
      summary: {
        groups: [{ field: 'canton' }, { field: 'at', unit: 'year' }],
        measures: [
          { calculate: 'sum', field: 'amount' },
          { calculate: 'mean', field: 'speed' },
        ],
        top: 2,
        zone: 'Europe/Zurich',
      },
    });
  });

  it('takes a text that is the whole name of a field for that field, and counts unless told otherwise', async () => {
    await at(ours, '--by', 'day:month', '--by', 'amount:0.5');
    const [asked] = server.calls.filter(({ action }) => action === 'x_datastore_summarize');
    assert.deepEqual((JSON.parse(asked?.body ?? '') as { summary: unknown }).summary, {
      groups: [{ field: 'day:month' }, { field: 'amount', width: '0.5' }],
      measures: [{ calculate: 'count' }],
    });
  });

  const all = 'Fields: _id, canton, day, at, amount, speed, tags, day:month.';
  const wrong: [args: readonly string[], message: string][] = [
    [['--by', 'kanton'], `--by: There is no field "kanton". ${all}`],
    [['--by', 'kanton:year'], `--by: There is no field "kanton". ${all}`],
    [
      ['--by', 'day:fortnight'],
      '--by: unknown part "fortnight". Use year, quarter, month, week, day, weekday, hour, or the width of bins such as 100.',
    ],
    [
      ['--by', 'amount:0'],
      '--by: unknown part "0". Use year, quarter, month, week, day, weekday, hour, or the width of bins such as 100.',
    ],
    [['--by', 'canton:year'], '"canton:year": the type text has no year. Fields with one: day, at.'],
    [['--by', 'day:hour'], '"day:hour": the type date has no hour. Fields with one: at.'],
    [['--by', 'canton:10'], '"canton:10": bins are for numbers. Fields with numbers: _id, amount, speed.'],
    [
      ['--by', 'tags'],
      '"tags" has lists or objects, which can\'t be compared. Other fields: _id, canton, day, at, amount, speed, day:month.',
    ],
    [['--measure', 'sum:canton'], '"sum:canton": the type text has no sum. Fields with numbers: _id, amount, speed.'],
    [['--measure', 'max:x'], `There is no field "x". ${all}`],
    [['--measure', 'sum'], `--measure: "sum" needs a field, as in sum:FIELD. ${all}`],
    [
      ['--measure', 'average:amount'],
      '--measure: unknown measure "average:amount". Use count, share, or distinct, sum, mean, median, min, max with a field, as in sum:FIELD.',
    ],
    [
      ['--measure', 'count:amount'],
      '--measure: unknown measure "count:amount". Use count, share, or distinct, sum, mean, median, min, max with a field, as in sum:FIELD.',
    ],
    [['--by', 'canton', '--sort', 'amount'], '--sort: there is no column "amount". Columns: canton, count.'],
    [['--by', 'canton', '--fields', 'amount'], '--fields: there is no column "amount". Columns: canton, count.'],
    [['--time-zone', 'Zurich'], 'There is no time zone "Zurich". Use a name such as Europe/Zurich or UTC.'],
    [['--by', 'canton', '--by', 'day', '--by', 'at', '--by', 'amount'], '--by: use at most 3 fields.'],
  ];
  for (const [args, message] of wrong)
    it(`refuses ${args.join(' ')} in one line that names what exists`, async () => {
      const io = {
        stdout: new PassThrough(),
        stderr: new PassThrough(),
        env: {},
        signal: new AbortController().signal,
      };
      const refused = summarizeRecords(['--base-url', ours, '--resource', 'r', ...args], io);
      await assert.rejects(refused, (error) => error instanceof UsageError && error.message === message);
    });

  it('names --download where a portal has no SQL', async () => {
    const { code, stdout, stderr } = await at(ckan, '--by', 'canton');
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /^127\.0\.0\.1:\d+ can't summarize records by SQL\. Use --download to read them once and sum/);
  });

  it('reads the records once with --download, of the fields that are needed, and summarizes them here', async () => {
    const { code, stdout, stderr } = await at(
      many,
      ...['--by', 'canton', '--measure', 'count', '--measure', 'sum:amount', '--filters', '{"canton":["ZH","BE"]}'],
      ...['--sort', 'canton', '--format', 'csv', '--download'],
    );
    assert.equal(stdout, 'canton,count,sum:amount\r\nBE,1000,1500.5\r\nZH,1000,9007199254740993\r\n');
    assert.ok(stderr.startsWith(`Read 2,000 records of ${new URL(many).host}: 27 kB in `), stderr);
    assert.match(stderr, / in \d+\.\d s\.\n$/);
    assert.equal(code, 0);
    const pages = full.searches.filter((body) => body.includes('offset'));
    assert.ok(pages.length > 0 && pages.every((body) => body.includes('"fields":["_id","canton","amount"]')));
  });

  it('refuses --download with a file', async () => {
    const io = { stdout: new PassThrough(), stderr: new PassThrough(), env: {}, signal: new AbortController().signal };
    await assert.rejects(summarizeRecords(['x.csv', '--download'], io), /--download can't be used with the file/);
  });
});

describe('options of summarize', () => {
  const place = ['--base-url', 'https://h', '--resource'];

  it('leave out what a pasted call asks of records, and say so', () => {
    const call = 'https://h/api/action/datastore_search?resource_id=r&q=x&sort=a&limit=5';
    const { query, remarks } = readSummarizeOptions([...place, call, '--limit', '3'], {});
    assert.deepEqual(query, { resourceId: 'r', q: 'x', limit: 3 });
    assert.deepEqual(remarks, ['Ignored in --resource: sort.']);
  });

  for (const top of ['0', '10001', 'all'])
    it(`refuse --top ${top}`, () => {
      assert.throws(() => readSummarizeOptions([...place, 'r', '--top', top], {}), UsageError);
    });

  it('refuse formats that a summary is not written in', () => {
    assert.throws(() => readSummarizeOptions([...place, 'r', '--format', 'geojson'], {}), /table, csv, json, ndjson/);
  });
});
