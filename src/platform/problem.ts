import { workspace } from 'vscode';
import { endingText, ENDING_BUTTON_WORDS, type EndingButton, type ProcessEnded } from '../service/index.ts';
import { translate, windowLanguage } from './windowLanguage.ts';
import { PLATFORM_WORDS } from './platformWords.ts';

/** Throws a Problem with these words in Restricted Mode. */
export function requireTrusted(message: string, hint = ''): void {
  if (workspace.isTrusted) return;
  throw new Problem(message, hint, { actions: [commandAction(translate(PLATFORM_WORDS.manageTrust), MANAGE_TRUST)] });
}

/** The command of VS Code by which people trust a folder. */
export const MANAGE_TRUST = 'workbench.trust.manage';

export interface ProblemAction {
  readonly label: string;
  readonly command: string;
  readonly arguments?: readonly unknown[];
}

/** A button that runs a command. */
export function commandAction(label: string, command: string, ...passed: readonly unknown[]): ProblemAction {
  return { label, command, arguments: passed };
}

/** A failure in words for people: what happened, and what remains or can be done. Only the VS Code side throws it. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly hint: string;
  readonly actions: readonly ProblemAction[];

  constructor(
    message: string,
    hint = '',
    { actions = [], ...options }: ErrorOptions & { readonly actions?: readonly ProblemAction[] } = {},
  ) {
    super(message, options);
    this.hint = hint;
    this.actions = actions;
  }
}

/** A server can't be reached now, but trying again may help. */
export class Unreachable extends Problem {}

/** The portal's address was changed, so that work begun at the old address can't continue. */
export class AddressChanged extends Problem {
  constructor(portal: string) {
    super(translate(PLATFORM_WORDS.addressChanged, { portal }), translate(PLATFORM_WORDS.runAtNewAddress));
  }
}

const COMMANDS: Readonly<Record<EndingButton, Omit<ProblemAction, 'label'>>> = {
  changeOptions: { command: 'datastoreExplorer.changeReading' },
  clearData: { command: 'datastoreExplorer.clearLocalData' },
  memoryLimit: { command: 'workbench.action.openSettings', arguments: ['datastoreExplorer.local.memoryLimitMb'] },
  showLog: { command: 'datastoreExplorer.showLog' },
};

/** Describes how a process ended, with a button that helps. `file` is the command's argument for a file's process. */
export function processProblem(ended: ProcessEnded, hint = '', file?: unknown): Problem {
  const button = COMMANDS[ended.button];
  const action = {
    label: translate(ENDING_BUTTON_WORDS[ended.button]),
    ...button,
    ...(file !== undefined && ended.button === 'changeOptions' && { arguments: [file] }),
  };
  const text = endingText(ended, windowLanguage.translate);
  return new Problem(text, hint, { cause: ended, actions: [action] });
}
