import assert from 'node:assert/strict';
import { choose } from '../../../src/platform/quickPick.ts';
import { people } from '../../support/host/vscode.ts';

describe('a list to choose from, or to type into', () => {
  beforeEach(() => people.forget());
  afterEach(() => people.forget());

  const open = (typedFirst: boolean) => {
    people.looksAtPicks = true;
    const chosen = choose<string>({
      title: 'Pick',
      placeholder: '',
      items: [{ label: 'Oak', value: 'oak' }],
      typed: (text) => (text === '!' ? { label: 'Not this' } : { label: `Add ${text}`, value: text }),
      typedFirst,
    });
    const pick = people.picking;
    assert.ok(pick);
    return { chosen, pick, labels: () => pick.items.map(({ label }) => label) };
  };

  for (const [typedFirst, labels] of [
    [true, ['Add elm', 'Oak']],
    [false, ['Oak', 'Add elm']],
  ] as const)
    it(`has what was typed ${typedFirst ? 'above' : 'below'} its rows`, () => {
      const { pick, labels: shown } = open(typedFirst);
      pick.type(' elm ');
      assert.deepEqual(shown(), labels);
      pick.hide();
    });

  it('takes what was typed when Enter comes before its row', async () => {
    const { pick, chosen } = open(true);
    pick.value = ' elm ';
    pick.activeItems = [];
    pick.enter();
    assert.equal(await chosen, 'elm');
  });

  it('stays where a row only says something', async () => {
    const { pick, chosen } = open(true);
    pick.type('!');
    pick.activeItems = pick.items.slice(0, 1);
    pick.enter();
    pick.activeItems = pick.items.slice(1);
    pick.enter();
    assert.equal(await chosen, 'oak');
  });
});
