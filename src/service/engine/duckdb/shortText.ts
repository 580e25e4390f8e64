/** A vector holds texts of at most so many bytes itself, and fills up the others with zeros. */
const MOST_BYTES = 12;
const PLACES = 1 << 11;
/** The words of the text at each place: its length, and its bytes. */
const words = new Int32Array(PLACES * 4);
const texts = new Array<string>(PLACES).fill('');

/** The text at an offset of a vector, if the vector itself holds it. Short texts repeat, so the last ones are kept. */
export function shortText(view: DataView, offset: number): string | undefined {
  const length = view.getInt32(offset, true);
  if (length < 0 || length > MOST_BYTES) return undefined;
  const first = view.getInt32(offset + 4, true);
  const second = view.getInt32(offset + 8, true);
  const third = view.getInt32(offset + 12, true);
  const place = (Math.imul(Math.imul(Math.imul(first, 31) + second, 31) + third, 0x9e3779b1) >>> 16) & (PLACES - 1);
  const at = place * 4;
  if (words[at] === length && words[at + 1] === first && words[at + 2] === second && words[at + 3] === third)
    return texts[place];
  [words[at], words[at + 1], words[at + 2], words[at + 3]] = [length, first, second, third];
  return (texts[place] = Buffer.from(view.buffer, view.byteOffset + offset + 4, length).toString());
}
