/** Decodes the bytes of an answer. Long answers are decoded in pieces, so that other work runs in between. */
import { TimeSlice } from '../base/timeSlice.ts';

/** Number of bytes decoded at a time, which takes less than 5 ms. */
const PIECE = 1024 * 1024;

export interface AnswerText {
  /** The whole text. Searching a long one takes time, because V8 joins its pieces first. */
  readonly text: string;
  /** The text in pieces, none of which is empty. */
  readonly pieces: readonly string[];
  /** Whether some bytes weren't valid text, so that U+FFFD stands in their place (docs/network.md 44). */
  readonly lossyUtf8: boolean;
}

/** Decodes by `charset`, else as UTF-8, without a byte order mark (docs/network.md 44). Throws the signal's reason. */
export async function answerText(
  chunks: readonly Uint8Array[],
  contentType: string | undefined,
  signal: AbortSignal,
): Promise<AnswerText> {
  const label = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8';
  const encoding = isKnown(label) ? label : 'utf-8';
  try {
    return { ...(await decode(chunks, encoding, true, signal)), lossyUtf8: false };
  } catch {
    signal.throwIfAborted();
    return { ...(await decode(chunks, encoding, false, signal)), lossyUtf8: true };
  }
}

async function decode(
  chunks: readonly Uint8Array[],
  label: string,
  fatal: boolean,
  signal: AbortSignal,
): Promise<Omit<AnswerText, 'lossyUtf8'>> {
  const slice = new TimeSlice(signal);
  const first = new TextDecoder(label, { fatal });
  // Whole pieces of UTF-8 decode ten times as fast as a stream. Only the first may begin with a byte order mark.
  const later = new TextDecoder(label, { fatal, ignoreBOM: true });
  const stream = first.encoding !== 'utf-8';
  const pieces: string[] = [];
  let text = '';
  const add = (piece: string): void => {
    if (piece !== '') pieces.push(piece);
    text += piece;
  };
  let decoder = first;
  for (const bytes of bytesInPieces(chunks)) {
    add(decoder.decode(bytes, { stream }));
    if (!stream) decoder = later;
    if (slice.isOver) await slice.next();
  }
  if (stream) add(first.decode());
  return { text, pieces };
}

/** Splits the bytes into pieces. Each but the last ends between two characters, provided that the bytes are UTF-8. */
function* bytesInPieces(chunks: readonly Uint8Array[]): Iterable<Uint8Array> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for (const chunk of chunks) {
    const end = lastStart(chunk);
    parts.push(chunk);
    size += chunk.length;
    if (size < PIECE || end === 0) continue;
    parts.push(parts.pop()?.subarray(0, end) ?? chunk);
    yield joined(parts);
    parts = [chunk.subarray(end)];
    size = chunk.length - end;
  }
  yield joined(parts);
}

/** The position of the last character. A fourth continuation byte is invalid, so it may stand alone. */
function lastStart(bytes: Uint8Array): number {
  let at = bytes.length - 1;
  for (const least = at - 3; at > Math.max(0, least) && isContinued(bytes[at]);) at -= 1;
  return Math.max(0, at);
}

function isContinued(byte = 0): boolean {
  return (byte & 0xc0) === 0x80;
}

/** Every piece reuses this buffer. Otherwise buffers would be most of the memory that an export allocates. */
const scratch = new Uint8Array(2 * PIECE);

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  if (chunks.length === 1) return chunks[0] ?? new Uint8Array();
  const size = chunks.reduce((sum, { length }) => sum + length, 0);
  const whole = size <= scratch.length ? scratch.subarray(0, size) : new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}

function isKnown(label: string): boolean {
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
}
