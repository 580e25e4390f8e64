import assert from 'node:assert/strict';
import fc from 'fast-check';
import { linkParts } from '../../../../../src/webview/panel/detail/detailValue.ts';

const linksIn = (text: string, isWhole = true) =>
  linkParts(text, isWhole).flatMap(({ text: part, isLink }) => (isLink ? [part] : []));

describe('Links in a text', () => {
  const table: readonly [name: string, text: string, links: readonly string[]][] = [
    ['a page', 'https://example.org/w/46', ['https://example.org/w/46']],
    [
      'in a sentence',
      'See https://example.org/a. Then HTTP://B.example!',
      ['https://example.org/a', 'HTTP://B.example'],
    ],
    ['in brackets', '(https://example.org/a)', ['https://example.org/a']],
    ['with brackets of its own', 'https://example.org/a_(b)', ['https://example.org/a_(b)']],
    ['in quotes', '"https://example.org/"', ['https://example.org/']],
    ['in markup', '<a href="https://example.org/x">', ['https://example.org/x']],
    ['a mail address', 'mailto:ann@example.org', ['mailto:ann@example.org']],
    ['up to a hidden character', 'https://example.org/\u202Egnp.exe', ['https://example.org/']],
    ['no other schemes', 'javascript:alert(1) file:///etc/passwd command:x vscode://x ftp://x', []],
    ['not the scheme alone', 'https:// and mailto:', []],
    ['not inside a word', 'xhttps://example.org', []],
  ];
  for (const [name, text, links] of table)
    it(name, () => {
      assert.deepEqual(linksIn(text), links);
    });

  it('that may go on behind the end of the text are none', () => {
    assert.deepEqual(linksIn('https://a.example https://b.exam', false), ['https://a.example']);
  });

  it('leave the text as it is', () => {
    const pieces = fc.constantFrom('https://', 'mailto:', 'a', '.', '/', '(', ')', ' ', '\n', '…', 'é', '"');
    fc.assert(
      fc.property(fc.array(pieces), fc.boolean(), (parts, isWhole) => {
        const text = parts.join('');
        assert.equal(
          linkParts(text, isWhole)
            .map((part) => part.text)
            .join(''),
          text,
        );
      }),
    );
  });
});
