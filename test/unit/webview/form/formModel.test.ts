import assert from 'node:assert/strict';
import type { DraftProblem, QueryDraft } from '../../../../src/datastore/query/draft.ts';
import type { SummaryDraft } from '../../../../src/datastore/query/summaryDraft.ts';
import { enteredDraft, entryOf } from '../../../../src/webview/form/formEntry.ts';
import { type FormAction, initialState, reduce } from '../../../../src/webview/form/formModel.ts';
import { controlsWithErrors, problemsAt } from '../../../../src/webview/form/visibleProblems.ts';
import { draft, LESSONS, portals, row } from './draftSamples.ts';

const start = (changes: Partial<QueryDraft> = {}) => initialState(portals, entryOf(draft(changes)));
const after = (state: ReturnType<typeof start>, ...actions: readonly FormAction[]) => actions.reduce(reduce, state);

describe('the form: portal and resource', () => {
  it('takes a typed base URL', () => {
    const { entry } = after(start({ portalId: 'city' }), { kind: 'portalTyped', text: 'https://other.example' });
    assert.deepEqual([entry.portalId, entry.baseUrl], ['', 'https://other.example']);
  });

  const known = [
    ['City of Testville', 'city'],
    ['https://data.testville.example/en', 'city'],
    [' https://data.testville.example/en/ ', 'city'],
    ['https://data.testville.example', ''],
    ['city of', ''],
    ['', ''],
  ] as const;
  for (const [text, portalId] of known)
    it(`"${text}", once it is final, ${portalId ? 'is the portal of that name or address' : 'stays as typed'}`, () => {
      const { entry } = after(start(), { kind: 'portalTyped', text }, { kind: 'settled' });
      assert.deepEqual([entry.portalId, entry.baseUrl], [portalId, portalId ? '' : text]);
    });

  it('takes a resource by its name, but not where two have it', () => {
    const typed = (text: string) =>
      after(start({ portalId: 'city' }), { kind: 'typed', part: 'resource', text }, { kind: 'settled' }).entry;
    assert.equal(typed('Lessons').resource, LESSONS);
    assert.equal(typed('Twins').resource, 'Twins');
    assert.equal(typed('some_alias').resource, 'some_alias');
  });

  it('forgets a resource of the old portal, keeps a typed one and the rest', () => {
    const picked = after(start({ portalId: 'city', resource: LESSONS, q: 'x' }), { kind: 'portalPicked', id: 'local' });
    assert.deepEqual([picked.entry.resource, picked.entry.q], ['', 'x']);
    const typed = after(start({ portalId: 'city', resource: 'my_alias' }), { kind: 'portalPicked', id: 'local' });
    assert.equal(typed.entry.resource, 'my_alias');
  });

  it('asks for the fields anew when the resource changes, and only then', () => {
    const known = after(start({ portalId: 'city', resource: 'a' }), {
      kind: 'fieldsChanged',
      fields: { kind: 'known', fields: [] },
    });
    assert.equal(after(known, { kind: 'typed', part: 'q', text: 'x' }).fields.kind, 'known');
    assert.equal(after(known, { kind: 'typed', part: 'resource', text: 'b' }).fields.kind, 'unknown');
    assert.equal(after(known, { kind: 'portalPicked', id: 'local' }).fields.kind, 'unknown');
  });

  it('takes fields that the host knew already', () => {
    const state = start({ resource: 'a' });
    const fields = [{ id: 'stage', type: 'int4' }];
    const checked = after(state, {
      kind: 'checked',
      entry: state.entry,
      check: { preview: '', token: 'none', problems: [], fields },
    });
    assert.deepEqual(checked.fields, { kind: 'known', fields });
  });
});

describe('the form: filters as JSON', () => {
  const rows = [row('subject', 'math', 'art')];

  it('turns into text and back', () => {
    const json = after(start({ filterRows: rows }), {
      kind: 'converted',
      to: 'json',
      conversion: { ok: true, rows, json: '{"n":1.50,"a":["x"]}' },
    });
    assert.equal(json.entry.filterMode, 'json');
    assert.equal(json.entry.filterJson, '{\n  "n": 1.50,\n  "a": [\n    "x"\n  ]\n}');
    const back = after(json, { kind: 'converted', to: 'rows', conversion: { ok: true, rows, json: '' } });
    assert.deepEqual(enteredDraft(back.entry).filterRows, rows);
    assert.equal(back.entry.filterMode, 'rows');
  });

  it('stays and says why when it cannot; the reason goes when the text changes', () => {
    const state = after(start({ filterMode: 'json', filterJson: '{"a":{}}' }), {
      kind: 'converted',
      to: 'rows',
      conversion: { ok: false, problem: { part: 'filters', severity: 'error', message: 'Too rich' } },
    });
    assert.equal(state.entry.filterMode, 'json');
    assert.deepEqual(
      problemsAt(state, 'filters').map(({ message }) => message),
      ['Too rich'],
    );
    const typed = after(state, { kind: 'typed', part: 'filterJson', text: '{}' });
    assert.deepEqual(problemsAt(typed, 'filters'), []);
  });
});

