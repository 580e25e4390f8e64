// The main job on every version of CKAN in use, and on look-alikes, with the answers that their source code implies.
import { parseExact } from '../../../src/base/exactJson.ts';
import type { RecordRow } from '../../../src/base/cells.ts';
import type { DatastoreClient } from '../../../src/datastore/client/client.ts';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';
import { FAKE_DIALECTS, type FakeDialect, type FakeVersion } from '../../support/fakes/fakeDialects.ts';
import { clientOf } from '../../support/fakes/fakeExchange.ts';
import { mainJob } from '../../support/journeys/mainJob.ts';
import { SUBJECT_COUNT, SUBJECT_FIELDS, subjectRecord } from '../../support/journeys/subjects.ts';

const NUMBER_TYPES = new Set(['int8', 'numeric']);

const rows = Array.from({ length: SUBJECT_COUNT }, (_, index): RecordRow => {
  const record = subjectRecord(index + 1);
  return SUBJECT_FIELDS.map(({ id, type }) => {
    const value = record[id];
    return value !== null && NUMBER_TYPES.has(type) ? parseExact(value) : value;
  });
});

for (const version of Object.keys(FAKE_DIALECTS) as FakeVersion[]) {
  const dialect: FakeDialect = FAKE_DIALECTS[version];
  describe(`the main job on ${/^\d/.test(version) ? `CKAN ${version}` : `the look-alike "${version}"`}`, () => {
    let client: DatastoreClient;
    before(() => {
      const resources = { r: { name: 'Subjects', fields: SUBJECT_FIELDS, rows } };
      client = clientOf(new FakeCkan({ version, resources, rowsMax: dialect.isDrupal ? 100 : 400 }));
    });
    mainJob({
      client: () => client,
      resourceId: () => 'r',
      refusesAlternatives: !dialect.hasAlternatives,
      refusesSort: !dialect.parameters.includes('sort'),
      hasNoOrder: !dialect.sortsById,
    });
  });
}
