import * as vscode from 'vscode';
import { plain, plainLabel, plainLines } from './plain.ts';

/** A row of a tree. Its texts may come from outside. */
export interface TreeRow {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  /** Lines of the tooltip. Absent if they are loaded when people point at the row. */
  readonly tooltip?: readonly string[];
  /** Text for screen readers, in place of the label. */
  readonly spoken?: string;
  readonly icon?: vscode.ThemeIcon;
  readonly contextValue: string;
  readonly command?: vscode.Command;
  readonly state?: vscode.TreeItemCollapsibleState;
}

/** The command of a click on a row. `name` is without `datastoreExplorer.` */
export function rowCommand(title: string, name: string, ...passed: readonly unknown[]): vscode.Command {
  return { title, command: `datastoreExplorer.${name}`, arguments: [...passed] };
}

/** Label and tooltip are strings, which VS Code shows as plain text, unlike Markdown. */
export function treeItem({ label, description, tooltip, spoken, icon, ...row }: TreeRow): vscode.TreeItem {
  const item = new vscode.TreeItem(plainLabel(label), row.state);
  item.id = row.id;
  if (description !== undefined) item.description = plainLabel(description);
  if (tooltip !== undefined) item.tooltip = plainLines(tooltip);
  if (spoken !== undefined) item.accessibilityInformation = { label: plain(spoken) };
  if (icon !== undefined) item.iconPath = icon;
  item.contextValue = row.contextValue;
  if (row.command !== undefined) item.command = row.command;
  return item;
}
