/** The input of an action, from wherever CKAN takes it (ckan-api.md 1.1). */
import type { IncomingMessage } from 'node:http';
import { parseExact } from '../../datastore/exactJson.ts';
import { isObject } from '../../datastore/exactObject.ts';
import type { ExactValue } from '../../shared/cells.ts';
import type { ActionInput } from '../api/parameterReader.ts';

const MAX_BODY = 1 << 20;

export class BadRequest extends Error {
  override readonly name = 'BadRequest';
}

export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** A query string wins over a body. Throws BadRequest and BodyTooLarge. */
export async function readInput(request: IncomingMessage, query: URLSearchParams): Promise<ActionInput> {
  const text = await readBody(request);
  if (query.size > 0) return fromQuery(query);
  if (text === '') return {};
  let value: ExactValue;
  try {
    value = parseExact(text);
  } catch {
    throw new BadRequest('JSON Error: Error decoding JSON data.');
  }
  if (!isObject(value)) throw new BadRequest('JSON Error: Request data needs to be a dictionary.');
  return value;
}

/** A name that is there several times becomes a list. */
function fromQuery(query: URLSearchParams): ActionInput {
  return Object.fromEntries(
    [...new Set(query.keys())].map((name): [string, ExactValue] => {
      const [first = '', ...others] = query.getAll(name);
      return [name, others.length === 0 ? first : [first, ...others]];
    }),
  );
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
