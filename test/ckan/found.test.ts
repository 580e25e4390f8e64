// With nothing but the address of a real CKAN: found, filtered, shown, and what is private once its token is set.
import assert from 'node:assert/strict';
import { findByKeyboard, findByMouse, type FindSubject } from '../support/findJourney.ts';
import { STAFF_COUNT, SUBJECT_COUNT, subjectRecord } from '../support/subjects.ts';
import { useWorkbench } from '../support/useWorkbench.ts';
import { readFixture } from './fixture.ts';

const fixture = readFixture();
const extensionsDir = process.env['CKAN_EXTENSIONS'];
/** From the first test of a journey to its last, without VS Code's start. */
const MINUTE = 60_000;

const value = 'college';
const ids = Array.from({ length: SUBJECT_COUNT }, (_, index) => index + 1);
const matching = ids.filter((n) => subjectRecord(n).stage === value);

function journey(go: (subject: FindSubject) => void): void {
  const workbench = useWorkbench(extensionsDir === undefined ? {} : { extensionsDir });
  let started = 0;
  before('the clock starts', () => {
    started = performance.now();
  });
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
    closed: {
      word: 'staff',
      dataset: 'School staff',
      records: STAFF_COUNT,
      token: fixture.memberToken,
    },
  });
  it('takes less than a minute', () => {
    assert.ok(performance.now() - started < MINUTE);
  });
}

describe('From the address of a real CKAN to records', function () {
  this.timeout(120_000);
  describe('by keyboard', () => journey(findByKeyboard));
  describe('by mouse', () => journey(findByMouse));
});
