import assert from 'node:assert/strict';
import { isOfGoneRow } from '../../../src/commands/call.ts';

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
  for (const [what, args, isGone] of cases) it(what, () => assert.equal(isOfGoneRow(args), isGone));
});
