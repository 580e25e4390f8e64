// Between clients and a server that is far away: what it sends comes at so many bits a second in all, everything later by so
// many milliseconds. A process of its own; argument: the server's port. Prints the port where it listens.
import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const BITS_A_SECOND = 50e6;
const EACH_WAY_MS = 20;
/** Sent at a time, so that two connections share the line. */
const PIECE = 16 * 1024;

let freeAt = 0;

/** When the line has carried so many bytes more. */
function carriedAt(bytes) {
  freeAt = Math.max(performance.now(), freeAt) + (bytes * 8 * 1000) / BITS_A_SECOND;
  return freeAt;
}

const until = (time) => delay(Math.max(0, time - performance.now()));

async function carry(from, to, leavesAt) {
  // One behind the other: timers of different lengths may overtake each other.
  let arrived = Promise.resolve();
  const deliver = (time, give) => (arrived = arrived.then(() => until(time)).then(give));
  try {
    for await (const chunk of from)
      for (let at = 0; at < chunk.length; at += PIECE) {
        const piece = chunk.subarray(at, at + PIECE);
        const left = leavesAt(piece.length);
        void deliver(left + EACH_WAY_MS, () => to.write(piece));
        await until(left);
      }
    await deliver(performance.now() + EACH_WAY_MS, () => to.end());
  } catch {
    to.destroy();
  }
}

const server = net.createServer((client) => {
  const upstream = net.connect(Number(process.argv[2]), '127.0.0.1');
  for (const socket of [client, upstream]) socket.setNoDelay(true).on('error', () => undefined);
  void carry(client, upstream, () => performance.now());
  void carry(upstream, client, carriedAt);
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
