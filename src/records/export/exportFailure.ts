import { ExportPlace } from '../../export/exportPlace.ts';
import type { ExportRefusal } from '../../export/exportRefusal.ts';
import { FORMATS, type FormatId } from '../../export/formats.ts';
import type { FailureAction, Failures } from '../../platform/failures.ts';
import type { PortalPort } from '../../platform/ports/portalPort.ts';
import { Problem } from '../../platform/problem.ts';
import { countText } from '../../platform/quantities.ts';
import { translate } from '../../platform/windowLanguage.ts';
import type { ExportRequest } from '../recordsPorts.ts';
import { WAY_ON_WORDS } from '../recordsWords.ts';
import { EXPORT_WORDS as WORDS } from './exportWords.ts';

export interface FailedExport {
  readonly exported: ExportRequest;
  readonly error: unknown;
  readonly again: FailureAction;
}

export function exportRecoveryActions(
  { exported: { portalId, panel }, error, again }: FailedExport,
  portals: Pick<PortalPort, 'setToken' | 'hasMoved'>,
  failures: Failures,
): readonly FailureAction[] {
  const setToken = async () => {
    if (await portals.setToken(portalId)) await again.run();
  };
  // The panel's records came from the portal's former address.
  const isOld = panel !== undefined && portals.hasMoved(panel.client);
  return [
    ...(failures.describe(error).offersToken ? [{ label: translate(WAY_ON_WORDS.setToken), run: setToken }] : []),
    isOld ? { label: translate(WAY_ON_WORDS.runAgain), run: panel.runAgain } : again,
  ];
}

export function refusalProblem({ kind, file, count }: ExportRefusal, format: FormatId): Problem {
  const { name, maxRecords = 0, maxFields = 0 } = FORMATS[format];
  const countWords = count === undefined ? '' : countText(count);
  switch (kind) {
    case 'tooManyRecords':
      return new Problem(
        count === undefined
          ? translate(WORDS.tooManyRecords, { 0: name, 1: countText(maxRecords) })
          : translate(WORDS.tooManyOfRecords, { 0: name, 1: countText(maxRecords), 2: countWords }),
        translate(WORDS.fewerRecords),
      );
    case 'tooManyFields':
      return new Problem(
        translate(WORDS.tooManyFields, { 0: name, 1: countText(maxFields), 2: countWords }),
        translate(WORDS.fewerFields),
      );
    default:
      return new Problem(translate(REFUSALS[kind], { 0: file, 1: new ExportPlace(file).part }));
  }
}

const REFUSALS = {
  otherQuestion: WORDS.otherQuestion,
  partChanged: WORDS.partChanged,
  running: WORDS.running,
  // People have already agreed to replace the file, so it is the part that exists.
  fileExists: WORDS.partExists,
  partExists: WORDS.partExists,
} as const;
