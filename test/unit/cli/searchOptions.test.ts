import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import { UsageError } from '../../../src/cli/io.ts';
import { readSearchOptions } from '../../../src/cli/search.ts';
import { WrongOptions } from '../../../src/service/index.ts';
import { CsvWriter } from '../../../src/export/textWriters.ts';
import { TableWriter } from '../../../src/export/tableWriter.ts';
import { conditionsOf } from '../../../src/datastore/query/conditions.ts';

const place = ['--base-url', 'https://h/en/', '--resource', 'r'];

describe('options of search', () => {
  it('become a query with the given members only', () => {
    const { access, query, writer } = readSearchOptions(place, {});
    assert.deepEqual([access, query], [{ baseUrl: 'https://h/en' }, { resourceId: 'r' }]);
    assert.ok(writer instanceof TableWriter);
    const args = [
      '--q',
      'x',
      '--filters',
      ' {"a": 1.50} ',
      '--fields',
      'a, b',
      '--sort',
      'a desc, "b, c"',
      '--limit',
      '007',
    ];
    assert.deepEqual(readSearchOptions([...place, ...args], {}).query, {
      resourceId: 'r',
      q: 'x',
      filters: conditionsOf('{"a": 1.50}'),
      fields: ['a', 'b'],
      sort: [
        { field: 'a', descending: true },
        { field: 'b, c', descending: false },
      ],
      limit: 7,
    });
    assert.ok(readSearchOptions([...place, '--format', 'csv'], {}).writer instanceof CsvWriter);
  });

  it('say how a text is searched for, and where', () => {
    const query = (...args: string[]) => readSearchOptions([...place, '--q', 'oa tr', ...args], {}).query;
    const asked = { resourceId: 'r', q: 'oa tr' };
    assert.deepEqual(query('--q-mode', 'words'), asked);
    assert.deepEqual(query('--q-mode', 'starts-with', '--q-field', 'name'), {
      ...asked,
      qMode: 'startsWith',
      qField: 'name',
    });
    assert.deepEqual(query('--q-mode', 'expression'), { ...asked, qMode: 'expression' });
  });

  it('take the place from a pasted address, unless a base URL is given', () => {
    const pasted = ['--resource', 'https://other/fr/api/3/action/datastore_search?resource_id=x'];
    assert.equal(readSearchOptions(pasted, {}).access.baseUrl, 'https://other/fr');
    assert.equal(readSearchOptions([...pasted, '--base-url', 'https://h'], {}).access.baseUrl, 'https://h');
    assert.equal(readSearchOptions(pasted, {}).query.resourceId, 'x');
  });

  it('take any alias for a resource', () => {
    assert.equal(
      readSearchOptions(['--base-url', 'https://h', '--resource', 'my.alias'], {}).query.resourceId,
      'my.alias',
    );
  });

  it('take a file in place of a portal, with the import options, and no token', () => {
    const args = [
      'a b.csv',
      '--file-format',
      'csv',
      '--delimiter',
      'tab',
      '--null',
      'NA',
      '--null',
      '-',
      '--limit',
      '2',
    ];
    const { access, query, file } = readSearchOptions(args, { DATASTORE_TOKEN: 'abc' });
    assert.deepEqual(access, { baseUrl: pathToFileURL('a b.csv').href });
    assert.deepEqual(query, { resourceId: '', limit: 2 });
    const choices = { format: 'csv', delimiter: '\t', nullWords: ['NA', '-'] };
    assert.deepEqual(file, { file: 'a b.csv', choices, memoryLimitMb: 1024 });
    assert.equal(readSearchOptions(place, {}).file, undefined);
  });

  it('say how CSV is written', () => {
    const { writer } = readSearchOptions([...place, '--format', 'csv', '--out-delimiter', 'tab', '--out-lf'], {});
    assert.equal(writer.begin([{ id: 'a', type: 'text' }, { id: 'b', type: 'text' }]), 'a\tb\n'); // prettier-ignore
  });

  it('take the token from the environment', () => {
    assert.equal(readSearchOptions(place, { DATASTORE_TOKEN: 'abc' }).access.token, 'abc');
    assert.equal(readSearchOptions(place, { DATASTORE_TOKEN: '' }).access.token, undefined);
  });

  const wrong: [what: string, args: string[], message: RegExp][] = [
    ["a mode that there isn't", [...place, '--q', 'x', '--q-mode', 'fuzzy'], /--q-mode: "fuzzy" isn't one of words, /],
    ['beginnings of no word', [...place, '--q', '%', '--q-mode', 'starts-with'], /--q: Enter a letter or a digit/],
    ['no resource', ['--base-url', 'https://h'], /^--resource is missing/],
    ['no base URL', ['--resource', 'r'], /^--base-url is missing/],
    ['a base URL that is none', ['--base-url', 'not a url', '--resource', 'r'], /"not a url" isn't a URL/],
    ['an id as base URL', ['--base-url', 'abc', '--resource', 'r'], /"abc" isn't a URL/],
    ['another scheme', ['--base-url', 'ftp://h', '--resource', 'r'], /must begin with https/],
    ['a page that is no resource', ['--resource', 'https://h/dataset/x'], /doesn't name a resource/],
    ['an unknown option', [...place, '--token', 'x'], /--token/],
    ['a file and a portal', [...place, 'a.csv'], /^--base-url can't be used with the file "a\.csv"/],
    ['an address for a file', ['https://h/dataset/x/resource/r'], /^Name the resource .* with --resource/],
    ['options of CSV for another format', [...place, '--out-bom'], /--out-safe are for CSV/],
    ['two files', ['a.csv', 'b.csv'], /^"b\.csv": only one file can be read/],
    ['a file in an encoding that is none', ['a.csv', '--encoding', 'x'], /"x" isn't an encoding\. Use one of utf-8/],
    ['an import option without a file', [...place, '--encoding', 'utf-8'], /^--encoding describes a file/],
    ['a delimiter without a file', [...place, '--delimiter', ';'], /^--delimiter describes a file/],
    ['limit -1', [...place, '--limit=-1'], /"-1" isn't a whole number/],
    ['limit 1.5', [...place, '--limit', '1.5'], /"1.5" isn't a whole number/],
    ['filters that are no JSON', [...place, '--filters', '{"a":}'], /line 1, column 6/],
    ['filters that are no object', [...place, '--filters', '[]'], /JSON object/],
    ['a sort that is none', [...place, '--sort', 'a,,b'], /^--sort/],
    ['nulls first', [...place, '--sort', 'a desc nulls first'], /^--sort/],
    ['a format that is none', [...place, '--format', 'xml'], /csv, tsv, json, ndjson, markdown, table/],
  ];
  for (const [what, args, message] of wrong) {
    it(`refuse ${what}`, () => {
      assert.throws(
        () => readSearchOptions(args, {}),
        (error) => (error instanceof UsageError || error instanceof WrongOptions) && message.test(error.message),
      );
    });
  }

  it('repeat nothing of an address with a password', () => {
    for (const args of [
      ['--base-url', 'https://me:hunter2@h', '--resource', 'r'],
      ['--resource', 'https://me:hunter2@h/datastore/dump/r'],
    ]) {
      assert.throws(
        () => readSearchOptions(args, {}),
        (error) => error instanceof UsageError && !error.message.includes('hunter2'),
      );
    }
  });

  const CALL = 'https://h/api/3/action/datastore_search?resource_id=r';
  const ofCall = (call: string, ...args: string[]) => readSearchOptions(['--resource', call, ...args], {});

  it('ask what an address asks', () => {
    const call = `${CALL}&filters={"name":"odd"}&q=oak&plain=true&fields=a,b&sort=a desc&limit=2&distinct=true`;
    assert.deepEqual(ofCall(call).query, {
      resourceId: 'r',
      q: 'oak',
      filters: [{ kind: 'values', field: 'name', values: [{ type: 'text', text: 'odd' }], list: false }],
      fields: ['a', 'b'],
      sort: [{ field: 'a', descending: true }],
      distinct: true,
      limit: 2,
    });
    assert.deepEqual(ofCall(call).remarks, []);
  });

  it('ask what a curl command asks', () =>
    assert.deepEqual(ofCall(`curl '${CALL}' -d limit=2`).query, { resourceId: 'r', limit: 2 }));

  it('take the place of what an address asks', () => {
    const call = `${CALL}&filters={"name":"odd"}&q={"a":"x","b":"y"}&sort=a desc&limit=2&fields=a`;
    const args = ['--filters', '{"b":1}', '--q', 'ash', '--sort', 'b', '--limit', '5', '--fields', 'c'];
    assert.deepEqual(ofCall(call, ...args).query, {
      resourceId: 'r',
      q: 'ash',
      filters: [{ kind: 'values', field: 'b', values: [{ type: 'number', text: '1' }], list: false }],
      fields: ['c'],
      sort: [{ field: 'b', descending: false }],
      limit: 5,
    });
    assert.deepEqual(ofCall(`${CALL}&filters={"a":1}&q=oak`, '--filters', '{}', '--q', '').query, { resourceId: 'r' });
    assert.deepEqual(ofCall(`${CALL}&q=oak`, '--q-field', 'name').query, { resourceId: 'r', q: 'oak', qField: 'name' });
  });

  for (const [what, call, message] of [
    ['an offset', `${CALL}&offset=20&limit=10`, /^--resource: offset can't be used here/],
    ['an offset of a command', `curl '${CALL}&offset=20'`, /offset can't be used/],
    ['a language', `${CALL}&language=german&q=x`, /language can't be used/],
    ['an unknown parameter', `${CALL}&made_up=1`, /made_up can't be used/],
    ['a sort with nulls first', `${CALL}&sort=a nulls first`, /sort can't be used .* or use --sort/],
    ['a limit that is no number', `${CALL}&limit=abc`, /limit can't be used .* or use --limit/],
    ['a statement', `${CALL.replace('?resource_id=r', '_sql?sql=')}SELECT a FROM "r"`, /sql can't be used/],
    ['a command that sends a file', 'curl -d @q.json https://h/api/3/action/datastore_search', /sends a file/],
  ] as const)
    it(`refuse ${what} of --resource, which would give other records`, () =>
      assert.throws(
        () => ofCall(call),
        (error) => error instanceof UsageError && message.test(error.message),
      ));

  it('take the place of what can’t be read', () => {
    assert.deepEqual(ofCall(`${CALL}&sort=a nulls first`, '--sort', 'a').query.sort, [
      { field: 'a', descending: false },
    ]);
    assert.equal(ofCall(`${CALL}&limit=abc`, '--limit', '3').query.limit, 3);
  });

  it('say which parameters they ignore, as these change no records', () => {
    const { query, remarks } = ofCall(`${CALL}&records_format=csv&include_total=false&offset=0`);
    assert.deepEqual(query, { resourceId: 'r' });
    assert.deepEqual(remarks, ['Ignored in --resource: records_format, include_total.']);
  });

  it('say that a token in a command is not used', () =>
    assert.deepEqual(ofCall(`curl -u ann:pw '${CALL}'`).remarks, [
      "--resource: the API token isn't used. Set DATASTORE_TOKEN and --token-for instead.",
    ]));
});
