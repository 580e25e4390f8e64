import * as vscode from 'vscode';
import { type Choice, type Row, rowOf } from './choice.ts';
import { plainLabel } from './plain.ts';

export interface LiveChoiceOptions<T> {
  readonly title: string;
  readonly placeholder: string;
  readonly items: readonly Choice<T>[];
  /** The row to begin on. */
  readonly active?: T;
  /** Offers the way to the question before. */
  readonly canGoBack?: boolean;
  /** Brings better rows, at any time until the choice is made; the pick looks busy meanwhile. */
  readonly later?: (show: (items: readonly Choice<T>[]) => void, signal: AbortSignal) => Promise<void>;
}

export type LiveAnswer<T> =
  { readonly kind: 'chosen'; readonly value: T } | { readonly kind: 'back' | 'left' };

/** A quick pick whose rows change while people look at it. The row they are on stays, by its value. */
export function chooseLive<T>(options: LiveChoiceOptions<T>): Promise<LiveAnswer<T>> {
  const { title, placeholder, items, active, canGoBack = false, later } = options;
  const pick = vscode.window.createQuickPick<Row<T>>();
  const left = new AbortController();
  const show = (choices: readonly Choice<T>[], wanted: T | undefined): void => {
    const rows = choices.map(rowOf);
    pick.items = rows;
    const row = rows.find(({ value }) => value !== undefined && value === wanted);
    if (row !== undefined) pick.activeItems = [row];
  };
  pick.title = plainLabel(title);
  pick.placeholder = plainLabel(placeholder);
  pick.matchOnDescription = true;
  pick.keepScrollPosition = true;
  // People look at what it is about before they answer.
  pick.ignoreFocusOut = true;
  if (canGoBack) pick.buttons = [vscode.QuickInputButtons.Back];
  show(items, active);
  if (later !== undefined) {
    pick.busy = true;
    const refresh = (choices: readonly Choice<T>[]): void => {
      if (!left.signal.aborted) show(choices, pick.activeItems[0]?.value ?? active);
    };
    const done = (): void => {
      if (!left.signal.aborted) pick.busy = false;
    };
    later(refresh, left.signal).then(done, done);
  }
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      const value = pick.selectedItems[0]?.value;
      if (value === undefined) return;
      resolve({ kind: 'chosen', value });
      pick.hide();
    });
    pick.onDidTriggerButton(() => {
      resolve({ kind: 'back' });
      pick.hide();
    });
    pick.onDidHide(() => {
      left.abort();
      resolve({ kind: 'left' });
      pick.dispose();
    });
    pick.show();
  });
}
