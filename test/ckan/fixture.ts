/** What the loader made and where: passed from run.mjs to the suites through a file. */
import fs from 'node:fs';
import type { CkanVersion } from './portal/version.ts';

export interface Fixture {
  readonly version: CkanVersion;
  /** No path, no slash at the end. */
  readonly baseUrl: string;
  readonly publicDataset: string;
  /** The id of the resource with the records of subjects.ts. */
  readonly subjects: string;
  /** READING_COUNT records, as `reading` makes them: more than CKAN gives in one answer. */
  readonly readings: string;
  /** STAFF_COUNT records in a private dataset. */
  readonly staff: string;
  /** Token of a member of the organization, who may read the private dataset. */
  readonly memberToken: string;
  /** Token of a user who may not. */
  readonly strangerToken: string;
  /** Token of a system administrator: for tests that write, each into a dataset of its own. */
  readonly adminToken: string;
}

/** Another name for `subjects`: real portals take aliases in place of ids. */
export const SUBJECTS_ALIAS = 'school_subjects';

/** @throws Error when the suite is not started by run.mjs */
export function readFixture(): Fixture {
  const file = process.env['CKAN_FIXTURE'];
  if (file === undefined) throw new Error('Start this suite by `npm run test:ckan`.');
  return JSON.parse(fs.readFileSync(file, 'utf8')) as Fixture;
}
