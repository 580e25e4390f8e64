import * as vscode from 'vscode';

/** Context keys for `when` clauses, enablement and walkthrough steps in package.json, without `datastoreExplorer.` */
export interface ContextKeys {
  readonly recordsSource: string | undefined;
  /** Whether the active panel's resource is saved under its portal. */
  readonly recordsSaved: boolean;
  /** Whether the next opened resource replaces the active panel. */
  readonly recordsReusable: boolean;
  readonly isFiltered: boolean;
  /** Whether people have sorted the active panel's records. */
  readonly isSorted: boolean;
  /** Whether the active panel shows groups of records. */
  readonly isSummarized: boolean;
  readonly gridFocus: boolean;
  readonly hasPortals: boolean;
  /** Whether a file other than the sample was opened in this window. */
  readonly hasOpenedFile: boolean;
}

const sent = new Map<keyof ContextKeys, unknown>();

/** Resolves when VS Code has the value, and has begun the commands of all keys that were pressed before. */
export async function setContext<K extends keyof ContextKeys>(key: K, value: ContextKeys[K]): Promise<void> {
  sent.set(key, value);
  await vscode.commands.executeCommand('setContext', `datastoreExplorer.${key}`, value);
}

/** Sets keys whose values VS Code doesn't have yet. It makes menus and toolbars anew for each key that is set. */
export function updateContext(values: Partial<ContextKeys>): void {
  for (const key of Object.keys(values) as (keyof ContextKeys)[])
    if (!sent.has(key) || sent.get(key) !== values[key]) void setContext(key, values[key]);
}
