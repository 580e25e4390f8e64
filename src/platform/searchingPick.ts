import * as vscode from 'vscode';
import { type Disposing, Owner } from './disposables.ts';
import { keepOpenAtFirst } from './openingList.ts';
import { plainLabel } from './plain.ts';
import { type Choice, type ChoiceRow, type LiveAnswer, rowOf } from './quickPick.ts';

/** Pause between the last key and the search. */
const PAUSE_MS = 250;

/** One step of a quick pick. Its rows may change while it is shown. When people come back, it is as they left it. */
export interface PickStep<T> extends Disposing {
  readonly title: string;
  readonly placeholder: string;
  readonly canGoBack: boolean;
  readonly rows: readonly Choice<T>[];
  readonly onDidChange: (listener: () => void) => Disposing;
  readonly isBusy: boolean;
  /** Whether the rows belong to the current text. */
  readonly isSettled: boolean;
  /** The value for an Enter that was pressed before people saw the rows. */
  readonly first: T | undefined;
  text: string;
  /** The row with the focus. Undefined for the first one. */
  active: T | undefined;
  /** Requests the rows for the text. Without this function, VS Code filters the rows by the text. */
  search?(): void;
}

export function fixedStep<T>(step: Pick<PickStep<T>, 'title' | 'placeholder' | 'canGoBack' | 'rows'>): PickStep<T> {
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

/** A single quick pick for several steps, so that nothing flickers between them. */
export class SearchingPick<T> extends Owner {
  readonly #pick: vscode.QuickPick<ChoiceRow<T>> = this.owned.add(vscode.window.createQuickPick<ChoiceRow<T>>());

  constructor() {
    super();
    // VS Code's types lack this property, which keeps the rows' order and separators while people type.
    Object.assign(this.#pick, { sortByLabel: false });
    this.owned.addCall(keepOpenAtFirst(this.#pick));
  }

  /** Shows the step. The pick stays open after a choice, for the next step. */
  ask(step: PickStep<T>): Promise<LiveAnswer<T>> {
    const pick = this.#pick;
    const asking = new Asking(pick, step);
    pick.show();
    return asking.answer.finally(() => asking.dispose());
  }
}

class Asking<T> extends Owner {
  readonly #pick: vscode.QuickPick<ChoiceRow<T>>;
  readonly #step: PickStep<T>;
  readonly #answer = Promise.withResolvers<LiveAnswer<T>>();
  readonly answer = this.#answer.promise;
  #pause: NodeJS.Timeout | undefined;
  /** Whether VS Code has replaced the rows of the previous step by this one's. */
  #isShown = false;
  /** Whether Enter was pressed before the rows were there. */
  #isHeld = false;

  constructor(pick: vscode.QuickPick<ChoiceRow<T>>, step: PickStep<T>) {
    super();
    [this.#pick, this.#step] = [pick, step];
    this.owned.addCall(() => clearTimeout(this.#pause));
    pick.title = plainLabel(step.title);
    pick.placeholder = plainLabel(step.placeholder);
    pick.buttons = step.canGoBack ? [vscode.QuickInputButtons.Back] : [];
    pick.value = step.text;
    // VS Code highlights matches in descriptions in a colour too pale to read.
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
      this.owned.add(listening);
  }

  #show(): void {
    const { rows, isBusy, active } = this.#step;
    const alwaysShow = this.#step.search !== undefined;
    const shown = rows.map((choice) => ({ ...rowOf(choice), alwaysShow }));
    const row = shown.find(({ value }) => value !== undefined && value === active);
    this.#pick.busy = isBusy || this.#pause !== undefined;
    const top = this.#firstRow?.value;
    const isLonger = top !== undefined && top === firstOf(shown)?.value;
    // Rows added below shouldn't move the visible ones.
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

  #release(): void {
    if (!this.#isHeld || !this.#isReady) return;
    this.#isHeld = false;
    this.#choose(this.#step.first);
  }

  #choose(value: T | undefined): void {
    if (value !== undefined) this.#answer.resolve({ kind: 'chosen', value });
  }

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
