/**
 * Tasks of a panel appear in its status line, or elsewhere if people can't see that: waits for its server, and exports
 * of its records.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { mock } from 'node:test';
import type { DatastoreQuery } from '../../../src/datastore/query/query.ts';
import { HttpError } from '../../../src/http/errors.ts';
import { ServerWaits } from '../../../src/platform/serverWaits.ts';
import { PanelQueries } from '../../../src/records/savedPanel.ts';
import { RecordsExport } from '../../../src/records/export/recordsExport.ts';
import { GridFocus } from '../../../src/records/gridFocus.ts';
import { LayoutStore } from '../../../src/records/layoutStore.ts';
import { RecordsController } from '../../../src/records/recordsController.ts';
import { FakeCkan, type FakeAnswer, type FakeCall } from '../../support/fakes/fakeCkan.ts';
import { itemsResource } from '../../support/fakes/fakeResult.ts';
import { FakePanel, type FakePage } from '../../support/host/fakePage.ts';
import { hostWith } from '../../support/host/twoPortals.ts';
import { EventEmitter, people, Uri } from '../../support/host/vscode.ts';
import { PLAIN_LOOK } from '../../support/pages/plainLook.ts';
import { until } from '../../../tools/vscode/until.ts';

const A: DatastoreQuery = { resourceId: 'r' };
const B: DatastoreQuery = { resourceId: 'r', q: 'item' };

describe('a records panel', () => {
  let fault: (call: FakeCall, honest: FakeAnswer) => FakeAnswer | Promise<FakeAnswer>;
  let ckan: FakeCkan;
  let controller: RecordsController;
  let panel: FakePanel;
  let page: FakePage;
  let waits: ServerWaits;
  let recordsExport: RecordsExport;

  beforeEach(async () => {
    people.forget();
    fault = (_, honest) => honest;
    ckan = new FakeCkan({ resources: { r: itemsResource(3000) }, fault: (call, honest) => fault(call, honest) });
    const host = await hostWith({ 'old.test': ckan });
    const { directory, failures, unfinished, savedExports, settings, log } = host;
    recordsExport = new RecordsExport({ portals: directory, failures, unfinished, savedExports, settings, log });
    waits = new ServerWaits();
    const layouts = new LayoutStore({ get: () => undefined, update: () => Promise.resolve() });
    controller = new RecordsController(host.portal.id, A, {
      host: {
        ...{ portals: directory, failures, log, extensionUri: Uri.file('/') as never },
        settings: { gridLook: { value: PLAIN_LOOK, onDidChange: new EventEmitter().event } } as never,
      },
      layouts,
      waits,
      focus: new GridFocus(),
      queries: new PanelQueries(host.state),
      actions: {} as never,
    });
    panel = new FakePanel().attachTo(controller);
    page = await panel.load();
    await controller.running.run(A);
  });
  afterEach(() => controller.dispose());

  const pressTool = async (label: string) => {
    const tools = page.last('tasks')?.[0].flatMap((each) => each.tools) ?? [];
    await page.host.act(tools.find((each) => each.label === label)?.id ?? assert.fail(`there is no ${label}`));
  };

  describe('while its server asks to wait', () => {
    const never = () => new Promise<FakeAnswer>(() => undefined);
    const tasks = () => page.last('tasks')?.[0] ?? [];
    let tried: number;
    beforeEach(() => (tried = 0));
    const busy = (host = 'old.test') => waits.onWait({ host, ms: 30_000, tryNow: () => void (tried += 1) });

    it('says how long, with Try Now and Cancel, in the status line alone', async () => {
      fault = never;
      const running = controller.running.run(B);
      const over = busy();
      const [wait] = tasks();
      assert.match(wait?.title ?? '', /^old\.test is busy and asks to wait until/);
      const { endsIn = 0, text, tools } = wait ?? {};
      assert.equal(text, 'City is busy.');
      assert.ok(endsIn > 29_000 && endsIn <= 30_000, String(endsIn));
      assert.deepEqual(
        tools?.map(({ label }) => label),
        ['Try Now', 'Cancel'],
      );
      await pressTool('Try Now');
      assert.equal(tried, 1);
      over();
      assert.deepEqual(tasks(), []);
      busy();
      await pressTool('Cancel');
      assert.equal(await running, undefined);
      assert.deepEqual(tasks(), []);
      assert.deepEqual(people.asked, []);
    });

    for (const [reason, text] of [
      [502, 'City answered 502 Bad Gateway.'],
      [504, 'City took too long to answer (status 504).'],
      [new HttpError('closed', 'old.test'), 'City closed the connection without answering.'],
    ] as const)
      it(`says why a request is repeated: ${text}`, () => {
        fault = never;
        void controller.running.run(B);
        const over = waits.onWait({ host: 'old.test', ms: 2000, reason, tryNow: () => undefined });
        const [wait] = tasks();
        assert.deepEqual([wait?.title, wait?.text], [`${text} The request will be repeated.`, text]);
        over();
        assert.deepEqual(tasks(), []);
      });

    it('says that it waits for a slow server, and for how long, until the answer is there', async () => {
      const answer = Promise.withResolvers<undefined>();
      fault = (_, honest) => answer.promise.then(() => honest);
      // Whole numbers, whose differences are exact.
      let now = Math.round(performance.now());
      mock.method(performance, 'now', () => now);
      mock.timers.enable({ apis: ['setInterval'] });
      try {
        const running = controller.running.run(B);
        const shown = [1, 2, 3, 4].map(() => {
          now += 1000;
          mock.timers.tick(1000);
          return tasks().map(({ title, text, tools }) => [title, text, tools.length]);
        });
        const waiting = (seconds: number) => ['Waiting for City', `Waiting for City, ${String(seconds)} s`, 0];
        assert.deepEqual(shown, [[], [], [waiting(3)], [waiting(4)]]);
        answer.resolve(undefined);
        await running;
        assert.deepEqual(tasks(), []);
      } finally {
        mock.timers.reset();
        mock.restoreAll();
      }
    });

    it('says so in a page that loads meanwhile', async () => {
      fault = never;
      void controller.running.run(B);
      busy();
      page = await panel.load();
      assert.equal(tasks().length, 1);
    });

    it('gives the rows up with Cancel, until people try again', async () => {
      fault = never;
      const { calls } = ckan;
      const before = calls.length;
      const rows = page.host.rows(1, 2000, 2100);
      rows.catch(() => undefined);
      await until(() => calls.length > before, 'they are asked for');
      busy();
      await pressTool('Cancel');
      await assert.rejects(rows, { message: 'Canceled.' });
      const [notice] = page.notices;
      assert.deepEqual([notice?.text, notice?.offers.map(({ label }) => label)], ['Canceled.', ['Try Again']]);
    });

    const untold: readonly (readonly [string, () => unknown])[] = [
      ['where it asks nothing', () => undefined],
      [
        'where nobody sees it',
        () => {
          fault = never;
          void controller.running.run(B);
          panel.hide();
        },
      ],
    ];
    for (const [what, begin] of untold)
      it(`leaves that to a message ${what}`, () => {
        begin();
        busy();
        assert.equal(people.asked.length, 1);
      });

    it('leaves the waits of other servers to a message', () => {
      fault = never;
      void controller.running.run(B);
      busy('other.test');
      assert.deepEqual([tasks(), people.asked.length], [[], 1]);
    });
  });

  describe('with an export of its records', () => {
    let folder: string;
    let file: string;
    let isStuck: boolean;
    let ended: Promise<void>;
    beforeEach(async () => {
      folder = fs.mkdtempSync(path.join(os.tmpdir(), 'export-'));
      file = path.join(folder, 'r.jsonl');
      isStuck = true;
      fault = ({ body }, honest) => (isStuck && /"offset":[1-9]/.test(body) ? new Promise(() => undefined) : honest);
      const shown = controller.selecting.exported();
      ended = recordsExport.run(shown, { format: 'ndjson', to: Uri.file(file) as never });
      await until(() => textOf() === '100 of 3,000 records', 'it has records');
    });
    afterEach(() => fs.rmSync(folder, { recursive: true }));
    const task = () => page.last('tasks')?.[0].find(({ id }) => id !== 'wait');
    const textOf = () => task()?.text;
    const requests = () => ckan.calls.length;
    const lines = () => fs.readFileSync(file, 'utf8').trimEnd().split('\n').length;

    it('says how far it is in the status line alone', async () => {
      const { title, fraction, tools } = task() ?? assert.fail();
      assert.deepEqual([title, fraction], ['Exporting records of r', 100 / 3000]);
      assert.deepEqual(
        tools.map(({ label, icon }) => `${label}: ${String(icon)}`),
        ['Pause Export: debug-pause', 'Cancel Export: close'],
      );
      assert.deepEqual(people.progress, []);
      await pressTool('Cancel Export');
      await ended;
    });

    it('asks nothing while it is paused, keeps its part, and goes on behind it', async () => {
      await pressTool('Pause Export');
      await until(() => textOf() === 'Export paused at 3%', 'it is paused');
      isStuck = false;
      const before = requests();
      await new Promise((resolve) => setTimeout(resolve, 300));
      assert.equal(requests(), before);
      assert.deepEqual(fs.readdirSync(folder), ['r.jsonl.part', 'r.jsonl.part.json']);
      await pressTool('Resume Export');
      await ended;
      assert.equal(lines(), 3000);
      assert.equal(task(), undefined);
      const later = ckan.searches.slice(1 - ckan.calls.length + before);
      const [seam = '', ...pages] = later.filter((body) => !body.includes('"limit":0'));
      assert.match(seam, /"filters":{"_id":\[100\]}/, 'the record before is looked at again');
      assert.ok(pages.length > 0 && pages.every((body) => /"offset":[1-9]/.test(body)), later.join());
    });

    for (const isPaused of [false, true])
      it(`keeps its part when it is cancelled${isPaused ? ' while it is paused' : ''}`, async () => {
        if (isPaused) {
          await pressTool('Pause Export');
          await until(() => task()?.isPaused === true, 'it is paused');
        }
        await pressTool('Cancel Export');
        await ended;
        assert.equal(task(), undefined);
        assert.match(people.asked.at(-1)?.text ?? '', /was canceled\. Its first 100 records are kept\.$/);
        assert.deepEqual(people.asked.at(-1)?.buttons, ['Resume', 'Discard']);
      });

    it('goes on in a notification when it is closed', async () => {
      people.cancels = (text) => text === '100 of 3,000 records';
      controller.dispose();
      assert.deepEqual(people.progress, ['Exporting records of r', '100 of 3,000 records']);
      await ended;
      assert.match(people.asked.at(-1)?.text ?? '', /was canceled\. Its first 100 records are kept\.$/);
    });

    it('is cancelled when it is closed while that is paused', async () => {
      await pressTool('Pause Export');
      await until(() => task()?.isPaused === true, 'it is paused');
      controller.dispose();
      await ended;
      assert.deepEqual(people.progress, []);
      assert.match(people.asked.at(-1)?.text ?? '', /was canceled\. Its first 100 records are kept\.$/);
    });
  });
});
