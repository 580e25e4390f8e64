/** 64 bits of a text, as a word. Equal texts have equal ones; that others do too is as good as impossible by accident. */
export function textHash(text: string): string {
  let one = 0xdeadbeef ^ text.length;
  let other = 0x41c6ce57 ^ text.length;
  // Two units at a time; behind the end there are zeros.
  for (let at = 0; at < text.length; at += 2) {
    const pair = text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16);
    one = Math.imul(one ^ pair, 2654435761);
    one ^= one >>> 15;
    other = Math.imul(other ^ pair, 1597334677);
    other ^= other >>> 13;
  }
  return [one, other].map((half) => (half >>> 0).toString(36)).join('.');
}
