import { type Answer, message, RawServer, type RawRequest } from '../../faults/rawServer.ts';
import { FakeCkan, type FakeCkanOptions } from './fakeCkan.ts';

/** A small CKAN that answers correctly until a fault is set. */
export class FaultyCkan {
  /** Answers every request while it is set. */
  fault: Answer | undefined;
  readonly #server: RawServer;

  private constructor(server: RawServer) {
    this.#server = server;
  }

  static async start(options: FakeCkanOptions): Promise<FaultyCkan> {
    const honest = new FakeCkan(options);
    const answer: Answer = (request, socket) => {
      if (portal.fault) {
        portal.fault(request, socket);
        return;
      }
      void honest
        .answer(request.method, request.target, request.body, request.headers.get('authorization'))
        .then(({ status, text }) => socket.write(message(status, {}, text)));
    };
    const portal: FaultyCkan = new FaultyCkan(await RawServer.start(answer, { hasCatalog: true }));
    return portal;
  }

  /** The server's address, `http://127.0.0.1:<port>`. */
  get baseUrl(): string {
    return this.#server.url().origin;
  }

  get requests(): readonly RawRequest[] {
    return this.#server.requests;
  }

  close(): Promise<void> {
    return this.#server.close();
  }
}
