import * as vscode from 'vscode';
import { defined } from '../base/defined.ts';
import { keepOpenAtFirst } from './openingList.ts';
import { plainLabel, plainRemark } from './plain.ts';

/** A row of a quick pick. Its texts may come from outside. Icons are names of VS Code's codicons. */
export interface Choice<T> {
  readonly label: string;
  /** Text on the label's line, behind it. */
  readonly description?: string;
  /** Text on the line below the label. */
  readonly detail?: string;
  readonly icon?: string;
  readonly descriptionIcon?: string;
  readonly detailIcon?: string;
  readonly picked?: boolean;
  readonly buttons?: readonly ChoiceButton<T>[];
  /** The result of choosing the row. A row without one can't be chosen. */
  readonly value?: T;
  readonly isSeparator?: true;
}

export interface ChoiceButton<T> {
  readonly icon: string;
  readonly tooltip: string;
  readonly value: T;
}

export interface ChoiceRow<T> extends vscode.QuickPickItem {
  readonly value?: T;
  readonly buttons?: readonly RowButton<T>[];
}

export interface RowButton<T> extends vscode.QuickInputButton {
  readonly value: T;
}

export function separator(label = ''): Choice<never> {
  return { label, isSeparator: true };
}

export function rowOf<T>(choice: Choice<T>): ChoiceRow<T> {
  const { label, description, detail, icon, descriptionIcon, detailIcon, picked, buttons, value } = choice;
  if (choice.isSeparator) return { label: plainLabel(label), kind: vscode.QuickPickItemKind.Separator };
  return {
    label: withIcon(icon, plainLabel(label)),
    ...(description !== undefined && { description: withIcon(descriptionIcon, plainRemark(description)) }),
    ...(detail !== undefined && { detail: withIcon(detailIcon, plainRemark(detail)) }),
    ...defined({ picked }),
    ...(buttons !== undefined && { buttons: buttons.map(buttonOf) }),
    ...defined({ value }),
  };
}

function buttonOf<T>({ icon, tooltip, value }: ChoiceButton<T>): RowButton<T> {
  return { iconPath: new vscode.ThemeIcon(icon), tooltip: plainLabel(tooltip), value };
}

function withIcon(icon: string | undefined, text: string): string {
  return icon === undefined ? text : `$(${icon}) ${text}`;
}

export interface ChoiceOptions<T> {
  readonly title: string;
  readonly placeholder: string;
  readonly items: readonly Choice<T>[];
  /** The row that Enter takes while nothing is typed; the first one by default. */
  readonly active?: T;
  /** Makes a row from the typed text, if that is a valid choice. */
  readonly typed?: (text: string) => Choice<T> | undefined;
  readonly typedFirst?: boolean;
}

/** Shows a quick pick that may also accept typed text. Undefined if people cancel. */
export async function choose<T>(options: ChoiceOptions<T>): Promise<T | undefined> {
  const answer = await ask(options, false);
  return answer.kind === 'chosen' ? answer.value : undefined;
}

export async function chooseSeveral<T>(
  options: Pick<ChoiceOptions<T>, 'title' | 'placeholder' | 'items'>,
): Promise<readonly T[] | undefined> {
  const picked = await vscode.window.showQuickPick(options.items.map(rowOf), {
    title: plainLabel(options.title),
    placeHolder: plainLabel(options.placeholder),
    canPickMany: true,
    // A panel that is restored meanwhile takes the focus.
    ignoreFocusOut: true,
    matchOnDetail: true,
  });
  return picked?.flatMap(({ value }) => (value === undefined ? [] : [value]));
}

export interface LiveChoiceOptions<T> extends Omit<ChoiceOptions<T>, 'typed' | 'typedFirst'> {
  readonly canGoBack?: boolean;
  /** Replaces the rows at any time before the choice. The pick shows that it is busy meanwhile. */
  readonly later?: (show: (items: readonly Choice<T>[]) => void, signal: AbortSignal) => Promise<void>;
}

export type LiveAnswer<T> = { readonly kind: 'chosen'; readonly value: T } | { readonly kind: 'back' | 'left' };

/** Shows a quick pick whose rows may change. The focus stays on the row with the same value. */
export function chooseLive<T>(options: LiveChoiceOptions<T>): Promise<LiveAnswer<T>> {
  // People may look at what the question is about before they answer.
  return ask(options, true);
}

function ask<T>(
  options: ChoiceOptions<T> & Pick<LiveChoiceOptions<T>, 'canGoBack' | 'later'>,
  isOpenWithoutFocus: boolean,
): Promise<LiveAnswer<T>> {
  const { title, placeholder, items, active, typed, typedFirst = false, canGoBack = false, later } = options;
  const pick = vscode.window.createQuickPick<ChoiceRow<T>>();
  const left = new AbortController();
  const show = (rows: readonly ChoiceRow<T>[], focusedValue: T | undefined): void => {
    pick.items = rows;
    const row = rows.find(({ value }) => value !== undefined && value === focusedValue);
    if (row !== undefined) pick.activeItems = [row];
  };
  const first = items.map(rowOf);
  pick.title = plainLabel(title);
  pick.placeholder = plainLabel(placeholder);
  pick.matchOnDescription = true;
  pick.matchOnDetail = !isOpenWithoutFocus;
  pick.keepScrollPosition = isOpenWithoutFocus;
  const end = keepOpenAtFirst(pick, isOpenWithoutFocus);
  if (canGoBack) pick.buttons = [vscode.QuickInputButtons.Back];
  show(first, active);
  if (later !== undefined) {
    pick.busy = true;
    const refresh = (choices: readonly Choice<T>[]): void => {
      if (!left.signal.aborted) show(choices.map(rowOf), pick.activeItems[0]?.value ?? active);
    };
    const done = (): void => {
      if (!left.signal.aborted) pick.busy = false;
    };
    later(refresh, left.signal).then(done, done);
  }
  return new Promise((resolve) => {
    const answer = (answered: LiveAnswer<T>): void => {
      resolve(answered);
      pick.hide();
    };
    if (typed !== undefined)
      pick.onDidChangeValue((text) => {
        const own = text.trim() === '' ? undefined : typed(text.trim());
        const typedRows = own === undefined ? [] : [{ ...rowOf(own), alwaysShow: true }];
        pick.items = typedFirst ? [...typedRows, ...first] : [...first, ...typedRows];
      });
    pick.onDidAccept(() => {
      const [row] = pick.selectedItems;
      // Enter may be pressed before the row for the typed text is there.
      const value = row === undefined ? typed?.(pick.value.trim())?.value : row.value;
      // A row without a value is only a message and can't be chosen.
      if (value !== undefined) answer({ kind: 'chosen', value });
    });
    pick.onDidTriggerButton(() => answer({ kind: 'back' }));
    pick.onDidHide(() => {
      end();
      left.abort();
      resolve({ kind: 'left' });
      pick.dispose();
    });
    pick.show();
  });
}
