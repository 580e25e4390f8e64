import assert from 'node:assert/strict';
import fc from 'fast-check';
import { withoutSecrets } from '../../../src/base/secretText.ts';
import { DraftStore } from '../../../src/query/draftStore.ts';
import { SECRET_NAMES } from '../../support/samples/secretNames.ts';
import { EMPTY_DRAFT, type QueryDraft } from '../../../src/datastore/query/draft.ts';

/** VS Code's workspace state, which stores JSON. */
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

const saved = (state: FakeMemento): readonly string[] =>
  (JSON.parse(state.text) as { drafts: { entries: { draft: QueryDraft }[] } }).drafts.entries.map(
    ({ draft }) => draft.resource,
  );

describe('the drafts of a window', () => {
  it('begin empty', () => assert.deepEqual(new DraftStore(new FakeMemento()).current, EMPTY_DRAFT));

  it('are one for each resource, so that a look at another loses nothing', () => {
    const store = new DraftStore(new FakeMemento());
    store.remember(draftFor('a', 'typed'), true);
    store.remember(draftFor('b'), true);
    assert.equal(store.current.resource, 'b');
    assert.equal(store.of({ portalId: 'p', resourceId: 'a' })?.q, 'typed');
    store.dispose();
  });

  it('are not one for each letter of an id that is typed or deleted', () => {
    const state = new FakeMemento();
    const store = new DraftStore(state);
    for (const resource of ['a', 'b', 'c']) store.remember(draftFor(resource, 'kept'), true);
    for (const typed of ['', 'l', 'le', 'les', 'le', 'l', '', 'x']) store.remember(draftFor(typed));
    store.dispose();
    assert.deepEqual(saved(state), ['x', 'c', 'b', 'a']);
  });

  it('of a resource stay when another’s name begins with its own', () => {
    const store = new DraftStore(new FakeMemento());
    store.remember(draftFor('schools', 'typed'), true);
    store.remember(draftFor('schools_2020'), true);
    assert.equal(store.of({ portalId: 'p', resourceId: 'schools' })?.q, 'typed');
    store.remember(draftFor('trees'), true);
    for (const typed of ['', 'school', 'schools', 'schools_', 'schools_2']) store.remember(draftFor(typed));
    assert.equal(store.of({ portalId: 'p', resourceId: 'schools' })?.q, 'typed');
    store.dispose();
  });

  it('are kept for a typed id that was not run, once more was typed for it', () => {
    const store = new DraftStore(new FakeMemento());
    for (const resource of ['l', 'le', 'les']) store.remember(draftFor(resource));
    store.remember(draftFor('les', 'half'));
    store.remember(draftFor('other'), true);
    assert.equal(store.of({ portalId: 'p', resourceId: 'les' })?.q, 'half');
    store.dispose();
  });

  it('are one where a pasted address has become an id', () => {
    const state = new FakeMemento();
    const store = new DraftStore(state);
    store.remember(draftFor('https://h/dataset/x/resource/id', 'typed'), true);
    store.replace(store.current, draftFor('id', 'typed'));
    store.remember(draftFor('other'), true);
    store.dispose();
    assert.deepEqual(saved(state), ['other', 'id']);
  });

  it('are always what was last typed for each resource, whatever letters were typed between', () => {
    const names = fc.constantFrom('schools', 'schools_2020', 'school', 'trees', 'tre');
    // Texts that look like a password or a command aren't stored.
    const search = fc.string().filter((q) => withoutSecrets(q) === q);
    const step = fc.oneof(
      names.map((resource) => ({ does: 'choose', resource }) as const),
      names.map((resource) => ({ does: 'type', resource }) as const),
      search.map((q) => ({ does: 'search', q }) as const),
      fc.constant({ does: 'reload' } as const),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const state = new FakeMemento();
        let store = new DraftStore(state);
        const expected = new Map<string, string>();
        for (const given of steps) {
          const { current } = store;
          if (given.does === 'choose') {
            const { resource } = given;
            const draft = store.of({ portalId: 'p', resourceId: resource }) ?? draftFor(resource);
            if (expected.has(resource)) assert.equal(draft.q, expected.get(resource));
            store.remember(draft, true);
            expected.set(resource, draft.q);
          } else if (given.does === 'search' && current.resource !== '') {
            store.remember({ ...current, q: given.q });
            if (given.q !== current.q) expected.set(current.resource, given.q);
          } else if (given.does === 'type') {
            const { resource } = given;
            // Each letter of the old name is deleted, then each letter of the new one is typed.
            for (let length = current.resource.length; length >= 0; length -= 1)
              store.remember({ ...current, portalId: 'p', resource: current.resource.slice(0, length) });
            for (let length = 1; length <= resource.length; length += 1)
              store.remember({ ...current, portalId: 'p', resource: resource.slice(0, length) });
          } else if (given.does === 'reload') {
            store.dispose();
            store = new DraftStore(state);
          }
        }
        for (const [resourceId, q] of expected) assert.equal(store.of({ portalId: 'p', resourceId })?.q, q, resourceId);
        store.dispose();
      }),
    );
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
    for (let index = 10; index < 40; index += 1) store.remember(draftFor(`r${String(index)}`), true);
    store.dispose();
    const after = new DraftStore(state);
    assert.equal(after.of({ portalId: 'p', resourceId: 'r39' })?.resource, 'r39');
    assert.equal(after.of({ portalId: 'p', resourceId: 'r19' }), undefined);
  });
});
