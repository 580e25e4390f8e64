import * as vscode from 'vscode';

/** What `when` clauses, enablement and walkthrough steps of package.json ask for, behind `datastoreExplorer.`. */
export interface ContextKeys {
  /** Where the records of the panel in front come from. */
  readonly recordsSource: string | undefined;
  /** The resource of the panel in front is saved under its portal. */
  readonly recordsSaved: boolean;
  /** The next resource that is opened takes the place of the panel in front. */
  readonly recordsReusable: boolean;
  /** The records in front are searched or filtered. */
  readonly isFiltered: boolean;
  /** The records in front are sorted by people's choice. */
  readonly isSorted: boolean;
  /** A grid has the focus. */
  readonly gridFocus: boolean;
  /** There is a portal in the list. */
  readonly hasPortals: boolean;
  /** A file other than the sample was opened in this window. */
  readonly hasOpenedFile: boolean;
}

/** Resolves when VS Code knows. */
export async function setContext<K extends keyof ContextKeys>(key: K, value: ContextKeys[K]): Promise<void> {
  await vscode.commands.executeCommand('setContext', `datastoreExplorer.${key}`, value);
}
