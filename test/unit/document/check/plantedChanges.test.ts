// Changes that were planted into tables of CKAN 2.10, 2.11 and 2.12 are named; tables without changes raise no alarm.
import assert from 'node:assert/strict';
import { checkFigures, FAKE_SITES } from '../../../kept/checks.ts';
import { isFull } from '../../../support/results/full.ts';

describe('checks of 20 tables', function () {
  this.timeout(120_000);

  it('name 60 planted changes by field and kind, hold where nothing has changed, and can be proposed', async () => {
    const figures = await checkFigures(FAKE_SITES, isFull ? 10 : 2);
    const scores = figures.map(({ name, value, limit }) => [name, `${value}/${limit}`] as const);
    assert.deepEqual(Object.fromEntries(scores), {
      'changes-named': '60/60',
      'checks-without-alarm': isFull ? '200/200' : '40/40',
      'proposals-that-hold': '20/20',
      // Nothing in the records says how often a publisher changes them, so `updatedWithin` isn't proposed.
      'changes-named-by-proposals': '54/50',
    });
  });
});
