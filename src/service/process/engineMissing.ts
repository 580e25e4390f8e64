import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The program was packed without the engine for this machine (the universal VSIX). */
export class EngineMissing extends Error {
  override readonly name = 'EngineMissing';
  /** As in the names of our VSIX files: `linux-x64`. */
  readonly platform: string;

  constructor(platform: string) {
    super(`There is no engine for local files on ${platform}.`);
    this.platform = platform;
  }
}

/** `natives`: the folder with a folder for each platform that the program was packed for. Throws EngineMissing. */
export function requireEngine(natives: string): void {
  const platform = `${process.platform}-${process.arch}`;
  if (!existsSync(join(natives, platform, 'duckdb.node'))) throw new EngineMissing(platform);
}
