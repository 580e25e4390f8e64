/** CKAN's queue and cache: a Redis that keeps nothing on disk. */
import net from 'node:net';
import { freePort, type Daemon } from './daemon.ts';

export class Redis {
  readonly #daemon: Daemon;
  #port = 0;

  constructor(daemon: Daemon) {
    this.#daemon = daemon;
  }

  async start(): Promise<void> {
    this.#port = await freePort();
    const args = ['--port', String(this.#port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    await this.#daemon.start({ command: 'redis-server', args }, this.#port, () => this.#ping());
  }

  url(): string {
    return `redis://127.0.0.1:${this.#port}/0`;
  }

  async #ping(): Promise<boolean> {
    const socket = net.connect(this.#port, '127.0.0.1');
    try {
      const answer = new Promise<Buffer>((resolve, reject) => {
        socket.once('data', resolve).once('error', reject);
      });
      socket.write('PING\r\n');
      return (await answer).toString().startsWith('+PONG');
    } finally {
      socket.destroy();
    }
  }
}
