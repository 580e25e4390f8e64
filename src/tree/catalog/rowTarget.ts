/** Reads a command's row, which is checked because other extensions may run the command (docs/security.md 20). */
import * as v from 'valibot';
import { readStored } from '../../base/stored.ts';

const ofBranch = v.object({ branch: v.string() });
const identified = v.object({ id: v.string() });

/** The id of the branch that contains a row such as More… */
export function branchOf(row: unknown): string | undefined {
  return readStored(ofBranch, row)?.branch;
}

export function rowId(row: unknown): string | undefined {
  return readStored(identified, row)?.id;
}
