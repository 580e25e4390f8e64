import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Uri } from 'vscode';
import { conditionsOf } from '../../../src/datastore/query/conditions.ts';
import { linkText, type QueryLink } from '../../../src/document/code/queryLink.ts';
import type { KeptPlace } from '../../../src/document/kept/keptQuery.ts';
import { LinkOpening } from '../../../src/kept/linkOpening.ts';
import { COMMANDS } from '../../../tools/commandTable.ts';
import { people, Uri as StubUri, workspace } from '../../support/host/vscode.ts';

const PLACE = { kind: 'portal', baseUrl: 'https://data.example.org/en', resourceId: 'abc-1' } as const;

describe('a link from outside', () => {
  let folder = '';
  before(async () => {
    const root = await mkdtemp(path.join(tmpdir(), 'links-'));
    folder = path.join(root, 'work');
    await mkdir(folder);
    await writeFile(path.join(root, 'outside.datastore.jsonc'), '{"queries":{}}');
    await symlink(path.join(root, 'outside.datastore.jsonc'), path.join(folder, 'way.datastore.jsonc'));
    await writeFile(path.join(folder, 'weekly.datastore.jsonc'), '{"queries":{}}');
    await writeFile(path.join(folder, 'cases.csv'), 'a\n1\n');
  });
  after(() => rm(path.dirname(folder), { recursive: true }));
  beforeEach(() => {
    people.forget();
    workspace.workspaceFolders = [{ uri: StubUri.file(folder) }];
  });
  afterEach(() => (workspace.workspaceFolders = undefined));

  const setUp = () => {
    const places: { readonly document: string | undefined; readonly place: KeptPlace }[] = [];
    const opened: unknown[] = [];
    const problems: string[] = [];
    const links = new LinkOpening({
      places: {
        resource: (document, place) => {
          places.push({ document: document?.fsPath, place });
          return Promise.resolve({ portalId: 'p', resourceId: 'own-id' });
        },
      },
      failures: {
        show: (_context, error) => {
          problems.push(error instanceof Error ? error.message : String(error));
          return Promise.resolve();
        },
      },
      open: (placed) => Promise.resolve(opened.push(placed)),
    });
    /** The address as VS Code passes it on. */
    const uriOf = (text: string): Uri => {
      const { pathname, search } = new URL(text);
      const parts: unknown = { path: decodeURIComponent(pathname), query: decodeURIComponent(search.slice(1)) };
      return parts as Uri;
    };
    const follow = (text: string) => links.handleUri(uriOf(text));
    const followLink = (link: QueryLink) => {
      const text = linkText(link, 'vscode');
      assert.ok(typeof text === 'string', JSON.stringify(text));
      return follow(text);
    };
    return { links, places, opened, problems, follow, followLink };
  };

  it('opens a query with its chart, where people may be asked about the portal', async () => {
    const { places, opened, problems, followLink } = setUp();
    const query = { resourceId: 'abc-1', q: 'a&b', filters: conditionsOf('{"x":"100%"}') };
    await followLink({ kind: 'query', place: PLACE, query, chart: { kind: 'bars' } });
    assert.deepEqual(places, [{ document: undefined, place: PLACE }]);
    assert.deepEqual(opened, [{ portalId: 'p', query: { ...query, resourceId: 'own-id' }, chart: { kind: 'bars' } }]);
    assert.deepEqual(problems, []);
  });

  it('opens a file as a document in the folder of the window would', async () => {
    const { places, opened, followLink } = setUp();
    const place = { kind: 'file', path: 'cases.csv' } as const;
    await followLink({ kind: 'query', place, query: { resourceId: '' } });
    assert.deepEqual(places, [{ document: path.join(folder, 'link.datastore.jsonc'), place }]);
    assert.deepEqual(opened, [{ portalId: 'p', query: { resourceId: 'own-id' } }]);
  });

  it('opens a record by its _id', async () => {
    const { opened, followLink } = setUp();
    await followLink({ kind: 'record', place: PLACE, id: '17' });
    assert.deepEqual(opened, [{ portalId: 'p', query: { resourceId: 'own-id', filters: conditionsOf('{"_id":17}') } }]);
  });

  it('opens a document of the folder, but none that a symbolic link has elsewhere', async () => {
    const { problems, followLink } = setUp();
    await followLink({ kind: 'document', path: 'weekly.datastore.jsonc' });
    assert.deepEqual(people.editors, [path.join(folder, 'weekly.datastore.jsonc')]);
    await followLink({ kind: 'document', path: 'way.datastore.jsonc' });
    await followLink({ kind: 'document', path: 'none.datastore.jsonc' });
    assert.equal(people.editors.length, 1);
    assert.deepEqual(
      problems.map((text) => text.split(' ', 1)[0]),
      ['way.datastore.jsonc', 'none.datastore.jsonc:'],
    );
  });

  it('is refused in words before anything is asked', async () => {
    const { places, opened, problems, follow } = setUp();
    const head = 'vscode://datastore-explorer.datastore-explorer/open?';
    const wrong = ['', 'file=../x.csv', 'base_url=https://a.example&resource_id=a&token=b', 'record=1', 'a=%2541'];
    for (const parts of wrong) await follow(head + parts);
    assert.equal(problems.length, wrong.length);
    assert.deepEqual([places, opened, people.asked], [[], [], []]);
  });

  it('reaches no command, by its name in any place of a link', async () => {
    const { opened, follow } = setUp();
    const host = 'vscode://datastore-explorer.datastore-explorer';
    for (const name of [...Object.keys(COMMANDS), 'workbench.action.quit'])
      for (const command of [name, `datastoreExplorer.${name}`, `command:datastoreExplorer.${name}`])
        for (const address of [
          `/${command}`,
          `/open?command=${command}`,
          `/open?${command}`,
          `/open?document=${command}`,
        ])
          await follow(host + address);
    assert.deepEqual([opened, people.commands, people.editors], [[], [], []]);
  });

  it('in the clipboard is opened whatever its scheme, and other texts are left', async () => {
    const { links, opened } = setUp();
    const text = linkText({ kind: 'record', place: PLACE, id: '17' }, 'vscodium');
    people.clipboard = typeof text === 'string' ? text : '';
    assert.equal(await links.openCopied(), true);
    people.clipboard = 'https://data.example.org/api/action/datastore_search?resource_id=a';
    assert.equal(await links.openCopied(), false);
    assert.equal(opened.length, 1);
  });
});
