import { basename } from 'node:path';

export interface FilePlace {
  /** From 1. */
  readonly line?: number;
  readonly field?: string;
}

/** A file that can't become a resource without changing or losing something in it. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';

  constructor(file: string, reason: string, { line, field }: FilePlace = {}) {
    const place = [
      basename(file),
      ...(line === undefined ? [] : [`line ${String(line)}`]),
      ...(field === undefined ? [] : [`field ${JSON.stringify(field)}`]),
    ];
    super(`${place.join(', ')}: ${reason}`);
  }
}
