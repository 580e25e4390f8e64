import assert from 'node:assert/strict';
import { DraftStore } from '../../../src/query/draftStore.ts';
import { SECRET_NAMES } from '../../support/secretNames.ts';
import { EMPTY_DRAFT, type QueryDraft } from '../../../src/shared/draft.ts';

/** VS Code's workspace state: what is kept is JSON. */
class FakeMemento {
  text = '{}';
  keys = (): readonly string[] => Object.keys(this.#values);
  get(key: string): unknown {
    return this.#values[key];
  }
  update(key: string, value: unknown): Promise<void> {
    this.text = JSON.stringify({ ...this.#values, [key]: value });
    return Promise.resolve();
  }
  get #values(): Record<string, unknown> {
    return JSON.parse(this.text) as Record<string, unknown>;
  }
}

const draftFor = (resource: string, q = ''): QueryDraft => ({ ...EMPTY_DRAFT, portalId: 'p', resource, q });

describe('the drafts of a window', () => {
  it('begin empty', () => assert.deepEqual(new DraftStore(new FakeMemento()).current, EMPTY_DRAFT));

  it('are one for each resource, so that a look at another loses nothing', () => {
    const store = new DraftStore(new FakeMemento());
    store.remember(draftFor('a', 'typed'));
    store.remember(draftFor('b'));
    assert.equal(store.current.resource, 'b');
    assert.equal(store.of({ portalId: 'p', resourceId: 'a' })?.q, 'typed');
    store.dispose();
  });

  it('are not one for each letter of an id', () => {
    const state = new FakeMemento();
    const store = new DraftStore(state);
    for (const typed of ['', 'l', 'le', 'les']) store.remember(draftFor(typed));
    store.dispose();
    const { drafts } = JSON.parse(state.text) as { drafts: { entries: unknown[] } };
    assert.equal(drafts.entries.length, 1);
  });

  it('survive a window reload, with the types that filter values follow', () => {
    const state = new FakeMemento();
    const before = new DraftStore(state);
    before.remember(draftFor('a', 'typed'));
    before.rememberTypes(draftFor('a', 'typed'), [{ id: 'stage', type: 'int4' }]);
    before.dispose();
    const after = new DraftStore(state);
    assert.deepEqual(after.current, draftFor('a', 'typed'));
    assert.deepEqual(after.typesFor(draftFor('a')), new Map([['stage', 'int4']]));
  });

  it('are kept without passwords and tokens, wherever they were typed', () => {
    const state = new FakeMemento();
    const store = new DraftStore(state);
    const secrets = ['https://user:s3cr3t@host', ...SECRET_NAMES.map((name) => `https://h/?${name}=s3cr3t`)];
    for (const text of secrets)
      store.remember({
        ...draftFor(`${text}#${String(secrets.indexOf(text))}`, text),
        baseUrl: text,
        filterJson: text,
        filterRows: [{ field: 'a', list: true, values: [{ type: 'text', text }] }],
      });
    store.dispose();
    assert.doesNotMatch(state.text, /s3cr3t/);
    assert.match(state.text, /"portalId":"p"/);
  });

  it('are the newest 20', () => {
    const state = new FakeMemento();
    const store = new DraftStore(state);
    for (let index = 10; index < 40; index += 1) store.remember(draftFor(`r${String(index)}`));
    store.dispose();
    const after = new DraftStore(state);
    assert.equal(after.of({ portalId: 'p', resourceId: 'r39' })?.resource, 'r39');
    assert.equal(after.of({ portalId: 'p', resourceId: 'r19' }), undefined);
  });
});
