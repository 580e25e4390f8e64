/** What one client can take of the server (docs/security.md 13): a slow or a greedy one leaves the others alone. */
export interface Limits {
  /** More are closed as they come. */
  readonly connections: number;
  /** For the head of a request, and for all of it. */
  readonly headMs: number;
  readonly requestMs: number;
  /** How often that is looked at. */
  readonly checkMs: number;
  /** Longer than clients keep an idle connection, so that they don't meet its end. */
  readonly keepAliveMs: number;
}

export const LIMITS: Limits = {
  connections: 256,
  headMs: 10_000,
  requestMs: 30_000,
  checkMs: 5_000,
  keepAliveMs: 65_000,
};
