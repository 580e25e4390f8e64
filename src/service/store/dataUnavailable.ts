/** The records of a resource that is described can't be had now. */
export class DataUnavailable extends Error {
  override readonly name = 'DataUnavailable';
  /** `gone`: the data file is not there. `inUse`: another process changes it, or keeps it from being changed. */
  readonly reason: 'gone' | 'inUse';
  /** The resource's. */
  readonly resource: string;

  constructor(reason: 'gone' | 'inUse', resource: string) {
    super(reason);
    this.reason = reason;
    this.resource = resource;
  }
}

/** The engine's words, on every system, for a file that another process has opened in a way that excludes this one. */
export function isInUse(error: unknown): boolean {
  return error instanceof Error && /Could not set lock|being used by another process/.test(error.message);
}
