import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { readStored, storedList } from '../base/stored.ts';
import { plainLabel } from '../platform/plain.ts';
import { type ResourceRef, sameResource } from '../platform/portal.ts';
import { translate } from '../platform/windowLanguage.ts';
import { PANEL_WORDS } from './recordsWords.ts';

const KEY = 'tabTitles';

const TitledTab = v.object({ title: v.string(), portalId: v.string(), resourceId: v.string() });
/** A tab of records, and what it shows. */
export type TitledTab = Readonly<v.InferOutput<typeof TitledTab>>;

/** As a tab of records is called. `place`: told where another one shows a resource of the same name. */
export function tabTitle(resource: string, place = ''): string {
  const name = place === '' ? resource : translate(PANEL_WORDS.placed, { 0: resource, 1: place });
  return plainLabel(translate(PANEL_WORDS.title, { 0: name }));
}

/**
 * Which resources the tabs of records show, by their titles: of a tab that VS Code has restored and that nobody has looked
 * at it tells only the title. So the tab can be closed together with its resource.
 */
export class TabTitles {
  readonly #state: vscode.Memento;
  readonly #viewType: string;
  /** As they were remembered last. */
  #shown: readonly TitledTab[] = [];

  constructor(state: vscode.Memento, viewType: string) {
    this.#state = state;
    this.#viewType = viewType;
  }

  /** `shown`: the tabs that have been looked at. What these showed before, and titles of tabs that are closed, are forgotten. */
  remember(shown: readonly TitledTab[]): void {
    const open = new Set(this.#tabs().map(({ label }) => label));
    const known = [...this.#shown, ...shown];
    const others = this.#saved.filter(
      (saved) =>
        open.has(saved.title) && !known.some((tab) => tab.title === saved.title && sameResource(tab, saved)),
    );
    this.#shown = shown;
    const titles: readonly TitledTab[] = [...others, ...shown];
    if (!isDeepStrictEqual(titles, this.#saved)) void this.#state.update(KEY, titles);
  }

  /** Closes the tabs of resources that are gone. One whose title stands for another, too, is closed once it is shown. */
  async close(isGone: (ref: ResourceRef) => boolean): Promise<void> {
    const byTitle = Map.groupBy(this.#saved, ({ title }) => title);
    const tabs = this.#tabs().filter(({ label }) => byTitle.get(label)?.every(isGone) === true);
    if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
  }

  get #saved(): readonly TitledTab[] {
    return readStored(storedList(TitledTab), this.#state.get(KEY)) ?? [];
  }

  #tabs(): readonly vscode.Tab[] {
    const isOurs = ({ input }: vscode.Tab): boolean =>
      // VS Code writes something of its own in front of it.
      input instanceof vscode.TabInputWebview && input.viewType.endsWith(this.#viewType);
    return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(isOurs));
  }
}
