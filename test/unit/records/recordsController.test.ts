import assert from 'node:assert/strict';
import type { DatastoreQuery } from '../../../src/datastore/query/query.ts';
import type { GridMessage } from '../../../src/messages/gridProtocol.ts';
import { PLAIN_LOOK } from '../../support/pages/plainLook.ts';
import { PanelQueries } from '../../../src/records/savedPanel.ts';
import { GridFocus } from '../../../src/records/gridFocus.ts';
import { JSON_EDITOR } from '../../../src/records/export/exportChoice.ts';
import { RecordsExport } from '../../../src/records/export/recordsExport.ts';
import { LayoutStore } from '../../../src/records/layoutStore.ts';
import { RecordsController } from '../../../src/records/recordsController.ts';
import { FakeCkan, type FakeCkanOptions } from '../../support/fakes/fakeCkan.ts';
import { FakePanel, type FakePage, UNTOLD } from '../../support/host/fakePage.ts';
import { type Hosting, hostWith, localRecords } from '../../support/host/twoPortals.ts';
import { EventEmitter, people, Uri } from '../../support/host/vscode.ts';
import { until } from '../../../tools/vscode/until.ts';
import { conditionsOf } from '../../../src/datastore/query/conditions.ts';

const A: DatastoreQuery = { resourceId: 'r', filters: conditionsOf('{"kind":"a"}') };
const B: DatastoreQuery = { resourceId: 'r', filters: conditionsOf('{"kind":"b"}') };
const REFUSED: DatastoreQuery = { resourceId: 'r', filters: conditionsOf('{"nope":1}') };

