import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Block, type Inline, readMarkdown } from '../../../../src/webview/details/markdown.ts';

/** Blocks as short text. The signs show what was recognized. */
const shown = (text: string): string => readMarkdown(text).map(blockText).join(' ¶ ');

function blockText(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `h${block.level}:${inlineText(block.content)}`;
    case 'list':
      return `${block.start === undefined ? 'ul' : `ol${block.start}`}(${block.items.map((item) => item.map(blockText).join(' ¶ ')).join('|')})`;
    case 'table':
      return [block.header, ...block.rows].map((row) => row.map(inlineText).join('|')).join(' ¶ ');
    case 'code':
      return `code{${block.text}}`;
    case 'paragraph':
      return inlineText(block.content);
  }
}

function inlineText(parts: readonly Inline[]): string {
  const text = (part: Inline): string => {
    switch (part.kind) {
      case 'text':
        return part.text;
      case 'code':
        return `‹${part.text}›`;
      case 'strong':
        return `B(${inlineText(part.content)})`;
      case 'emphasis':
        return `I(${inlineText(part.content)})`;
      case 'link':
        return `→${part.url}(${inlineText(part.content)})`;
    }
  };
  return parts.map(text).join('');
}

describe('a description in Markdown', () => {
  const table: readonly [what: string, text: string, becomes: string][] = [
    ['nothing', '', ''],
    ['only blanks', ' \n\t\n', ''],
    ['a text', 'Trees of the city.', 'Trees of the city.'],
    ['paragraphs', 'One\ntwo\r\n\r\nthree', 'One\ntwo ¶ three'],
    ['headings', '# Big\n###### Small ##\nText', 'h1:Big ¶ h6:Small ¶ Text'],
    ['an underlined heading', 'Title\n=====\nText', 'h1:Title ¶ Text'],
    ['a number sign in a text', '#1 of all', '#1 of all'],
    ['a list', '- one\n* two\n\n+ three\n\nText', 'ul(one) ¶ ul(two) ¶ ul(three) ¶ Text'],
    ['a list of numbers', '3. one\n4. two', 'ol3(one|two)'],
    ['a list below a list', '- one\n  - two', 'ul(one ¶ ul(two))'],
    ['an item of two lines', '- one\n  more', 'ul(one\nmore)'],
    ['a list of tasks', '- [x] one\n- [ ] two', 'ul(☑ one|☐ two)'],
    ['a table', '| a | b |\n|---|---|\n| **1** | 2 |', 'a|b ¶ B(1)|2'],
    ['a link whose address stands below', '[City][1]\n\n[1]: https://a.test', '→https://a.test(City)'],
    ['what is struck out', '~~gone~~', '~~gone~~'],
    ['an address of mail', 'a@b.test', 'a@b.test'],
    ['a list behind a paragraph', 'Has:\n- one', 'Has: ¶ ul(one)'],
    ['code', 'Use `a*b*c`.', 'Use ‹a*b*c›.'],
    ['a block of code', '```sql\nSELECT *\n\nFROM a\n```\nText', 'code{SELECT *\n\nFROM a} ¶ Text'],
    ['a block of code without an end', '```\na', 'code{a}'],
    ['emphasis', '**bold** and *slanted* and __b__ and _s_', 'B(bold) and I(slanted) and B(b) and I(s)'],
    ['emphasis in emphasis', '**a *b* c**', 'B(a I(b) c)'],
    ['names with underscores', 'a_b_c and snake_case_name', 'a_b_c and snake_case_name'],
    ['stars that multiply', '2 * 3 * 4', '2 * 3 * 4'],
    ['signs with a backslash', '\\*no\\*', '*no*'],
    ['a link', '[City](https://a.test/x "T")', '→https://a.test/x(City)'],
    ['a link with brackets', '[a](https://a.test/x_(y))', '→https://a.test/x_(y)(a)'],
    ['an address', 'See https://a.test/x?b=1.', 'See →https://a.test/x?b=1(https://a.test/x?b=1).'],
    ['an address in angles', '<https://a.test>', '→https://a.test(https://a.test)'],
    ['a picture', '![Map](https://a.test/m.png)', '→https://a.test/m.png(Map)'],
    ['a quotation', '> said\n> so', 'said\nso'],
    ['a rule', 'a\n\n---\n\nb', 'a ¶ b'],
    ['a command', '[run](command:workbench.action.quit)', '[run](command:workbench.action.quit)'],
    ['a script’s address', '[x](javascript:alert(1))', '[x](javascript:alert(1))'],
    ['a file’s address', '[x](file:///etc/passwd)', '[x](file:///etc/passwd)'],
    ['data', '[x](data:text/html,y)', '[x](data:text/html,y)'],
    ['an address without a host', '[x](https://)', '[x](https://)'],
    ['another link as a label', '[https://good.test](https://evil.test)', '→https://evil.test(https://good.test)'],
    ['HTML that publishers paste', '<p>A<br>b &amp; <b>c</b></p><ul><li>d</li></ul>', 'A\nb & B(c) ¶ ul(d)'],
    ['a link in HTML', '<a class="x" href="https://a.test">City</a>', '→https://a.test(City)'],
    ['other HTML', '<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['handlers', '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['a link of HTML to a command', '<a href="command:x">y</a>', '<a href="command:x">y</a>'],
  ];
  for (const [what, text, becomes] of table)
    it(`reads ${what}`, () => {
      assert.equal(shown(text), becomes);
    });

  it('reads twenty thousand characters, and no more', () => {
    assert.equal(shown('a'.repeat(30_000)).length, 20_000);
  });

  it('leads to the web alone, whatever the text is', () => {
    const pieces = fc.constantFrom(
      ...'**|*|__|_|`|```|[|]|(|)|![|<|>|&lt;|<p>|<a href="|\\|\n|\n\n|- |1. |# |> '.split('|'),
      ...['|a|b|\n|-|-|\n|', '[a]: command:x', '[a]', '~~', 'www.a.test', 'a@b.test'],
      ...['https://a.test', 'command:x', 'javascript:a', 'data:,', 'word', ' ', '\u202e', '\0', '"'],
    );
    const linksOf = (parts: readonly Inline[]): readonly string[] =>
      parts.flatMap((part) => [
        ...(part.kind === 'link' ? [part.url] : []),
        ...('content' in part ? linksOf(part.content) : []),
      ]);
    const allLinks = (blocks: readonly Block[]): readonly string[] =>
      blocks.flatMap((block) => {
        if (block.kind === 'list') return block.items.flatMap(allLinks);
        if (block.kind === 'table') return [block.header, ...block.rows].flat().flatMap(linksOf);
        return 'content' in block ? linksOf(block.content) : [];
      });
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) =>
        allLinks(readMarkdown(parts.join(''))).every((url) => /^https?:\/\//i.test(url)),
      ),
    );
  });

  it('leaves quotations in quotations, thousands of them, as they are', () => {
    assert.equal(shown('> '.repeat(5_000)), '> '.repeat(5_000));
  });

  /**
   * The test measures work, not time. Regular expressions can't be counted, so the texts are those that would take
   * hours.
   */
  const heavy = ['**', '*a', '[', '[a](', '`', '<a href="', '![', '_a _', '> ', '- ', '\\', '&', 'https://'];
  for (const piece of heavy)
    it(`ends for ${JSON.stringify(piece)} again and again`, () => {
      assert.ok(readMarkdown(piece.repeat(20_000)).length < 20_001);
    });
});
