/** What differs between the kinds of databases that can be portals: addresses, what is asked for, and its words. */
import type { DatabaseKind, DatabaseOptions } from '../../service/index.ts';
import { POSTGRES_WORDS, TRINO_WORDS } from './databaseWords.ts';

interface DatabaseFacts {
  /** What a base URL and the addresses of other tools begin with. */
  readonly scheme: `${string}:`;
  /** What such an address looks like, whatever is wrong with it. */
  readonly address: RegExp;
  readonly example: string;
  /** What the question for an address begins with. */
  readonly beginning: string;
  readonly usualSchema: string;
  /** Ways there, the safest first, with what is said of each. */
  readonly encryptions: Readonly<Partial<Record<DatabaseOptions['encryption'], string>>>;
  readonly words: Readonly<Record<Exclude<keyof typeof POSTGRES_WORDS, 'anyAbout'>, string>> & {
    readonly insecureProblem?: string;
  };
}

export const DATABASE_KINDS: Readonly<Record<DatabaseKind, DatabaseFacts>> = {
  postgres: {
    scheme: 'postgresql:',
    address: /^\s*postgres(ql)?:/i,
    example: 'postgresql://user@host:5432/database',
    beginning: 'postgresql://',
    usualSchema: 'public',
    encryptions: {
      verify: POSTGRES_WORDS.verifyAbout,
      any: POSTGRES_WORDS.anyAbout,
      none: POSTGRES_WORDS.noneAbout,
    },
    words: POSTGRES_WORDS,
  },
  trino: {
    scheme: 'trino:',
    address: /^\s*(jdbc:)?trino:/i,
    example: 'https://user@host:8443',
    beginning: 'https://',
    usualSchema: '',
    encryptions: { verify: TRINO_WORDS.verifyAbout, none: TRINO_WORDS.noneAbout },
    words: TRINO_WORDS,
  },
};
