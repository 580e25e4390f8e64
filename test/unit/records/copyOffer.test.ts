import assert from 'node:assert/strict';
import { DatastoreError } from '../../../src/datastore/wire/errors.ts';
import { askForCopy, isOfCopy } from '../../../src/records/copyOffer.ts';
import { recoveryActions } from '../../../src/records/panelNotices.ts';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';
import { clientOf } from '../../support/fakes/fakeExchange.ts';
import { itemsResource } from '../../support/fakes/fakeResult.ts';
import { people } from '../../support/host/vscode.ts';

const summary = { groups: [], measures: [{ calculate: 'count' as const }] };

const nothing = () => undefined;
const WAYS = { setToken: nothing, checkToken: nothing, tryAgain: nothing, editQuery: nothing, showLog: nothing };

describe('the offer of a local copy', () => {
  it('is the first thing to do about a summary that failed', () => {
    const words = { message: '', hint: '', offersToken: false, actions: [], isUnreachable: false };
    const ways = recoveryActions(words, { ...WAYS, back: nothing, makeCopy: nothing });
    assert.deepEqual(
      ways.slice(0, 2).map(({ label }) => label),
      ['Make Local Copy…', 'Back'],
    );
  });

  it('is for summaries that the portal can’t compute', () => {
    const refused = new DatastoreError('noSummary', 'ckan.test');
    assert.equal(isOfCopy(refused, { resourceId: 'r', summary }), true);
    assert.equal(isOfCopy(new DatastoreError('sqlNotAllowed', 'ckan.test'), { resourceId: 'r', summary }), true);
    assert.equal(isOfCopy(new DatastoreError('sqlNotAllowed', 'ckan.test'), { resourceId: 'r' }), false);
    assert.equal(isOfCopy(new DatastoreError('notFound', 'ckan.test'), { resourceId: 'r', summary }), false);
  });

  it('tells the size and the time first, and is nothing until people confirm it', async () => {
    people.forget();
    const client = clientOf(new FakeCkan({ resources: { r: itemsResource(5000) } }));
    const ask = () => askForCopy('Trees', { resourceId: 'r', summary }, () => Promise.resolve(client));
    assert.equal(await ask(), false);
    assert.match(
      people.asked.at(-1)?.text ?? '',
      /^Download a local copy of Trees\? 5,000 records, about \d+ kB and 1 sec to download\. Answers are/,
    );
    people.answer = () => 'Download';
    assert.equal(await ask(), true);
  });
});
