import assert from 'node:assert/strict';
import type { Memento, WebviewView } from 'vscode';
import { LearnedDialect } from '../../../src/datastore/dialect/learnedDialect.ts';
import { FormHost, FormView, type PortalChoice } from '../../../src/messages/formProtocol.ts';
import { EMPTY_DRAFT, type QueryDraft } from '../../../src/datastore/query/draft.ts';
import { type Args, type Handlers, type Remote, serve } from '../../../src/messages/rpc.ts';
import { openPageEndpoint } from '../../../src/messages/rpcEndpoint.ts';
import { Failures } from '../../../src/platform/failures.ts';
import { Log } from '../../../src/platform/log.ts';
import { DraftStore } from '../../../src/query/draftStore.ts';
import { QueryController, type QueryRecords } from '../../../src/query/queryController.ts';
import type { AnsweredQuery, PortalPort } from '../../../src/platform/ports/portalPort.ts';
import { EventEmitter, people } from '../../support/host/vscode.ts';

const ID = '2b4604b2-4860-4c1f-9f8e-0d6c1f2a3b9b';
const CITY = 'https://data.testville.example';
const city: PortalChoice = { id: 'city', name: 'City', baseUrl: CITY, resources: [], qMeans: 'words' };
const asked: QueryDraft = { ...EMPTY_DRAFT, portalId: 'city', resource: ID, q: 'draw' };
const soon = () => new Promise((resolve) => setTimeout(resolve));

class World {
  readonly answered = new EventEmitter<AnsweredQuery>();
  readonly runs: Parameters<QueryRecords['run']>[1][] = [];
  readonly drafts = new DraftStore({
    keys: () => [],
    get: () => undefined,
    update: () => Promise.resolve(),
  } as Memento);
  readonly controller = this.open();
  portals: readonly PortalChoice[] = [city];

  /** The host's side of one more form. */
  open(): QueryController {
    const portals: Partial<PortalPort> = {
      onDidChange: new EventEmitter<void>().event,
      choices: () => Promise.resolve(this.portals),
      visit: () => ({ id: 'city', name: 'City', baseUrl: CITY, resources: [] }),
      filterSupport: () => ({
        hasRanges: true,
        answersSql: true,
        hasExpressions: true,
        placesNulls: true,
        hasSort: true,
        hasDistinct: true,
      }),
      dialect: () => new LearnedDialect({ facts: { ranges: true } }),
      tokenUse: () => Promise.resolve('none'),
      find: () => undefined,
    };
    const records: QueryRecords = {
      onDidAnswer: this.answered.event,
      run: (_, query) => {
        this.runs.push(query);
        return Promise.resolve();
      },
    };
    const failures = new Failures(new Log());
    return new QueryController(
      { portals: portals as PortalPort, records, drafts: this.drafts, failures },
      { isBesideTree: true },
    );
  }

  dispose(): void {
    this.controller.dispose();
    this.drafts.dispose();
  }
}

/** Loads a page of the form, which stores what it is shown. */
async function load(controller: QueryController, kept: string | null = null) {
  const messages = new EventEmitter<unknown>();
  const shown: Args<FormView['show']>[] = [];
  let receive: (message: unknown) => void = () => undefined;
  const webview = {
    onDidReceiveMessage: messages.event,
    postMessage: (message: unknown) => {
      receive(structuredClone(message));
      return Promise.resolve(true);
    },
  };
  const view = { webview, visible: true, onDidChangeVisibility: new EventEmitter<void>().event };
  controller.attach(view as unknown as WebviewView);
  const form: Handlers<FormView> = {
    show: (draft, revision, edits) => void shown.push([draft, revision, edits]),
    portals: () => undefined,
    runState: () => undefined,
    ...{ focus: () => undefined, type: () => undefined },
  };
  const endpoint = openPageEndpoint(
    (message) => messages.fire(structuredClone(message)),
    FormHost,
    serve(FormView, Promise.resolve(form)),
  );
  receive = endpoint.receive;
  const host: Remote<FormHost> = endpoint.remote;
  const { draft, revision } = await host.ready(kept);
  return { host, shown, draft, revision };
}

