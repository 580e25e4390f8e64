/** Files that are small on disk, or in one place large, and were seen to take gigabytes. */
import { mustSay } from './mustSay.ts';
import type { Bomb } from './bomb.ts';

const IMPORT_MB = 2048;

export const BOMBS: readonly Bomb[] = [
  {
    name: 'json-deep',
    boundMb: IMPORT_MB,
    run: async (site) => {
      const text = `[{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}]`;
      return mustSay(/nested more than 64 levels/, await site.importFile(await site.file('deep.json', text)));
    },
  },
];
