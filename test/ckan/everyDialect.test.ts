// Asks a real CKAN the questions that test/unit/datastore/everyDialect.test.ts asks the fakes.
import type { DatastoreClient } from '../../src/datastore/client/client.ts';
import { mainJob } from '../support/journeys/mainJob.ts';
import { clientOf, useExchange } from './client.ts';
import { readFixture } from './fixture.ts';

const fixture = readFixture();

describe('The main job on a real CKAN', () => {
  const exchange = useExchange();
  let client: DatastoreClient;
  before(() => {
    client = clientOf(exchange, fixture.baseUrl);
  });
  mainJob({ client: () => client, resourceId: () => fixture.subjects });
});
