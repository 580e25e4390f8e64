import * as vscode from 'vscode';
import { Problem } from '../platform/problem.ts';
import { windowLanguage } from '../platform/words.ts';
import {
  EngineMissing,
  JobFailed,
  placeText,
  reasonText,
  unreadableText,
  type ReadingChoices,
} from '../service/index.ts';
import { nameOf, type FileToOpen } from './localFile.ts';

/** Why a file could not be opened, and the ways on. */
export function importProblem(file: string, choices: ReadingChoices, error: unknown): Problem {
  if (error instanceof EngineMissing) return engineProblem(error);
  const wanted: FileToOpen = { file, choices };
  const skip = {
    label: vscode.l10n.t('Open Without Unreadable Records'),
    command: 'datastoreExplorer.openWithoutUnreadable',
    arguments: [wanted],
  };
  const change = {
    label: vscode.l10n.t('Change How It Is Read…'),
    command: 'datastoreExplorer.changeReading',
    arguments: [wanted],
  };
  const canSkip = error instanceof JobFailed && error.isAboutRecord && choices.unreadable !== 'skip';
  return new Problem(openingText(file, choices, error), vscode.l10n.t('The file was not changed.'), {
    cause: error,
    actions: [...(canSkip ? [skip] : []), ...(error instanceof JobFailed ? [change] : [])],
  });
}

function openingText(file: string, choices: ReadingChoices, error: unknown): string {
  if (!(error instanceof JobFailed) || error.unreadable === undefined)
    return vscode.l10n.t("Couldn't open {0}. {1}", nameOf(file, choices.part), problemText(error));
  const { reason, place } = error.unreadable;
  const where = placeText(file, { ...choices, ...place }, windowLanguage.translate);
  return vscode.l10n.t("Couldn't open {0}. {1}", where, reasonText(reason, windowLanguage.translate));
}

/** Why a file can't be read, and where in it. */
export function problemText(error: unknown): string {
  if (error instanceof JobFailed && error.unreadable !== undefined)
    return unreadableText(error.unreadable, windowLanguage.translate);
  return error instanceof Error ? error.message : String(error);
}

/** This build came without the engine. */
export function engineProblem({ platform }: EngineMissing): Problem {
  return new Problem(
    vscode.l10n.t('This build of Datastore Explorer has no engine for local files on {0}.', platform),
    vscode.l10n.t(
      'Portals can be searched all the same. To open files, install Datastore Explorer for {0}: from the Marketplace or Open VSX, or by the VSIX file with {0} in its name.',
      platform,
    ),
  );
}

export function goneProblem(file: string): Problem {
  return new Problem(
    vscode.l10n.t('{0} is not there any more.', file),
    vscode.l10n.t('Put it back, or take it out of the list.'),
  );
}

export function removedProblem(): Problem {
  return new Problem(
    vscode.l10n.t('This resource was removed from Local files.'),
    vscode.l10n.t('Open its file again, or download the copy again.'),
  );
}

export function elsewhereProblem(uri: vscode.Uri): Problem {
  return new Problem(
    vscode.l10n.t('{0} is not on the machine that runs this extension.', uri.toString(true)),
    vscode.l10n.t('Copy it there and open the copy.'),
  );
}

/** In Restricted Mode people can ask portals they added themselves, but no process of ours reads files. */
export function requireTrust(): void {
  if (vscode.workspace.isTrusted) return;
  throw new Problem(
    vscode.l10n.t('Local files are not opened in Restricted Mode.'),
    vscode.l10n.t('Trust this workspace to open them. Portals can be searched meanwhile.'),
    { actions: [{ label: vscode.l10n.t('Manage Trust'), command: 'workbench.trust.manage' }] },
  );
}
