/** Differences between the kinds of databases: their addresses, the questions to people, and the words. */
import { ALL_SCHEMAS, type DatabaseKind, type DatabaseOptions, usualTrinoUser } from '../../service/index.ts';
import { POSTGRES_WORDS, TRINO_WORDS } from './databaseWords.ts';

type Encryption = DatabaseOptions['encryption'];

interface DatabaseEngine {
  /** The scheme of base URLs, which other tools' addresses have, too. */
  readonly protocol: `${string}:`;
  /** Recognizes an address of this kind, even if the rest of it is wrong. */
  readonly address: RegExp;
  readonly example: string;
  readonly beginning: string;
  readonly usualSchema: string;
  /** Kinds of encryption with their explanations, the safest one first. */
  readonly encryptions: Readonly<Partial<Record<Encryption, string>>>;
  readonly words: Readonly<Record<Exclude<keyof typeof POSTGRES_WORDS, 'anyAbout'>, string>> & {
    readonly insecureProblem?: string;
  };
  /** The scheme of an address as people write it. */
  scheme(encryption: Encryption): string;
  /** Parameters of a base URL besides user and schema. */
  parameters(encryption: Encryption): Readonly<Record<string, string>>;
  portalName(database: string, schema: string): string;
  /** The encryption that an address decides. Undefined if people are asked for it. */
  decidedEncryption(written: Encryption | undefined, hasPassword: boolean): Encryption | undefined;
  takesPassword(encryption: Encryption): boolean;
  usualUser(): string;
}

export const DATABASE_KINDS: Readonly<Record<DatabaseKind, DatabaseEngine>> = {
  postgres: {
    protocol: 'postgresql:',
    address: /^\s*postgres(ql)?:/i,
    example: 'postgresql://user@host:5432/database',
    beginning: 'postgresql://',
    usualSchema: 'public',
    encryptions: { verify: POSTGRES_WORDS.verifyAbout, any: POSTGRES_WORDS.anyAbout, none: POSTGRES_WORDS.noneAbout },
    words: POSTGRES_WORDS,
    scheme: () => 'postgresql',
    parameters: () => ({}),
    portalName: (database, schema) => ([ALL_SCHEMAS, 'public'].includes(schema) ? database : `${database} (${schema})`),
    decidedEncryption: () => undefined,
    takesPassword: () => true,
    // PostgreSQL's addresses always name the user.
    usualUser: () => '',
  },
  trino: {
    protocol: 'trino:',
    address: /^\s*(jdbc:)?trino:/i,
    example: 'https://user@host:8443',
    beginning: 'https://',
    usualSchema: '',
    encryptions: { verify: TRINO_WORDS.verifyAbout, none: TRINO_WORDS.noneAbout },
    words: TRINO_WORDS,
    scheme: (encryption) => (encryption === 'none' ? 'http' : 'https'),
    parameters: (encryption) => ({ SSL: String(encryption !== 'none') }),
    portalName: (catalog, schema) => (schema === ALL_SCHEMAS ? catalog : `${catalog}.${schema}`),
    // Trino accepts passwords only over https.
    decidedEncryption: (written, hasPassword) => written ?? (hasPassword ? 'verify' : undefined),
    takesPassword: (encryption) => encryption !== 'none',
    usualUser: usualTrinoUser,
  },
};
