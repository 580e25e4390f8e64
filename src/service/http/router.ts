/** Routes paths as CKAN 2.12 does (ckan/views/api.py, ckanext/datastore/blueprint.py). */
import type { IncomingMessage } from 'node:http';
import { decoded } from '../../base/urlParts.ts';
import type { ActionContext } from '../api/action.ts';
import { ActionError, notAuthorized } from '../ckan/actionError.ts';
import { actions, WRITING_ACTIONS } from '../api/actions.ts';
import { dump, DumpRefusal } from '../api/dump/dump.ts';
import { servedText } from '../resource/databaseReasons.ts';
import { PROCESS_END_REASONS } from '../resource/processEndings.ts';
import { DataUnavailable, isDiskFull } from '../store/dataUnavailable.ts';
import { failure, json, JSON_TYPE, type HttpAnswer } from './answer.ts';
import { BadRequest, BodyTooLarge, readInput, UnsupportedMediaType } from './requestInput.ts';

export interface Routing extends Omit<ActionContext, 'signal'> {
  /** Allows JSONP, only if all requests need the token, because any web page may load a script. */
  readonly allowsCallback: boolean;
}

/** A base URL may have a language (`/en`, `/pt_BR`), as a portal's does. */
const language = /^\/[a-z]{2,3}(?:_[A-Za-z_]{2,10})?(?=\/(?:api|datastore)\/)/;
const actionPath = /^\/api(?:\/3)?\/action\/([^/]+)$/;
const dumpPath = /^\/datastore\/dump\/([^/]+)$/;
const otherVersion = /^\/api\/(?!3\/)\d+\//;
const callbackName = /^[\w$.[\]]{1,100}$/;

/** Throws what `answerTo` handles, and faults of this program. */
export async function route(request: IncomingMessage, routing: Routing, signal: AbortSignal): Promise<HttpAnswer> {
  const [target = '', search = ''] = (request.url ?? '').split(/\?(.*)/s, 2);
  const path = target.replace(language, '');
  const query = new URLSearchParams(search);
  if (request.method === 'OPTIONS') return text(200, '');
  const action = actionPath.exec(path)?.[1];
  if (action !== undefined) return runAction(action, request, query, routing, signal);
  const isReading = request.method !== 'POST';
  const resource = dumpPath.exec(path)?.[1];
  if (resource !== undefined && isReading) {
    const isHead = request.method === 'HEAD';
    const { type, name, pieces } = await dump(decoded(resource), query, { ...routing, signal }, isHead);
    const headers = { 'Content-Disposition': `attachment; filename="${name}"` };
    return { status: 200, type, body: pieces, headers };
  }
  // CKAN has a page for nearly every path, and pages refuse POST.
  const status = isReading || otherVersion.test(path) ? 404 : 405;
  const [type, message] =
    status === 404 ? ['Not Found Error', 'Not found'] : ['Request Error', 'Only GET is answered here'];
  return failure(status, { __type: type, message });
}

async function runAction(
  name: string,
  request: IncomingMessage,
  query: URLSearchParams,
  routing: Routing,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const help = `${routing.baseUrl}/api/3/action/help_show?name=${name}`;
  if (WRITING_ACTIONS.has(name)) {
    // The body may be large, and nothing reads it.
    const { status, body } = notAuthorized('This datastore is for reading only.');
    return failure(status, body, help);
  }
  const action = actions.get(name);
  if (action === undefined) throw new BadRequest(`Action name not known: ${name}`);
  const { callback, ...input } = await readInput(request, query);
  try {
    const result = await action.run(input, { ...routing, signal });
    const head = `{"help":${JSON.stringify(help)},"success":true,"result":`;
    const body = [head, ...(typeof result === 'string' ? [result] : result), '}'];
    const isScript = request.method === 'GET' && routing.allowsCallback && typeof callback === 'string';
    if (!isScript || !callbackName.test(callback)) return { status: 200, type: JSON_TYPE, body };
    return {
      status: 200,
      type: 'application/javascript;charset=utf-8',
      body: [`${callback}(`, ...body, ');'],
    };
  } catch (error) {
    if (error instanceof ActionError) return failure(error.status, error.body, help);
    throw error;
  }
}

/** The answer to an error of `route`; undefined for a fault of this program. */
export function answerTo(error: unknown): HttpAnswer | undefined {
  if (error instanceof BadRequest) return json(400, JSON.stringify(`Bad request: ${error.message}`));
  if (error instanceof DumpRefusal) return text(error.status, error.message);
  if (error instanceof BodyTooLarge)
    return requestError(413, `The request is larger than ${String(error.limitMib)} MiB`);
  if (error instanceof UnsupportedMediaType)
    return requestError(415, 'POST needs Content-Type: application/json, or a form');
  if (error instanceof DataUnavailable) return unavailable(error);
  if (isDiskFull(error)) return requestError(507, PROCESS_END_REASONS.serving.diskFull);
  return undefined;
}

function unavailable({ reason, resource, refusal }: DataUnavailable): HttpAnswer {
  switch (reason) {
    case 'gone': {
      const message = `Not found: The data of "${resource}" is gone. Open its file again.`;
      return failure(404, { __type: 'Not Found Error', message });
    }
    case 'unreachable': {
      const message = servedText(refusal, resource);
      return failure(503, { __type: 'Service Unavailable', message });
    }
    case 'dropped': {
      const message = `Not found: The database "${resource}" has this table no more.`;
      return failure(404, { __type: 'Not Found Error', message });
    }
    case 'damaged': {
      const message = `The description of "${resource}" is damaged. Open its file again.`;
      return failure(500, { __type: 'Internal Server Error', message });
    }
  }
}

function requestError(status: number, message: string): HttpAnswer {
  return failure(status, { __type: 'Request Error', message });
}

function text(status: number, body: string): HttpAnswer {
  return { status, type: 'text/plain;charset=utf-8', body };
}
