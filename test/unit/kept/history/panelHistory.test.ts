import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Redactor } from '../../../../src/base/secretText.ts';
import { HistoryFile } from '../../../../src/kept/history/historyFile.ts';
import { PanelHistory } from '../../../../src/kept/history/panelHistory.ts';
import type { AnswerInPanel } from '../../../../src/platform/ports/portalPort.ts';
import { Problem } from '../../../../src/platform/problem.ts';
import { eventually } from '../../../support/drivers/eventually.ts';
import { EventEmitter, people } from '../../../support/host/vscode.ts';

const redactor = new Redactor();
redactor.hide('the-token');

const CITY = { id: 'city', name: 'City of Testville', baseUrl: 'https://data.example.org/en', resources: [] };

/** An answer of a server that may count later. */
class Answer {
  count: AnswerInPanel['result']['count'] = { value: 310, kind: 'exact' };
  isCounting = false;
  rowCount = 310;
  elapsedMs = 161.4;
  summary: AnswerInPanel['result']['summary'];
  readonly listeners = new Set<() => void>();

  onDidChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  change(facts: Partial<Answer>): void {
    Object.assign(this, facts);
    for (const listener of [...this.listeners]) listener();
  }
}

describe('the history of all panels', () => {
  let folder: string;
  let isEnabled: boolean;
  let portals: (typeof CITY)[];
  let logged: unknown[];
  const opened: PanelHistory[] = [];
  beforeEach(() => {
    people.forget();
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'history-'));
    [isEnabled, portals, logged] = [true, [CITY], []];
  });
  afterEach(() => {
    for (const history of opened.splice(0)) history.dispose();
    fs.rmSync(folder, { recursive: true });
  });

  const picking = () => {
    assert.ok(people.picking);
    return people.picking;
  };

  const openWindow = () => {
    const answers = new EventEmitter<AnswerInPanel>();
    const undos: (() => unknown)[] = [];
    const history = new PanelHistory({
      portals: {
        find: (portalId: string) => portals.find(({ id }) => id === portalId),
        findByUrl: (baseUrl: string) => portals.find((portal) => portal.baseUrl === baseUrl),
        isGone: ({ portalId }: { portalId: string }) =>
          Promise.resolve(portalId !== 'local' && !portals.some(({ id }) => id === portalId)),
        names: () => ({ resource: 'r', server: 'Local files' }),
        sourceOf: ({ portalId }: { portalId: string }) => (portalId === 'sql' ? 'result' : 'portal'),
      },
      failures: {
        log: (...words: unknown[]) => logged.push(words) as never,
        offerUndo: (_text, undo) => void undos.push(undo),
      },
      log: { withoutSecrets: (text) => redactor.redact(text) },
      isEnabled: () => isEnabled,
      file: new HistoryFile(folder),
      onDidAnswer: answers.event,
    });
    opened.push(history);
    const answer = (q: string, portalId = 'city', result = new Answer()) => {
      const query = { resourceId: 'lessons', q };
      answers.fire({ portalId, query, fields: [], label: `Lessons · "${q}"`, result });
      return result;
    };
    const labels = async () => (await history.entries()).map(({ label }) => label);
    return { history, answer, labels, undos };
  };
  const first = async (history: PanelHistory) => {
    const [entry] = await history.entries();
    assert.ok(entry);
    return entry;
  };

  it('has a query once a panel was answered, with its count, duration, portal and time', async () => {
    const { history, answer, labels } = openWindow();
    const before = Date.now();
    answer('draw');
    await eventually(labels, ['Lessons · "draw"']);
    const { id: _, at, ...entry } = await first(history);
    assert.ok(at >= before && at <= Date.now());
    assert.deepEqual(entry, {
      ...{ portalId: 'city', baseUrl: CITY.baseUrl, portal: CITY.name, label: 'Lessons · "draw"' },
      ...{ query: { resourceId: 'lessons', q: 'draw' }, elapsedMs: 161, count: 310 },
    });
  });

  it('shows what another window has added', async () => {
    const [one, other] = [openWindow(), openWindow()];
    one.answer('draw');
    await eventually(other.labels, ['Lessons · "draw"']);
    other.answer('paint');
    await eventually(one.labels, ['Lessons · "paint"', 'Lessons · "draw"']);
  });

  it('adds a count that comes later, says which is estimated, and leaves out those that no portal has counted', async () => {
    const { history, answer } = openWindow();
    const counts = async () => (await history.entries()).map(({ count, isEstimate }) => [count, isEstimate]);
    const later = Object.assign(new Answer(), { isCounting: true, count: { value: 100, kind: 'unknown' } });
    answer('later', 'city', later);
    await eventually(counts, [[undefined, undefined]]);
    later.change({ isCounting: false, count: { value: 25_000, kind: 'exact' } });
    await eventually(counts, [[25_000, undefined]]);
    assert.equal(later.listeners.size, 0);
    answer('about', 'city', Object.assign(new Answer(), { count: { value: 300, kind: 'estimated' } }));
    answer('more', 'city', Object.assign(new Answer(), { count: { value: 32, kind: 'unknown' } }));
    const summary = { records: 310, others: 4, notFinite: 0, tooLong: [] };
    answer('groups', 'city', Object.assign(new Answer(), { rowCount: 21, summary }));
    await eventually(counts, [
      [24, undefined],
      [undefined, undefined],
      [300, true],
      [25_000, undefined],
    ]);
  });

  it('keeps no token, no results of SQL statements, and nothing while it is turned off', async () => {
    const { answer, labels } = openWindow();
    answer('the-token');
    answer('password=hunter2', 'city');
    answer('statement', 'sql');
    isEnabled = false;
    answer('off');
    isEnabled = true;
    answer('on', 'local');
    await eventually(labels, ['Lessons · "on"']);
    assert.doesNotMatch(fs.readFileSync(path.join(folder, 'history.json'), 'utf8'), /the-token|hunter2|statement|off/);
  });

  it('goes on where the file can’t be written', async () => {
    const { answer, labels } = openWindow();
    fs.mkdirSync(path.join(folder, 'history.json'));
    answer('draw');
    await eventually(() => Promise.resolve(logged.length), 1);
    fs.rmdirSync(path.join(folder, 'history.json'));
    answer('paint');
    await eventually(labels, ['Lessons · "paint"']);
  });

  it('is searched in a pick list, by what the rows say, and runs the chosen query', async () => {
    const { history, answer, labels } = openWindow();
    answer('draw');
    await eventually(async () => (await labels()).length, 1);
    answer('paint');
    await eventually(async () => (await labels()).length, 2);
    people.looksAtPicks = true;
    const shown = history.show('Show Query History');
    await eventually(
      () => people.picking?.items.map(({ label }) => label),
      ['Today', 'Lessons · "paint"', 'Lessons · "draw"'],
    );
    assert.match(picking().items[1]?.description ?? '', /^310 records · 161 ms · City of Testville · \d/);
    picking().goTo('Lessons · "draw"');
    picking().enter();
    assert.deepEqual(await shown, {
      ...{ portalId: 'city', resourceId: 'lessons' },
      query: { resourceId: 'lessons', q: 'draw' },
    });
  });

  it('hands a query to the command that adds it to a document', async () => {
    const { history, answer, labels } = openWindow();
    answer('draw');
    await eventually(labels, ['Lessons · "draw"']);
    people.looksAtPicks = true;
    const shown = history.show('Show Query History');
    await eventually(() => people.picking?.items.length, 2);
    picking().press('Add to Document…');
    assert.equal(await shown, undefined);
    assert.deepEqual(people.commands, ['datastoreExplorer.addToDocument']);
    assert.equal(people.picking, undefined);
  });

  it('pins, names and removes in the pick list, which stays where it is', async () => {
    const { history, answer, labels, undos } = openWindow();
    answer('draw');
    answer('paint');
    await eventually(async () => (await labels()).length, 2);
    people.looksAtPicks = true;
    const shown = history.show('Show Query History');
    const rows = (...expected: string[]) =>
      eventually(() => people.picking?.items.map(({ label }) => label), expected, JSON.stringify(expected));
    await rows('Today', 'Lessons · "paint"', 'Lessons · "draw"');
    picking().type('draw');
    picking().goTo('Lessons · "draw"');
    picking().press('Pin');
    await rows('Pinned', 'Lessons · "draw"', 'Today', 'Lessons · "paint"');
    assert.equal(picking().value, 'draw');
    await eventually(() => picking().activeItems.map(({ label }) => label), ['Lessons · "draw"']);
    people.type = () => ' Drawing ';
    picking().press('Name…');
    await rows('Pinned', 'Drawing', 'Today', 'Lessons · "paint"');
    people.type = () => 'the-token';
    picking().press('Name…');
    await eventually(() => people.refused.length, 1);
    await rows('Pinned', 'Drawing', 'Today', 'Lessons · "paint"');
    picking().goTo('Drawing');
    picking().press('Unpin');
    await rows('Today', 'Lessons · "paint"', 'Drawing');
    people.type = () => '';
    picking().goTo('Drawing');
    picking().press('Name…');
    await rows('Today', 'Lessons · "paint"', 'Lessons · "draw"');
    picking().goTo('Lessons · "paint"');
    picking().press('Remove from History');
    await rows('Today', 'Lessons · "draw"');
    await undos[0]?.();
    await eventually(labels, ['Lessons · "paint"', 'Lessons · "draw"']);
    picking().hide();
    assert.equal(await shown, undefined);
  });

  it('runs a query at its portal after that was removed and added again, and says what is missing before', async () => {
    const { history, answer, labels } = openWindow();
    answer('draw');
    await eventually(labels, ['Lessons · "draw"']);
    const { id } = await first(history);
    portals = [];
    await assert.rejects(
      history.run({ id }),
      new Problem(
        '"Lessons · "draw"" is no longer listed.',
        'Add its portal or open its file again, then run the query.',
      ),
    );
    portals = [{ ...CITY, id: 'again' }];
    const { portalId } = await history.run({ id });
    assert.equal(portalId, 'again');
  });

  for (const argument of [undefined, null, 'x', {}, { id: 7 }, { id: 'another' }])
    it(`says that ${JSON.stringify(argument)} isn't in it`, async () => {
      const { history } = openWindow();
      const gone = new Problem('This query is no longer in the history.');
      for (const does of ['run', 'pin', 'name', 'remove'] as const) await assert.rejects(history[does](argument), gone);
    });

  it('is cleared on disk once people confirm it, and says so to other windows', async () => {
    const [one, other] = [openWindow(), openWindow()];
    one.answer('draw');
    await eventually(one.labels, ['Lessons · "draw"']);
    await one.history.pin(await first(one.history));
    await one.history.clear();
    await eventually(one.labels, ['Lessons · "draw"']);
    people.answer = (text) => (text.startsWith('Clear the query history?') ? 'Clear' : undefined);
    await one.history.clear();
    assert.match(people.asked.at(-1)?.text ?? '', /removes all queries from this machine, also pinned ones/);
    assert.deepEqual(await other.labels(), []);
    assert.equal(fs.readFileSync(path.join(folder, 'history.json'), 'utf8'), '{"version":1,"entries":[]}');
    await one.history.show('Show Query History');
    assert.match(people.asked.at(-1)?.text ?? '', /^No queries yet/);
    isEnabled = false;
    await one.history.show('Show Query History');
    assert.match(people.asked.at(-1)?.text ?? '', /^The query history is turned off/);
  });
});
