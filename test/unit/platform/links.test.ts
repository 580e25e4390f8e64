import assert from 'node:assert/strict';
import { linkTarget } from '../../../src/platform/links.ts';

describe('A link of a record', () => {
  const table: readonly [text: string, target: string | undefined][] = [
    ['https://example.org/a?b=%26&c#d', 'https://example.org/a?b=%26&c#d'],
    ['HTTP://Example.ORG', 'http://example.org/'],
    ['https://exämple.org/', 'https://xn--exmple-cua.org/'],
    ['https://аpple.com/', 'https://xn--pple-43d.com/'],
    ['mailto:ann@example.org', 'mailto:ann@example.org'],
    ['https://good.example@evil.example/', 'https://good.example@evil.example/'],
    ['javascript:alert(1)', undefined],
    ['command:workbench.action.quit', undefined],
    ['vscode://file/etc/passwd', undefined],
    ['file:///etc/passwd', undefined],
    ['data:text/html,x', undefined],
    ['//example.org', undefined],
    ['https://', undefined],
    ['', undefined],
    [`https://example.org/${'a'.repeat(5000)}`, undefined],
  ];
  for (const [text, target] of table)
    it(`${text.slice(0, 60)} leads to ${target ?? 'nothing'}`, () => {
      assert.equal(linkTarget(text), target);
    });
});
