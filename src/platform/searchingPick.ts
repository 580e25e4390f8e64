import * as vscode from 'vscode';
import { DisposableStore, type Disposing } from './disposables.ts';
import { plainLabel } from './plain.ts';
import { type Choice, type ChoiceRow, type LiveAnswer, rowOf } from './quickPick.ts';

/** From the last key to the question. */
const PAUSE_MS = 250;

/** What stands in a quick pick. It may change while people look at it, and is as they left it when they come back. */
export interface PickStep<T> extends Disposing {
  readonly title: string;
  readonly placeholder: string;
  /** There is a step before it. */
  readonly canGoBack: boolean;
  readonly rows: readonly Choice<T>[];
  readonly onDidChange: (listener: () => void) => Disposing;
  /** More rows are on their way. */
  readonly isBusy: boolean;
  /** The rows are those of the text. */
  readonly isSettled: boolean;
  /** What Enter takes that was pressed before people saw the rows. */
  readonly first: T | undefined;
  /** What is typed. */
  text: string;
  /** The row that people are on; undefined for the first one. */
  active: T | undefined;
  /** Asks for the rows of the text. Without it, VS Code finds the text among the rows. */
  search?(): void;
}

/** Rows that are all there. */
export function fixedStep<T>(
  step: Pick<PickStep<T>, 'title' | 'placeholder' | 'canGoBack' | 'rows'>,
): PickStep<T> {
  return {
    ...step,
    onDidChange: () => ({ dispose: () => undefined }),
    isBusy: false,
    isSettled: true,
    first: step.rows.find(({ value }) => value !== undefined)?.value,
    text: '',
    active: undefined,
    dispose: () => undefined,
  };
}

/** One quick pick for several steps, so that nothing flickers between them. */
export class SearchingPick<T> implements Disposing {
  readonly #pick: vscode.QuickPick<ChoiceRow<T>> = vscode.window.createQuickPick<ChoiceRow<T>>();

  constructor() {
    // VS Code has no type for it: rows keep their order and their separators while something is typed.
    Object.assign(this.#pick, { sortByLabel: false });
  }

  /** Stays open once something is chosen, for the next step. */
  ask(step: PickStep<T>): Promise<LiveAnswer<T>> {
    const pick = this.#pick;
    const asking = new Asking(pick, step);
    pick.show();
    return asking.answer.finally(() => asking.dispose());
  }

  dispose(): void {
    this.#pick.dispose();
  }
}

/** One step on the screen, until it is answered. */
class Asking<T> implements Disposing {
  readonly #pick: vscode.QuickPick<ChoiceRow<T>>;
  readonly #step: PickStep<T>;
  readonly #store = new DisposableStore();
  readonly #answer = Promise.withResolvers<LiveAnswer<T>>();
  readonly answer = this.#answer.promise;
  #pause: NodeJS.Timeout | undefined;
  /** VS Code has put these rows in place of those of the step before. */
  #isShown = false;
  /** Enter was pressed too early for these rows. */
  #isHeld = false;

  constructor(pick: vscode.QuickPick<ChoiceRow<T>>, step: PickStep<T>) {
    [this.#pick, this.#step] = [pick, step];
    pick.title = plainLabel(step.title);
    pick.placeholder = plainLabel(step.placeholder);
    pick.buttons = step.canGoBack ? [vscode.QuickInputButtons.Back] : [];
    pick.value = step.text;
    // VS Code marks what it finds in a description in a colour too pale to be read.
    pick.matchOnDescription = step.search === undefined;
    this.#show();
    for (const listening of [
      step.onDidChange(() => this.#show()),
      pick.onDidChangeValue((text) => this.#type(text)),
      pick.onDidChangeActive(([row]) => this.#goTo(row)),
      pick.onDidAccept(() => this.#accept(pick.selectedItems[0])),
      pick.onDidTriggerItemButton(({ item, button }) =>
        this.#choose(item.buttons?.find((own) => own === button)?.value),
      ),
      pick.onDidTriggerButton(() => this.#answer.resolve({ kind: 'back' })),
      pick.onDidHide(() => this.#answer.resolve({ kind: 'left' })),
    ])
      this.#store.add(listening);
  }

  dispose(): void {
    clearTimeout(this.#pause);
    this.#store.dispose();
  }

  #show(): void {
    const { rows, isBusy, active } = this.#step;
    const alwaysShow = this.#step.search !== undefined;
    const shown = rows.map((choice) => ({ ...rowOf(choice), alwaysShow }));
    const row = shown.find(({ value }) => value !== undefined && value === active);
    this.#pick.busy = isBusy || this.#pause !== undefined;
    const top = this.#firstRow?.value;
    const isLonger = top !== undefined && top === firstOf(shown)?.value;
    // Rows that come below leave those in view where they are.
    this.#pick.keepScrollPosition = isLonger || row !== undefined;
    this.#pick.items = shown;
    if (row !== undefined) this.#pick.activeItems = [row];
    this.#release();
  }

  #type(text: string): void {
    const step = this.#step;
    if (text === step.text) return;
    step.text = text;
    this.#isHeld = false;
    if (step.search === undefined) return;
    clearTimeout(this.#pause);
    this.#pick.busy = true;
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      step.search?.();
    }, PAUSE_MS);
  }

  #goTo(row: ChoiceRow<T> | undefined): void {
    if (row === undefined) return;
    this.#isShown = true;
    this.#step.active = row === this.#firstRow ? undefined : row.value;
    this.#release();
  }

  #accept(row: ChoiceRow<T> | undefined): void {
    this.#isHeld = !this.#isReady && (row === undefined || row === this.#firstRow);
    if (!this.#isHeld) this.#choose(row?.value);
    this.#release();
  }

  /** Enter that was held takes the first row once there is one. */
  #release(): void {
    if (!this.#isHeld || !this.#isReady) return;
    this.#isHeld = false;
    this.#choose(this.#step.first);
  }

  #choose(value: T | undefined): void {
    if (value !== undefined) this.#answer.resolve({ kind: 'chosen', value });
  }

  /** The rows that people see are those of what they typed. */
  get #isReady(): boolean {
    return this.#isShown && this.#pause === undefined && this.#step.isSettled;
  }

  get #firstRow(): ChoiceRow<T> | undefined {
    return firstOf(this.#pick.items);
  }
}

function firstOf<T>(rows: readonly ChoiceRow<T>[]): ChoiceRow<T> | undefined {
  return rows.find(({ kind }) => kind !== vscode.QuickPickItemKind.Separator);
}
