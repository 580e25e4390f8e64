import assert from 'node:assert/strict';
import type { ResourceNotice } from '../../../src/platform/ports/portalPort.ts';
import { GridScreen } from '../../../src/records/gridScreen.ts';

describe('What a panel of a file shows', () => {
  let screen: GridScreen;
  beforeEach(() => {
    screen = new GridScreen({
      resource: () => 'a.csv',
      saved: () => ({ version: 1, portalId: 'local', resourceId: 'r', query: '' }),
      ...{ undoable: () => ['', ''], retry: () => undefined, edit: () => undefined },
    });
  });
  const show = () => screen.show({ result: { onDidChange: () => undefined } } as never);
  const fail = () =>
    screen.setState({ kind: 'failed', problem: { tone: 'error', text: "Couldn't open a.csv, line 901.", offers: [] } });
  const notify = (...kinds: readonly ResourceNotice['kind'][]) =>
    screen.setNotices(
      'resource',
      kinds.map((kind) => ({ kind, text: kind, actions: [] })),
    );

  it('drops an older error when the file is gone, and keeps the records', () => {
    show();
    fail();
    notify('changed');
    assert.equal(screen.state.kind, 'failed');
    notify('gone');
    assert.equal(screen.state.kind, 'ready');
  });

  it('keeps the error where there are no records to show instead', () => {
    fail();
    notify('gone');
    assert.equal(screen.state.kind, 'failed');
  });

  it('can’t be queried while its import is broken', () => {
    show();
    assert.equal(screen.isDiscarded, false);
    notify('broken');
    assert.equal(screen.isDiscarded, true);
    notify();
    assert.equal(screen.isDiscarded, false);
  });
});
