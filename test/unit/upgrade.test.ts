/** The texts that the version of b59f60db stored with VS Code (`npm run test:upgrade` recorded them) are read by ours. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { UnfinishedTasks } from '../../src/platform/state/unfinishedTasks.ts';
import { DraftStore } from '../../src/query/draftStore.ts';
import { LayoutStore } from '../../src/records/layoutStore.ts';
import { DialectStore } from '../../src/sources/dialectStore.ts';
import { OpenedResources } from '../../src/sources/openedResources.ts';
import { PortalStore } from '../../src/sources/portalStore.ts';
import { projectRoot } from '../../tools/vscode/projectPaths.ts';

const LESSONS = '0f3c1c2a-6a51-4b0c-9c7e-0d6c1f2a3b41';

/** A fixture as VS Code's storage. What is written stays in memory. */
function storageOf(name: string) {
  const file = path.join(projectRoot, 'test', 'fixtures', 'upgrade', `${name}.json`);
  const values = new Map(Object.entries(JSON.parse(fs.readFileSync(file, 'utf8')) as object));
  return {
    get: (key: string): unknown => values.get(key),
    update: (key: string, value: unknown) => Promise.resolve(void values.set(key, value)),
  };
}

describe('State that the version of b59f60db stored', () => {
  const global = storageOf('globalState');
  const portals = new PortalStore(global);
  const [city, database] = portals.portals;
  const ref = { portalId: city?.id ?? '', resourceId: LESSONS };

  it('has the portal and the database, with the resource that was saved', () => {
    assert.deepEqual(
      portals.portals.map(({ name }) => name),
      ['City of Testville', 'postgres'],
    );
    assert.deepEqual(city?.resources, [{ id: LESSONS, name: 'Lessons', records: 2000 }]);
    assert.match(database?.baseUrl ?? '', /^postgresql:\/\/127\.0\.0\.1:\d+\/postgres\?user=locked&schema=public$/);
    assert.equal(database?.encryption, 'none');
  });

  it('has the resource that was opened', () => {
    assert.equal(new OpenedResources(global, portals).find(ref)?.name, 'Lessons');
  });

  it('has the column that was hidden', () => {
    assert.deepEqual(new LayoutStore(global).of(ref)?.places, [
      { id: '_id' },
      { id: 'title' },
      { id: 'stage' },
      { id: 'room', hidden: true },
    ]);
  });

  it('has what the portal was learned to answer, but for facts that were proven anew since', () => {
    const dialect = new DialectStore(global, portals).open({ ...ref, baseUrl: city?.baseUrl ?? '' });
    assert.equal(dialect.facts.version, '2.11.0');
  });

  it('has the query that was typed', () => {
    assert.equal(new DraftStore(storageOf('workspaceState')).of(ref)?.resource, LESSONS);
  });

  it('has the export that was under way', async () => {
    const [task, ...others] = await new UnfinishedTasks(storageOf('workspaceState')).takeInterrupted();
    assert.deepEqual(others, []);
    assert.equal(task?.title, 'Exporting records of Lessons');
    assert.equal((task.what as { file: string }).file, '/home/ada/school/Lessons.jsonl');
  });
});
