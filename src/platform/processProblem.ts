import { endingText, ENDING_BUTTON_WORDS, type EndingButton, type ProcessEnded } from '../service/index.ts';
import { Problem, type ProblemAction } from './problem.ts';
import { translate, windowLanguage } from './windowLanguage.ts';

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
