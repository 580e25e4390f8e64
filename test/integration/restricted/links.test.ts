import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { linkText, type QueryLink } from '../../../src/document/code/queryLink.ts';
import { handles, tabLabels } from '../handles.ts';

const LINKS: readonly QueryLink[] = [
  {
    kind: 'query',
    place: { kind: 'portal', baseUrl: 'http://127.0.0.1:9', resourceId: 'a' },
    query: { resourceId: 'a' },
  },
  { kind: 'record', place: { kind: 'file', path: 'lessons.csv' }, id: '1' },
];

describe('a link in a folder that is not trusted', () => {
  it('sends nothing, reads no file, and says why', async () => {
    const deps = await handles();
    const shown: string[] = [];
    deps.failures.show = (_, error) => Promise.resolve(void shown.push(deps.failures.describe(error).message));
    const before = tabLabels();
    const { portals } = deps.store;
    for (const link of LINKS) {
      const text = linkText(link, vscode.env.uriScheme);
      assert.ok(typeof text === 'string');
      await deps.links.handleUri(vscode.Uri.parse(text));
    }
    Reflect.deleteProperty(deps.failures, 'show');
    assert.equal(shown.length, LINKS.length);
    assert.deepEqual(tabLabels(), before);
    assert.deepEqual(deps.store.portals, portals);
  });
});
