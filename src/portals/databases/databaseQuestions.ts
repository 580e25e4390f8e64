/** What is asked of people about a database. */
import { askText } from '../../platform/messages.ts';
import { choose } from '../../platform/quickPick.ts';
import { translate } from '../../platform/windowLanguage.ts';
import { type PostgresOptions, readPostgresUrl } from '../../service/index.ts';
import { type DatabaseAddress, databaseName, writtenAddress } from './databaseAddress.ts';
import { DATABASE_WORDS } from './databaseWords.ts';

export const ADDRESS_EXAMPLE = 'postgresql://user@host:5432/database';
const ENCRYPTIONS = ['verify', 'any', 'none'] as const satisfies readonly PostgresOptions['encryption'][];
const ABOUT = { verify: 'verifyAbout', any: 'anyAbout', none: 'noneAbout' } as const;
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1']);

/** What is wrong with an address of a database, in words. */
export function databaseProblem(text: string): string | undefined {
  const read = readPostgresUrl(text.trim());
  if (typeof read !== 'string') return undefined;
  return translate(read === 'address' ? DATABASE_WORDS.invalidAddress : DATABASE_WORDS.invalidParameter);
}

/** Asks for everything, one after the other. `known`: from the last time. `text`: an address that was pasted. */
export async function askDatabase(
  title: string,
  known: PostgresOptions | undefined,
  text = known && writtenAddress(known),
): Promise<PostgresOptions | undefined> {
  const isWhole = text !== undefined && known === undefined && databaseProblem(text) === undefined;
  const typed = isWhole ? text : await askAddress(title, text);
  const read = typed === undefined ? 'address' : readPostgresUrl(typed.trim());
  if (typeof read === 'string') return undefined;
  const { password, schema, encryption, ...place } = read;
  const wantedSchema = await askSchema(title, schema ?? known?.schema ?? 'public');
  if (wantedSchema === undefined) return undefined;
  const usual = LOOPBACK.has(place.host) ? 'none' : 'verify';
  const wanted = await askEncryption(title, encryption ?? known?.encryption ?? usual);
  if (wanted === undefined) return undefined;
  const address = { ...place, schema: wantedSchema, encryption: wanted };
  // The password of one server isn't offered to another.
  const isSame = known?.host === place.host && known.port === place.port;
  return askPassword(address, password ?? (isSame ? known.password : undefined));
}

/** The same database with another password, or with none. */
export async function askPassword(
  address: DatabaseAddress,
  value = '',
): Promise<PostgresOptions | undefined> {
  const server = `${address.host}:${String(address.port)}`;
  const password = await askText({
    title: translate(DATABASE_WORDS.passwordFor, { name: `${address.user}@${databaseName(address)}` }),
    prompt: translate(DATABASE_WORDS.passwordPrompt, { server }),
    value,
    isSecret: true,
    problem: () => undefined,
  });
  return password === undefined ? undefined : { ...address, ...(password !== '' && { password }) };
}

/** A password in it is taken out: it's asked for later, behind dots. */
function askAddress(title: string, value = 'postgresql://'): Thenable<string | undefined> {
  return askText({
    title,
    prompt: translate(DATABASE_WORDS.addressPrompt),
    placeholder: ADDRESS_EXAMPLE,
    value,
    problem: databaseProblem,
  });
}

async function askSchema(title: string, value: string): Promise<string | undefined> {
  const schema = await askText({
    title,
    prompt: translate(DATABASE_WORDS.schemaPrompt),
    value,
    problem: (text) => (text.trim() === '' ? translate(DATABASE_WORDS.enterSchema) : undefined),
  });
  return schema?.trim();
}

/** `first`: the one to begin on. */
function askEncryption(
  title: string,
  first: PostgresOptions['encryption'],
): Promise<PostgresOptions['encryption'] | undefined> {
  const sorted = [first, ...ENCRYPTIONS.filter((other) => other !== first)];
  return choose({
    title,
    placeholder: translate(DATABASE_WORDS.encryption),
    items: sorted.map((value) => ({
      label: translate(DATABASE_WORDS[value]),
      detail: translate(DATABASE_WORDS[ABOUT[value]]),
      icon: value === 'none' ? 'unlock' : 'lock',
      value,
    })),
  });
}