describe('the draft of a form', () => {
  let world: World;
  beforeEach(() => {
    people.forget();
    world = new World();
  });
  afterEach(() => world.dispose());

  it('is what the page tells, edit by edit', async () => {
    const { host, revision, draft } = await load(world.controller);
    assert.deepEqual(draft, EMPTY_DRAFT);
    await host.check(asked, { id: revision, edits: 1 }, false);
    assert.deepEqual(world.drafts.current, asked);
  });

  it('stays what was shown when the page tells what stood there before', async () => {
    const { host, shown, revision } = await load(world.controller);
    const selected = { ...EMPTY_DRAFT, portalId: 'city', resource: 'selected' };
    world.controller.show(selected, false);
    assert.equal(await host.check(asked, { id: revision, edits: 1 }, true), null);
    assert.deepEqual(await host.run(asked, { id: revision, edits: 1 }), []);
    assert.deepEqual(world.drafts.current, selected);
    assert.deepEqual(world.runs, []);
    const [[draft, id, edits] = []] = shown;
    assert.deepEqual([draft, edits], [selected, null]);
    assert.notEqual(id, revision);
    await host.check({ ...selected, q: 'typed' }, { id: id ?? '', edits: 1 }, false);
    assert.equal(world.drafts.current.q, 'typed');
  });

  it('does not go back to an edit that comes late', async () => {
    const { host, revision } = await load(world.controller);
    await host.check(asked, { id: revision, edits: 2 }, false);
    assert.equal(await host.check({ ...asked, q: 'dr' }, { id: revision, edits: 1 }, false), null);
    assert.equal(world.drafts.current.q, 'draw');
  });

  it('runs no list for a field of lists that the portal takes for choices, and says so at its row', async () => {
    const { host, revision } = await load(world.controller);
    const values = [{ type: 'text', text: 'oak' }] as const;
    const draft: QueryDraft = { ...asked, filterRows: [{ field: 'kinds', values, list: true }] };
    await host.check(draft, { id: revision, edits: 1 }, false);
    world.drafts.rememberTypes(draft, [{ id: 'kinds', type: '_text' }]);
    const [problem] = await host.run(draft, { id: revision, edits: 1 });
    assert.deepEqual([problem?.row, problem?.rowPart, problem?.severity], [0, 'value', 'error']);
    assert.deepEqual(world.runs, []);
  });

  describe('that was run', () => {
    const typed = { ...asked, portalId: '', baseUrl: `${CITY}/` };
    const settled = { ...asked, portalId: 'city' };

    it('names the portal once that has answered', async () => {
      world.portals = [];
      const { host, shown, revision } = await load(world.controller);
      await host.run(typed, { id: revision, edits: 1 });
      world.answered.fire({ portalId: 'city', query: world.runs[0]!, fields: [] });
      await soon();
      assert.deepEqual(world.drafts.current, settled);
      assert.deepEqual([shown[0]?.[0], shown[0]?.[2]], [settled, 1]);
    });

    it('gives way to what is typed meanwhile, whether it came before the answer or after', async () => {
      world.portals = [];
      const { host, shown, revision } = await load(world.controller);
      await host.run(typed, { id: revision, edits: 1 });
      world.answered.fire({ portalId: 'city', query: world.runs[0]!, fields: [] });
      await soon();
      // The page has more letters by now, keeps them, and sends them as an edit of the new revision.
      const more = { ...typed, q: 'drawing' };
      const id = shown[0]?.[1] ?? '';
      assert.equal(await host.check(more, { id: revision, edits: 2 }, false), null);
      await host.check(more, { id, edits: 2 }, false);
      assert.deepEqual(world.drafts.current, more);
      world.answered.fire({ portalId: 'city', query: world.runs[0]!, fields: [] });
      await soon();
      assert.equal(shown.length, 1);
      assert.deepEqual(world.drafts.current, more);
    });
  });

  it('takes a pasted call apart once its address is whole', async () => {
    const { host, shown, revision } = await load(world.controller);
    const call = `${CITY}/api/3/action/datastore_search?resource_id=${ID}&q=oak`;
    const pasted = { ...EMPTY_DRAFT, portalId: 'city', resource: call };
    await host.check(pasted, { id: revision, edits: 1 }, false);
    assert.equal(shown.length, 0);
    await host.check(pasted, { id: revision, edits: 1 }, true);
    await soon();
    assert.deepEqual([shown[0]?.[0].q, shown[0]?.[2]], ['oak', 1]);
    assert.equal(world.drafts.current.q, 'oak');
  });

  it('takes a pasted command apart, and says that its token is not kept', async () => {
    const { host, shown, revision } = await load(world.controller);
    const body = `{"resource_id":"${ID}","q":"oak"}`;
    const resource = `curl ${CITY}/api/action/datastore_search -H 'Authorization: s3cret' -d '${body}'`;
    await host.check({ ...EMPTY_DRAFT, resource }, { id: revision, edits: 1 }, true);
    await soon();
    assert.equal(shown[0]?.[0].q, 'oak');
    assert.doesNotMatch(JSON.stringify([shown, world.drafts.current]), /s3cret/);
    assert.deepEqual(
      people.asked.map(({ text }) => text),
      ["The API token in the pasted call isn't kept. To use one, set it for the portal."],
    );
  });

  describe('follows its panel', () => {
    const query = { resourceId: ID, q: 'draw' };
    const change = { portalId: 'city', query: { ...query, q: 'oak' }, fields: [], before: query };

    it('in every form that shows it', async () => {
      const first = await load(world.controller);
      await first.host.check(asked, { id: first.revision, edits: 1 }, false);
      const second = world.open();
      const { shown } = await load(second);
      world.answered.fire(change);
      await Promise.all([world.controller.followed, second.followed]);
      await soon();
      assert.equal(world.drafts.current.q, 'oak');
      assert.deepEqual(
        [first.shown, shown].map((all) => all.map(([draft]) => draft.q)),
        [['oak'], ['oak']],
      );
      second.dispose();
    });

    it('to a summary and back', async () => {
      const { host, revision } = await load(world.controller);
      await host.check(asked, { id: revision, edits: 1 }, false);
      const groups = [{ field: 'begun', unit: 'year' }] as const;
      const measures = [{ calculate: 'count' }] as const;
      const summarized = { ...query, summary: { groups, measures, zone: 'Europe/Zurich' } };
      const fields = [{ id: 'begun', type: 'timestamptz' }];
      world.answered.fire({ ...change, query: summarized, fields });
      await world.controller.followed;
      const summary = { groups, measures: [{ calculate: 'count', field: '' }], zone: 'Europe/Zurich' };
      assert.deepEqual(world.drafts.current.summary, summary);
      world.answered.fire({ ...change, fields, before: summarized });
      await world.controller.followed;
      assert.deepEqual([world.drafts.current.q, world.drafts.current.summary], ['oak', undefined]);
    });

    it('unless something else has been typed', async () => {
      const { host, shown, revision } = await load(world.controller);
      await host.check({ ...asked, q: 'other' }, { id: revision, edits: 1 }, false);
      world.answered.fire(change);
      await world.controller.followed;
      assert.equal(world.drafts.current.q, 'other');
      assert.deepEqual(shown, []);
    });
  });

  describe('after a reload', () => {
    it('is what the page kept, if nothing newer is there', async () => {
      const { host, revision } = await load(world.controller);
      await host.check(asked, { id: revision, edits: 1 }, false);
      const again = await load(world.controller, revision);
      assert.equal(again.draft, null);
      await again.host.check({ ...asked, q: 'drawn' }, { id: again.revision, edits: 1 }, false);
      assert.equal(world.drafts.current.q, 'drawn');
    });

    it('is what the page kept, if the host remembers nothing', async () => {
      assert.equal((await load(world.controller, 'of a lost host')).draft, null);
    });

    it('is what was selected meanwhile', async () => {
      const { host, revision } = await load(world.controller);
      await host.check(asked, { id: revision, edits: 1 }, false);
      world.controller.show({ ...asked, resource: 'selected' }, false);
      assert.equal((await load(world.controller, revision)).draft?.resource, 'selected');
    });

    it('is what another form has made of it', async () => {
      const { host, revision } = await load(world.controller);
      await host.check(asked, { id: revision, edits: 1 }, false);
      const beside = world.open();
      const other = await load(beside);
      await other.host.check({ ...asked, q: 'beside' }, { id: other.revision, edits: 1 }, false);
      assert.equal((await load(world.controller, revision)).draft?.q, 'beside');
      beside.dispose();
    });
  });
});
