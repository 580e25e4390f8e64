import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { RecordsExport } from '../../../src/records/export/recordsExport.ts';
import { JSON_EDITOR } from '../../../src/records/export/exportChoice.ts';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';
import { itemsResource } from '../../support/fakes/fakeResult.ts';
import { hostWith } from '../../support/host/twoPortals.ts';
import { people } from '../../support/host/vscode.ts';

describe('export from a portal', () => {
  for (const pagesAtOnce of [1, 3])
    it(`asks for as many pages at a time as people allow: ${String(pagesAtOnce)}`, async () => {
      let [underWay, most] = [0, 0];
      const ckan = new FakeCkan({
        resources: { r: itemsResource(300) },
        rowsMax: 40,
        fault: async ({ action }, honest) => {
          if (action !== 'datastore_search') return honest;
          most = Math.max(most, (underWay += 1));
          await turn();
          underWay -= 1;
          return honest;
        },
      });
      const host = await hostWith({ 'old.test': ckan });
      const settings = { pagesAtOnce: { value: pagesAtOnce } as never };
      const recordsExport = new RecordsExport({ ...host, portals: host.directory, settings });
      people.forget();
      await recordsExport.run({ portalId: host.portal.id, query: { resourceId: 'r' } }, JSON_EDITOR);
      assert.deepEqual([people.editors.length, most], [1, pagesAtOnce]);
    });
});