describe('a records panel', () => {
  let fault: NonNullable<FakeCkanOptions['fault']>;
  let host: Hosting;
  let servers: { readonly 'old.test': FakeCkan; readonly 'new.test': FakeCkan };
  let controller: RecordsController;
  let panel: FakePanel;
  let page: FakePage;
  let edited: DatastoreQuery[];
  let focus: GridFocus;
  let typedInForm: string[];

  const server = (name: string) =>
    new FakeCkan({
      resources: {
        r: {
          fields: ['kind', 'server'].map((id) => ({ id, type: 'text' })),
          rows: Array.from({ length: 4000 }, (_, index) => [index % 4 === 0 ? 'b' : 'a', name]),
        },
      },
      fault: (...call) => fault(...call),
    });

  beforeEach(async () => {
    people.forget();
    fault = (_, honest) => honest;
    [edited, typedInForm] = [[], []];
    servers = { 'old.test': server('old'), 'new.test': server('new') };
    host = await hostWith(servers);
    const { directory, failures, unfinished, savedExports, settings, log } = host;
    const recordsExport = new RecordsExport({ portals: directory, failures, unfinished, savedExports, settings, log });
    focus = new GridFocus();
    const layouts = new LayoutStore({ get: () => undefined, update: () => Promise.resolve() });
    controller = new RecordsController(host.portal.id, A, {
      host: {
        ...{ portals: directory, failures, log, extensionUri: Uri.file('/') as never },
        settings: { gridLook: { value: PLAIN_LOOK, onDidChange: new EventEmitter().event } } as never,
      },
      ...{ layouts, focus, waits: UNTOLD, queries: new PanelQueries(host.state) },
      actions: {
        typeInForm: (text) => void typedInForm.push(text),
        editQuery: (_, query) => Promise.resolve(void edited.push(query)),
        exportJson: (exported) => recordsExport.run(exported, JSON_EDITOR),
        exportRecords: (exported) => recordsExport.ask(exported),
        ...{ showText: () => Promise.resolve(), runWithCopy: () => Promise.resolve() },
      },
    });
    panel = new FakePanel().attachTo(controller);
    page = await panel.load();
    await controller.running.run(A);
  });
  afterEach(() => controller.dispose());

  const exported = async () => {
    people.editors.length = 0;
    await controller.selecting.exportJson();
    return JSON.parse(people.editors[0] ?? '[]') as readonly { readonly kind: string; readonly server: string }[];
  };
  const kinds = async () => [...new Set((await exported()).map(({ kind }) => kind))];
  const press = async (label: string, among?: Pick<GridMessage, 'offers'>) => {
    const offers = among?.offers ?? page.notices.flatMap((each) => each.offers);
    const offer = offers.find((each) => each.label === label);
    assert.ok(offer, `there is no ${label}`);
    await page.host.act(offer.id);
  };
  const message = () => page.last('message')?.[0] ?? assert.fail('there is no message');
  const generation = () => page.last('result')?.[0].generation ?? 0;

  describe('acts on what is shown', () => {
    const isA = async () => {
      assert.deepEqual(await kinds(), ['a']);
      assert.equal((await exported()).length, 3000);
      await controller.running.editQuery();
      assert.deepEqual(edited, [A]);
    };

    it('when another question was refused', async () => {
      await assert.rejects(controller.running.run(REFUSED), { kind: 'validation' });
      await isA();
      assert.deepEqual(people.asked, []);
    });

    it('when another question was canceled', async () => {
      fault = () => new Promise(() => undefined);
      const running = controller.running.run(B);
      controller.running.cancel();
      await running;
      fault = (_, honest) => honest;
      await isA();
    });

    it('while another question is asked, whose beginning is told', async () => {
      const held = Promise.withResolvers<undefined>();
      const begun: unknown[] = [];
      controller.running.onDidBegin(() => begun.push(controller.running.query));
      fault = async ({ body }, honest) => {
        if (body.includes('"b"')) await held.promise;
        return honest;
      };
      const running = controller.running.run(B);
      await isA();
      assert.deepEqual(begun, [B]);
      held.resolve(undefined);
      await running;
      assert.deepEqual(await kinds(), ['b']);
    });

    it('and tells of the question that was answered, whatever is asked by then', async () => {
      const told: DatastoreQuery[] = [];
      controller.running.onDidAnswer(({ query }) => void told.push(query));
      const answered = host.directory.answered.bind(host.directory);
      host.directory.answered = async (...given) => {
        await answered(...given);
        void controller.running.run(A);
        host.directory.answered = answered;
      };
      await controller.running.run(B);
      assert.deepEqual(told, [B]);
    });

    it('and offers the question that came to nothing where it says so', async () => {
      await assert.rejects(controller.running.run(REFUSED));
      await press('Edit Query', message());
      assert.deepEqual(edited, [REFUSED]);
    });

    it('when a search goes on behind its first page, after another question was canceled', async () => {
      const search = { resourceId: 'r', q: 'a' };
      await controller.running.run(search);
      fault = () => new Promise(() => undefined);
      const running = controller.running.run(B);
      controller.running.cancel();
      await running;
      fault = (_, honest) => honest;
      await controller.running.continueAt(generation());
      assert.match(page.last('result')?.[0].label ?? '', /"a"|: a$/);
      await controller.running.editQuery();
      assert.deepEqual(edited, [search]);
    });
  });

  describe('whose query failed', () => {
    const refuse = (status: number, type: string): void =>
      void (fault = () => ({ status, text: `{"success":false,"error":{"__type":"${type}"}}` }));
    const labels = () => message().offers.map(({ label }) => label);
    const isShown = () => until(() => page.last('result')?.[0].generation === 2, 'there is an answer');

    it('offers to show the log, to try again, and to go back', async () => {
      refuse(500, 'Server Error');
      await assert.rejects(controller.running.run(B));
      assert.deepEqual(labels(), ['Back', 'Try Again', 'Edit Query', 'Show Log']);
      let isLogOpen = false;
      host.log.show = () => void (isLogOpen = true);
      await press('Show Log', message());
      assert.equal(isLogOpen, true);
      fault = (_, honest) => honest;
      await press('Try Again', message());
      await isShown();
      assert.deepEqual(await kinds(), ['b']);
    });

    it('offers to set a token where one could help, and runs again once it is there', async () => {
      refuse(403, 'Authorization Error');
      await assert.rejects(controller.running.run(B));
      assert.deepEqual(labels(), ['Back', 'Set API Token…', 'Try Again', 'Edit Query', 'Show Log']);
      fault = (_, honest) => honest;
      host.directory.setToken = () => Promise.resolve(true);
      await press('Set API Token…', message());
      await isShown();
    });

    it('was canceled: offers to run it again, or to edit it', async () => {
      fault = () => new Promise(() => undefined);
      const running = controller.running.run(B);
      controller.running.cancel();
      await running;
      assert.deepEqual([message().text, labels()], ['Canceled.', ['Run Again', 'Edit Query']]);
      await press('Edit Query', message());
      assert.deepEqual(edited, [B]);
      fault = (_, honest) => honest;
      await press('Run Again', message());
      await isShown();
    });
  });

  it('sums up what is loaded of a selection, and all of it when people ask', async () => {
    const { length } = servers['old.test'].calls;
    await page.host.selected(generation(), { firstRow: 0, lastRow: 3000, fields: [0] });
    await until(() => page.last('summary')?.[2] === true, 'there is more to sum up');
    assert.match(page.last('summary')?.[1] ?? '', /^3,000 cells · 100 loaded records: sum /);
    assert.equal(servers['old.test'].calls.length, length);
    await page.host.sumAll();
    assert.match(page.last('summary')?.[1] ?? '', /^3,000 cells · sum /);
    assert.equal(page.last('summary')?.[2], false);
  });

  describe('whose portal got another address', () => {
    const move = () => host.store.change(host.portal.id, { baseUrl: 'https://new.test' });

    it('keeps its records, says where they are from, and mixes none of the other server in', async () => {
      await move();
      assert.deepEqual(
        page.notices.map(({ text, offers }) => [text, ...offers.map(({ label }) => label)]),
        [['These records are from the former address of City.', 'Run Again']],
      );
      assert.equal(page.last('result')?.[0].server, 'City');
      await assert.rejects(page.host.rows(generation(), 2000, 2100), /The address of City has changed/);
      await assert.rejects(page.host.statistics(generation(), 2, true, true), /The address of City has changed/);
      assert.deepEqual(servers['new.test'].calls, []);
    });

    it('runs again at the new one when people say so, and says nothing more', async () => {
      await move();
      await press('Run Again');
      await until(
        () => servers['new.test'].calls.length > 0 && page.notices.length === 0,
        'the new server has answered',
      );
      assert.deepEqual(page.notices, []);
      const rows = await page.host.rows(generation(), 2000, 2100);
      assert.deepEqual([...new Set(rows.map(([, , name]) => name))], ['new']);
    });

    it('ends an export that runs, with a way to run again', async () => {
      fault = async (_, honest) => {
        await move();
        return honest;
      };
      people.answer = (text) => (text.includes('The address of City has changed.') ? 'Run Again' : undefined);
      await controller.selecting.exportJson();
      const kept = JSON.parse(people.editors[0] ?? '[]') as readonly { readonly server: string }[];
      assert.ok(kept.length < 3000 && kept.every((record) => record.server === 'old'));
      await until(() => servers['new.test'].calls.length > 0 && page.notices.length === 0, 'the query is run again');
    });

    it('says so too when the records were still on their way', async () => {
      fault = async (_, honest) => {
        await move();
        return honest;
      };
      await controller.running.run(B);
      assert.equal(page.notices.length, 1);
    });
  });

  describe('whose rows can not be loaded', () => {
    const rows = () => page.host.rows(generation(), 2000, 2100);
    const said = () => page.notices.map(({ text, offers }) => [text, ...offers.map(({ label }) => label)]);

    it('says why, and what can be done, until they come', async () => {
      fault = () => ({
        status: 403,
        text: '{"success":false,"error":{"__type":"Authorization Error","message":"Access denied"}}',
      });
      await assert.rejects(rows());
      assert.deepEqual(said(), [
        [
          "City doesn't let you see this resource: Access denied. Set an API token that can read it.",
          'Set API Token…',
          'Try Again',
        ],
      ]);
      await press('Try Again');
      assert.ok(page.last('retryRows'), 'the page is told to ask again');
      fault = (_, honest) => honest;
      assert.equal((await rows()).length, 100);
      assert.deepEqual(page.notices, []);
    });

    it('asks for them again once a token is there', async () => {
      fault = () => ({ status: 403, text: '{"success":false,"error":{"__type":"Authorization Error"}}' });
      await assert.rejects(rows());
      host.directory.setToken = () => Promise.resolve(true);
      await press('Set API Token…');
      assert.ok(page.last('retryRows'));
    });

    it('says that a session has expired, as a run does', async () => {
      fault = () => ({ status: 200, text: '<!DOCTYPE html><title>Sign in</title>' });
      await assert.rejects(rows());
      const [[text = ''] = []] = said();
      await assert.rejects(controller.running.run(B));
      assert.equal(text, [message().text, message().hint].join(' '));
    });
  });

  describe('of a file that is still loading', () => {
    beforeEach(async () => {
      const isWhole = Promise.resolve(true);
      const file = { name: 'm12.csv', records: 4000, fraction: 0.42, isWhole };
      host.directory.records = () => localRecords(file);
      await controller.running.run(A);
    });

    it('never calls the records that are loaded all of them', async () => {
      assert.match(page.last('result')?.[0].status ?? '', /of 4,000 loaded records · /);
      await page.host.rows(generation(), 0, 200);
      const found = await page.host.statistics(generation(), 1, false, true);
      assert.equal(found.isAll, false);
      assert.equal(found.total, undefined);
      assert.equal((await page.host.frequentValues(generation(), 'kind', '')).isAll, false);
    });

    it('counts exactly once it has loaded, and says so', async () => {
      await assert.rejects(page.host.statistics(generation(), 1, true, true), {
        message: "m12.csv isn't fully loaded (42%). Count all records once it has loaded.",
      });
      host.directory.records = () => localRecords(undefined);
      await controller.running.run(A);
      assert.equal((await page.host.statistics(generation(), 1, true, true)).isAll, true);
    });
  });

  describe('whose page went while it was hidden', () => {
    const drawn = (of: FakePage) => of.received.filter(({ method }) => method === 'result').length;

    it('draws what came meanwhile once', async () => {
      panel.hide();
      await controller.running.run(B);
      const next = await panel.load();
      assert.equal(drawn(next), 1);
      assert.equal(next.last('result')?.[0].generation, 2);
    });

    it('draws once what comes while its page loads', async () => {
      panel.hide();
      const loading = panel.load();
      await controller.running.run(B);
      const next = await loading;
      assert.equal(drawn(next), 1);
      assert.equal(next.last('result')?.[0].generation, 2);
    });
  });

  describe('whose page has the focus', () => {
    const hasKeys = () => people.context.get('datastoreExplorer.gridFocus') ?? false;
    beforeEach(() => page.host.focused(true));

    it('has the keys until it says otherwise', async () => {
      assert.equal(hasKeys(), true);
      await page.host.focused(false);
      assert.equal(hasKeys(), false);
    });

    it('hands on what was typed while the focus went to the form', async () => {
      await page.host.typedElsewhere('oak');
      assert.deepEqual(typedInForm, ['oak']);
    });

    it('has them no more once it is hidden, and neither has the page that comes next', async () => {
      panel.hide();
      assert.equal(hasKeys(), false);
      page = await panel.load();
      assert.equal(hasKeys(), false);
      await page.host.focused(true);
      assert.equal(hasKeys(), true);
    });

    for (const [what, leave] of [
      ['another page is loaded in its place', () => panel.load()],
      ['it is closed', () => controller.dispose()],
    ] as const)
      it(`has them no more once ${what}`, async () => {
        await leave();
        assert.equal(hasKeys(), false);
      });

    it('leaves them to another panel, whichever of the two tells first', async () => {
      const other = {};
      await focus.take(other, true);
      await page.host.focused(false);
      assert.equal(hasKeys(), true, 'the other one told before');
      await focus.take(other, false);
      await page.host.focused(true);
      await focus.take(other, true);
      controller.dispose();
      assert.equal(hasKeys(), true);
    });
  });
});
