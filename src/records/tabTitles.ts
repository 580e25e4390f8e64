import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { plainLabel } from '../platform/plain.ts';
import { type ResourceRef, resourceRef, sameResource } from '../platform/portal.ts';
import { type Storage, StoredList } from '../platform/state/stored.ts';
import { translate } from '../platform/windowLanguage.ts';
import { PANEL_WORDS } from './recordsWords.ts';

const TitledTab = v.object({ title: v.string(), ...resourceRef.entries });
export type TitledTab = Readonly<v.InferOutput<typeof TitledTab>>;

/** The title of a records tab. `place` distinguishes resources of the same name. */
export function tabTitle(resource: string, place = ''): string {
  const name = place === '' ? resource : translate(PANEL_WORDS.placed, { 0: resource, 1: place });
  return plainLabel(translate(PANEL_WORDS.title, { 0: name }));
}

/** Finds the tabs of removed resources by their titles, which is all that a restored tab reveals before it is shown. */
export class TabTitles {
  readonly #saved: StoredList<typeof TitledTab>;
  readonly #viewType: string;
  #shown: readonly TitledTab[] = [];

  constructor(state: Storage, viewType: string) {
    this.#saved = new StoredList(state, { key: 'tabTitles', item: TitledTab });
    this.#viewType = viewType;
  }

  /** Remembers the tabs that have been shown, and forgets their former resources and titles of closed tabs. */
  remember(shown: readonly TitledTab[]): void {
    const open = new Set(this.#tabs().map(({ label }) => label));
    const shownTabs = [...this.#shown, ...shown];
    const others = this.#saved.items.filter(
      (saved) =>
        open.has(saved.title) && !shownTabs.some((tab) => tab.title === saved.title && sameResource(tab, saved)),
    );
    this.#shown = shown;
    const titles: readonly TitledTab[] = [...others, ...shown];
    if (!isDeepStrictEqual(titles, this.#saved.items)) void this.#saved.set(titles);
  }

  /** Closes tabs of removed resources. One whose title may mean another resource, too, is closed once it is shown. */
  async close(isGone: (ref: ResourceRef) => boolean): Promise<void> {
    const byTitle = Map.groupBy(this.#saved.items, ({ title }) => title);
    const tabs = this.#tabs().filter(({ label }) => byTitle.get(label)?.every(isGone) === true);
    if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
  }

  #tabs(): readonly vscode.Tab[] {
    const isOurs = ({ input }: vscode.Tab): boolean =>
      // VS Code puts a prefix of its own before the view type.
      input instanceof vscode.TabInputWebview && input.viewType.endsWith(this.#viewType);
    return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(isOurs));
  }
}
