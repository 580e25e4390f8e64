import type { DuckDBConnection } from '@duckdb/node-api';

/** An interrupt that comes just before a statement begins is lost, so it is repeated. */
const EVERY_MS = 100;

/** Ends what the engine does for a connection when the signal is aborted. Whoever has got one ends it. */
export class Interruption {
  readonly #connection: DuckDBConnection;
  readonly #signal: AbortSignal;
  #repeated: NodeJS.Timeout | undefined;

  constructor(connection: DuckDBConnection, signal: AbortSignal) {
    this.#connection = connection;
    this.#signal = signal;
    signal.addEventListener('abort', this.#interrupt, { once: true });
  }

  end(): void {
    this.#signal.removeEventListener('abort', this.#interrupt);
    clearInterval(this.#repeated);
  }

  readonly #interrupt = (): void => {
    this.#connection.interrupt();
    this.#repeated ??= setInterval(this.#interrupt, EVERY_MS);
  };
}
