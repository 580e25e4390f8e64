import assert from 'node:assert/strict';
import type { Memento } from 'vscode';
import { sameResource, type ResourceRef } from '../../../src/platform/portal.ts';
import { TabTitles, tabTitle } from '../../../src/records/tabTitles.ts';
import { TabInputWebview, window } from '../../support/host/vscode.ts';

const VIEW = 'datastoreExplorer.records';
const lessons = { portalId: 'city', resourceId: 'r1' };
const copy = { portalId: 'local', resourceId: 'r2' };
const trees = { portalId: 'city', resourceId: 'r3' };

describe('tabs of a last session that haven’t been shown', () => {
  const [group] = window.tabGroups.all;
  const show = (...labels: readonly string[]) => {
    assert.ok(group);
    group.tabs = labels.map((label) => ({ label, input: new TabInputWebview(`mainThreadWebview-${VIEW}`) }));
  };
  const shown = () => group?.tabs.map(({ label }) => label);
  afterEach(() => show());

  type Shown = readonly (readonly [name: string, ref: ResourceRef, place?: string])[];
  const remember = (titles: TabTitles, ...tabs: Shown) =>
    titles.remember(tabs.map(([name, ref, place]) => ({ title: tabTitle(name, place), ...ref })));
  let written = 0;
  /** The titles that the previous window has stored. */
  const afterReload = (...before: Shown) => {
    const values = new Map<string, unknown>();
    const state = {
      get: (key: string) => values.get(key),
      update: (key: string, value: unknown) => {
        written += 1;
        values.set(key, value);
        return Promise.resolve();
      },
    } as unknown as Memento;
    const titles = new TabTitles(state, VIEW);
    remember(titles, ...before);
    return new TabTitles(state, VIEW);
  };

  it('are closed with their resource, and others stay', async () => {
    show('Lessons — Records', 'Trees — Records', 'Notes');
    const titles = afterReload(['Lessons', lessons], ['Trees', trees]);
    await titles.close((ref) => sameResource(ref, lessons));
    assert.deepEqual(shown(), ['Trees — Records', 'Notes']);
  });

  it('are closed with their portal', async () => {
    show('Lessons — Records', 'Trees — Records', 'Other — Records');
    const titles = afterReload(['Lessons', lessons], ['Trees', trees], ['Other', copy]);
    await titles.close(({ portalId }) => portalId === 'city');
    assert.deepEqual(shown(), ['Other — Records']);
  });

  it('are closed with their resource where their titles say its place', async () => {
    // VS Code hasn't applied the titles yet when they are remembered.
    show('Lessons — Records');
    const titles = afterReload(['Lessons', lessons, 'City'], ['Lessons', copy, 'copy']);
    show('Lessons (City) — Records', 'Lessons (copy) — Records');
    await titles.close((ref) => sameResource(ref, copy));
    assert.deepEqual(shown(), ['Lessons (City) — Records']);
  });

  it('are closed with the last resource that they showed', async () => {
    show('Lessons — Records');
    const titles = afterReload(['Lessons', lessons]);
    remember(titles, ['Lessons', lessons]);
    remember(titles, ['Lessons', copy]);
    await titles.close((ref) => sameResource(ref, copy));
    assert.deepEqual(shown(), []);
  });

  it('are known however many others are looked at', async () => {
    show('Lessons (copy) — Records', 'Trees — Records');
    const titles = afterReload(['Lessons', copy, 'copy'], ['Trees', trees]);
    remember(titles, ['Trees', trees]);
    await titles.close((ref) => sameResource(ref, copy));
    assert.deepEqual(shown(), ['Trees — Records']);
  });

  it('stay where their title may be that of another resource', async () => {
    show('Lessons — Records', 'Lessons — Records');
    const titles = afterReload(['Lessons', lessons], ['Lessons', copy]);
    await titles.close((ref) => sameResource(ref, lessons));
    assert.equal(shown()?.length, 2);
  });

  it('are not confused with what an earlier tab of that title showed', async () => {
    show();
    const titles = afterReload(['Lessons', lessons]);
    remember(titles, ['Trees', trees]);
    show('Lessons — Records');
    remember(titles, ['Lessons', copy]);
    await titles.close((ref) => sameResource(ref, copy));
    assert.deepEqual(shown(), []);
  });

  it('are written when they change, not whenever a tab comes to the front', () => {
    show('Lessons — Records');
    const titles = afterReload();
    written = 0;
    for (const ref of [lessons, lessons, copy, copy]) remember(titles, ['Lessons', ref]);
    assert.equal(written, 2);
  });

  it('of other extensions are left alone', async () => {
    show('Lessons — Records');
    const titles = afterReload(['Lessons', lessons]);
    assert.ok(group);
    group.tabs = [{ label: 'Lessons — Records', input: new TabInputWebview('mainThreadWebview-other') }];
    await titles.close(() => true);
    assert.equal(shown()?.length, 1);
  });
});
