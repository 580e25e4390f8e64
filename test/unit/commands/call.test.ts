import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { commandsAboveViews, isOfGoneRow } from '../../../src/commands/call.ts';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';

describe('the call of a command by a menu whose row is gone', () => {
  // VS Code passed the first arguments in an experiment in which the rows of a tree were read anew under an open menu.
  const cases: readonly [what: string, args: readonly unknown[], isGone: boolean][] = [
    ['a row that is gone', [undefined, undefined], true],
    ['a row that is gone, as JSON passes it', [null, null], true],
    ['a row of the tree', [{ kind: 'resource' }, undefined], false],
    ['rows of a selection', [{ kind: 'resource' }, [{ kind: 'resource' }]], false],
    ['the palette and keys', [], false],
    ['a menu above the tree or an editor', [undefined], false],
    ['another extension', [{ portalId: 'p', resourceId: 'r' }], false],
  ];
  for (const [what, args, isGone] of cases)
    it(what, () => assert.equal(isOfGoneRow('exportRecords', args, new Set(['addPortal'])), isGone));

  it('a button above the tree, no row of which has the focus', () => {
    const manifest: unknown = JSON.parse(fs.readFileSync(path.join(projectRoot, 'package.json'), 'utf8'));
    const aboveViews = commandsAboveViews(manifest);
    assert.equal(isOfGoneRow('datastoreExplorer.addPortal', [undefined, undefined], aboveViews), false);
    assert.equal(isOfGoneRow('datastoreExplorer.exportRecords', [undefined, undefined], aboveViews), true);
  });
});
