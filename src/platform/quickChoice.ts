import * as vscode from 'vscode';

export interface Choice<T> extends vscode.QuickPickItem {
  readonly value?: T;
}

export interface ChoiceOptions<T> {
  readonly title: string;
  readonly placeholder: string;
  readonly items: readonly Choice<T>[];
  /** Lets what was typed be taken as it stands, where that makes sense. */
  readonly typed?: (text: string) => Choice<T> | undefined;
}

/** A quick pick that can also take what was typed. `undefined` when it was left. */
export function choose<T>({ title, placeholder, items, typed }: ChoiceOptions<T>): Promise<T | undefined> {
  const pick = vscode.window.createQuickPick<Choice<T>>();
  pick.title = title;
  pick.placeholder = placeholder;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.items = items;
  return new Promise((resolve) => {
    pick.onDidChangeValue((text) => {
      const own = text.trim() === '' ? undefined : typed?.(text.trim());
      pick.items = own === undefined ? items : [...items, { ...own, alwaysShow: true }];
    });
    pick.onDidAccept(() => {
      resolve(pick.selectedItems[0]?.value);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}
