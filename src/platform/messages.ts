import * as vscode from 'vscode';
import { oneLine } from '../base/oneLine.ts';
import type { PastedCall } from '../datastore/draft/pastedCall.ts';
import { returnsPageFocus } from './pageFocus.ts';
import { plain, plainLabel, plainLines } from './plain.ts';
import { PLATFORM_WORDS } from './platformWords.ts';
import { translate } from './windowLanguage.ts';

export type MessageKind = 'information' | 'warning' | 'error';

/** Shows a notification. Resolves to the clicked answer, or to undefined when the notification has closed. */
export async function showMessage(
  kind: MessageKind,
  text: string,
  ...answers: readonly string[]
): Promise<string | undefined> {
  return (await show(kind, plain(text), {}, answers))?.answer;
}

/** Shows a modal dialog with Cancel, for which it resolves to undefined. `detail` are its paragraphs. */
export async function askModal(
  kind: MessageKind,
  question: string,
  detail: readonly string[],
  ...answers: readonly string[]
): Promise<string | undefined> {
  const options = { modal: true, detail: plainLines(detail, '\n\n') };
  const returnFocus = returnsPageFocus();
  const shown = await show(kind, plain(question), options, answers);
  await returnFocus();
  return shown?.answer;
}

/** Asks people to confirm what the button says. False if they cancel. */
export async function askToConfirm(
  kind: MessageKind,
  question: string,
  detail: readonly string[],
  button: string,
): Promise<boolean> {
  return (await askModal(kind, question, detail, button)) === button;
}

function show(
  kind: MessageKind,
  text: string,
  options: vscode.MessageOptions,
  answers: readonly string[],
): Thenable<(vscode.MessageItem & { readonly answer: string }) | undefined> {
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

/** Paragraphs for what VS Code reads as Markdown, such as the confirmations of its chat. */
export function plainMarkdown(lines: readonly string[]): vscode.MarkdownString {
  return new vscode.MarkdownString().appendText(plainLines(lines));
}

export interface TextQuestion {
  readonly title: string;
  readonly prompt: string;
  readonly placeholder?: string;
  /** Initial text. No invisible characters are added to it, because it may be accepted unchanged. */
  readonly value?: string;
  readonly isSecret?: boolean;
  readonly problem: (text: string) => string | undefined;
}

/** Asks for a line of text, and stays open while people look elsewhere. Undefined if they cancel. */
export function askText(question: TextQuestion): Thenable<string | undefined> {
  const { title, prompt, placeholder, value, isSecret = false, problem } = question;
  return vscode.window.showInputBox({
    title: plainLabel(title),
    prompt: plain(prompt),
    ...(placeholder !== undefined && { placeHolder: plainLabel(placeholder) }),
    ...(value !== undefined && { value: oneLine(value) }),
    password: isSecret,
    ignoreFocusOut: true,
    validateInput: (text) => {
      const words = problem(text);
      return words && plain(words);
    },
  });
}

/** Asks for a text that isn't blank, and trims it. `missing` says that there must be one. */
export async function askName(title: string, prompt: string, missing: string, value = ''): Promise<string | undefined> {
  const problem = (text: string) => (text.trim() === '' ? missing : undefined);
  return (await askText({ title, prompt, value, problem }))?.trim();
}

export type LeftOut = Partial<Pick<PastedCall, 'leftOut' | 'hadSecret'>>;

export function showLeftOut({ leftOut = [], hadSecret = false }: LeftOut): void {
  const texts = [
    ...(hadSecret ? [translate(PLATFORM_WORDS.secretLeftOut)] : []),
    ...(leftOut.length > 0 ? [translate(PLATFORM_WORDS.leftOut, { names: leftOut.join(', ') })] : []),
  ];
  if (texts.length > 0) void showMessage('information', texts.join(' '));
}
