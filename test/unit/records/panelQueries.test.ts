import assert from 'node:assert/strict';
import type { DatastoreQuery } from '../../../src/datastore/query/query.ts';
import { NO_HISTORY } from '../../../src/datastore/query/queryHistory.ts';
import { PanelQueries } from '../../../src/records/savedPanel.ts';
import { savedPanel } from '../../../src/records/savedPanel.ts';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';
import { type Hosting, hostWith } from '../../support/host/twoPortals.ts';

const ALL: DatastoreQuery = { resourceId: 'r' };
const WINTER: DatastoreQuery = { resourceId: 'r', q: 'winter' };
const SORTED: DatastoreQuery = { ...WINTER, sort: [{ field: 'a', descending: true }] };

describe('the last query of a panel', () => {
  let host: Hosting;
  /** The queries as another window would read them. */
  const queries = () => new PanelQueries(host.state);
  beforeEach(async () => {
    host = await hostWith({ 'city.test': new FakeCkan({ resources: {} }) });
  });

  it('comes back although its page had not saved it yet, with the queries before it', () => {
    const history = { changes: [ALL, WINTER], place: 1 };
    const ofPage = { saved: savedPanel('p', WINTER, history, false, 'one') };
    queries().keep(savedPanel('p', SORTED, NO_HISTORY, false, 'one'));
    assert.deepEqual(queries().newest(ofPage), {
      ...{ id: 'one', portalId: 'p', query: SORTED, isReusable: false },
      history: { changes: [ALL, WINTER, SORTED], place: 2 },
    });
  });

  it('comes behind the one that the page had saved without a history', () => {
    queries().keep(savedPanel('p', WINTER, NO_HISTORY, false, 'one'));
    const restored = queries().newest({ saved: savedPanel('p', ALL, NO_HISTORY, true, 'one') });
    assert.deepEqual(restored?.history, { changes: [ALL, WINTER], place: 1 });
    assert.equal(restored.isReusable, false);
  });

  it('leaves what the page had saved as it is where that is the same query', () => {
    const history = { changes: [ALL, WINTER, SORTED], place: 1 };
    queries().keep(savedPanel('p', WINTER, NO_HISTORY, false, 'one'));
    const restored = queries().newest({ saved: savedPanel('p', WINTER, history, false, 'one') });
    assert.deepEqual(restored?.history, history);
  });

  it('may be of another resource, where the panel was reused', () => {
    queries().keep(savedPanel('p', { resourceId: 'other' }, NO_HISTORY, true, 'one'));
    const restored = queries().newest({ saved: savedPanel('p', WINTER, NO_HISTORY, true, 'one') });
    assert.deepEqual([restored?.query, restored?.history], [{ resourceId: 'other' }, NO_HISTORY]);
  });

  it('is that of its own panel, whatever others ask of the same resource', () => {
    queries().keep(savedPanel('p', WINTER, NO_HISTORY, false, 'one'));
    queries().keep(savedPanel('p', SORTED, NO_HISTORY, false, 'two'));
    const queryOf = (id?: string) => queries().newest({ saved: savedPanel('p', ALL, NO_HISTORY, false, id) })?.query;
    assert.deepEqual([queryOf('one'), queryOf('two'), queryOf('three'), queryOf()], [WINTER, SORTED, ALL, ALL]);
  });

  it('holds no secret', () => {
    const token = `eyJhbGciOiJIUzI1NiJ9.${'eyJzdWIiOiIxIn0'.repeat(3)}.c2lnbmF0dXJl`;
    queries().keep(savedPanel('p', { resourceId: 'r', q: token }, NO_HISTORY, false, 'one'));
    assert.doesNotMatch(JSON.stringify(host.state.get('panelQueries')), /eyJ/);
  });

  it('is that of the last panels alone', () => {
    for (let place = 0; place < 40; place += 1)
      queries().keep(savedPanel('p', WINTER, NO_HISTORY, false, String(place)));
    const isKept = (id: string) =>
      queries().newest({ saved: savedPanel('p', ALL, NO_HISTORY, false, id) })?.query.q === 'winter';
    assert.deepEqual([isKept('0'), isKept('39')], [false, true]);
  });
});
