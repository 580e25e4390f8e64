/** R15: a closed view leaves nothing behind: no listener, no timer, no reference to it. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Uri as VscodeUri, WebviewView } from 'vscode';
import { DetailsTabs } from '../../src/details/detailsTabs.ts';
import { OptionsTabs } from '../../src/sources/local/optionsTabs.ts';
import type { PageKind } from '../../src/platform/page.ts';
import { ServerWaits } from '../../src/platform/serverWaits.ts';
import { SavedResources } from '../../src/sources/savedResources.ts';
import { DraftStore } from '../../src/query/draftStore.ts';
import { QueryForms } from '../../src/query/queryForms.ts';
import { PanelQueries } from '../../src/records/savedPanel.ts';
import { GridEditor } from '../../src/records/gridEditor.ts';
import { GridFocus } from '../../src/records/gridFocus.ts';
import { LayoutStore } from '../../src/records/layoutStore.ts';
import { RecordsTabs } from '../../src/records/recordsTabs.ts';
import { FakeCkan } from '../support/fakes/fakeCkan.ts';
import { count } from '../support/results/figures.ts';
import { OpenedView } from '../support/host/openedView.ts';
import { hostWith } from '../support/host/twoPortals.ts';
import { EventEmitter, people, Uri, window } from '../support/host/vscode.ts';
import { PLAIN_LOOK } from '../support/pages/plainLook.ts';

const TIMES = 100;
/** Before they count: what is kept for a portal or a resource is there then. */
const FIRST = 3;

const PAGES: readonly PageKind[] = ['form', 'grid', 'options', 'details'];

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/** What was opened, as people close it. */
type Opened = Pick<OpenedView, 'dispose'>;

