/** Options that the commands share. Every function throws UsageError. */
import { parseArgs } from 'node:util';
import { hideSecrets } from '../base/secretText.ts';
import { parseAddress, type ResourceProblem } from '../datastore/wire/address.ts';
import type { PortalAccess } from '../datastore/wire/model.ts';
import type { PastedProblem } from '../datastore/draft/rawCall.ts';
import { DRAFT_WORDS } from '../datastore/draft/draftWords.ts';
import type { FormatOptions } from '../export/formatOptions.ts';
import { TEXT_FORMATS, type TextFormatId } from '../export/formats.ts';
import type { RecordWriter } from '../export/recordWriter.ts';
import { checkToken } from '../http/origin.ts';
import { UsageError, type CliIo } from './io.ts';

/** `flags` are options without a text. */
export function readOptions<Name extends string, Flag extends string = never>(
  argv: readonly string[],
  names: readonly Name[],
  flags: readonly Flag[] = [],
): Readonly<Partial<Record<Name, string> & Record<Flag, true> & TokenPlace>> {
  const parse = () => parseArgs({ args: [...argv], options: { ...optionTypes(names, flags), ...TOKEN_OPTION } });
  return parsedOptions(parse).values as ReturnType<typeof readOptions<Name, Flag>>;
}

export function optionTypes(
  names: readonly string[],
  flags: readonly string[],
): Readonly<Record<string, { readonly type: 'boolean' | 'string' }>> {
  const type = (name: string): 'boolean' | 'string' => (flags.includes(name) ? 'boolean' : 'string');
  return Object.fromEntries([...names, ...flags].map((name) => [name, { type: type(name) }] as const));
}

export function parsedOptions<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

export function addressError(option: string, { problem }: ResourceProblem | PastedProblem, text: string): UsageError {
  if (problem === 'empty') return new UsageError(`${option} is missing.`);
  // A message must not repeat a secret.
  return new UsageError(`${option}: ${DRAFT_WORDS[problem].replace('{text}', () => hideSecrets(text.trim()))}`);
}

export function readBaseUrl(text: string, option = '--base-url'): string {
  const address = parseAddress(text);
  if ('problem' in address) throw addressError(option, address, text);
  if (address.baseUrl === undefined) throw addressError(option, { problem: 'notUrl' }, text);
  return address.baseUrl;
}

/** Every command that asks portals has this option. A list shows whether it comes twice. */
export const TOKEN_OPTION = { 'token-for': { type: 'string', multiple: true } } as const;

interface TokenPlace {
  readonly 'base-url'?: string | undefined;
  readonly 'token-for'?: readonly string[] | undefined;
}

/**
 * The token from the environment, if a portal's origin is the one that `--token-for` or else `--base-url` names. No
 * message repeats the token, even if it is invalid.
 */
export function readToken(
  baseUrl: string,
  { 'base-url': base, 'token-for': origins = [] }: TokenPlace,
  env: CliIo['env'],
): Pick<PortalAccess, 'token'> & { readonly remarks: readonly string[] } {
  const [named, another] = origins;
  if (another !== undefined) throw new UsageError('--token-for can be used once: the token goes to one origin.');
  const { origin } = new URL(baseUrl);
  const url = URL.parse(named ?? origin);
  if (named !== undefined && (!/^https?:$/.test(url?.protocol ?? '') || url?.href !== `${url?.origin ?? ''}/`))
    throw new UsageError(`--token-for: "${hideSecrets(named)}" isn't an origin such as https://data.example.org.`);
  const token = tokenOf(env);
  if (token === undefined) return { remarks: [] };
  const isFor = named === undefined ? base !== undefined && base !== '' : url?.origin === origin;
  if (isFor) return { token, remarks: [] };
  return { remarks: [`DATASTORE_TOKEN isn't sent to ${origin}. To send it there, use --token-for ${origin}.`] };
}

function tokenOf(env: CliIo['env']): string | undefined {
  const token = env['DATASTORE_TOKEN'];
  if (token === undefined || token === '') return undefined;
  const problem = checkToken(token);
  if (problem === undefined) return token;
  const what = { empty: 'is blank', lineBreak: 'has a line break', character: "has a character that can't be sent" };
  throw new UsageError(`DATASTORE_TOKEN ${what[problem]}. Copy the token again, without the text around it.`);
}

export function readFormat(formats: readonly TextFormatId[], text = 'table', options?: FormatOptions): RecordWriter {
  const format = formats.find((id) => id === text);
  if (format === undefined)
    throw new UsageError(`--format: unknown format "${text}". Use one of ${formats.join(', ')}.`);
  return new TEXT_FORMATS[format].Writer(options);
}

export function readWhole(name: string, text: string): number {
  const whole = /^\d+$/.test(text) ? Number(text) : NaN;
  if (!Number.isSafeInteger(whole)) throw new UsageError(`--${name}: "${text}" isn't a whole number.`);
  return whole;
}
