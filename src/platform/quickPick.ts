import * as vscode from 'vscode';
import { plainLabel, plainRemark } from './plain.ts';

/** A row of a quick pick. Each text may come from outside; icons are ours, one of VS Code's by its name. */
export interface Choice<T> {
  readonly label: string;
  /** Behind the label. */
  readonly description?: string;
  /** Under the label. */
  readonly detail?: string;
  readonly icon?: string;
  readonly descriptionIcon?: string;
  readonly detailIcon?: string;
  readonly picked?: boolean;
  /** At the end of the row; another choice. */
  readonly buttons?: readonly ChoiceButton<T>[];
  /** A row without one can't be chosen. */
  readonly value?: T;
  readonly isSeparator?: true;
}

export interface ChoiceButton<T> {
  readonly icon: string;
  readonly tooltip: string;
  readonly value: T;
}

/** As VS Code takes it. */
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
    ...(description !== undefined && {
      description: withIcon(descriptionIcon, plainRemark(description)),
    }),
    ...(detail !== undefined && { detail: withIcon(detailIcon, plainRemark(detail)) }),
    ...(picked !== undefined && { picked }),
    ...(buttons !== undefined && { buttons: buttons.map(buttonOf) }),
    ...(value !== undefined && { value }),
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
  /** Lets what was typed be taken as it stands, where that makes sense. */
  readonly typed?: (text: string) => Choice<T> | undefined;
  /** What was typed stands above all rows, not below. */
  readonly typedFirst?: boolean;
}

/** A quick pick that can also take what was typed. `undefined` when it was cancelled. */
export function choose<T>(options: ChoiceOptions<T>): Promise<T | undefined> {
  const { title, placeholder, items, active, typed, typedFirst = false } = options;
  const pick = vscode.window.createQuickPick<ChoiceRow<T>>();
  const rows = items.map(rowOf);
  pick.title = plainLabel(title);
  pick.placeholder = plainLabel(placeholder);
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.items = rows;
  if (active !== undefined) pick.activeItems = rows.filter(({ value }) => value === active);
  return new Promise((resolve) => {
    pick.onDidChangeValue((text) => {
      const own = text.trim() === '' ? undefined : typed?.(text.trim());
      const typedRows = own === undefined ? [] : [{ ...rowOf(own), alwaysShow: true }];
      pick.items = typedFirst ? [...typedRows, ...rows] : [...rows, ...typedRows];
    });
    pick.onDidAccept(() => {
      const [row] = pick.selectedItems;
      // Enter may come before the row of what was typed.
      const value = row === undefined ? typed?.(pick.value.trim())?.value : row.value;
      // A row that only says something, even if it isn't there yet.
      if (value === undefined) return;
      resolve(value);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

export type SeveralOptions<T> = Pick<ChoiceOptions<T>, 'title' | 'placeholder' | 'items'>;

/** A quick pick with check boxes. `undefined` when it was cancelled. */
export async function chooseSeveral<T>(options: SeveralOptions<T>): Promise<readonly T[] | undefined> {
  const picked = await vscode.window.showQuickPick(options.items.map(rowOf), {
    title: plainLabel(options.title),
    placeHolder: plainLabel(options.placeholder),
    canPickMany: true,
    // A panel that comes back takes the focus.
    ignoreFocusOut: true,
    matchOnDetail: true,
  });
  return picked?.flatMap(({ value }) => (value === undefined ? [] : [value]));
}

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
  const pick = vscode.window.createQuickPick<ChoiceRow<T>>();
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
