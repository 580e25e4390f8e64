import assert from 'node:assert/strict';
import fc from 'fast-check';
import { draftOf, readDraft, expandPastedCall } from '../../../../src/datastore/draft/readDraft.ts';
import { DRAFT_WORDS as words } from '../../../../src/datastore/draft/draftWords.ts';
import { EMPTY_DRAFT, type QueryDraft } from '../../../../src/datastore/query/draft.ts';
import { parseAddress } from '../../../../src/datastore/wire/address.ts';
import { readsAsCommand } from '../../../../src/base/commandText.ts';
import { holdsSecret } from '../../../../src/base/secretText.ts';
import { pastedCall } from '../../../support/samples/pastedCall.ts';
import { anyQuery } from '../query/queryArbitrary.ts';
import type { SummaryDraft } from '../../../../src/datastore/query/summaryDraft.ts';
import { conditionsOf } from '../../../../src/datastore/query/conditions.ts';

const ID = '6f3bb2a1-0c4d-4c1e-9a55-2f0d3a9b7c11';
const portals = [
  { id: 'p1', baseUrl: 'https://h/en', resources: [{ id: 'known.alias' }] },
  { id: 'local', baseUrl: '' },
];
const good: QueryDraft = { ...EMPTY_DRAFT, portalId: 'p1', resource: ID };

function read(changes: Partial<QueryDraft>) {
  return readDraft({ ...good, ...changes }, portals, words, { fieldTypes: new Map([['year', 'int4']]) });
}

