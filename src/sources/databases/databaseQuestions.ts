import { askName, askText } from '../../platform/messages.ts';
import { choose } from '../../platform/quickPick.ts';
import { translate } from '../../platform/windowLanguage.ts';
import {
  ALL_SCHEMAS,
  type DatabaseKind,
  type DatabaseOptions,
  readDatabaseUrl,
  serverOf,
} from '../../service/index.ts';
import { type DatabaseAddress, databaseName, writtenAddress } from './databaseAddress.ts';
import { DATABASE_KINDS } from './databaseKinds.ts';
import { DATABASE_WORDS, TRINO_WORDS } from './databaseWords.ts';

type Encryption = DatabaseOptions['encryption'];

const ENCRYPTIONS = ['verify', 'any', 'none'] as const satisfies readonly Encryption[];
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1']);

export function databaseProblem(kind: DatabaseKind, text: string): string | undefined {
  const read = readDatabaseUrl(kind, text.trim());
  if (typeof read !== 'string') return undefined;
  const { addressProblem, parameterProblem, insecureProblem = addressProblem } = DATABASE_KINDS[kind].words;
  return translate({ address: addressProblem, parameter: parameterProblem, insecure: insecureProblem }[read]);
}

/** Asks for all parts of an address, one after the other. `initial` has the previous answers, `text` a pasted address. */
export async function askDatabase(
  kind: DatabaseKind,
  title: string,
  initial: DatabaseOptions | undefined,
  text = initial && writtenAddress(initial),
): Promise<DatabaseOptions | undefined> {
  const isWhole = text !== undefined && initial === undefined && databaseProblem(kind, text) === undefined;
  const typed = isWhole ? text : await askAddress(kind, title, text);
  const read = typed === undefined ? 'address' : readDatabaseUrl(kind, typed.trim());
  if (typeof read === 'string') return undefined;
  const { password, schema, encryption, ...place } = read;
  const engine = DATABASE_KINDS[kind];
  const ask = (prompt: string, missing: string, value?: string): Promise<string | undefined> =>
    askName(title, translate(prompt), translate(missing), value);
  const { userPrompt, enterUser, schemaPrompt, enterSchema } = DATABASE_WORDS;
  const { catalogPrompt, enterCatalog } = TRINO_WORDS;
  // PostgreSQL's addresses always name the user and the database.
  const user = place.user ?? (await ask(userPrompt, enterUser, initial?.user ?? engine.usualUser()));
  if (user === undefined) return undefined;
  const database = place.database ?? (await ask(catalogPrompt, enterCatalog, initial?.database));
  if (database === undefined) return undefined;
  const chosenSchema = await ask(schemaPrompt, enterSchema, schema ?? initial?.schema ?? ALL_SCHEMAS);
  if (chosenSchema === undefined) return undefined;
  const usual = LOOPBACK.has(place.host) ? 'none' : 'verify';
  const decided = engine.decidedEncryption(encryption, password !== undefined);
  const chosenEncryption = decided ?? (await askEncryption(kind, title, encryption ?? initial?.encryption ?? usual));
  if (chosenEncryption === undefined) return undefined;
  const address = { ...place, kind, user, database, schema: chosenSchema, encryption: chosenEncryption };
  // A server's password isn't offered to another server.
  const isSame = initial?.host === place.host && initial.port === place.port;
  return askPassword(address, password ?? (isSame ? initial.password : undefined));
}

/** Returns the database with a new password, or without one. Undefined if people cancel. */
export async function askPassword(address: DatabaseAddress, value = ''): Promise<DatabaseOptions | undefined> {
  if (!DATABASE_KINDS[address.kind].takesPassword(address.encryption)) return address;
  const password = await askText({
    title: translate(DATABASE_WORDS.passwordFor, { name: `${address.user}@${databaseName(address)}` }),
    prompt: translate(DATABASE_KINDS[address.kind].words.passwordPrompt, { server: serverOf(address) }),
    value,
    isSecret: true,
    problem: () => undefined,
  });
  return password === undefined ? undefined : { ...address, ...(password !== '' && { password }) };
}

/** A password in the text is removed from the address, and a later, masked input asks for it. */
function askAddress(kind: DatabaseKind, title: string, value?: string): Thenable<string | undefined> {
  const { words, example, beginning } = DATABASE_KINDS[kind];
  return askText({
    title,
    prompt: translate(words.addressPrompt),
    placeholder: example,
    value: value ?? beginning,
    problem: (text) => databaseProblem(kind, text),
  });
}

function askEncryption(kind: DatabaseKind, title: string, first: Encryption): Promise<Encryption | undefined> {
  const { encryptions } = DATABASE_KINDS[kind];
  const sorted = [first, ...ENCRYPTIONS.filter((other) => other !== first)];
  return choose({
    title,
    placeholder: translate(DATABASE_WORDS.encryption),
    items: sorted.flatMap((value) => {
      const about = encryptions[value];
      if (about === undefined) return [];
      const icon = value === 'none' ? 'unlock' : 'lock';
      return [{ label: translate(DATABASE_WORDS[value]), detail: translate(about), icon, value }];
    }),
  });
}
