import { TestDatastore } from '../datastore.ts';
import { crowd, CROWD_RECORDS } from '../../support/journeys/crowd.ts';

describe('many clients of a file', () => {
  let datastore: TestDatastore;
  before(async () => {
    datastore = await TestDatastore.open({ 'numbers.json': { content: JSON.stringify(CROWD_RECORDS) } });
  });
  after(() => datastore.close());
  crowd(() => datastore, 'numbers.json');
});
