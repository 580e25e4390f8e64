import assert from 'node:assert/strict';
import fc from 'fast-check';
import { answerText } from '../../../src/http/answerText.ts';

const noSignal = new AbortController().signal;

describe('answerText', () => {
  const cases: readonly [string, number[] | string, string | undefined, string, boolean][] = [
    ['UTF-8', 'Zürich', 'application/json', 'Zürich', false],
    ['UTF-8 without a content type', 'Zürich', undefined, 'Zürich', false],
    ['18: one byte order mark is taken away', '\ufeff{}', 'application/json', '{}', false],
    ['18: a second one stays', '\ufeff\ufeff{}', 'application/json', '\ufeff{}', false],
    ['18: invalid UTF-8 is shown and said', [0x22, 0xfc, 0x22], 'application/json;charset=utf-8', '"\ufffd"', true],
    ['18: UTF-8 cut within a character', [0xc3], undefined, '\ufffd', true],
    ['18: latin-1', [0x5a, 0xfc], 'application/json; charset=ISO-8859-1', 'Zü', false],
    ['18: a quoted label', [0x5a, 0xfc], 'application/json; charset="latin1"; x=y', 'Zü', false],
    ['18: UTF-16', [0x5a, 0, 0xfc, 0], 'application/json; charset=utf-16', 'Zü', false],
    ['18: half a character of UTF-16', [0x5a, 0, 0xfc], 'text/plain; charset=utf-16', 'Z\ufffd', true],
    ['18: an unknown label counts as UTF-8', 'Zü', 'application/json; charset=klingon', 'Zü', false],
    ['nothing', '', 'application/json', '', false],
  ];
  for (const [what, bytes, contentType, text, lossyUtf8] of cases) {
    it(what, async () => {
      const input = typeof bytes === 'string' ? Buffer.from(bytes) : Uint8Array.from(bytes);
      const given = await answerText([input], contentType, noSignal);
      assert.deepEqual([given.text, given.pieces.join(''), given.lossyUtf8], [text, text, lossyUtf8]);
    });
  }

  it('44: a long answer in any pieces is the text that it is in one', async () => {
    const LONG = 256 * 1024;
    const sample = fc.oneof(
      fc.constantFrom('\ufeff', 'ü', '\u20ac', '\u{1f600}').map((text) => Buffer.from(text)),
      fc.uint8Array({ minLength: 1, maxLength: 8 }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(sample, { minLength: 1, maxLength: 6 }),
        fc.nat({ max: 16 }),
        fc.constantFrom('utf-8', 'utf-16', 'windows-1252'),
        async (samples, before, charset) => {
          const seam = Buffer.concat(samples);
          const bytes = Buffer.concat([Buffer.alloc(LONG - before, 'a'), seam, seam, Buffer.from('end')]);
          const chunks = [
            bytes.subarray(0, LONG - before),
            ...[...seam].map((_, at) => bytes.subarray(LONG - before + at, LONG - before + at + 1)),
            bytes.subarray(LONG - before + seam.length),
          ];
          const given = await answerText(chunks, `text/plain; charset=${charset}`, noSignal);
          const whole = new TextDecoder(charset).decode(bytes);
          assert.ok(given.text === whole && given.pieces.join('') === whole);
        },
      ),
    );
  });

  it('ends with the reason of an abort', async () => {
    const reason = new Error('stopped');
    await assert.rejects(answerText([Buffer.from('a')], undefined, AbortSignal.abort(reason)), reason);
  });
});
