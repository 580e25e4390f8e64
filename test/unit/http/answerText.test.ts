import assert from 'node:assert/strict';
import { answerText } from '../../../src/http/transport.ts';

describe('answerText', () => {
  const cases: readonly [string, number[] | string, string | undefined, string, boolean][] = [
    ['UTF-8', 'Zürich', 'application/json', 'Zürich', false],
    ['UTF-8 without a content type', 'Zürich', undefined, 'Zürich', false],
    ['18: one byte order mark is taken away', '\ufeff{}', 'application/json', '{}', false],
    ['18: a second one stays', '\ufeff\ufeff{}', 'application/json', '\ufeff{}', false],
    [
      '18: invalid UTF-8 is shown and said',
      [0x22, 0xfc, 0x22],
      'application/json;charset=utf-8',
      '"\ufffd"',
      true,
    ],
    ['18: UTF-8 cut within a character', [0xc3], undefined, '\ufffd', true],
    ['18: latin-1', [0x5a, 0xfc], 'application/json; charset=ISO-8859-1', 'Zü', false],
    ['18: a quoted label', [0x5a, 0xfc], 'application/json; charset="latin1"; x=y', 'Zü', false],
    ['18: UTF-16', [0x5a, 0, 0xfc, 0], 'application/json; charset=utf-16', 'Zü', false],
    ['18: half a character of UTF-16', [0x5a, 0, 0xfc], 'text/plain; charset=utf-16', 'Z\ufffd', true],
    ['18: an unknown label counts as UTF-8', 'Zü', 'application/json; charset=klingon', 'Zü', false],
    ['nothing', '', 'application/json', '', false],
  ];
  for (const [what, bytes, contentType, text, lossyUtf8] of cases) {
    it(what, () => {
      const input = typeof bytes === 'string' ? Buffer.from(bytes) : Uint8Array.from(bytes);
      assert.deepEqual(answerText(input, contentType), { text, lossyUtf8 });
    });
  }
});
