// Checks of tables on a real CKAN: the changes that test/unit/document/check/plantedChanges.test.ts plants in fakes.
import assert from 'node:assert/strict';
import { valueText } from '../../src/base/exactJson.ts';
import { type CheckSite, checkFigures } from '../kept/checks.ts';
import { action, type Actor } from './action.ts';
import { clientOf, useExchange } from './client.ts';
import { readFixture } from './fixture.ts';

const fixture = readFixture();
const admin: Actor = { baseUrl: fixture.baseUrl, token: fixture.adminToken };
const DATASET = `checked-${String(process.pid)}`;
const OWNER = `checker-${String(process.pid)}`;

describe('Checks on a real CKAN', function () {
  this.timeout(600_000);
  const exchange = useExchange();
  before(async () => {
    await action(admin, 'organization_create', { name: OWNER });
    await action(admin, 'package_create', { name: DATASET, owner_org: OWNER });
  });
  after(() => action(admin, 'package_delete', { id: DATASET }));

  it('name what has changed, and raise no alarm where nothing has', async () => {
    const site: CheckSite = {
      name: `CKAN ${fixture.version}`,
      load: async ({ name, fields, rows, modified }) => {
        const { id } = await action<{ id: string }>(admin, 'resource_create', { package_id: DATASET, name, url: 'x' });
        // Digits beyond a double's are sent as texts, which PostgreSQL reads.
        const records = rows.map((row) =>
          Object.fromEntries(
            fields.map(({ id: field }, at) => [field, row[at] === null ? null : valueText(row[at] ?? null)]),
          ),
        );
        await action(admin, 'datastore_create', { resource_id: id, fields, records, force: true });
        await action(admin, 'resource_patch', { id, last_modified: modified });
        return { client: clientOf(exchange, fixture.baseUrl, fixture.adminToken), resourceId: id };
      },
    };
    const figures = await checkFigures([site], 1);
    for (const { name, value, limit, missed } of figures) assert.ok(value >= limit, `${name}: ${missed.join('\n')}`);
  });
});
