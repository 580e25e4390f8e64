import assert from 'node:assert/strict';
import { clientOf } from '../../../support/fakes/fakeExchange.ts';
import { FakeCkan, success } from '../../../support/fakes/fakeCkan.ts';

describe('the page of a resource on its portal', () => {
  const signal = new AbortController().signal;
  const cases: readonly [what: string, result: object, page: string | undefined][] = [
    ['stands in its dataset', { id: 'r 1', package_id: 'lessons' }, '/dataset/lessons/resource/r%201'],
    ['cannot leave the portal', { package_id: '../../x' }, '/dataset/..%2F..%2Fx/resource/r%201'],
    ['is unknown without a dataset', { id: 'r 1' }, undefined],
  ];
  for (const [what, result, page] of cases)
    it(what, async () => {
      const ckan = new FakeCkan({ resources: {}, fault: () => success(result) });
      assert.equal(await clientOf(ckan).resourcePage('r 1', signal), page);
    });

  it('is unknown where the portal knows no such resource', async () => {
    assert.equal(await clientOf(new FakeCkan({ resources: {} })).resourcePage('r1', signal), undefined);
  });
});
