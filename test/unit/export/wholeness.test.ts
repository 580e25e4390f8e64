import assert from 'node:assert/strict';
import type { DatastoreQuery } from '../../../src/datastore/query/query.ts';
import { allRecords } from '../../../src/export/records.ts';
import type { ExportProgress } from '../../../src/export/runLog.ts';
import { HttpError } from '../../../src/http/errors.ts';
import type { RecordRow } from '../../../src/base/cells.ts';
import { FakeCkan, success, type FakeCkanOptions } from '../../support/fakes/fakeCkan.ts';
import { clientOf } from '../../support/fakes/fakeExchange.ts';
import { idsOf, itemsResource, listsOf, range, tamper } from '../../support/fakes/fakeResult.ts';

const { signal } = new AbortController();

/**
 * Exports pages of 41, each with the last record before it, so that there are several. `rows` also contains what came
 * before a failure.
 */
function export300(
  fault: FakeCkanOptions['fault'],
  query: Partial<DatastoreQuery> = {},
  options: Partial<FakeCkanOptions> = {},
) {
  const ckan = new FakeCkan({ resources: { r: itemsResource(300) }, rowsMax: 41, ...(fault && { fault }), ...options });
  const rows: RecordRow[] = [];
  const pauses: number[] = [];
  let progress: ExportProgress | undefined;
  const records = allRecords(clientOf(ckan), { resourceId: 'r', ...query }, signal, {
    onProgress: (now) => (progress = now),
    pause: (ms) => {
      pauses.push(ms);
      return Promise.resolve();
    },
  });
  const done = (async () => {
    for await (const batch of records) rows.push(...batch.rows);
  })();
  return { ckan, rows, pauses, done, notices: () => progress?.notices ?? [] };
}

const offsetOf = (body: string): number => (JSON.parse(body) as { offset?: number }).offset ?? 0;

/** Records end at an offset. `total` stays unless it is given. */
function emptyFrom(offset: number, { total }: { total?: number } = {}) {
  const fault: NonNullable<FakeCkanOptions['fault']> = (call, honest, index) => {
    const first = offsetOf(call.body);
    const cut = tamper((result) => ({
      ...result,
      records: result.records.slice(0, Math.max(0, offset - first)),
      ...(total !== undefined && result.total !== undefined && { total }),
    }));
    return first + 41 > offset ? cut(call, honest, index) : honest;
  };
  return fault;
}

const incomplete = (found: number, promised: number) => ({
  name: 'DatastoreError',
  kind: 'incomplete',
  host: 'ckan.test',
  details: { found, promised },
});

