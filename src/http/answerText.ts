/** The text of an answer, out of its bytes: long ones in pieces, between which others get their turn. */
import { TimeSlice } from '../base/timeSlice.ts';

/** Bytes that are decoded at a time, in less than 5 ms. */
const PIECE = 1024 * 1024;

export interface AnswerText {
  /** Of a long answer made of its pieces, which costs time when it is looked into. */
  readonly text: string;
  /** The same text; none of them is empty. */
  readonly pieces: readonly string[];
  /** Some bytes were no valid text; U+FFFD stands in their place (docs/network.md 44). */
  readonly lossyUtf8: boolean;
}

/**
 * Honours a `charset` label that we know, else UTF-8; takes one byte order mark away (docs/network.md 44). Throws the reason of
 * an abort.
 */
export async function answerText(
  chunks: readonly Uint8Array[],
  contentType: string | undefined,
  signal: AbortSignal,
): Promise<AnswerText> {
  const label = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8';
  const known = isKnown(label) ? label : 'utf-8';
  try {
    return { ...(await decode(chunks, known, true, signal)), lossyUtf8: false };
  } catch {
    signal.throwIfAborted();
    return { ...(await decode(chunks, known, false, signal)), lossyUtf8: true };
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
  // Whole pieces of UTF-8 are read ten times as fast as a stream; only the first may begin with a mark.
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

/** Each but the last ends where a character of UTF-8 does, if it is UTF-8. */
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

/** Where the last character begins. A fourth byte that goes on with a character belongs to none, and may stand alone. */
function lastStart(bytes: Uint8Array): number {
  let at = bytes.length - 1;
  for (const least = at - 3; at > Math.max(0, least) && isContinued(bytes[at]);) at -= 1;
  return Math.max(0, at);
}

function isContinued(byte = 0): boolean {
  return (byte & 0xc0) === 0x80;
}

/** For every piece again, which is text before another is made: a new one for each would be most of what an export asks of the system. */
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
