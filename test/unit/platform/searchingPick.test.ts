import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { mock } from 'node:test';
import type { Choice } from '../../../src/platform/quickPick.ts';
import { fixedStep, SearchingPick, type PickStep } from '../../../src/platform/searchingPick.ts';
import { EventEmitter, people, type QuickPick } from '../../support/host/vscode.ts';

/** A step whose search ends when the test says so. */
class SearchStep implements PickStep<string> {
  readonly title = 'Find';
  readonly placeholder = 'Words';
  readonly canGoBack = false;
  readonly searched: string[] = [];
  readonly #changed = new EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  rows: readonly Choice<string>[] = [{ label: 'old', value: 'old' }];
  isBusy = false;
  text = '';
  active: string | undefined;

  get isSettled(): boolean {
    return !this.isBusy;
  }

  get first(): string | undefined {
    return this.rows[0]?.value;
  }

  search(): void {
    this.searched.push(this.text);
    this.isBusy = true;
    this.#changed.fire();
  }

  find(...labels: readonly string[]): void {
    this.rows = labels.map((label) => ({ label, value: label }));
    this.isBusy = false;
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

describe('a pick that searches', () => {
  beforeEach(() => {
    people.forget();
    people.looksAtPicks = true;
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => mock.timers.reset());

  const open = async () => {
    const step = new SearchStep();
    const asked = new SearchingPick<string>().ask(step);
    const pick = people.picking;
    assert.ok(pick);
    await setImmediate();
    return { step, asked, pick };
  };
  const labels = ({ items }: QuickPick) => items.map(({ label }) => label);

  it('asks once, a pause after the last key', async () => {
    const { step, pick } = await open();
    for (const text of ['w', 'wa', 'wat']) {
      pick.type(text);
      mock.timers.tick(249);
    }
    assert.deepEqual(step.searched, []);
    assert.equal(pick.busy, true);
    mock.timers.tick(1);
    assert.deepEqual(step.searched, ['wat']);
    step.find('Water', 'Watches');
    assert.deepEqual(labels(pick), ['Water', 'Watches']);
    assert.equal(pick.busy, false);
  });

  it('asks nothing once it is left', async () => {
    const { step, asked, pick } = await open();
    pick.type('w');
    pick.hide();
    assert.deepEqual(await asked, { kind: 'left' });
    mock.timers.tick(1000);
    assert.deepEqual(step.searched, []);
  });

  it('shows rows whatever VS Code finds in them, and keeps the row that people are on', async () => {
    const { step, pick } = await open();
    step.find('one', 'two', 'three');
    await setImmediate();
    assert.ok(pick.items.every(({ alwaysShow }) => alwaysShow));
    pick.goTo('two');
    step.find('one', 'one and a half', 'two', 'three');
    assert.deepEqual(
      pick.activeItems.map(({ label }) => label),
      ['two'],
    );
  });

  it('leaves rows where they are when others come below, and begins at the top with other ones', async () => {
    const { step, pick } = await open();
    step.find('one', 'two');
    assert.equal(pick.keepScrollPosition, false);
    step.find('one', 'two', 'three');
    assert.equal(pick.keepScrollPosition, true);
    step.find('other');
    assert.equal(pick.keepScrollPosition, false);
  });

  it('holds Enter that is pressed before the answer, and takes the first row then', async () => {
    const { step, asked, pick } = await open();
    pick.type('water');
    pick.enter();
    mock.timers.tick(250);
    step.find('Water', 'Watches');
    await setImmediate();
    assert.deepEqual(await asked, { kind: 'chosen', value: 'Water' });
  });

  it('forgets that Enter when people type on', async () => {
    const { step, asked, pick } = await open();
    pick.type('wat');
    pick.enter();
    pick.type('water');
    mock.timers.tick(250);
    step.find('Water');
    await setImmediate();
    pick.hide();
    assert.deepEqual(await asked, { kind: 'left' });
  });

  it('takes a row that people went to, though a better answer is on its way', async () => {
    const { step, asked, pick } = await open();
    step.find('one', 'two');
    await setImmediate();
    pick.type('o');
    pick.goTo('two');
    pick.enter();
    assert.deepEqual(await asked, { kind: 'chosen', value: 'two' });
  });

  it('a second Enter that comes before the rows of the next step are shown takes its first row', async () => {
    const rows = [{ label: 'R1', value: 'r1' }];
    const picks = new SearchingPick<string>();
    const asked = picks.ask(fixedStep({ title: 'Dataset', placeholder: '', canGoBack: true, rows }));
    people.picking?.enter();
    assert.deepEqual(await asked, { kind: 'chosen', value: 'r1' });
  });

  it('lets VS Code find among rows that are all there, and leads back', async () => {
    const rows = [{ label: 'R1', value: 'r1' }];
    const picks = new SearchingPick<string>();
    const asked = picks.ask(fixedStep({ title: 'Dataset', placeholder: '', canGoBack: true, rows }));
    const pick = people.picking;
    assert.ok(pick);
    assert.deepEqual([pick.buttons.length, pick.items[0]?.alwaysShow], [1, false]);
    pick.back();
    assert.deepEqual(await asked, { kind: 'back' });
  });
});
