// With nothing but the address of a real CKAN: found, filtered, shown, and what is private once its token is set.
import { findByKeyboard, findByMouse, type FindSubject } from '../support/journeys/findJourney.ts';
import { STAFF_COUNT, SUBJECT_COUNT, subjectRecord } from '../support/journeys/subjects.ts';
import { useWorkbench } from '../support/drivers/useWorkbench.ts';
import { readFixture } from './fixture.ts';

const fixture = readFixture();
const extensionsDir = process.env['CKAN_EXTENSIONS'];

const value = 'college';
const ids = Array.from({ length: SUBJECT_COUNT }, (_, index) => index + 1);
const matching = ids.filter((n) => subjectRecord(n).stage === value);

function journey(go: (subject: FindSubject) => void): void {
  const workbench = useWorkbench(extensionsDir === undefined ? {} : { extensionsDir });
  go({
    vsc: () => workbench().vsc,
    address: () => fixture.baseUrl,
    portal: 'Test portal',
    open: {
      word: 'taught',
      dataset: 'School subjects: what is taught',
      resource: 'Subjects',
      records: SUBJECT_COUNT,
      filter: { field: 'stage', value, row: matching[0] ?? 0, records: matching.length },
    },
    closed: { word: 'staff', dataset: 'School staff', records: STAFF_COUNT, token: fixture.memberToken },
  });
}

describe('From the address of a real CKAN to records', function () {
  this.timeout(120_000);
  describe('by keyboard', () => journey(findByKeyboard));
  describe('by mouse', () => journey(findByMouse));
});
