import { basename } from 'node:path';

export interface FilePlace {
  /** The sheet or table. */
  readonly part?: string;
  /** From 1; of a sheet, the row. */
  readonly line?: number;
  readonly field?: string;
}

/** A file that can't become a resource without changing or losing something in it. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
  /** Where in the file, if the reason lies at one place of it. */
  readonly line: number | undefined;

  constructor(file: string, reason: string, { part, line, field }: FilePlace = {}) {
    const place = [
      basename(file),
      ...(part === undefined ? [] : [JSON.stringify(part)]),
      ...(line === undefined ? [] : [`line ${String(line)}`]),
      ...(field === undefined ? [] : [`field ${JSON.stringify(field)}`]),
    ];
    super(`${place.join(', ')}: ${reason}`);
    this.line = line;
  }
}
