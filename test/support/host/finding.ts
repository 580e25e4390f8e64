/** Finds datasets in portals in memory, by a pick that a test operates like people do. */
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Finder } from '../../../src/find/finder.ts';
import type { FindTarget } from '../../../src/find/findTarget.ts';
import { LOCAL_PORTAL_ID } from '../../../src/sources/local/localFile.ts';
import type { FakeDataset } from '../fakes/fakeCatalog.ts';
import { FakeCkan, type FakeCkanOptions } from '../fakes/fakeCkan.ts';
import { hostWith } from './twoPortals.ts';
import { people, type QuickPick } from './vscode.ts';

const DATASETS: readonly FakeDataset[] = [
  {
    name: 'water-quality',
    title: 'Water quality',
    organization: 'water-board',
    modified: '2026-05-03T10:00:00',
    resources: [
      { id: 'report', name: 'Report', format: 'pdf' },
      { id: 'samples', name: 'Samples', format: 'CSV', datastore_active: true },
      { id: 'stations', name: 'Stations', format: 'csv', datastore_active: true },
    ],
  },
  {
    name: 'trees',
    title: 'Street trees',
    organization: 'parks',
    modified: '2026-06-01T00:00:00',
    resources: [{ id: 'trees', name: 'Trees', format: 'CSV', datastore_active: true }],
  },
  {
    name: 'maps',
    title: 'Old maps',
    modified: '2020-01-01T00:00:00',
    resources: [{ id: 'map', name: 'Map', format: 'PDF', url: 'https://files.test/map.pdf' }],
  },
  { name: 'staff', title: 'Salaries of staff', isPrivate: true, modified: '2026-07-01T00:00:00', resources: [] },
];

export const many = (count: number, title: string): readonly FakeDataset[] =>
  Array.from({ length: count }, (_, index) => ({ name: `d-${index}`, title: `${title} ${index}` }));

export const city = (options: Partial<FakeCkanOptions> = {}) =>
  new FakeCkan({ resources: {}, token: 'secret', catalog: { datasets: DATASETS }, ...options });

export const finding = async (servers: Readonly<Record<string, FakeCkan>>) => {
  const host = await hostWith(servers, {
    portal: { id: LOCAL_PORTAL_ID, name: 'Local files', baseUrl: '', resources: [] },
    resources: () => Promise.resolve([]),
  });
  const [, ...others] = Object.keys(servers);
  for (const other of others) await host.store.add(other, `https://${other}`);
  const finder = new Finder({
    ...{ portals: host.directory, failures: host.failures, recent: () => host.opened.recent },
    addPortal: () => Promise.resolve(undefined),
  });
  return { ...host, finder };
};
export const openFind = async (servers: Readonly<Record<string, FakeCkan>>, target: FindTarget = {}) => {
  const host = await finding(servers);
  const found = host.finder.find(target);
  await settled();
  const pick = people.picking;
  assert.ok(pick);
  return { ...host, found, pick };
};
/** Waits for everything that doesn't depend on a timer. */
export const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await setImmediate();
};
export const searchFor = async (pick: QuickPick, text: string): Promise<void> => {
  pick.type(text);
  mock.timers.tick(250);
  await settled();
};
export const enter = async (pick: QuickPick): Promise<void> => {
  pick.enter();
  await settled();
};
export const labels = ({ items }: QuickPick) => items.map(({ label }) => label);