describe('an end that contradicts the total', () => {
  it('is asked for again with the total, after a pause, and is then an error', async () => {
    const { ckan, rows, pauses, done } = export300(emptyFrom(121));
    await assert.rejects(done, incomplete(121, 300));
    assert.deepEqual(idsOf(rows), range(1, 122));
    assert.equal(pauses.length, 1);
    const again = ckan.searches.at(-1) ?? '';
    assert.equal(offsetOf(again), 121);
    assert.doesNotMatch(again, /include_total/);
  });

  it('is an error too where it is the first answer', async () => {
    const { rows, done } = export300(emptyFrom(0));
    await assert.rejects(done, incomplete(0, 300));
    assert.deepEqual(rows, []);
  });

  it('is gone when the records are there again', async () => {
    const emptied = emptyFrom(0);
    // Empty pages come at the end and at six positions before it. Each empty page of lists is requested once more as
    // objects.
    const { rows, pauses, done, notices } = export300((call, honest, index) =>
      index >= 3 && index < 19 ? emptied(call, honest, index) : honest,
    );
    await done;
    assert.deepEqual(idsOf(rows), range(1, 301));
    assert.deepEqual([pauses.length, notices()], [1, []]);
  });

  it('is the end when the total agrees by then', async () => {
    const { rows, done, notices } = export300(emptyFrom(121, { total: 121 }));
    await done;
    assert.equal(rows.length, 121);
    assert.deepEqual(notices(), [{ kind: 'totalWrong', claimed: 300, found: 121, atLeast: false }]);
  });

  it('is an error when the table has fewer records by then than came', async () => {
    await assert.rejects(export300(emptyFrom(121, { total: 0 })).done, incomplete(121, 0));
  });

  it('is an error when the server says no total at all the second time', async () => {
    const cut = emptyFrom(121);
    const { done } = export300((call, honest, index) => {
      const answer = cut(call, honest, index);
      const isSilent = offsetOf(call.body) >= 120 && !('then' in answer);
      return isSilent ? { ...answer, text: answer.text.replace(/"total":\d+,?/, '') } : answer;
    });
    await assert.rejects(done, incomplete(121, 300));
  });

  it('is noticed behind the last _id as well', async () => {
    const fault: FakeCkanOptions['fault'] = (call, honest, index) => {
      const [, kind] = /{"(gte?)":121}/.exec(call.body) ?? [];
      if (kind === undefined) return honest;
      const most = kind === 'gte' ? 1 : 0;
      return tamper((result) => ({ ...result, records: result.records.slice(0, most) }))(call, honest, index);
    };
    await assert.rejects(export300(fault, {}, { version: '2.12' }).done, incomplete(121, 300));
  });

  it('is noticed behind the last _id where that one is gone, too: a table that is loaded anew', async () => {
    const fault: FakeCkanOptions['fault'] = (call, honest, index) =>
      /{"gte?":121}/.test(call.body)
        ? tamper((result) => ({ ...result, records: [], total: 0 }))(call, honest, index)
        : honest;
    await assert.rejects(export300(fault, {}, { version: '2.12' }).done, {
      name: 'DatastoreError',
      kind: 'dataChanged',
      host: 'ckan.test',
    });
  });

  it('counts against the limit that people gave', async () => {
    const { done } = export300(emptyFrom(121), { limit: 200 });
    await assert.rejects(done, incomplete(121, 200));
    const whole = export300(emptyFrom(121), { limit: 121 });
    await whole.done;
    assert.equal(whole.rows.length, 121);
  });

  it('is none where the total is an estimate, or there is no total', async () => {
    for (const change of [
      tamper((result) => ({ ...result, total: 5000, total_was_estimated: true })),
      tamper(({ total: _, ...result }) => result),
    ]) {
      const { rows, pauses, done, notices } = export300(change);
      await done;
      assert.deepEqual([rows.length, pauses, notices()], [300, [], []]);
    }
  });

  it('ends with the signal while it waits', async () => {
    const stop = new AbortController();
    const ckan = new FakeCkan({ resources: { r: itemsResource(300) }, rowsMax: 40, fault: emptyFrom(40) });
    const records = allRecords(clientOf(ckan), { resourceId: 'r' }, stop.signal, {
      pause: (_ms, abort) => {
        stop.abort(new Error('enough'));
        abort.throwIfAborted();
        return Promise.resolve();
      },
    });
    await records.next();
    await assert.rejects(records.next(), /enough/);
  });
});

describe('a total that is too small', () => {
  for (const version of ['2.11', '2.12'] as const)
    it(`ends nothing where the server gives fewer than it is asked for, CKAN ${version}`, async () => {
      const fault = tamper((result) => ({ ...result, total: 82 }));
      const { rows, done, notices } = export300(fault, {}, { version });
      await done;
      assert.equal(rows.length, 300);
      assert.deepEqual(notices(), [{ kind: 'totalWrong', claimed: 82, found: 300, atLeast: false }]);
    });
});

describe('a table that has new records at each request', () => {
  for (const version of ['2.11', '2.12'] as const)
    it(`ends where a count of its own said that it ends, CKAN ${version}`, async () => {
      const table = itemsResource(300);
      const names = table.rows;
      // An export that never ends would wait for all of them.
      const fault: NonNullable<FakeCkanOptions['fault']> = (_call, honest, index) => {
        if (index > 4 && table.rows.length < 3000) table.rows = [...table.rows, ...names.slice(0, 3)];
        return honest;
      };
      const { rows, done, notices } = export300(fault, {}, { version, resources: { r: table } });
      await done;
      assert.ok(rows.length >= 300 && rows.length < 400, `${String(rows.length)} records`);
      assert.deepEqual(idsOf(rows), range(1, rows.length + 1));
      assert.deepEqual(notices(), [{ kind: 'totalWrong', claimed: 300, found: rows.length, atLeast: true }]);
    });
});

describe('a count that is old', () => {
  it('ends nothing, however short the pages are', async () => {
    for (const old of [170, 200, 250]) {
      const fault = tamper((result, index) => ({
        ...result,
        records: index === 0 ? result.records : result.records.slice(0, 9),
        ...(result.total !== undefined && { total: index === 0 ? 100 : old }),
      }));
      const { rows, done, notices } = export300(fault);
      await done;
      assert.equal(rows.length, 300);
      assert.deepEqual(notices(), [{ kind: 'totalWrong', claimed: 100, found: 300, atLeast: false }]);
    }
  });
});

