import * as vscode from 'vscode';
import { oneLine } from '../base/oneLine.ts';
import { plain, plainLabel } from './plain.ts';

export interface TextQuestion {
  readonly title: string;
  readonly prompt: string;
  readonly placeholder?: string;
  /** To begin with. It is kept when it is accepted, so nothing invisible is put in. */
  readonly value?: string;
  readonly isSecret?: boolean;
  /** What is wrong with a text, in words. */
  readonly problem: (text: string) => string | undefined;
}

/** Asks for a line of text; stays while people look things up elsewhere. `undefined` when it was left. */
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
