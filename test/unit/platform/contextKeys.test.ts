import assert from 'node:assert/strict';
import { updateContext } from '../../../src/platform/state/contextKeys.ts';
import { people } from '../../support/host/vscode.ts';

describe('context keys', () => {
  it('are sent to VS Code when they change, and not again while they stay', () => {
    updateContext({ isSorted: true, isFiltered: false, recordsSource: undefined });
    people.commands.length = 0;
    updateContext({ isSorted: true, isFiltered: false, recordsSource: undefined });
    assert.deepEqual(people.commands, []);
    updateContext({ isSorted: false, isFiltered: true, recordsSource: undefined });
    assert.deepEqual(people.commands, ['setContext', 'setContext']);
    updateContext({ isSorted: true });
    assert.equal(people.context.get('datastoreExplorer.isSorted'), true);
    assert.equal(people.context.get('datastoreExplorer.isFiltered'), true);
  });
});
