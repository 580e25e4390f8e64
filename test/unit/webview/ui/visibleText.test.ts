import assert from 'node:assert/strict';
import fc from 'fast-check';
import { textParts, visibleText } from '../../../../src/webview/ui/visibleText.ts';

describe('Visible text', () => {
  const table: readonly [name: string, text: string, shown: string][] = [
    ['line breaks and tabs', 'a\nb\r\nc\td', 'a↵b␍↵c⇥d'],
    ['control characters', 'a\u0000b\u001Bc\u007Fd\u0085', 'a‹U+0000›b‹U+001B›c‹U+007F›d‹U+0085›'],
    ['directional overrides', 'abc\u202Egnp.exe\u202C', 'abc‹U+202E›gnp.exe‹U+202C›'],
    ['directional isolates and marks', '\u2066a\u2069\u200F\u061C', '‹U+2066›a‹U+2069›‹U+200F›‹U+061C›'],
    ['zero-width characters', 'pay\u200Bpal\u2060\uFEFF', 'pay‹U+200B›pal‹U+2060›‹U+FEFF›'],
    ['soft hyphens', 'co\u00ADop', 'co‹U+00AD›op'],
    ['a joiner between Latin letters', 'a\u200Db\u200Cc', 'a‹U+200D›b‹U+200C›c'],
    ['line separators', 'a\u2028b\u2029', 'a‹U+2028›b‹U+2029›'],
    ['half a surrogate pair', 'a\uD83D', 'a‹U+D83D›'],
    ['a hidden message of tags', 'a\u{E0041}\u{E0042}', 'a‹U+E0041›‹U+E0042›'],
  ];
  for (const [name, text, shown] of table)
    it(`shows ${name}`, () => {
      assert.equal(visibleText(text), shown);
    });

  for (const [name, text] of [
    ['words of any script', 'Grüße, Привет, 你好, שלום, مرحبا, สวัสดี, 한국어'],
    ['a family', '👩‍👩‍👧'],
    ['a skin tone', '👩🏽‍🚀 ❤️‍🔥'],
    ['the flag of Scotland', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ['a joiner inside a Persian word', 'می\u200Cخواهم'],
    ['a joiner inside a Hindi word', 'क्\u200Dष'],
    ['a no-break space', '12\u00A0345'],
  ] as const)
    it(`leaves ${name} alone`, () => {
      assert.equal(visibleText(text), text);
    });

  it('loses no character when it is taken apart', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        assert.equal(
          textParts(text)
            .map((part) => part.text)
            .join(''),
          text,
        );
      }),
    );
  });

  it('marks the same characters in parts, but for line breaks and tabs', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const joined = textParts(text)
          .map((part) => part.mark ?? part.text)
          .join('');
        assert.equal(joined.replaceAll('\n', '↵').replaceAll('\t', '⇥'), visibleText(text));
      }),
    );
  });
});
