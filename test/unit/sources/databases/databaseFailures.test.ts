import assert from 'node:assert/strict';
import { DatastoreError } from '../../../../src/datastore/wire/errors.ts';
import { recoveryActions } from '../../../../src/records/panelNotices.ts';
import { databaseHost, PASSWORD } from '../../../support/host/databaseHost.ts';

const nothing = () => undefined;
const WAYS = { setToken: nothing, checkToken: nothing, tryAgain: nothing, editQuery: nothing, showLog: nothing };

describe('a database behind a process', () => {
  for (const [what, serverMessage, message] of [
    ['can’t be reached', 'The database "shop" can\'t be reached.', "shop (db.test:5432) can't be reached."],
    ['is busy', 'The database "shop" is too busy to answer.', 'The database "shop" is too busy to answer.'],
  ] as const)
    it(`that ${what} is told by its name and own address, and once`, async () => {
      const { store, passwords, databases, failures } = await databaseHost();
      const portal = await store.add('shop', 'postgresql://reader@db.test:5432/shop?schema=public');
      await passwords.set(portal.baseUrl, PASSWORD);
      const { baseUrl } = await databases.access(portal, new AbortController().signal);
      const { host } = new URL(baseUrl);
      const error = new DatastoreError('server', host, { status: 503, serverMessage });
      const words = failures.describe(error);
      assert.deepEqual([words.message, words.hint], [message, '']);
      assert.equal(words.isUnreachable, what.startsWith('can’t'));
      const refusal = new DatastoreError('validation', host, { serverMessage: 'no such field' });
      assert.match(failures.describe(refusal).message, /^shop rejected the query/);
      const isFirst = (isUnreachable: boolean) =>
        recoveryActions({ ...words, isUnreachable }, { ...WAYS, back: () => undefined })[0]?.label;
      assert.deepEqual([isFirst(true), isFirst(false)], ['Try Again', 'Back']);
    });
});
