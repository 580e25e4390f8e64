import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  enteredDraft,
  entryOf,
  isSavedForm,
  restoredEntry,
  savedForm,
} from '../../../../src/webview/form/formEntry.ts';
import { withoutSecrets } from '../../../../src/base/secretText.ts';
import { SECRET_NAMES } from '../../../support/samples/secretNames.ts';
import { anyDraft, draft, row } from './draftSamples.ts';

describe('the saved form', () => {
  const sent = draft({ portalId: 'city', resource: 'a', q: 'dra' });
  const newer = entryOf(draft({ ...sent, q: 'draw' }));
  const saved = savedForm(newer, 'r1');

  it('outlives a reload letter by letter where the host has nothing newer', () =>
    assert.equal(restoredEntry(saved, null).q, 'draw'));

  it('gives way to what was selected meanwhile', () => {
    const selected = draft({ portalId: 'city', resource: 'b' });
    assert.deepEqual(enteredDraft(restoredEntry(saved, selected)), selected);
  });

  it('is not needed', () => {
    assert.deepEqual(enteredDraft(restoredEntry(undefined, sent)), sent);
    assert.deepEqual(enteredDraft(restoredEntry(undefined, null)), draft());
  });

  it('keeps a value that is only half typed', () => {
    const [first] = entryOf(draft({ filterRows: [row('subject', 'math')] })).rows;
    const entry = entryOf(draft());
    const typing = { ...entry, rows: [{ ...first!, pending: { type: 'auto', text: 'ar' } as const }] };
    const restored = restoredEntry(savedForm(typing, 'r1'), null);
    assert.deepEqual(restored, typing);
  });

  it('comes back from JSON whatever was typed', () => {
    fc.assert(
      fc.property(anyDraft, (any) => {
        const entry = withoutSecrets(entryOf(any));
        const copy: unknown = JSON.parse(JSON.stringify(savedForm(entry, 'r1')));
        assert.ok(isSavedForm(copy));
        assert.deepEqual(copy.entry, entry);
      }),
    );
  });

  it('holds no secret', () => {
    const secret = 's3cr3t';
    for (const text of [
      `https://me:${secret}@h.example`,
      ...SECRET_NAMES.map((name) => `https://h.example/?${name}=${secret}`),
    ]) {
      const values = [{ type: 'text', text }] as const;
      const typed = draft({ baseUrl: text, resource: text, q: text, filterJson: text });
      const withRow = { ...typed, filterRows: [{ field: 'subject', values, list: false }] };
      const saved = savedForm(entryOf(withRow), 'r1');
      assert.ok(!JSON.stringify(saved).includes(secret), text);
      assert.equal(saved.entry.limit, typed.limit);
    }
  });

  it('holds an address without a secret', () => {
    const address = 'https://host.example/en/dataset/x/resource/y?view=token';
    assert.equal(savedForm(entryOf(draft({ resource: address })), 'r1').entry.resource, address);
  });

  for (const other of [undefined, null, 'x', {}, { version: 2 }])
    it(`is not mistaken for ${JSON.stringify(other)}`, () => assert.equal(isSavedForm(other), false));
});
