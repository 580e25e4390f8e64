import assert from 'node:assert/strict';
import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { memberPlugin } from '../../../tools/lint/memberCount.ts';

function messages(code: string): string[] {
  const languageOptions = { parser: tseslint.parser as Linter.Parser };
  return new Linter()
    .verify(code, [{ languageOptions, plugins: { members: memberPlugin }, rules: { 'members/few': 'error' } }])
    .map(({ message }) => message);
}

const declaration = (name: string, members: number) =>
  `interface ${name} { ${Array.from({ length: members }, (_, at) => `m${at}: string;`).join(' ')} }`;

describe('the rule about what a class is handed', () => {
  it('allows eight members', () => {
    assert.deepEqual(messages(declaration('TabDeps', 8)), []);
  });

  for (const name of ['TabDeps', 'PageParts', 'HostPorts', 'FormContext', 'PanelServices'])
    it(`refuses nine of ${name}`, () =>
      assert.deepEqual(messages(declaration(name, 9)), [
        `${name} has 9 members, at most 8 are allowed: split what takes it.`,
      ]));

  it('leaves other interfaces alone', () => {
    assert.deepEqual(messages(declaration('Dialect', 30)), []);
  });
});
