import { DatastoreError } from '../../datastore/wire/errors.ts';
import { commandAction, Problem, processProblem, requireTrusted } from '../../platform/problem.ts';
import { translate, windowLanguage } from '../../platform/windowLanguage.ts';
import {
  endingText,
  EngineMissing,
  JobFailed,
  placeText,
  ProcessEnded,
  reasonText,
  unreadableText,
  type ReadingChoices,
} from '../../service/index.ts';
import { nameOf, type FileToOpen } from './localFile.ts';
import { IMPORT_WORDS, LOCAL_NOTICE_WORDS, OPENING_WORDS } from './localWords.ts';

export function importProblem(file: string, choices: ReadingChoices, error: unknown): Problem {
  if (error instanceof EngineMissing) return engineProblem(error);
  const target: FileToOpen = { file, choices };
  const skip = commandAction(translate(IMPORT_WORDS.skipInvalid), 'datastoreExplorer.openWithoutUnreadable', target);
  const change = commandAction(translate(IMPORT_WORDS.changeOptions), 'datastoreExplorer.changeReading', target);
  const canSkip = error instanceof JobFailed && error.isAboutRecord && choices.unreadable !== 'skip';
  const ended = isDiskFull(error) ? new ProcessEnded('import', 'diskFull') : error;
  const other = ended instanceof ProcessEnded ? processProblem(ended, '', target).actions : [];
  const canChange = ended instanceof JobFailed && !ACCESS_REASONS.has(ended.unreadable?.reason.code ?? '');
  return new Problem(openingText(file, choices, error), translate(IMPORT_WORDS.fileUnchanged), {
    cause: error,
    actions: [...(canSkip ? [skip] : []), ...(canChange ? [change] : other)],
  });
}

/** Reasons why no option helps, because the file wasn't reached. The panel offers Try Again after every failure. */
const ACCESS_REASONS: ReadonlySet<string> = new Set(['missing', 'permission', 'linkLoop', 'changed', 'busy']);

function isDiskFull(error: unknown): boolean {
  return error instanceof JobFailed && ['diskFull', 'diskQuota'].includes(error.unreadable?.reason.code ?? '');
}

function openingText(file: string, choices: ReadingChoices, error: unknown): string {
  if (!(error instanceof JobFailed) || error.unreadable === undefined)
    return translate(IMPORT_WORDS.failed, { where: nameOf(file, choices.part), why: problemText(error) });
  const { reason, place } = error.unreadable;
  const where = placeText(file, { ...choices, ...place }, windowLanguage.translate);
  return translate(IMPORT_WORDS.failed, { where, why: reasonText(reason, windowLanguage.translate) });
}

export function problemText(error: unknown): string {
  if (error instanceof JobFailed && error.unreadable !== undefined)
    return unreadableText(error.unreadable, windowLanguage.translate);
  if (error instanceof ProcessEnded) return endingText(error, windowLanguage.translate);
  return error instanceof Error ? error.message : String(error);
}

function engineProblem({ platform }: EngineMissing): Problem {
  return new Problem(
    translate(OPENING_WORDS.noEngine, { platform }),
    translate(OPENING_WORDS.installBuild, { platform }),
  );
}

/** Throws an error of the embedded datastore in words, if it is of its processes. */
export function rethrowEngine(error: unknown): never {
  if (error instanceof ProcessEnded) throw processProblem(error);
  throw error instanceof EngineMissing ? engineProblem(error) : error;
}

/** The problem of the process that serves local files, if it said that its disk is full. */
export function servingProblem(error: unknown): Problem | undefined {
  const full = new ProcessEnded('serving', 'diskFull', '', { cause: error });
  return error instanceof DatastoreError && error.serverMessage === full.message ? processProblem(full) : undefined;
}

export function goneProblem(file: string): Problem {
  return new Problem(translate(LOCAL_NOTICE_WORDS.missing, { file }), translate(LOCAL_NOTICE_WORDS.restoreFile));
}

/** In Restricted Mode people can use the portals that they added, but our processes read no files. */
export function requireTrust(): void {
  requireTrusted(translate(OPENING_WORDS.restricted), translate(OPENING_WORDS.trustFirst));
}