describe('query draft', () => {
  it('reads a whole form into a query with only the members that were filled', () => {
    assert.deepEqual(read({}), { portalId: 'p1', baseUrl: 'https://h/en', query: { resourceId: ID }, problems: [] });
    const filterRows = [{ field: 'year', values: [{ type: 'auto', text: '2020' }], list: false } as const];
    assert.deepEqual(read({ q: ' two words', limit: ' 007 ', filterRows }).query, {
      resourceId: ID,
      q: ' two words',
      filters: conditionsOf('{"year":2020}'),
      limit: 7,
    });
  });

  it('leaves out a q of white space and filters that say nothing', () => {
    assert.deepEqual(read({ q: '  ', filterRows: [{ field: '', values: [], list: false }] }).query, { resourceId: ID });
    assert.deepEqual(read({ filterMode: 'json', filterJson: ' ' }).query, { resourceId: ID });
  });

  it('takes raw JSON as it was typed: digits, and the blanks of what rows cannot say', () => {
    const { query } = read({ filterMode: 'json', filterJson: ' {"a": 1.50, "$or": [ {"b": 2.0} ]}\n' });
    assert.deepEqual(query?.filters, [
      { kind: 'values', field: 'a', values: [{ type: 'number', text: '1.50' }], list: false },
      { kind: 'raw', field: '$or', json: '[ {"b": 2.0} ]' },
    ]);
  });

  const wrong: [what: string, changes: Partial<QueryDraft>, part: string, message: string][] = [
    ['no portal', { portalId: '' }, 'portal', words.noPortal],
    ['a portal that is gone', { portalId: 'p9' }, 'portal', words.unknownPortal],
    ['no URL', { portalId: '', baseUrl: 'not a url' }, 'portal', words.notUrl.replace('{text}', 'not a url')],
    ['an id for a URL', { portalId: '', baseUrl: 'abc' }, 'portal', words.notUrl.replace('{text}', 'abc')],
    ['another scheme', { portalId: '', baseUrl: 'ftp://h' }, 'portal', words.scheme],
    ['a password in the URL', { portalId: '', baseUrl: 'https://u:p@h' }, 'portal', words.secret],
    ['no resource', { resource: ' ' }, 'resource', words.noResource],
    ['a page that is no resource', { resource: 'https://h/dataset/x' }, 'resource', words.notResource],
    ["a token in the resource's URL", { resource: `https://h/datastore/dump/${ID}?token=x` }, 'resource', words.secret],
    ['limit -1', { limit: '-1' }, 'limit', words.limit.replace('{text}', '-1')],
    ['limit 1.5', { limit: '1.5' }, 'limit', words.limit.replace('{text}', '1.5')],
    ['limit ten', { limit: 'ten' }, 'limit', words.limit.replace('{text}', 'ten')],
    [
      'a limit beyond counting',
      { limit: '9007199254740993' },
      'limit',
      words.limit.replace('{text}', '9007199254740993'),
    ],
    [
      'filters that are no JSON',
      { filterMode: 'json', filterJson: '{"a":}' },
      'filters',
      'Invalid JSON at line 1, column 6.',
    ],
    ['filters that are no object', { filterMode: 'json', filterJson: '["a"]' }, 'filters', words.notObject],
  ];
  for (const [what, changes, part, message] of wrong) {
    it(`finds ${what}`, () => {
      const { query, problems } = read(changes);
      assert.equal(query, undefined);
      assert.deepEqual(problems, [{ part, severity: 'error', message }]);
    });
  }

  it('finds a wrong value in its row', () => {
    const filterRows = [{ field: 'year', values: [{ type: 'auto', text: '$&' }], list: false }] as const;
    assert.deepEqual(read({ filterRows }).problems, [
      {
        part: 'filters',
        row: 0,
        rowPart: 'value',
        severity: 'error',
        message: words.notNumber.replace('{text}', () => '$&'),
      },
    ]);
  });

  describe('a list for a field of lists', () => {
    const types = new Map([
      ['tags', '_text'],
      ['name', 'text'],
    ]);
    const onCkan212 = (draft: Partial<QueryDraft>, takesListsForChoices = true) =>
      readDraft({ ...good, ...draft }, portals, words, {
        fieldTypes: types,
        takesListsForChoices: (portalId) => portalId === 'p1' && takesListsForChoices,
      });
    const message = words.listOfScalars.replace('{text}', 'tags');

    const refused = ['["a","b"]', '["a"]', '[5]', '[true,null]', '[["a"],"b"]'];
    for (const json of refused)
      it(`${json} is told before CKAN 2.12 refuses it`, () => {
        const { query, problems } = onCkan212({ filterMode: 'json', filterJson: `{"name":["x"],"tags":${json}}` });
        assert.equal(query, undefined);
        assert.deepEqual(problems, [{ part: 'filters', severity: 'error', message }]);
      });

    const taken = ['{"eq":["a","b"]}', '[["a","b"],["c"]]', '["{a,b}"]', '"{a,b}"', '[]', '[null]'];
    for (const json of taken)
      it(`${json} is sent to CKAN 2.12`, () => {
        const { query, problems } = onCkan212({ filterMode: 'json', filterJson: `{"tags":${json}}` });
        assert.deepEqual(problems, []);
        assert.deepEqual(query?.filters, conditionsOf(`{"tags":${json}}`));
      });

    it('is told at its row', () => {
      const values = ['a', 'b'].map((text) => ({ type: 'auto', text }) as const);
      const filterRows = ['name', 'tags'].map((field) => ({ field, values, list: false }));
      assert.deepEqual(onCkan212({ filterRows }).problems, [
        { part: 'filters', row: 1, rowPart: 'value', severity: 'error', message },
      ]);
    });

    it('is sent to portals before 2.12, where the field equals the list, and to those that nothing is known of', () => {
      const filters = { filterMode: 'json', filterJson: '{"tags":["a","b"]}' } as const;
      assert.deepEqual(onCkan212(filters, false).problems, []);
      assert.deepEqual(onCkan212({ ...filters, portalId: '', baseUrl: 'https://new' }).problems, []);
      assert.deepEqual(read(filters).problems, []);
    });
  });

  it('finds everything that is wrong at once', () => {
    const { problems } = read({ portalId: '', resource: '', limit: 'x', filterMode: 'json', filterJson: '5' });
    assert.deepEqual(
      problems.map(({ part }) => part),
      ['resource', 'portal', 'filters', 'limit'],
    );
  });

  it('warns of an id that is none, and runs all the same', () => {
    const { query, problems } = read({ resource: 'my.alias' });
    assert.equal(query?.resourceId, 'my.alias');
    assert.deepEqual(problems, [{ part: 'resource', severity: 'warning', message: words.notUuid }]);
    for (const resource of ['_table_metadata', 'known.alias'])
      assert.deepEqual(read({ resource }).problems, [], resource);
  });

  describe('place', () => {
    const page = `https://h/dataset/x/resource/${ID}`;
    const places: [what: string, changes: Partial<QueryDraft>, place: object][] = [
      ['a typed base URL', { portalId: '', baseUrl: 'https://new/data/' }, { baseUrl: 'https://new/data' }],
      [
        'a typed base URL of a known portal',
        { portalId: '', baseUrl: 'https://h/en/' },
        { portalId: 'p1', baseUrl: 'https://h/en' },
      ],
      [
        'a pasted page',
        { portalId: '', resource: `https://new/fr/dataset/x/resource/${ID}` },
        { baseUrl: 'https://new/fr' },
      ],
      [
        'a pasted page of a known portal',
        { portalId: '', resource: `https://h/en/dataset/x/resource/${ID}` },
        { portalId: 'p1', baseUrl: 'https://h/en' },
      ],
      ['a page pasted as base URL', { portalId: '', baseUrl: page, resource: '' }, { baseUrl: 'https://h' }],
      ['the embedded datastore', { portalId: 'local' }, { portalId: 'local', baseUrl: '' }],
    ];
    for (const [what, changes, place] of places) {
      it(`is read from ${what}`, () => {
        const { query, problems, ...rest } = read(changes);
        assert.equal(query?.resourceId, ID);
        assert.deepEqual(problems, []);
        assert.deepEqual(rest, place);
      });
    }

    it('stays the chosen one when a page of another host was pasted, with a warning', () => {
      const { portalId, query, problems } = read({ resource: page.replace('//h', '//other') });
      assert.deepEqual([portalId, query?.resourceId], ['p1', ID]);
      assert.deepEqual(problems, [
        { part: 'resource', severity: 'warning', message: words.otherPortal.replace('{text}', 'other') },
      ]);
    });
  });

  it('comes back from any query', () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        const { q, resourceId } = query;
        fc.pre(q?.trim() !== '' && !/[/:\s]|^$/.test(resourceId));
        // The form refuses ids that may hold a secret, and lines of programs.
        const address = parseAddress(resourceId);
        fc.pre(!('problem' in address && address.problem === 'secret') && !readsAsCommand(resourceId));
        const { distinct, ...asked } = query;
        assert.deepEqual(readDraft(draftOf(query, 'p1'), portals, words).query, {
          ...asked,
          ...(distinct === true && { distinct }),
        });
      }),
    );
  });

  describe('with a summary', () => {
    const count = { calculate: 'count', field: '' } as const;
    const summary = { groups: [{ field: 'year' }], measures: [count], zone: '' } as const;

    it('groups the records, which are never made distinct', () => {
      assert.deepEqual(read({ summary, distinct: true }).query, {
        resourceId: ID,
        summary: { groups: [{ field: 'year' }], measures: [{ calculate: 'count' }] },
      });
    });

    it('comes back from its query, also where the types of the fields are not known', () => {
      const groups = [
        { field: 'at', unit: 'month' },
        { field: 'n', width: '0.5' },
      ] as const;
      const measures = [{ calculate: 'share' }, { calculate: 'sum', field: 'n' }] as const;
      const query = { resourceId: ID, summary: { groups, measures, top: 6, zone: 'Europe/Zurich' } };
      assert.deepEqual(readDraft(draftOf(query, 'p1'), portals, words).query, query);
    });

    const faults: readonly (readonly [what: string, Partial<SummaryDraft>, message: string])[] = [
      ['an unknown field', { groups: [{ field: 'gone' }] }, words.fieldUnknown],
      ['no field', { measures: [{ calculate: 'sum', field: '' }] }, words.noFieldChosen],
      ['a unit of a number', { groups: [{ field: 'year', unit: 'year' }] }, words.fieldUnfit],
      ['a width that is no number', { groups: [{ field: 'year', width: '1e3' }] }, words.widthWrong],
      ['too many groups', { top: '10001' }, words.topWrong],
    ];
    for (const [what, changes, message] of faults)
      it(`finds ${what}`, () => {
        const { query, problems } = read({ summary: { ...summary, ...changes } });
        assert.deepEqual([query, problems], [undefined, [{ part: 'summary', severity: 'error', message }]]);
      });
  });

  describe('with a pasted API call', () => {
    const CALL = `https://h/en/api/3/action/datastore_search?resource_id=${ID}`;
    const asks =
      '&q=oak&filters={"kind":["oak","elm"],"height":1.50}&sort=height desc&fields=kind,height&limit=5&offset=10';
    const question = {
      resourceId: ID,
      q: 'oak',
      filters: conditionsOf('{"kind":["oak","elm"],"height":1.50}'),
      fields: ['kind', 'height'],
      sort: [{ field: 'height', descending: true }],
      limit: 15,
    };
    const places: readonly (readonly [where: string, draft: QueryDraft])[] = [
      ['as the resource', { ...good, resource: CALL + asks, q: 'of before' }],
      ['as the base URL', { ...EMPTY_DRAFT, baseUrl: CALL + asks, limit: '7' }],
    ];
    for (const [where, draft] of places)
      it(`${where} asks its question, and shows it in the controls`, () => {
        assert.deepEqual(readDraft(draft, portals, words).query, question);
        const apart = expandPastedCall(draft, portals)?.draft;
        assert.ok(apart);
        assert.deepEqual(
          [apart.q, apart.limit, apart.sort, apart.fields, apart.filterRows.map(({ field }) => field)],
          ['oak', '15', question.sort, question.fields, ['kind', 'height']],
        );
        assert.deepEqual(readDraft(apart, portals, words).query, question);
        assert.doesNotMatch(apart.baseUrl + apart.resource, /oak|limit/);
        assert.equal(expandPastedCall(apart, portals), undefined);
      });

    it('that asks for the resource alone leaves the other controls as they are', () => {
      assert.equal(expandPastedCall({ ...good, resource: CALL, q: 'typed' }), undefined);
      assert.deepEqual(read({ resource: CALL, q: 'typed' }).query, { resourceId: ID, q: 'typed' });
    });

    it('is refused, whole, when a secret stands in it', () => {
      const draft = { ...good, resource: `${CALL}${asks}&apikey=s3cr3t` };
      assert.equal(expandPastedCall(draft), undefined);
      assert.deepEqual(
        readDraft(draft, portals, words).problems.map(({ message }) => message),
        [words.secret],
      );
    });

    const BODY = `{"resource_id":"${ID}","q":"oak","limit":5}`;
    const commands: readonly (readonly [what: string, text: string])[] = [
      ['curl', `curl https://h/en/api/action/datastore_search -H 'Authorization: s3cret' -d '${BODY}'`],
      ['ckanapi', `ckanapi action datastore_search -r https://h/en -a s3cret resource_id=${ID} q=oak limit:5`],
      [
        'a snippet',
        `requests.post("https://h/en/api/action/datastore_search", json=${BODY}, headers={"Authorization": "s3cret"})`,
      ],
    ];
    for (const [what, text] of commands) {
      const asked = { resourceId: ID, q: 'oak', limit: 5 };
      for (const part of ['resource', 'baseUrl'] as const)
        it(`as ${what} as the ${part} fills the form, and keeps no token`, () => {
          const draft = { ...good, q: 'of before', ...(part === 'baseUrl' && { portalId: '' }), [part]: text };
          const apart = expandPastedCall(draft, portals);
          assert.ok(apart);
          assert.deepEqual([apart.draft.q, apart.draft.limit, apart.hadSecret], ['oak', '5', true]);
          assert.doesNotMatch(JSON.stringify(apart), /s3cret/);
          const { query, baseUrl, portalId, problems } = readDraft(apart.draft, portals, words);
          assert.deepEqual([query, baseUrl, portalId, problems], [asked, 'https://h/en', 'p1', []]);
          assert.deepEqual(readDraft(draft, portals, words).query, asked);
          assert.equal(expandPastedCall(apart.draft, portals), undefined);
        });
    }

    it('says which of its parameters are in no query', () => {
      const call = `curl 'https://h/en/api/action/datastore_search?resource_id=${ID}&q=oak&language=simple'`;
      assert.deepEqual(expandPastedCall({ ...good, resource: call }, portals)?.leftOut, ['language']);
    });

    it('as a command without a question leaves the other controls as they are', () => {
      const resource = `curl 'https://h/en/api/action/datastore_search?resource_id=${ID}'`;
      const apart = expandPastedCall({ ...good, resource, q: 'typed' }, portals);
      assert.deepEqual(readDraft(apart?.draft ?? good, portals, words).query, { resourceId: ID, q: 'typed' });
    });

    it('of another portal of the list asks that one', () => {
      const others = [...portals, { id: 'p2', baseUrl: 'https://other/en' }];
      const resource = `${CALL}${asks}`.replace('https://h/', 'https://other/');
      const apart = expandPastedCall({ ...good, resource }, others);
      assert.deepEqual([apart?.draft.portalId, apart?.draft.resource, apart?.draft.q], ['p2', ID, 'oak']);
    });

    const unreadable: readonly (readonly [text: string, message: string])[] = [
      [`curl https://h/api/action/datastore_search -d @body.json`, words.file],
      [`ckanapi action datastore_search resource_id=${ID}`, words.noAddress],
      [`curl https://h/api/action/datastore_search -d '{"resource_id": oak'`, words.unclear],
      ['curl https://h/api/action/status_show', words.notResource],
    ];
    for (const [text, message] of unreadable)
      it(`is refused in words: ${message}`, () => {
        const draft = { ...good, resource: text };
        assert.equal(expandPastedCall(draft, portals), undefined);
        assert.deepEqual(
          readDraft(draft, portals, words).problems.map((problem) => [problem.part, problem.message]),
          [['resource', message]],
        );
        const ofPortal = readDraft({ ...good, portalId: '', baseUrl: text }, portals, words).problems;
        assert.deepEqual(
          ofPortal.map((problem) => [problem.part, problem.message]),
          [['portal', message]],
        );
      });

    it('asks whatever the call asks', () => {
      fc.assert(
        fc.property(anyQuery, (query) => {
          const { href } = pastedCall('https://h/en', query);
          fc.pre(!holdsSecret(href) && query.q?.trim() !== '');
          const { distinct, ...rest } = query;
          const read = readDraft({ ...good, resource: href }, portals, words).query;
          assert.deepEqual(read, { ...rest, ...(distinct === true && { distinct }) });
        }),
      );
    });
  });

  const CALL_ADDRESS = 'https://h.test/api/3/action/datastore_search?resource_id=r1';
  for (const [asked, leftOut, shown] of [
    ['&offset=20&limit=10', ['offset'], { limit: '30' }],
    ['&offset=20', ['offset'], { limit: '' }],
    ['&offset=0&limit=10', [], { limit: '10' }],
    ['&language=german&q=x', ['language'], { q: 'x' }],
    ['&sort=name nulls first&limit=5', ['sort'], { limit: '5' }],
    ['&sort=name nulls last&limit=5', [], { sort: [{ field: 'name', descending: false, nullsLast: true }] }],
    ['&limit=abc&q=x', ['limit'], { limit: '', q: 'x' }],
    ['&records_format=csv&include_total=false&q=x', ['records_format', 'include_total'], { q: 'x' }],
    ['&plain=false&q=a', [], { q: 'a', qMode: 'expression' }],
    ['&made_up=1', ['made_up'], {}],
  ] as const)
    for (const text of [CALL_ADDRESS + asked, `curl '${CALL_ADDRESS}${asked}'`])
      it(`names what it can't take over: ${text}`, () => {
        const apart = expandPastedCall({ ...EMPTY_DRAFT, resource: text });
        assert.deepEqual(apart?.leftOut, leftOut);
        assert.partialDeepStrictEqual(apart.draft, shown);
      });
});
