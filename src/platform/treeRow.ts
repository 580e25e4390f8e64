import * as vscode from 'vscode';
import { plain, plainLabel, plainLines } from './plain.ts';

/** What a tree says of a row; each text may come from outside. */
export interface TreeRow {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  /** Its lines. Absent where they come when they are looked at. */
  readonly tooltip?: readonly string[];
  /** For a screen reader, instead of the label. */
  readonly spoken?: string;
  readonly icon?: vscode.ThemeIcon;
  readonly contextValue: string;
  readonly command?: vscode.Command;
  readonly state?: vscode.TreeItemCollapsibleState;
}

/** Label and tooltip are strings, never Markdown: VS Code shows those as text. */
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
