/** The file of a portal's resource: the arguments of commands, and the reasons why it can't be downloaded. */
import * as v from 'valibot';
import { optionalMember, readStored, storedObject } from '../../base/stored.ts';
import { HttpError } from '../../http/errors.ts';
import type { ResourceFile, ResourceRef } from '../../platform/portal.ts';
import { commandAction, Problem, type ProblemAction } from '../../platform/problem.ts';
import { sizeText } from '../../platform/quantities.ts';
import { translate } from '../../platform/windowLanguage.ts';
import { DiskFull } from '../../document/copyDownload.ts';
import type { NoTable } from './fileEnding.ts';
import { COPY_WORDS, FILE_WORDS as WORDS } from './localWords.ts';

const link = { url: optionalMember(v.string()), name: optionalMember(v.string()), format: optionalMember(v.string()) };
const target = storedObject({
  ...link,
  portalId: optionalMember(v.string()),
  resourceId: optionalMember(v.string()),
  portal: optionalMember(v.object({ id: v.string() })),
  resource: optionalMember(storedObject({ ...link, id: v.string() })),
});

/** Reads an argument from the tree, Find or a button, checking it before it is used (docs/security.md 20). */
export function readResourceFile(argument: unknown): ResourceFile | undefined {
  const {
    portal,
    resource,
    portalId = portal?.id,
    resourceId = resource?.id,
    ...own
  } = readStored(target, argument) ?? {};
  if (portalId === undefined || resourceId === undefined) return undefined;
  const { id: _id, ...named } = resource ?? { id: '' };
  return { ...named, ...own, portalId, resourceId };
}

export interface LinkedFile extends ResourceRef {
  readonly url: URL;
  readonly name: string;
  readonly format: string;
}

export function refusedProblem(file: LinkedFile, host: string, status: number): Problem {
  const details = { host, name: file.name, status };
  const problem = (message: string, hint: string, actions: readonly ProblemAction[]): Problem =>
    new Problem(translate(message, details), translate(hint), { actions });
  if (status === 404 || status === 410) return problem(WORDS.missing, WORDS.mayHaveMoved, [website(file), again(file)]);
  if (status === 401 || status === 403)
    return problem(WORDS.forbidden, WORDS.mayNeedToken, [setToken(file), website(file)]);
  return problem(WORDS.failed, WORDS.tryLater, [again(file), website(file)]);
}

export function noTableProblem(file: LinkedFile, host: string, why: NoTable): Problem {
  const message = translate(WORDS[why], { host, name: file.name });
  return new Problem(message, translate(HINTS[why]), { actions: [website(file)] });
}

const HINTS = {
  empty: WORDS.seeWebsite,
  webPage: WORDS.mayNeedLogin,
  archive: WORDS.unpackFirst,
  oldExcel: WORDS.saveAsXlsx,
  pdf: WORDS.seeWebsite,
  xml: WORDS.seeWebsite,
} as const satisfies Record<NoTable, string>;

export function noFileProblem(ref: ResourceRef, name: string): Problem {
  return new Problem(translate(WORDS.noFile, { name }), translate(WORDS.seeWebsite), { actions: [website(ref)] });
}

export function goneResourceProblem(ref: ResourceRef, name: string, host: string): Problem {
  return new Problem(translate(WORDS.resourceGone, { host, name }), translate(WORDS.mayBeRemoved), {
    actions: [website(ref)],
  });
}

/** Turns an error of the download into a Problem; others are returned as they are. `maxBytes` is the size limit. */
export function downloadProblem(file: LinkedFile, error: unknown, maxBytes: number): unknown {
  if (error instanceof DiskFull)
    return new Problem(translate(COPY_WORDS.diskFull), translate(COPY_WORDS.freeSpace), { cause: error });
  if (!(error instanceof HttpError)) return error;
  const { kind, host, target: to } = error;
  const details = { host, name: file.name, limit: sizeText(maxBytes), target: to };
  const problem = (message: string, hint: string, actions: readonly ProblemAction[]): Problem =>
    new Problem(translate(message, details), translate(hint), { cause: error, actions });
  switch (kind) {
    case 'tooLarge':
      return problem(WORDS.tooLarge, WORDS.changeLimit, [changeLimit(), website(file)]);
    case 'timeout':
    case 'stalled':
    case 'connectTimeout':
      return problem(WORDS.tooSlow, WORDS.tryLater, [again(file)]);
    case 'truncated':
    case 'closed':
      return problem(WORDS.broken, WORDS.tryLater, [again(file)]);
    case 'redirect':
      return problem(WORDS.redirected, WORDS.notFollowed, [website(file)]);
    default:
      return error;
  }
}

export function again({ url, ...file }: LinkedFile): ProblemAction {
  return commandAction(translate(WORDS.tryAgain), 'datastoreExplorer.openResourceFile', { ...file, url: url.href });
}

function website({ portalId, resourceId }: ResourceRef): ProblemAction {
  return commandAction(translate(WORDS.openWebsite), 'datastoreExplorer.openWebsite', { portalId, resourceId });
}

function setToken({ portalId }: ResourceRef): ProblemAction {
  return commandAction(translate(WORDS.setToken), 'datastoreExplorer.setToken', { portalId });
}

function changeLimit(): ProblemAction {
  const setting = 'datastoreExplorer.files.maxDownloadMb';
  return commandAction(translate(WORDS.settings), 'workbench.action.openSettings', setting);
}
