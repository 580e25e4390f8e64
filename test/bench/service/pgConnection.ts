import { once } from 'node:events';
import net from 'node:net';

/** Rows of one statement; of COPY TO STDOUT, its bytes. */
export interface PgResult {
  readonly rows: readonly (readonly (string | null)[])[];
  readonly copied: Buffer;
}

interface Message {
  readonly type: string;
  readonly body: Buffer;
}

/**
 * One connection to PostgreSQL by its own protocol (version 3, simple queries, text format; documentation chapter 55), for a
 * server that trusts us. In our own process, as the HTTP client is: both rivals are measured by the same clock and loop.
 */
export class PgConnection {
  readonly #socket: net.Socket;
  #received: Buffer[] = [];
  #wake: () => void = () => undefined;

  private constructor(socket: net.Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => {
      this.#received.push(chunk);
      this.#wake();
    });
  }

  static async open(url: string): Promise<PgConnection> {
    const { hostname, port, username, pathname } = new URL(url);
    const socket = net.connect({ host: hostname, port: Number(port), noDelay: true });
    await once(socket, 'connect');
    const connection = new PgConnection(socket);
    const parameters = Buffer.from(`user\0${username}\0database\0${pathname.slice(1)}\0\0`);
    const start = Buffer.alloc(8);
    start.writeInt32BE(8 + parameters.length, 0);
    start.writeInt32BE(196_608, 4);
    socket.write(Buffer.concat([start, parameters]));
    resultsOf(await connection.#untilReady());
    return connection;
  }

  /** Runs statements whose rows don't matter. @throws Error with PostgreSQL's message */
  async run(sql: string): Promise<void> {
    (await this.query(sql))();
  }

  /**
   * Runs the statements and waits for the last byte. The function it gives reads what came, and throws an Error with
   * PostgreSQL's message where that is what came.
   */
  async query(sql: string): Promise<() => readonly PgResult[]> {
    const text = Buffer.from(`${sql}\0`);
    const head = Buffer.alloc(5);
    head.write('Q', 0, 'latin1');
    head.writeInt32BE(4 + text.length, 1);
    this.#socket.write(Buffer.concat([head, text]));
    const answer = await this.#untilReady();
    return () => resultsOf(answer);
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Everything up to ReadyForQuery, which is always the last message: `Z`, length 5, status. */
  async #untilReady(): Promise<Buffer> {
    let tail = Buffer.alloc(0);
    let seen = 0;
    for (;;) {
      for (; seen < this.#received.length; seen += 1)
        tail = Buffer.concat([tail, this.#received[seen] ?? tail]).subarray(-6);
      if (tail.length === 6 && tail.toString('latin1', 0, 5) === 'Z\0\0\0\x05') break;
      await new Promise<void>((resolve, reject) => {
        this.#wake = resolve;
        this.#socket.once('close', () => reject(new Error('PostgreSQL closed the connection')));
      });
      this.#socket.removeAllListeners('close');
    }
    const answer = Buffer.concat(this.#received);
    this.#received = [];
    return answer;
  }
}

function* messages(answer: Buffer): Generator<Message> {
  for (let at = 0; at < answer.length;) {
    const end = at + 1 + answer.readInt32BE(at + 1);
    yield { type: String.fromCharCode(answer[at] ?? 0), body: answer.subarray(at + 5, end) };
    at = end;
  }
}

function resultsOf(answer: Buffer): readonly PgResult[] {
  const results: PgResult[] = [];
  let rows: (readonly (string | null)[])[] = [];
  let copied: Buffer[] = [];
  for (const { type, body } of messages(answer)) {
    if (type === 'E') throw new Error(body.toString('utf8').replaceAll('\0', ' '));
    if (type === 'D') rows.push(rowOf(body));
    if (type === 'd') copied.push(body);
    if (type !== 'C') continue;
    results.push({ rows, copied: Buffer.concat(copied) });
    rows = [];
    copied = [];
  }
  return results;
}

function rowOf(body: Buffer): readonly (string | null)[] {
  let at = 2;
  return Array.from({ length: body.readInt16BE(0) }, () => {
    const length = body.readInt32BE(at);
    at += 4;
    if (length < 0) return null;
    at += length;
    return body.toString('utf8', at - length, at);
  });
}
