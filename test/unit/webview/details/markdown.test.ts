import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { TemplateResult } from 'lit-html';
import { markdownView } from '../../../../src/webview/details/markdownView.ts';

const read = (text: string): readonly TemplateResult[] => markdownView(text, () => undefined);

/** What lit-html would draw, as markup. Texts keep their signs, so that markup in them can be told from elements. */
function markup(drawn: unknown): string {
  if (Array.isArray(drawn)) return drawn.map(markup).join('');
  if (!isTemplate(drawn)) return typeof drawn === 'function' ? '' : escaped(String(drawn));
  return drawn.strings.reduce((text, next, place) => text + markup(drawn.values[place - 1]) + next);
}

function escaped(text: string): string {
  return text.replaceAll('<', '‹').replaceAll('>', '›');
}

function isTemplate(drawn: unknown): drawn is TemplateResult {
  return typeof drawn === 'object' && drawn !== null && 'strings' in drawn;
}

/** The markup in short: without white space, listeners and attributes that say nothing of the text. */
const shown = (text: string): string =>
  markup(read(text))
    .replace(/\s+(?:@\w+=|(?:dir|role|tabindex|scope|class)="[\w-]*")/g, '')
    .replace(/>\s*\n\s*/g, '>')
    .replace(/\s*\n\s*(?=[<>])/g, '')
    .replace(/<br \/>/g, '⏎')
    .replace(/<span\s+title=/g, '<span ');

/** The addresses of all links. */
function linksOf(drawn: unknown): readonly unknown[] {
  if (Array.isArray(drawn)) return drawn.flatMap(linksOf);
  if (!isTemplate(drawn)) return [];
  return [...(drawn.strings[0]?.includes('role="link"') ? [drawn.values[0]] : []), ...drawn.values.flatMap(linksOf)];
}

