import * as vscode from 'vscode';
import { endsWithin } from '../base/untilAborted.ts';

export type PageHolder = vscode.WebviewPanel | vscode.WebviewView;

/** Longest wait for a page to take the focus. What was answered goes on after it. */
const MOST_MS = 500;

let focused: PageHolder | undefined;
const focusChanged = new vscode.EventEmitter<void>();

/** Reports whether the focus is in the page of a panel or view. */
export function takePageFocus(holder: PageHolder, hasFocus: boolean): void {
  if (hasFocus) focused = holder;
  else if (focused === holder) focused = undefined;
  focusChanged.fire();
}

/**
 * Returns a function that gives the focus back to the page that has it now, and resolves when the page has it. VS Code's
 * own dialogs leave it in a frame around the page, where every key is lost.
 */
export function returnsPageFocus(): () => Promise<void> {
  const holder = focused;
  return async () => {
    if (holder === undefined || focused === holder || !isInFront(holder)) return;
    const { promise: taken, resolve } = Promise.withResolvers<boolean>();
    const watch = focusChanged.event(() => {
      if (focused === holder) resolve(true);
    });
    if ('reveal' in holder) holder.reveal(undefined, false);
    else holder.show(false);
    await endsWithin(MOST_MS, taken);
    watch.dispose();
  };
}

/** People may have gone to another editor before the answer to the dialog arrived, for example over Remote-SSH. */
function isInFront(holder: PageHolder): boolean {
  return 'active' in holder ? holder.active : holder.visible;
}
