import assert from 'node:assert/strict';
import { unreadable } from '../../../src/service/reading/unreadableFile.ts';

describe('why reading failed', () => {
  for (const message of [
    'Out of Memory Error: failed to allocate data of size 8.0 KiB',
    'failed to pin block of size 256.0 KiB',
    'Failed to append: could not allocate block of size 16.0 KiB (244.1 MiB/244.1 MiB used)',
  ])
    it(`is told as memory: ${message}`, () =>
      assert.equal(unreadable('file.csv', new Error(message)).reason.code, 'memory'));
});
