import { EventEmitter } from 'node:events';
import pg from 'pg';
import { MOST_RECORD_BYTES, RecordTooLarge } from '../../question/answerErrors.ts';

/** `pg` parses a stream's data as it arrives, and doesn't catch what that throws. */
interface Attaching {
  attachListeners(stream: EventEmitter & { destroy?: (error: unknown) => void }): void;
}

/** Bytes of a message's type and length. The length doesn't count the type. */
const HEAD = 5;
const NOTHING = Buffer.alloc(0);

/** A client that checks a message's size before reading it. An error in reading ends the connection. */
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

/** Passes on whole messages: the parser of `pg` copies a growing message repeatedly, and throws at huge texts. */
export class WholeMessages {
  readonly #pass: (messages: Buffer) => void;
  #part: Buffer = NOTHING;
  #filled = 0;

  constructor(pass: (messages: Buffer) => void) {
    this.#pass = pass;
  }

  /** Throws RecordTooLarge after the last message before one that is too large, and whatever `pass` throws. */
  add(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0) rest = rest.subarray(this.#filled === 0 ? this.#passWhole(rest) : this.#fill(rest));
  }

  /** Returns the bytes of whole messages; if there are none, those of the message that begins. */
  #passWhole(bytes: Buffer): number {
    let end = 0;
    while (end + HEAD <= bytes.length && end + lengthOf(bytes, end) <= bytes.length) end += lengthOf(bytes, end);
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

  #fill(bytes: Buffer): number {
    const count = bytes.copy(this.#part, this.#filled);
    this.#filled += count;
    if (this.#filled < this.#part.length) return count;
    const part = this.#part;
    this.#part = NOTHING;
    this.#filled = 0;
    // After its head, the message begins again with its length known.
    this.#passWhole(part);
    return count;
  }
}

function lengthOf(bytes: Buffer, at: number): number {
  return 1 + bytes.readUInt32BE(at + 1);
}
