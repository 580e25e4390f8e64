/** Records of a portal become a local copy. */
import type { CopyDone, CopyRequest } from '../protocol.ts';

export function importCopy(request: CopyRequest): Promise<Omit<CopyDone, 'kind'>> {
  return Promise.reject(new Error(`${request.name}: local copies can not be made yet.`));
}
