import * as vscode from 'vscode';
import { plain, plainLabel, plainLines } from './plain.ts';

export type MessageKind = 'information' | 'warning' | 'error';

/** A notification. Resolves to the answer that was clicked, or to `undefined` when it went. */
export async function showMessage(
  kind: MessageKind,
  text: string,
  ...answers: readonly string[]
): Promise<string | undefined> {
  return (await show(kind, plain(text), {}, answers))?.answer;
}

/** A dialog that waits, with Cancel. `detail`: its paragraphs. Resolves to the answer; to `undefined` for Cancel. */
export async function askModal(
  kind: MessageKind,
  question: string,
  detail: readonly string[],
  ...answers: readonly string[]
): Promise<string | undefined> {
  const options = { modal: true, detail: plainLines(detail, '\n\n') };
  return (await show(kind, plain(question), options, answers))?.answer;
}

function show(
  kind: MessageKind,
  text: string,
  options: vscode.MessageOptions,
  answers: readonly string[],
): Thenable<Answer | undefined> {
  const items = answers.map((answer) => ({ title: plainLabel(answer), answer }));
  switch (kind) {
    case 'information':
      return vscode.window.showInformationMessage(text, options, ...items);
    case 'warning':
      return vscode.window.showWarningMessage(text, options, ...items);
    case 'error':
      return vscode.window.showErrorMessage(text, options, ...items);
  }
}

interface Answer extends vscode.MessageItem {
  readonly answer: string;
}