describe('the form: problems', () => {
  const problem = (part: DraftProblem['part'], at?: number): DraftProblem => ({
    part,
    severity: 'error',
    message: `${part} is wrong`,
    ...(at === undefined ? {} : { row: at }),
  });
  const checked = (state: ReturnType<typeof start>, ...problems: readonly DraftProblem[]) =>
    reduce(state, { kind: 'checked', entry: state.entry, check: { preview: '', token: 'none', problems } });

  it('wait until the control was left, and never show at one that is empty', () => {
    const typing = checked(after(start(), { kind: 'typed', part: 'limit', text: 'ten' }), problem('limit'));
    assert.deepEqual(controlsWithErrors(typing), []);
    const left = reduce(typing, { kind: 'left', control: 'limit' });
    assert.deepEqual(controlsWithErrors(left), ['limit']);
    const emptied = after(left, { kind: 'typed', part: 'limit', text: '' });
    assert.deepEqual(controlsWithErrors(emptied), []);
  });

  it('of a draft that was restored show at once', () => {
    assert.deepEqual(controlsWithErrors(checked(start({ limit: 'ten' }), problem('limit'))), ['limit']);
  });

  it('go with the draft that had them when another one is shown', () => {
    const empty = checked(start(), problem('resource'));
    const shown = reduce(empty, { kind: 'shown', entry: entryOf(draft({ resource: 'x' })) });
    assert.deepEqual(controlsWithErrors(shown), []);
  });

  it('show all when a run was refused, in the order of the form', () => {
    const state = start({ filterRows: [row('a', '1'), row('b', 'x')] });
    const problems = [problem('limit'), problem('filters', 1), problem('portal')];
    const refused = reduce(state, { kind: 'refused', problems, entry: state.entry });
    assert.deepEqual(controlsWithErrors(refused), ['portal', 'row-2', 'limit']);
  });

  it('stay with their row when one above it goes', () => {
    const state = checked(start({ filterRows: [row('a', '1'), row('b', 'x')] }), problem('filters', 1));
    const moved = reduce(state, { kind: 'rowRemoved', key: 1 });
    assert.deepEqual(controlsWithErrors(moved), ['row-2']);
  });

  it('of a failed run show at the control to blame until it changes', () => {
    const failed = after(start({ resource: 'x' }), {
      kind: 'runChanged',
      run: { kind: 'failed', problem: problem('resource'), offerToken: true },
    });
    const [shown] = problemsAt(failed, 'resource');
    assert.equal(shown?.offerToken, true);
    const elsewhere = after(failed, { kind: 'typed', part: 'q', text: 'y' });
    assert.equal(elsewhere.run.kind, 'failed');
    const there = after(failed, { kind: 'typed', part: 'resource', text: 'y' });
    assert.deepEqual(problemsAt(there, 'resource'), []);
  });
});

describe('the form: an order chosen in the grid', () => {
  const sort = [{ field: 'hours', descending: true, nullsLast: true }];

  it('goes with the draft, and makes it another one', () => {
    const { entry } = start({ sort });
    assert.deepEqual(enteredDraft(entry).sort, sort);
    assert.notDeepEqual(enteredDraft(entry), draft());
  });

  it('goes when it is taken back', () => {
    const { entry } = after(start({ sort }), { kind: 'dropped', part: 'sort' });
    assert.equal('sort' in enteredDraft(entry), false);
  });
});

describe('the form: a summary', () => {
  const summary: SummaryDraft = {
    groups: [{ field: 'day', unit: 'year' }],
    measures: [{ calculate: 'sum', field: 'hours' }],
    zone: '',
  };
  const sort = [{ field: 'sum:hours', descending: true }];
  const changed = (state: ReturnType<typeof start>, to: SummaryDraft | undefined) =>
    after(state, { kind: 'summarized', summary: to }).entry;

  it('has an order and fields of its own', () => {
    const begun = changed(start({ sort: [{ field: 'hours', descending: true }], fields: ['hours'] }), summary);
    assert.deepEqual([begun.sort, begun.fields, begun.summary], [undefined, undefined, summary]);
    const ended = changed(start({ summary, sort, fields: ['sum:hours'] }), undefined);
    assert.deepEqual(enteredDraft(ended), draft());
  });

  it('takes the order along where a column gets another name, and drops it with the column', () => {
    const state = start({ summary, sort });
    const [measure] = summary.measures;
    assert.ok(measure);
    const renamed = changed(state, { ...summary, measures: [{ ...measure, calculate: 'mean' }] });
    assert.deepEqual(renamed.sort, [{ field: 'mean:hours', descending: true }]);
    const more = changed(state, { ...summary, measures: [{ calculate: 'count', field: '' }, measure] });
    assert.deepEqual(more.sort, sort);
    assert.equal(
      changed(state, { ...summary, groups: [], measures: [{ calculate: 'count', field: '' }] }).sort,
      undefined,
    );
    const typing = changed(state, { ...summary, measures: [{ ...measure, field: '' }] });
    assert.deepEqual(typing.sort, sort, 'half of a change drops nothing');
  });
});
