/** Options that the commands share. Every function throws UsageError. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { defined } from '../base/defined.ts';
import { delimiterOf, NAMED_DELIMITERS } from '../base/quotes.ts';
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

export const STRING = { type: 'string' } as const;
export const REPEATED = { type: 'string', multiple: true } as const;
export const FLAG = { type: 'boolean' } as const;

export type OptionTypes = NonNullable<ParseArgsConfig['options']>;
export type OptionValues<O extends OptionTypes> = ReturnType<typeof parseArgs<{ readonly options: O }>>['values'];

/** The options of a command by their names, and its other arguments. */
export function parsedOptions<const O extends OptionTypes>(
  argv: readonly string[],
  options: O,
  allowPositionals = true,
): { readonly values: OptionValues<O>; readonly positionals: readonly string[] } {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals });
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
export const TOKEN_OPTION = { 'token-for': REPEATED } as const;

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

/** The options of the CSV that a command writes. */
export const CSV_OPTIONS = { 'out-delimiter': STRING, 'out-bom': FLAG, 'out-lf': FLAG, 'out-safe': FLAG } as const;

/** Undefined if none of the options is used. */
export function readCsv(values: OptionValues<typeof CSV_OPTIONS>, format = ''): FormatOptions | undefined {
  const { 'out-delimiter': named, 'out-bom': bom, 'out-lf': lf, 'out-safe': safe } = values;
  if ([named, bom, lf, safe].every((option) => option === undefined)) return undefined;
  if (format !== 'csv') throw new UsageError('--out-delimiter, --out-bom, --out-lf and --out-safe are for CSV.');
  const delimiter = named === undefined ? undefined : delimiterOf(named);
  if (named !== undefined && delimiter === undefined)
    throw new UsageError(`--out-delimiter: use one of ${Object.keys(NAMED_DELIMITERS).join(', ')}.`);
  const lineEnd = lf === true ? 'lf' : undefined;
  return {
    csv: defined({ delimiter, bom: bom === true ? true : undefined, lineEnd, safe: safe === true ? true : undefined }),
  };
}

export function readWhole(name: string, text: string): number {
  const whole = /^\d+$/.test(text) ? Number(text) : NaN;
  if (!Number.isSafeInteger(whole)) throw new UsageError(`--${name}: "${text}" isn't a whole number.`);
  return whole;
}
