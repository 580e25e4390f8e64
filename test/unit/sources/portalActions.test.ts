import assert from 'node:assert/strict';
import { PortalActions } from '../../../src/sources/portalActions.ts';
import { FakeCkan, type FakeAnswer, type FakeCkanOptions } from '../../support/fakes/fakeCkan.ts';
import { hostWith } from '../../support/host/twoPortals.ts';
import { people } from '../../support/host/vscode.ts';

describe('Test Connection', () => {
  beforeEach(() => people.forget());

  const unknown: FakeAnswer = { status: 400, text: '"Bad request - Action name not known"' };
  const servers: [what: string, options: Partial<FakeCkanOptions>, text: string][] = [
    ['a portal', {}, 'Connected to City (CKAN 2.11.0).'],
    [
      'a look-alike, which has no action to say what it is',
      { fault: ({ action }, honest) => (action === 'status_show' ? unknown : honest) },
      'Connected to City, a CKAN look-alike.',
    ],
  ];
  for (const [what, options, text] of servers)
    it(`tells that ${what} answers`, async () => {
      const host = await hostWith({ 'city.test': new FakeCkan({ resources: {}, ...options }) });
      const actions = new PortalActions({ ...host, closePanels: () => undefined });
      await actions.test(host.portal);
      assert.deepEqual(
        people.asked.map((asked) => asked.text),
        [text],
      );
    });
});
