import * as vscode from 'vscode';

type List = Pick<vscode.QuickPick<vscode.QuickPickItem>, 'ignoreFocusOut' | 'value'>;

/** Time in which the page of a panel may get the focus back from the palette, which would close a list opened since. */
const LATE_FOCUS_MS = 1000;
/** Time in which the list takes the focus back from the page by itself. */
const RETURN_MS = 100;

/** The list that has just opened, and its text when a page last took the focus from it. */
let opening: { readonly list: List; textBefore: string } | undefined;

/** Keeps a list open while the focus may leave it by itself. Returns a function that ends this. */
export function keepOpenAtFirst(list: List, isOpenWithoutFocus = false): () => void {
  const own = { list, textBefore: '' };
  opening = own;
  list.ignoreFocusOut = true;
  const timer = setTimeout(() => end(), LATE_FOCUS_MS);
  const end = (): void => {
    clearTimeout(timer);
    list.ignoreFocusOut = isOpenWithoutFocus;
    if (opening === own) opening = undefined;
  };
  return end;
}

/**
 * Gives the focus back to a list that has just opened, because a page took it by itself. `isTaken` returns whether the
 * page still has it: where the list does, VS Code's command moves it from the text box to the rows, which take no text.
 */
export async function refocusOpeningList(isTaken: () => boolean): Promise<void> {
  const own = opening;
  if (own === undefined) return;
  own.textBefore = own.list.value;
  await new Promise((resolve) => setTimeout(resolve, RETURN_MS));
  if (opening === own && isTaken()) await vscode.commands.executeCommand('workbench.action.focusQuickOpen');
}

/** Adds text that a page got instead of the list that has just opened. Returns whether there is one. */
export function typeInOpeningList(text: string): boolean {
  if (opening === undefined) return false;
  const { list, textBefore } = opening;
  const at = list.value.startsWith(textBefore) ? textBefore.length : list.value.length;
  list.value = list.value.slice(0, at) + text + list.value.slice(at);
  return true;
}
