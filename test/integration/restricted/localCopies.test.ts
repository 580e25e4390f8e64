import assert from 'node:assert/strict';
import type { Program } from '../../../src/program.ts';
import { handles } from '../handles.ts';

describe('local copies in restricted mode', () => {
  let deps: Program;
  before(async () => {
    deps = await handles();
  });

  for (const [what, run] of [
    ['kept', () => deps.copies.keep({ portalId: 'p', resourceId: 'r' })],
    ['refreshed', () => deps.copies.refresh('11111111-2222-5333-8444-555555555555')],
  ] as const)
    it(`are not ${what}: no process of ours reads or writes files`, async () => {
      await assert.rejects(run(), { name: 'Problem', message: /Restricted Mode/ });
    });
});
