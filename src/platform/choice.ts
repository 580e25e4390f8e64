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
  /** A row without one can't be chosen. */
  readonly value?: T;
  readonly isSeparator?: true;
}

/** As VS Code takes it. */
export interface Row<T> extends vscode.QuickPickItem {
  readonly value?: T;
}

export function separator(label = ''): Choice<never> {
  return { label, isSeparator: true };
}

export function rowOf<T>(choice: Choice<T>): Row<T> {
  const { label, description, detail, icon, descriptionIcon, detailIcon, picked, value } = choice;
  if (choice.isSeparator) return { label: plainLabel(label), kind: vscode.QuickPickItemKind.Separator };
  return {
    label: withIcon(icon, plainLabel(label)),
    ...(description !== undefined && {
      description: withIcon(descriptionIcon, plainRemark(description)),
    }),
    ...(detail !== undefined && { detail: withIcon(detailIcon, plainRemark(detail)) }),
    ...(picked !== undefined && { picked }),
    ...(value !== undefined && { value }),
  };
}

function withIcon(icon: string | undefined, text: string): string {
  return icon === undefined ? text : `$(${icon}) ${text}`;
}
