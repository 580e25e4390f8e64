/** Asks the API document's cases, sentence by sentence, on imported files. */
import { apiDocumentCases } from '../../support/journeys/apiDocumentCases.ts';
import { sampleFiles, TestDatastore } from '../datastore.ts';

describe('the API document, on the embedded datastore', () => {
  let datastore: TestDatastore;
  before(async () => {
    datastore = await TestDatastore.open({
      lessons: { path: sampleFiles.lessons },
      stations: { path: sampleFiles.stations },
    });
  });
  after(() => datastore.close());

  apiDocumentCases(() => datastore);
});
