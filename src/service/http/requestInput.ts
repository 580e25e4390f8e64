/** Reads the input of an action wherever CKAN accepts it (docs/ckan.md 1 to 3). */
import type { IncomingMessage } from 'node:http';
import { parseExact } from '../../base/exactJson.ts';
import { type ExactValue, isObject } from '../../base/cells.ts';
import type { ActionInput } from '../api/parameterReader.ts';
import { pythonRepr } from '../ckan/pythonText.ts';

const MIB = 1 << 20;
const MAX_BODY = MIB;
/** Maximum length of a body that an error repeats. */
const MAX_SHOWN = 1000;

export class BadRequest extends Error {
  override readonly name = 'BadRequest';
}

export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
  readonly limitMib: number;

  constructor(limit: number) {
    super();
    this.limitMib = limit / MIB;
  }
}

export class UnsupportedMediaType extends Error {
  override readonly name = 'UnsupportedMediaType';
}

/** A form wins over a query string, that over a JSON body. Throws BadRequest, BodyTooLarge, UnsupportedMediaType. */
export async function readInput(request: IncomingMessage, query: URLSearchParams): Promise<ActionInput> {
  if (request.method !== 'POST') return fromPairs(query);
  const body = await readBody(request);
  const type = request.headers['content-type'] ?? '';
  const form = await formOf(body, type);
  if (form !== undefined && form.size > 0) return fromForm(form);
  if (query.size > 0) return fromPairs(query);
  if (body.length === 0 || form !== undefined) return {};
  if (!/^application\/json *(;|$)/i.test(type)) throw new UnsupportedMediaType();
  return fromJson(body.toString('utf8'));
}

function fromJson(text: string): ActionInput {
  let value: ExactValue;
  try {
    value = parseExact(text.replace(/^\ufeff/, ''));
  } catch {
    // The message is Flask's, which CKAN uses.
    throw new BadRequest(
      "JSON Error: Error decoding JSON data. Error: <BadRequest '400: Bad Request'> " +
        'JSON data extracted from the request: {}',
    );
  }
  if (isObject(value)) return value;
  const shown = pythonRepr(value).slice(0, MAX_SHOWN);
  throw new BadRequest(`JSON Error: Request data JSON decoded to ${shown} but it needs to be a dictionary.`);
}

/** Undefined if the body isn't a form. */
async function formOf(body: Buffer, type: string): Promise<URLSearchParams | undefined> {
  if (/^application\/x-www-form-urlencoded *(;|$)/i.test(type)) return new URLSearchParams(body.toString('utf8'));
  if (!/^multipart\/form-data *;/i.test(type)) return undefined;
  try {
    // The body is small and was read completely.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    const form = await new Response(body, { headers: { 'Content-Type': type } }).formData();
    const texts = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    return new URLSearchParams(texts);
  } catch {
    throw new BadRequest('JSON Error: Error decoding form data.');
  }
}

/** `curl -d '{…}'` declares a form, so the JSON is the name of its only field. */
function fromForm(form: URLSearchParams): ActionInput {
  const [[name, value] = ['', ''], ...others] = [...form];
  return others.length === 0 && (value === '' || value === '1') ? fromJson(name) : fromPairs(form);
}

/** A name with several values becomes a list. */
function fromPairs(pairs: URLSearchParams): ActionInput {
  return Object.fromEntries(
    [...new Set(pairs.keys())].map((name): [string, ExactValue] => {
      const [first = '', ...others] = pairs.getAll(name);
      return [name, others.length === 0 ? first : [first, ...others]];
    }),
  );
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) throw new BodyTooLarge(MAX_BODY);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
