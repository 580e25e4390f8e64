import * as vscode from 'vscode';
import { type Choice, type Row, rowOf } from './choice.ts';
import { plainLabel } from './plain.ts';

export interface ChoiceOptions<T> {
  readonly title: string;
  readonly placeholder: string;
  readonly items: readonly Choice<T>[];
  /** Lets what was typed be taken as it stands, where that makes sense. */
  readonly typed?: (text: string) => Choice<T> | undefined;
}

/** A quick pick that can also take what was typed. `undefined` when it was left. */
export function choose<T>({ title, placeholder, items, typed }: ChoiceOptions<T>): Promise<T | undefined> {
  const pick = vscode.window.createQuickPick<Row<T>>();
  const rows = items.map(rowOf);
  pick.title = plainLabel(title);
  pick.placeholder = plainLabel(placeholder);
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.items = rows;
  return new Promise((resolve) => {
    pick.onDidChangeValue((text) => {
      const own = text.trim() === '' ? undefined : typed?.(text.trim());
      pick.items = own === undefined ? rows : [...rows, { ...rowOf(own), alwaysShow: true }];
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

export type SeveralOptions<T> = Pick<ChoiceOptions<T>, 'title' | 'placeholder' | 'items'>;

/** A quick pick with check boxes. `undefined` when it was left. */
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