describe('a description in Markdown', () => {
  const table: readonly [what: string, text: string, becomes: string][] = [
    ['nothing', '', ''],
    ['only blanks', ' \n\t\n', ''],
    ['a text', 'Trees of the city.', '<p>Trees of the city.</p>'],
    ['paragraphs', 'One\ntwo\r\n\r\nthree', '<p>One⏎two</p><p>three</p>'],
    ['headings', '# Big\n###### Small ##\nText', '<h3>Big</h3><h3>Small</h3><p>Text</p>'],
    ['an underlined heading', 'Title\n=====\nText', '<h3>Title</h3><p>Text</p>'],
    ['a number sign in a text', '#1 of all', '<p>#1 of all</p>'],
    [
      'a list',
      '- one\n* two\n\n+ three\n\nText',
      '<ul><li>one</li></ul><ul><li>two</li></ul><ul><li>three</li></ul><p>Text</p>',
    ],
    ['a list of numbers', '3. one\n4. two', '<ol start=3><li>one</li><li>two</li></ol>'],
    ['a list below a list', '- one\n  - two', '<ul><li>one<ul><li>two</li></ul></li></ul>'],
    ['an item of two lines', '- one\n  more', '<ul><li>one⏎more</li></ul>'],
    ['a list of tasks', '- [x] one\n- [ ] two', '<ul><li>☑ one</li><li>☐ two</li></ul>'],
    [
      'a table',
      '| a | b |\n|---|---|\n| **1** | 2 |',
      '<div><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td><strong>1</strong></td><td>2</td></tr></tbody></table></div>',
    ],
    [
      'a link whose address stands below',
      '[City][1]\n\n[1]: https://a.test',
      '<p><span https://a.test>City</span></p>',
    ],
    ['what is struck out', '~~gone~~', '<p>~~gone~~</p>'],
    ['an address of mail', 'a@b.test', '<p>a@b.test</p>'],
    ['a list behind a paragraph', 'Has:\n- one', '<p>Has:</p><ul><li>one</li></ul>'],
    ['code', 'Use `a*b*c`.', '<p>Use <code>a*b*c</code>.</p>'],
    [
      'a block of code',
      '```sql\nSELECT *\n\nFROM a\n```\nText',
      '<pre><code>SELECT *\n\nFROM a</code></pre><p>Text</p>',
    ],
    ['a block of code without an end', '```\na', '<pre><code>a</code></pre>'],
    [
      'emphasis',
      '**bold** and *slanted* and __b__ and _s_',
      '<p><strong>bold</strong> and <em>slanted</em> and <strong>b</strong> and <em>s</em></p>',
    ],
    ['emphasis in emphasis', '**a *b* c**', '<p><strong>a <em>b</em> c</strong></p>'],
    ['names with underscores', 'a_b_c and snake_case_name', '<p>a_b_c and snake_case_name</p>'],
    ['stars that multiply', '2 * 3 * 4', '<p>2 * 3 * 4</p>'],
    ['signs with a backslash', '\\*no\\*', '<p>*no*</p>'],
    ['a link', '[City](https://a.test/x "T")', '<p><span https://a.test/x>City</span></p>'],
    ['a link with brackets', '[a](https://a.test/x_(y))', '<p><span https://a.test/x_(y)>a</span></p>'],
    ['an address', 'See https://a.test/x?b=1.', '<p>See <span https://a.test/x?b=1>https://a.test/x?b=1</span>.</p>'],
    ['an address in angles', '<https://a.test>', '<p><span https://a.test>https://a.test</span></p>'],
    ['a picture', '![Map](https://a.test/m.png)', '<p><span https://a.test/m.png>Map</span></p>'],
    ['a quotation', '> said\n> so', '<p>said⏎so</p>'],
    ['a rule', 'a\n\n---\n\nb', '<p>a</p><p>b</p>'],
    ['a command', '[run](command:workbench.action.quit)', '<p>[run](command:workbench.action.quit)</p>'],
    ['a script’s address', '[x](javascript:alert(1))', '<p>[x](javascript:alert(1))</p>'],
    ['a file’s address', '[x](file:///etc/passwd)', '<p>[x](file:///etc/passwd)</p>'],
    ['data', '[x](data:text/html,y)', '<p>[x](data:text/html,y)</p>'],
    ['an address without a host', '[x](https://)', '<p>[x](https://)</p>'],
    [
      'another link as a label',
      '[https://good.test](https://evil.test)',
      '<p><span https://evil.test>https://good.test</span></p>',
    ],
    [
      'HTML that publishers paste',
      '<p>A<br>b &amp; <b>c</b></p><ul><li>d</li></ul>',
      '<p>A⏎b & <strong>c</strong></p><ul><li>d</li></ul>',
    ],
    ['a link in HTML', '<a class="x" href="https://a.test">City</a>', '<p><span https://a.test>City</span></p>'],
    ['other HTML', '<script>alert(1)</script>', '<p>‹script›alert(1)‹/script›</p>'],
    ['handlers', '<img src=x onerror=alert(1)>', '<p>‹img src=x onerror=alert(1)›</p>'],
    ['a link of HTML to a command', '<a href="command:x">y</a>', '<p>‹a href="command:x"›y‹/a›</p>'],
  ];
  for (const [what, text, becomes] of table)
    it(`reads ${what}`, () => {
      assert.equal(shown(text), becomes);
    });

  it('reads twenty thousand characters, and no more', () => {
    assert.equal(shown('a'.repeat(30_000)), `<p>${'a'.repeat(20_000)}</p>`);
  });

  it('leads to the web alone, whatever the text is', () => {
    const pieces = fc.constantFrom(
      ...'**|*|__|_|`|```|[|]|(|)|![|<|>|&lt;|<p>|<a href="|\\|\n|\n\n|- |1. |# |> '.split('|'),
      ...['|a|b|\n|-|-|\n|', '[a]: command:x', '[a]', '~~', 'www.a.test', 'a@b.test'],
      ...['https://a.test', 'command:x', 'javascript:a', 'data:,', 'word', ' ', '\u202e', '\0', '"'],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) =>
        linksOf(read(parts.join(''))).every((url) => /^https?:\/\//i.test(String(url))),
      ),
    );
  });

  it('leaves quotations in quotations, thousands of them, as they are', () => {
    assert.equal(shown('> '.repeat(5_000)), `<p>${'› '.repeat(5_000)}</p>`);
  });

  /**
   * The test measures work, not time. Regular expressions can't be counted, so the texts are those that would take
   * hours.
   */
  const heavy = ['**', '*a', '[', '[a](', '`', '<a href="', '![', '_a _', '> ', '- ', '\\', '&', 'https://'];
  for (const piece of heavy)
    it(`ends for ${JSON.stringify(piece)} again and again`, () => {
      assert.ok(read(piece.repeat(20_000)).length < 20_001);
    });
});
