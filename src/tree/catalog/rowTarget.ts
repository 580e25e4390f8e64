/** What a command is told of the row it is meant for: checked before it is used (docs/security.md 20). */
import * as v from 'valibot';
import { readStored } from '../../base/stored.ts';

const ofBranch = v.object({ branch: v.string() });
const identified = v.object({ id: v.string() });

/** The branch that a row such as More… stands in. */
export function branchOf(row: unknown): string | undefined {
  return readStored(ofBranch, row)?.branch;
}

export function rowId(row: unknown): string | undefined {
  return readStored(identified, row)?.id;
}
