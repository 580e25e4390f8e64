import assert from 'node:assert/strict';
import { showCapabilities } from '../../../../src/sources/web/portalCapabilities.ts';
import { type FakeAnswer, FakeCkan } from '../../../support/fakes/fakeCkan.ts';
import { hostWith } from '../../../support/host/twoPortals.ts';
import { people } from '../../../support/host/vscode.ts';

const never = new AbortController().signal;

describe('Show Portal Capabilities', () => {
  beforeEach(() => people.forget());

  const setUp = async () => {
    const city = new FakeCkan({
      title: 'City of Testville',
      resources: { r: { fields: [{ id: 'n', type: 'numeric' }], rows: [[1]] } },
    });
    const host = await hostWith({ 'city.test': city });
    return { ...host, city, show: () => showCapabilities(host, host.portal) };
  };
  const rows = () =>
    Object.fromEntries(
      people.rows
        .filter(({ label }) => label !== '')
        .map(({ label, description = '' }) => [label, description.replaceAll('\u200b', '')]),
    );

  it('asks the portal nothing, and says what is not known', async () => {
    const { show, city } = await setUp();
    await show();
    assert.deepEqual(city.calls, []);
    assert.deepEqual(rows(), {
      ...{ Portal: '', Records: '', Datasets: '' },
      '$(globe) CKAN version not known yet': 'https://city.test',
      '$(extensions) Extensions': 'not shown',
      '$(arrow-right) Requests': 'POST /api/action · not tried yet',
      '$(key) Header of the API token': 'Authorization',
      '$(question) Filters by range (Between, At least, At most)': 'Not known yet',
      '$(question) SQL queries (datastore_search_sql)': 'Not known yet',
      '$(question) Sorting empty values last': 'Not known yet',
      '$(question) Distinct records across pages': 'Not known yet',
      '$(question) Searching for beginnings of words and expressions': 'Not known yet',
      '$(question) Search results sorted by relevance': 'Not known yet',
      '$(question) Skipping the total (include_total)': 'Not known yet',
      '$(question) Sorting datasets by title': 'Not known yet',
      '$(question) Estimated totals': 'Not known yet',
      '$(question) Short responses (records_format)': 'Not known yet',
      '$(question) Numbers as numbers, not as text': 'Not known yet',
      '$(question) Only distinct records': 'Not known yet',
      '$(question) Field names that contain #': 'Not known yet',
      '$(question) Maximum records per response': 'no limit seen',
      '$(question) Finding datasets by the beginning of a word': 'Not known yet',
      '$(question) Finding private datasets with an API token': 'Not known yet',
      '$(refresh) Refresh': 'Ask the portal for its version again and forget what was learned',
      '$(copy) Copy as Text': '',
    });
  });

  it('says what answers have shown, and what is usual for the version', async () => {
    const { show, portal, clients } = await setUp();
    const client = clients.ofPortal(portal.id);
    await client.status(never);
    await client.search({ resourceId: 'r' }, undefined, never);
    await show();
    const shown = rows();
    assert.equal(shown['$(globe) CKAN 2.11.0'], 'City of Testville · https://city.test');
    assert.equal(shown['$(extensions) Extensions'], 'datastore');
    assert.equal(shown['$(arrow-right) Requests'], 'POST /api/action');
    assert.equal(shown['$(circle-slash) Filters by range (Between, At least, At most)'], 'No · seen in a response');
    assert.equal(shown['$(check) Numbers as numbers, not as text'], 'Yes · seen in a response');
    assert.equal(shown['$(circle-slash) SQL queries (datastore_search_sql)'], 'No · usual for this version');
    assert.equal(shown['$(dashboard) Maximum records per response'], '32,000 · usual for this version');
  });

  it('tells numbers that an old portal sends as texts', async () => {
    const old = new FakeCkan({
      version: '2.6',
      resources: { r: { fields: [{ id: 'n', type: 'numeric' }], rows: [[1]] } },
    });
    const host = await hostWith({ 'old.test': old });
    await host.clients.ofPortal(host.portal.id).search({ resourceId: 'r' }, undefined, never);
    await showCapabilities(host, host.portal);
    assert.equal(rows()['$(circle-slash) Numbers as numbers, not as text'], 'No · seen in a response');
  });

  it('Refresh asks for the status once and forgets what was learned', async () => {
    const { show, portal, clients, city } = await setUp();
    const client = clients.ofPortal(portal.id);
    await client.search({ resourceId: 'r' }, undefined, never);
    let refreshed = 0;
    people.pick = () => (refreshed++ === 0 ? { row: '$(refresh) Refresh' } : undefined);
    await show();
    assert.equal(rows()['$(check) Numbers as numbers, not as text'], 'Yes · usual for this version');
    assert.deepEqual(
      city.calls.map(({ action }) => action),
      ['datastore_search', 'status_show'],
    );
  });

  it('names a look-alike one when it is refreshed, and forgets what the server before it had shown', async () => {
    const { show, portal, clients, city } = await setUp();
    const { dialect } = clients.ofPortal(portal.id);
    dialect.learnStatus({ version: '2.11.6', title: 'City', extensions: ['spatial'] }, false);
    const unknown: FakeAnswer = { status: 400, text: '"Bad request - Action name not known"' };
    city.answer = () => Promise.resolve(unknown);
    let refreshed = 0;
    people.pick = () => (refreshed++ === 0 ? { row: '$(refresh) Refresh' } : undefined);
    await show();
    assert.deepEqual(people.asked, []);
    assert.equal(rows()["$(globe) CKAN look-alike that doesn't say what it is"], 'https://city.test');
    const { isLookAlike, version } = dialect.facts;
    assert.deepEqual([isLookAlike, version], [true, undefined]);
    city.answer = () => Promise.resolve({ status: 404, text: '<title>No</title>' });
    refreshed = 0;
    await show();
    assert.deepEqual(people.asked, []);
    assert.equal(dialect.facts.isLookAlike, true);
  });

  it('Refresh says which portal failed, and keeps what was learned', async () => {
    const { show, portal, clients, city } = await setUp();
    const client = clients.ofPortal(portal.id);
    await client.search({ resourceId: 'r' }, undefined, never);
    const before = client.dialect.facts;
    city.answer = () => Promise.resolve({ status: 404, text: '<title>No</title>' });
    people.pick = () => ({ row: '$(refresh) Refresh' });
    await show();
    assert.match(people.asked[0]?.text ?? '', /^City has no datastore API at this address\./);
    assert.deepEqual(people.asked[0]?.buttons, ['Try Again']);
    assert.deepEqual(client.dialect.facts, before);
  });

  it('can be copied', async () => {
    const { show } = await setUp();
    people.pick = () => ({ row: '$(copy) Copy as Text' });
    await show();
    const [first, second] = people.clipboard.split('\n');
    assert.equal(first, 'City (https://city.test)');
    assert.equal(second, 'CKAN version not known yet: https://city.test');
    assert.equal(people.asked[0]?.text, 'Copied the capabilities of City.');
  });
});
