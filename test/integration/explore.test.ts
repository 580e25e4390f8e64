/** Questions that the grid changes: asked in the same panel, followed by the form, kept with the panel. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Program } from '../../src/program.ts';
import { savedPanel } from '../../src/records/savedPanel.ts';
import type { QueryChange } from '../../src/datastore/query/queryChange.ts';
import { FakeCkan, refusal } from '../support/fakes/fakeCkan.ts';
import { until } from '../../tools/vscode/until.ts';
import { cityPortal, closeEditors, forgetEverything } from './handles.ts';

const ID = '7d4604b2-4860-4a5c-9c1f-1a2b3c4d5e6f';
const resources = {
  [ID]: {
    name: 'Lessons',
    fields: [
      { id: 'subject', type: 'text' },
      { id: 'no', type: 'numeric' },
    ],
    rows: [
      ['art', 1],
      ['math', 2],
      ['art', null],
    ],
  },
};
const BY_MATH: QueryChange = { kind: 'filterByRecord', row: 1, field: 'subject', add: false };
const BY_NO: QueryChange = { kind: 'sort', keys: [{ field: 'no', descending: true }] };
const IS_MATH = '"filters":{"subject":"math"}';
const NO_DOWN = '"sort":"no desc"';

describe('exploring', () => {
  let refuses = false;
  const ckan = new FakeCkan({
    resources,
    fault: ({ body }, honest) =>
      refuses && body.includes('sort')
        ? refusal(409, 'Validation Error', { sort: ['could not identify an ordering operator'] })
        : honest,
  });
  const signal = new AbortController().signal;
  let deps: Program;
  let portalId: string;

  before(async () => {
    ({ deps, portalId } = await cityPortal(ckan, { id: ID, name: 'Lessons' }));
  });
  beforeEach(async () => {
    refuses = false;
    await answerTo(() => deps.panels.open({ portalId, resourceId: ID }));
    assert.equal(ckan.searches.at(-1), body());
    await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
    await until(() => deps.panels.active !== undefined, 'the panel is the active one');
    ckan.calls.splice(0);
    generation = 1;
  });
  afterEach(closeEditors);
  after(async () => {
    await forgetEverything(deps);
    await ckan.close();
  });

  let generation = 1;
  const controller = () => {
    const panel = deps.panels.active;
    assert.ok(panel);
    return panel.controller;
  };
  const body = (...members: readonly string[]) => `{${[`"resource_id":"${ID}"`, ...members].join(',')}}`;
  const answerTo = async (start: () => unknown) => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const listener = deps.panels.onDidAnswer(() => resolve(undefined));
    await start();
    await promise;
    listener.dispose();
  };
  /** The next question is this one, and it was answered. */
  const asks = async (start: () => unknown, ...members: readonly string[]) => {
    const count = ckan.searches.length;
    await answerTo(start);
    generation += 1;
    assert.deepEqual(ckan.searches.slice(count), [body(...members)]);
  };
  const change = (given: QueryChange) => () => controller().exploring.change(generation, given, signal);
  /** Runs the query of the form, like its Run button. */
  const runForm = async () => {
    const { query, portalId: id } = await deps.forms.currentQuery();
    await deps.panels.run(id, query, signal);
  };
  const command = (name: string) => () => vscode.commands.executeCommand(`datastoreExplorer.${name}`);

  it('asks anew in the same panel, back and forward by commands', async () => {
    await asks(change(BY_MATH), IS_MATH);
    await asks(change(BY_NO), IS_MATH, NO_DOWN);
    await asks(command('goBack'), IS_MATH);
    await asks(command('goBack'));
    await asks(command('goForward'), IS_MATH);
    assert.equal(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length, 1);
  });

  it('is followed by the form', async () => {
    await asks(change(BY_MATH), IS_MATH);
    // The next change does not wait for the form.
    await asks(change(BY_NO), IS_MATH, NO_DOWN);
    await asks(() => runForm(), IS_MATH, NO_DOWN);
    await asks(command('goBack'), IS_MATH);
    await asks(() => runForm(), IS_MATH);
  });

  it('leaves alone what is typed in the form', async () => {
    await deps.forms.edit(portalId, { resourceId: ID, q: 'typed' });
    await asks(change(BY_MATH), IS_MATH);
    await asks(() => runForm(), '"q":"typed"');
  });

  it('keeps the records and leads back, when the portal refuses', async () => {
    refuses = true;
    await controller().exploring.change(generation, BY_NO, signal);
    await until(() => ckan.searches.length === 1, 'the refused question was asked');
    await until(() => controller().running.exploration.canGo(-1), 'there is a way back');
    assert.equal((await controller().running.rows(generation, 0, 3, signal)).length, 3);
    await asks(command('goBack'));
  });

  it('goes on from where the last session ended', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const [first, last] = [{ resourceId: ID, q: 'art' }, { resourceId: ID }];
    const saved = savedPanel(portalId, last, { changes: [first, last], place: 1 });
    const webviewPanel = vscode.window.createWebviewPanel('datastoreExplorer.records', 'x', vscode.ViewColumn.One);
    await asks(() => deps.panels.deserializeWebviewPanel(webviewPanel, { saved }));
    await until(() => deps.panels.active !== undefined, 'the panel is the active one');
    await asks(command('goBack'), '"q":"art"');
  });
});
