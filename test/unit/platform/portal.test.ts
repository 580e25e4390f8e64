import assert from 'node:assert/strict';
import type { Portal } from '../../../src/platform/portal.ts';
import { PortalStore } from '../../../src/sources/portalStore.ts';

const whole: Portal = {
  id: 'p1',
  name: 'City',
  baseUrl: 'https://data.example.org/en',
  allowPlainHttp: true,
  resources: [
    { id: 'r1', name: 'Lessons', records: 12 },
    { id: 'r2', name: 'Teachers' },
  ],
};

/** The portals that VS Code's storage holds. */
const readPortals = (saved: unknown) => new PortalStore({ get: () => saved, update: () => Promise.resolve() }).portals;

describe('portals from storage', () => {
  it('come back as they were kept', () => {
    const saved: unknown = JSON.parse(JSON.stringify({ version: 1, portals: [whole] }));
    assert.deepEqual(readPortals(saved), [whole]);
  });

  const broken: readonly [what: string, saved: unknown][] = [
    ['nothing', undefined],
    ['another version', { version: 2, portals: [whole] }],
    ['a list', [whole]],
    ['no id', { version: 1, portals: [{ ...whole, id: undefined }] }],
    ['an address that is none', { version: 1, portals: [{ ...whole, baseUrl: 'data' }] }],
    ['no resources', { version: 1, portals: [{ ...whole, resources: 'r1' }] }],
  ];
  for (const [what, saved] of broken)
    it(`are none when there is ${what}`, () => assert.deepEqual(readPortals(saved), []));

  it('keep what is sound beside what is broken, and nothing that was not asked for', () => {
    const odd = {
      ...whole,
      token: 'secret',
      allowPlainHttp: 'yes',
      resources: [{ id: 'r1', name: 'L', records: '12' }, 7],
    };
    assert.deepEqual(readPortals({ version: 1, portals: [null, odd] }), [
      { id: 'p1', name: 'City', baseUrl: whole.baseUrl, resources: [{ id: 'r1', name: 'L' }] },
    ]);
  });
});
