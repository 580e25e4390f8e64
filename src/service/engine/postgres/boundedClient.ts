/** A client of PostgreSQL that takes no message into memory before it has seen how large it is. */
import { EventEmitter } from 'node:events';
import pg from 'pg';
import { MOST_RECORD_BYTES, RecordTooLarge } from '../recordSize.ts';

/** `pg` parses the data of what it attaches to at once, whatever that throws. */
interface Attaching {
  attachListeners(stream: EventEmitter & { destroy?: (error: unknown) => void }): void;
}

/** Bytes of a message before what it holds: its type, then its length, in which the type isn't counted. */
const HEAD = 5;
const NOTHING = Buffer.alloc(0);

/** What fails while a message is read ends the connection, and so its statement. */
export class BoundedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const { connection } = this as unknown as { readonly connection: Attaching };
    const attach = connection.attachListeners.bind(connection);
    connection.attachListeners = (stream) => {
      const whole = new EventEmitter();
      attach(whole);
      const messages = new WholeMessages((bytes) => whole.emit('data', bytes));
      stream.on('data', (chunk: Buffer) => {
        try {
          messages.add(chunk);
        } catch (error) {
          stream.destroy?.(error);
        }
      });
    };
  }
}

/**
 * Passes on whole messages, many small ones at a time: the parser of `pg` copies a large one again and again while it grows, and
 * throws at texts that V8 can't hold.
 */
export class WholeMessages {
  readonly #pass: (messages: Buffer) => void;
  /** A message that has begun, or its head. */
  #part: Buffer = NOTHING;
  /** Bytes of `#part` that are there. */
  #filled = 0;

  constructor(pass: (messages: Buffer) => void) {
    this.#pass = pass;
  }

  /** Throws RecordTooLarge behind the last message before one that is too large, and what `pass` throws. */
  add(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0)
      rest = rest.subarray(this.#filled === 0 ? this.#passWhole(rest) : this.#fill(rest));
  }

  /** Gives the number of bytes of whole messages; if there are none, of the one that begins. */
  #passWhole(bytes: Buffer): number {
    let end = 0;
    while (end + HEAD <= bytes.length && end + lengthOf(bytes, end) <= bytes.length)
      end += lengthOf(bytes, end);
    if (end > 0) this.#pass(bytes.subarray(0, end));
    else this.#begin(bytes);
    return end === 0 ? bytes.length : end;
  }

  #begin(bytes: Buffer): void {
    const size = bytes.length < HEAD ? HEAD : lengthOf(bytes, 0);
    if (size > MOST_RECORD_BYTES) throw new RecordTooLarge();
    this.#part = Buffer.allocUnsafe(size);
    this.#filled = bytes.copy(this.#part);
  }

  /** Gives the number of bytes that belong to the message that has begun. */
  #fill(bytes: Buffer): number {
    const count = bytes.copy(this.#part, this.#filled);
    this.#filled += count;
    if (this.#filled < this.#part.length) return count;
    const part = this.#part;
    this.#part = NOTHING;
    this.#filled = 0;
    // Behind its head the message begins anew, now that its length is there.
    this.#passWhole(part);
    return count;
  }
}

function lengthOf(bytes: Buffer, at: number): number {
  return 1 + bytes.readUInt32BE(at + 1);
}
