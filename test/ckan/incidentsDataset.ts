import { INCIDENT_FIELDS, INCIDENTS } from '../support/journeys/incidents.ts';
import { action } from './action.ts';

/** Makes a dataset whose one resource has all incidents. Returns the id of the resource. */
export async function publishIncidents(admin: Parameters<typeof action>[0], dataset: string): Promise<string> {
  await action(admin, 'package_create', { name: dataset, owner_org: 'school-board', private: false });
  const table = await action<{ resource_id: string }>(admin, 'datastore_create', {
    resource: { package_id: dataset, name: 'Incidents' },
    force: true,
    fields: INCIDENT_FIELDS,
    records: INCIDENTS.map(({ canton, reported, damage }) => ({
      ...{ canton, reported },
      damage: damage === undefined ? null : damage / 100,
    })),
  });
  return table.resource_id;
}
