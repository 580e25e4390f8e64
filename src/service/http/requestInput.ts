/** Reads the input of an action wherever CKAN accepts it (docs/ckan.md 1 to 3). */
import type { IncomingMessage } from 'node:http';
import { parseExact } from '../../base/exactJson.ts';
import { type ExactValue, isObject } from '../../base/cells.ts';
import type { ActionInput } from '../api/parameterReader.ts';
import { pythonRepr } from '../ckan/pythonText.ts';
import { json, requestError, RequestRefused } from './answer.ts';

const MIB = 1 << 20;
export const JSON_REQUEST_TYPE = /^application\/json *(;|$)/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded *(;|$)/i;
const PARTS_TYPE = /^multipart\/form-data *;/i;
/** Maximum length of a body that an error repeats. */
const MAX_SHOWN = 1000;

export function badRequest(message: string): RequestRefused {
  return new RequestRefused(json(400, JSON.stringify(`Bad request: ${message}`)));
}

/** A form wins over a query string, that over a JSON body. Throws RequestRefused. */
export async function readInput(request: IncomingMessage, query: URLSearchParams): Promise<ActionInput> {
  if (request.method !== 'POST') return fromPairs(query);
  const body = await readBody(request);
  const type = request.headers['content-type'] ?? '';
  const form = await formOf(body, type);
  if (form !== undefined && form.size > 0) return fromForm(form);
  if (query.size > 0) return fromPairs(query);
  if (body.length === 0 || form !== undefined) return {};
  if (!JSON_REQUEST_TYPE.test(type))
    throw new RequestRefused(requestError(415, 'POST needs Content-Type: application/json, or a form'));
  return fromJson(body.toString('utf8'));
}

function fromJson(text: string): ActionInput {
  let value: ExactValue;
  try {
    value = parseExact(text.replace(/^\ufeff/, ''));
  } catch {
    // The message is Flask's, which CKAN uses.
    throw badRequest(
      "JSON Error: Error decoding JSON data. Error: <BadRequest '400: Bad Request'> " +
        'JSON data extracted from the request: {}',
    );
  }
  if (isObject(value)) return value;
  const shown = pythonRepr(value).slice(0, MAX_SHOWN);
  throw badRequest(`JSON Error: Request data JSON decoded to ${shown} but it needs to be a dictionary.`);
}

export function isFormType(type: string): boolean {
  return FORM_TYPE.test(type) || /^multipart\/form-data *(;|$)/i.test(type);
}

async function formOf(body: Buffer, type: string): Promise<URLSearchParams | undefined> {
  if (FORM_TYPE.test(type)) return new URLSearchParams(body.toString('utf8'));
  if (!PARTS_TYPE.test(type)) return undefined;
  try {
    // The body is small and was read completely.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    const form = await new Response(body, { headers: { 'Content-Type': type } }).formData();
    return new URLSearchParams([...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    throw badRequest('JSON Error: Error decoding form data.');
  }
}

/** `curl -d '{…}'` declares a form, so the JSON is the name of its only field. */
function fromForm(form: URLSearchParams): ActionInput {
  const [[name, value] = ['', ''], ...others] = [...form];
  return others.length === 0 && (value === '' || value === '1') ? fromJson(name) : fromPairs(form);
}

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
    if (size > MIB) throw new RequestRefused(requestError(413, 'The request is larger than 1 MiB'));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
