import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plain, plainLabel, plainLines, plainRemark } from '../../../src/platform/plain.ts';

/** What VS Code 1.139 recognizes in texts, copied from its source. */
const LINK = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;
const ICON = /(\\)?\$\(([A-Za-z0-9-]+(?:~[A-Za-z]+)?)\)/;
const ICON_AND_SPACES = /(\s)?(\\)?\$\([A-Za-z0-9-]+(?:~[A-Za-z]+)?\)(\s)?/g;
/** A bare address in Markdown, which rows of quick picks are on hover. */
const ADDRESS = /(?:(?:ftp|https?):\/\/|www\.)(?:[a-zA-Z0-9-]+\.?)+[^\s<]*/i;

/** Removes icons like progress does. */
const withoutIcons = (text: string): string =>
  text.replace(ICON_AND_SPACES, (all: string, before?: string, escaped?: string, after?: string) =>
    escaped === undefined ? (before ?? after ?? '') : all,
  );

const HOSTILE = [
  '[Sign in again](command:workbench.action.terminal.sendSequence?%7B%22text%22%3A%22x%22%7D)',
  '[Sign in](https://evil.example "quoted title")',
  '[Read](FILE:///etc/passwd)',
  '[a]\u200b(command:x)',
  '[a]\u202e(command:x)',
  '[a]\u0000(command:x)',
  '[a]\n(command:x)',
  '[a]$(trash)(command:x)',
  '[a] $(trash)(command:x)',
  '[[a](command:x)](command:y)',
  '![a](https://evil.example/pixel.png)',
  '$(trash) $(sync~spin) \\$(error) $$(warning)',
  '$\u2066(trash)',
  'https://evil.example www.evil.example HTTP://evil.example/[x](command:y)',
  '\u202egnp.exe\u2069 \u200f\u061c \ufeff',
];

const pieces = fc.constantFrom('[', ']', '(', ')', '$', '\\', 'a', ' ', '\n', '\u200b', '\u200d', '\u2066', '\u00ad');
const words = fc.constantFrom('command:x', 'https://e.example', 'file:///x', '$(trash)', '](', 'www.', '名', '😀');
const anything = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.array(fc.oneof(pieces, words), { maxLength: 30 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

describe('A text from outside, shown by VS Code', () => {
  for (const text of HOSTILE)
    it(`${JSON.stringify(text)} is no link and no icon`, () => {
      for (const shown of [plain(text), plainLabel(text), plainRemark(text), plainLines([text])]) {
        assert.doesNotMatch(withoutIcons(shown), LINK);
        assert.doesNotMatch(shown, ICON);
        assert.doesNotMatch(shown, /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u);
      }
      assert.doesNotMatch(plainRemark(text), ADDRESS);
    });

  it('is none beside other texts either, whatever it says', () =>
    fc.assert(
      fc.property(anything, anything, fc.constantFrom('', ' ', ': ', '$(error) '), (one, other, between) => {
        const shown = plain(one) + between + plain(other);
        // A second text can't complete what the first began.
        if (between !== '') assert.doesNotMatch(withoutIcons(shown), LINK);
        assert.doesNotMatch(plain(one + other), ICON);
        assert.doesNotMatch(withoutIcons(plain(one + other)), LINK);
        assert.doesNotMatch(plainRemark(one), ADDRESS);
      }),
      { numRuns: 2000 },
    ));

  it('stays as it is, to the byte, where it is an ordinary text', () => {
    for (const text of [
      'Zürich │ 434335',
      'a [b] (c) $5 (d) f(x)[0] {0}',
      'https://data.example.org/dataset?x=[1]&y=(2)',
      'نمی‌خواهم',
      'क्‍ष',
      '👨‍👩‍👧 ❤️ 葛󠄀',
      '1 000 000  records',
      'C:\\data\\new (2).csv',
    ])
      assert.equal(plain(text), text);
    assert.equal(plainRemark('data.example.org · 2 MB'), 'data.example.org · 2 MB');
  });

  it('looks as it did where it is broken: only spaces without width are put in', () => {
    const text = 'https://www.e.example [a](command:x) $(trash)';
    assert.equal(plainRemark(text).replaceAll('\u200b', ''), text);
    assert.equal(plain(text).replaceAll('\u200b', ''), text);
  });

  it('is one line', () => assert.equal(plain('a\r\nb\tc \u2028 d\u0000e'), 'a b c d e'));

  it('is as many lines as were meant', () => assert.equal(plainLines(['a\nb', 'c'], '\n\n'), 'a b\n\nc'));

  it('ends somewhere, and never within a character', () => {
    assert.equal(plain('x'.repeat(1_000_000)).length, 1000);
    assert.equal(plainLabel('](' + 'x'.repeat(1_000_000)).length, 200);
    assert.equal(plainLabel('😀'.repeat(200)), `${'😀'.repeat(99)}…`);
    assert.equal(plain(']('.repeat(1000)).length, 1000);
    assert.equal(plainLabel('a\ud800b'), 'a\ufffdb');
  });

  it('takes no time to speak of, whatever it is', () => {
    const start = performance.now();
    for (const text of [' ', '\n', '](', '\u200d', 'www.', ' \n']) plainRemark(text.repeat(1_000_000));
    assert.ok(performance.now() - start < 2000);
  });
});
