/** An engine that holds the records: our service in front of it, and its own client. */
import type { BenchQuestion } from './questions.ts';
import type { Served } from '../service/served.ts';

/** Records of a page; of a dump, how many there are. */
export type Found = readonly (readonly unknown[])[] | number;

export interface Side {
  readonly name: string;
  readonly served: Served;
  /** Id or name of the table. */
  readonly resource: string;
  /** What loading took, and what it left. */
  readonly facts: readonly string[];
  /** How the engine's own client asks what our service asks the engine. */
  ownClient(question: BenchQuestion): Promise<() => Promise<Found>>;
  /** The service of another program, a folder like dist/, in front of the same engine. `stop` leaves it. */
  serve(program: string): Promise<Served>;
  stop(): Promise<void>;
}
