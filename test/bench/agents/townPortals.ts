/** The town's records on CKANs: one in memory, and real ones, with SQL and without it. */
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { ExactNumber, type ExactValue } from '../../../src/base/cells.ts';
import { action } from '../../ckan/action.ts';
import type { EmptyPortal } from '../../ckan/load.ts';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';
import { TOWN } from './town.ts';

const slugOf = (title: string): string => title.toLowerCase().replaceAll(' ', '-');
const cellOf = (text: string, type: string): ExactValue =>
  type === 'int' || type === 'numeric' ? new ExactNumber(text) : text;

/** A CKAN in memory, which has no SQL. */
export function fakeTown(): FakeCkan {
  const tables = TOWN.map((each) => ({ ...each, id: randomUUID() }));
  const resources = tables.map(({ id, name, fields, rows }) => {
    const cells = rows.map((row) => row.map((text, at) => cellOf(text, fields[at]?.type ?? '')));
    return [id, { name, fields, rows: cells }] as const;
  });
  const datasets = tables.map(({ id, title, organization, name }) => ({
    ...{ name: slugOf(title), title, organization },
    resources: [{ id, name, format: 'CSV', datastore_active: true }],
  }));
  return new FakeCkan({ resources: Object.fromEntries(resources), catalog: { datasets } });
}

/** Adds the tables that a real CKAN doesn't have yet. */
export async function loadTown(admin: EmptyPortal): Promise<void> {
  for (const { title, organization, name, fields, rows } of TOWN) {
    const dataset = `bench-${slugOf(title)}`;
    const { count } = await action<{ readonly count: number }>(admin, 'package_search', {
      fq: `+name:"${dataset}"`,
      rows: 0,
    });
    if (count > 0) continue;
    await action(admin, 'organization_show', { id: organization }).catch(() =>
      action(admin, 'organization_create', { name: organization, title: organization.replaceAll('-', ' ') }),
    );
    await action(admin, 'package_create', { name: dataset, title, owner_org: organization });
    const { resource_id } = await action<{ readonly resource_id: string }>(admin, 'datastore_create', {
      ...{ resource: { package_id: dataset, name, format: 'CSV' }, fields, records: [], force: true },
    });
    await admin.fill(
      resource_id,
      fields.map(({ id }) => id),
      rows,
    );
  }
}

/** Stands in front of a CKAN and refuses SQL, as CKAN does unless its operators allow it. */
export async function startWithoutSql(baseUrl: string) {
  const { hostname, port } = new URL(baseUrl);
  const server = http.createServer((request, response) => {
    const { method, url = '', headers } = request;
    if (url.includes('datastore_search_sql')) {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify('Bad request - Action name not known: datastore_search_sql'));
      return;
    }
    void buffer(request).then((body) => {
      const passed = http.request({ hostname, port, method, path: url, headers, agent: false }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      passed.on('error', () => response.destroy()).end(body);
      response.on('close', () => passed.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { baseUrl: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, close };
}