describe('R15: a view that is opened and closed', function () {
  this.timeout(120_000);
  const extension = fs.mkdtempSync(path.join(tmpdir(), 'views-'));
  let opened: OpenedView[];
  let ends: { dispose(): unknown }[];
  let views: Readonly<Record<string, (time: number) => Promise<Opened>>>;

  before(async () => {
    people.forget();
    const webview = path.join(extension, 'dist', 'webview');
    fs.mkdirSync(webview, { recursive: true });
    for (const name of ['codicon.css', ...PAGES.flatMap((kind) => [`${kind}.css`, `${kind}.js`])])
      fs.writeFileSync(path.join(webview, name), '');
    const extensionUri = Uri.file(extension) as unknown as VscodeUri;

    const rows = Array.from({ length: 400 }, (_, at) => [`lime ${String(at)}`]);
    const ckan = new FakeCkan({
      resources: { r: { fields: [{ id: 'kind', type: 'text' }], rows } },
      catalog: {
        datasets: [
          { ...{ name: 'trees', title: 'Trees' }, resources: [{ id: 'r', name: 'trees.csv', datastore_active: true }] },
        ],
      },
    });
    const local = { id: 'local', name: 'Local files', baseUrl: '', resources: [] };
    const host = await hostWith(
      { 'city.test': ckan },
      { portal: local, resources: () => Promise.resolve([]), isGone: () => Promise.resolve(false) },
    );
    const { directory: portals, failures, log, state, portal } = host;
    const ref = { portalId: portal.id, resourceId: 'r' };
    const settings = {
      gridLook: { value: PLAIN_LOOK, onDidChange: new EventEmitter().event },
      ...{ openIn: { value: 'new' }, defaultLimit: { value: null } },
    } as never;
    const [layouts, focus, waits] = [new LayoutStore(state), new GridFocus(), new ServerWaits()];
    const nothing = () => Promise.resolve();
    const actions = {
      editQuery: nothing,
      typeInForm: () => undefined,
      exportJson: nothing,
      exportRecords: nothing,
      showText: nothing,
      runWithCopy: nothing,
    };
    const records = new RecordsTabs({
      host: { portals, failures, log, settings, extensionUri },
      ...{ layouts, focus, waits, actions, queries: new PanelQueries(state) },
    });
    const files = { resourceOf: () => Promise.resolve(ref) };
    const editor = new GridEditor(files, records, failures);
    const [drafts, editorDrafts] = [new DraftStore(state), new DraftStore(state, 'editorDrafts')];

    opened = [];
    const open = (kind: PageKind): OpenedView => {
      const view = new OpenedView(kind);
      opened.push(view);
      return view;
    };
    let kind: PageKind = 'grid';
    Object.assign(window, {
      createWebviewPanel: () => open(kind).panel,
      registerWebviewViewProvider: () => ({ dispose: nothing }),
    });
    const forms = new QueryForms({
      ...{ portals, failures, records, drafts, editorDrafts, extensionUri },
      defaultLimit: () => null,
    });
    const details = new DetailsTabs({
      ...{ portals, failures, saved: new SavedResources(host), extensionUri },
      ...{ openRecords: nothing, openFile: nothing },
      fileDetails: () => Promise.resolve(undefined),
    });
    const options = new OptionsTabs(extensionUri, () =>
      Promise.resolve({
        reading: { format: 'csv', compression: 'none', unreadable: 'refuse' },
        ...{ fields: ['kind'], sample: [['lime']], columns: [] },
      }),
    );
    ends = [records, editor, forms, details, options, drafts, editorDrafts];

    /** What a function opened, as soon as its page is there. */
    const openedBy = async (page: PageKind, work: () => unknown): Promise<OpenedView> => {
      kind = page;
      work();
      const view = opened.at(-1);
      assert.ok(view);
      await view.loaded;
      return view;
    };
    const answered = () =>
      new Promise<void>((resolve) => {
        const listener = records.onDidAnswer(() => {
          listener.dispose();
          resolve();
        });
      });
    views = {
      'a records panel': async () => {
        const answer = answered();
        const view = await openedBy('grid', () => void records.open(ref));
        await answer;
        return view;
      },
      'the records of a file': async () => {
        const answer = answered();
        const view = open('grid');
        const document = { uri: Uri.file('/data/trees.csv'), dispose: nothing };
        await editor.resolveCustomEditor(document as never, view.panel);
        await answer;
        return view;
      },
      'the form in the sidebar': () =>
        openedBy('form', () => {
          const view = open('form');
          forms.resolveWebviewView(
            Object.assign(view, { onDidChangeVisibility: view.onDidChangeViewState }) as unknown as WebviewView,
          );
        }),
      'the form as an editor': () => openedBy('form', () => forms.openInEditor()),
      'details of a resource': () => openedBy('details', () => details.show({ ...ref, dataset: 'trees' })),
      'import options': (time) =>
        openedBy('options', () => {
          const file = `/data/${String(time)}.csv`;
          void options.ask({ file, choices: {} }, { accept: 'Open' });
        }),
    };
  });
  after(() => {
    for (const end of ends.toReversed()) end.dispose();
    Reflect.deleteProperty(window, 'createWebviewPanel');
    Reflect.deleteProperty(window, 'registerWebviewViewProvider');
    fs.rmSync(extension, { recursive: true });
  });

  const inTurn = async (open: (time: number) => Promise<Opened>, times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) {
      const view = await open(time);
      // What comes behind the first answer is under way.
      await setTimeout(1);
      view.dispose();
    }
    await setTimeout(400);
  };
  /** Everything of it that is left, in words and numbers. */
  const left = async (open: (time: number) => Promise<Opened>) => {
    await inTurn(open, FIRST);
    opened = [];
    const before = { listeners: EventEmitter.listeners, resources: process.getActiveResourcesInfo().length };
    await inTurn(open, TIMES);
    const held = opened.splice(0).map((view) => new WeakRef(view));
    assert.equal(held.length, TIMES);
    // What a WeakRef was made of in this turn stays for it.
    for (let turn = 0; turn < 5; turn += 1) {
      await setTimeout(10);
      collectGarbage();
    }
    return {
      listeners: EventEmitter.listeners - before.listeners,
      timers: Math.max(0, process.getActiveResourcesInfo().length - before.resources),
      held: held.filter((view) => view.deref() !== undefined).length,
    };
  };

  it(`${String(TIMES)} times leaves nothing behind`, async () => {
    const found = new Map<string, Awaited<ReturnType<typeof left>>>();
    for (const [name, open] of Object.entries(views)) found.set(name, await left(open));
    const unclean = [...found].filter(([, { listeners, timers, held }]) => listeners + timers + held > 0);
    assert.deepEqual(unclean, []);
    const what = `kinds of views, each ${String(TIMES)} times opened and closed, leave no listener, timer or view behind`;
    count({ name: 'R15', what, score: found.size - unclean.length, total: found.size });
  });
});