describe('an end without a total', () => {
  it('is not a short page, though the server confirms the limit', async () => {
    const short = tamper(({ total: _, ...result }, index) => ({
      ...result,
      records: index === 0 ? result.records : result.records.slice(0, 15),
    }));
    const { rows, done } = export300(short, { sort: [{ field: '_id', descending: false }] });
    await done;
    assert.deepEqual(idsOf(rows), range(1, 301));
  });
});

describe('fields that change while records are read', () => {
  const renamed = [{ id: '_id' }, { id: 'name' }, { id: 'cohort' }];
  const wider = [{ id: '_id' }, { id: 'name' }, { id: 'group' }, { id: 'new' }];
  for (const [what, fields] of [
    ['another name', renamed],
    ['one more', wider],
  ] as const)
    it(`end it with an error: ${what}`, async () => {
      const fault = tamper((result, index) =>
        index < 3
          ? result
          : { ...result, fields, records: listsOf(result).map((row) => fields.map((_, at) => row[at] ?? 'x')) },
      );
      const { rows, done } = export300(fault);
      await assert.rejects(done, { kind: 'fieldsChanged', host: 'ckan.test' });
      assert.deepEqual(idsOf(rows), range(1, 122), 'what came before stays');
    });

  it('may come in another order', async () => {
    const fault = tamper((result, index) =>
      index !== 3
        ? result
        : {
            ...result,
            fields: [{ id: 'group' }, { id: '_id' }, { id: 'name' }],
            records: listsOf(result).map(([id, name, group]) => [group, id, name]),
          },
    );
    const { rows, done, notices } = export300(fault);
    await done;
    assert.deepEqual(idsOf(rows), range(1, 301));
    assert.deepEqual(notices(), []);
  });

  it('are not known where a server describes none; what the first answer had not is said to be left out', async () => {
    const fault = tamper(({ records }, index) => ({
      records: records.map((record, at) => (index === 1 && at === 5 ? { ...record, late: 1 } : record)),
    }));
    const { rows, done, notices } = export300(
      fault,
      { sort: [{ field: '_id', descending: false }] },
      { version: '2.6' },
    );
    await done;
    assert.equal(rows.length, 300);
    assert.deepEqual(notices(), [{ kind: 'fieldsLeftOut' }]);
  });
});

describe('the edition that a portal tells', () => {
  const told = (editions: readonly string[]): NonNullable<FakeCkanOptions['fault']> => {
    let calls = 0;
    return ({ action }, honest) =>
      action === 'resource_show'
        ? success({ id: 'r', last_modified: editions[Math.min(calls++, editions.length - 1)] ?? '' })
        : honest;
  };

  it('is the same before and after: all records come', async () => {
    const { rows, done, notices } = export300(told(['2026-01-01T00:00:00']));
    await done;
    assert.deepEqual([rows.length, notices()], [300, []]);
  });

  it('is another one at the end: the export fails, although the records of every page fit together', async () => {
    const { rows, done } = export300(told(['2026-01-01T00:00:00', '2026-01-02T00:00:00']));
    await assert.rejects(done, { name: 'DatastoreError', kind: 'dataChanged', host: 'ckan.test' });
    assert.equal(rows.length, 300);
  });
});

describe('pages that may repeat', () => {
  it('are said by a server of ours, and come into the notices', async () => {
    const fault = tamper((result) => ({ ...result, x_pages_may_repeat: true }));
    const { done, notices } = export300(fault);
    await done;
    assert.deepEqual(notices(), [{ kind: 'pagesMayRepeat' }]);
  });
});

describe('a page that is larger than any answer may be', () => {
  it('is asked for in few, much smaller pieces before that is said', async () => {
    const limits: number[] = [];
    const first = clientOf(new FakeCkan({ resources: { r: itemsResource(40_000) } }));
    const search = first.search.bind(first);
    first.search = (query, window, abort) => {
      if (window === undefined) return search(query, window, abort);
      limits.push(window.limit);
      return Promise.reject(new HttpError('tooLarge', 'ckan.test'));
    };
    const records = allRecords(first, { resourceId: 'r' }, signal);
    await records.next();
    await assert.rejects(records.next(), { kind: 'tooLarge' });
    const wanted = [limits[0]!];
    while (wanted.at(-1)! > 1) wanted.push(Math.ceil(wanted.at(-1)! / 16));
    assert.deepEqual(limits, wanted);
    assert.ok(limits.length < 6);
  });
});
