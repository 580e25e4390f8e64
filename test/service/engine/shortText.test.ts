/** Short texts of DuckDB's vectors, of which the last ones are kept, are those that the bytes spell. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { shortText } from '../../../src/service/engine/duckdb/shortText.ts';

/** A vector as DuckDB fills it: at each place the length in four bytes, and the text or the start of a longer one. */
function vectorOf(texts: readonly string[]): DataView {
  const vector = Buffer.alloc(16 * texts.length);
  for (const [at, text] of texts.entries()) {
    vector.writeUInt32LE(Buffer.byteLength(text), 16 * at);
    Buffer.from(text).copy(vector, 16 * at + 4, 0, 12);
  }
  return new DataView(vector.buffer, vector.byteOffset, vector.length);
}

function textsIn(vector: DataView): readonly (string | undefined)[] {
  return Array.from({ length: vector.byteLength / 16 }, (_, at) => shortText(vector, 16 * at));
}

describe('short texts of vectors', () => {
  it('are read as they are, whatever was read before them', () => {
    const letter = fc.constantFrom('a', 'b', '0', ' ', '\0', '\uFEFF', 'é', '😀');
    fc.assert(
      fc.property(fc.array(fc.string({ unit: letter, maxLength: 6 }), { maxLength: 200 }), (texts) => {
        const all = [...texts, ...texts];
        const short = all.map((text) => (Buffer.byteLength(text) > 12 ? undefined : text));
        assert.deepEqual(textsIn(vectorOf(all)), short);
      }),
    );
  });

  it('are right where more of them are read than kept', () => {
    const numbers = Array.from({ length: 20_000 }, (_, at) => String(at * 7919));
    const all = [...numbers, ...numbers.toReversed()];
    assert.deepEqual(textsIn(vectorOf(all)), all);
  });
});
