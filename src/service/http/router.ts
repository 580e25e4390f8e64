/** Routes paths as CKAN 2.12 does (ckan/views/api.py, ckanext/datastore/blueprint.py). */
import type { IncomingMessage } from 'node:http';
import { decoded } from '../../base/urlParts.ts';
import type { ActionContext, ResultStream } from '../api/action.ts';
import { ActionError, notAuthorized, type QueryInfo } from '../ckan/actionError.ts';
import { actions, WRITING_ACTIONS } from '../api/actions.ts';
import { dump } from '../api/dump.ts';
import { framed } from '../api/exportRecords.ts';
import { servedText } from '../resource/databaseReasons.ts';
import { PROCESS_END_REASONS } from '../resource/processEndings.ts';
import { DataUnavailable, isDiskFull } from '../store/dataUnavailable.ts';
import { failure, JSON_TYPE, requestError, RequestRefused, type HttpAnswer } from './answer.ts';
import { badRequest, readInput } from './requestInput.ts';

/** A base URL may have a language (`/en`, `/pt_BR`), as a portal's does. */
const language = /^\/[a-z]{2,3}(?:_[A-Za-z_]{2,10})?(?=\/(?:api|datastore)\/)/;
const actionPath = /^\/api(?:\/3)?\/action\/([^/]+)$/;
const dumpPath = /^\/datastore\/dump\/([^/]+)$/;
const CALLBACK_NAME = /^[\w$.[\]]{1,100}$/;
const otherVersion = /^\/api\/(?!3\/)\d+\//;

interface Routing extends ActionContext {
  /** Allows JSONP, only if all requests need the token, because any web page may load a script. */
  readonly allowsCallback: boolean;
}

/** Throws what `answerTo` handles, and faults of this program. */
export async function route(request: IncomingMessage, context: Routing): Promise<HttpAnswer> {
  const [target = '', search = ''] = (request.url ?? '').split(/\?(.*)/s, 2);
  const path = target.replace(language, '');
  const query = new URLSearchParams(search);
  if (request.method === 'OPTIONS') return text(200, '');
  const action = actionPath.exec(path)?.[1];
  if (action !== undefined) return runAction(action, request, query, context);
  const isReading = request.method !== 'POST';
  const resource = dumpPath.exec(path)?.[1];
  if (resource !== undefined && isReading) return dumped(decoded(resource), request, query, context);
  // CKAN has a page for nearly every path, and pages refuse POST.
  if (isReading || otherVersion.test(path)) return failure(404, { __type: 'Not Found Error', message: 'Not found' });
  return requestError(405, 'Only GET is answered here');
}

async function dumped(id: string, request: IncomingMessage, query: URLSearchParams, context: ActionContext) {
  try {
    const { type, name, pieces } = await dump(id, query, context, request.method === 'HEAD');
    const headers = { 'Content-Disposition': `attachment; filename="${name}"` };
    return { status: 200, type, body: pieces, headers };
  } catch (error) {
    if (!(error instanceof ActionError)) throw error;
    return error.status === 404 ? text(404, 'DataStore resource not found') : text(400, wordsOf(error));
  }
}

/** The message includes the engine's own words in `info`. */
function wordsOf({ body }: ActionError): string {
  return Object.entries({ ...body, ...(body['info'] as QueryInfo | undefined) })
    .filter(([name]) => name !== '__type' && name !== 'info')
    .map(([name, words]) => `${name}: ${[words].flat().map(String).join(' ')}`)
    .join('\n');
}

async function runAction(name: string, request: IncomingMessage, query: URLSearchParams, context: Routing) {
  const help = `${context.baseUrl}/api/3/action/help_show?name=${name}`;
  if (WRITING_ACTIONS.has(name)) {
    // The body may be large, and nothing reads it.
    const { status, body } = notAuthorized('This datastore is for reading only.');
    return failure(status, body, help);
  }
  const action = actions.get(name);
  if (action === undefined) throw badRequest(`Action name not known: ${name}`);
  const { callback, ...input } = await readInput(request, query);
  try {
    const result = await action.run(input, context);
    if (typeof result !== 'string' && Symbol.asyncIterator in result)
      return { status: 200, type: 'application/octet-stream', body: withFailure(result) };
    const head = `{"help":${JSON.stringify(help)},"success":true,"result":`;
    const body = [head, ...(typeof result === 'string' ? [result] : result), '}'];
    const isScript = request.method === 'GET' && context.allowsCallback && typeof callback === 'string';
    if (!isScript || !CALLBACK_NAME.test(callback)) return { status: 200, type: JSON_TYPE, body };
    return { status: 200, type: 'application/javascript;charset=utf-8', body: [`${callback}(`, ...body, ');'] };
  } catch (error) {
    if (error instanceof ActionError) return failure(error.status, error.body, help);
    throw error;
  }
}

/** A failure in the middle of a stream becomes its last frame. Faults of this program break it off. */
async function* withFailure(stream: ResultStream): AsyncGenerator<string | Uint8Array> {
  try {
    yield* stream;
  } catch (error) {
    const { status = 0, body } = answerTo(error) ?? {};
    if (typeof body !== 'string') throw error;
    yield* framed('failed', status, body);
  }
}

/** The answer to an error of `route`; undefined for a fault of this program. */
export function answerTo(error: unknown): HttpAnswer | undefined {
  if (error instanceof RequestRefused) return error.answer;
  if (error instanceof DataUnavailable) return unavailable(error);
  if (isDiskFull(error)) return requestError(507, PROCESS_END_REASONS.serving.diskFull);
  return undefined;
}

function unavailable({ reason, resource, refusal }: DataUnavailable): HttpAnswer {
  const answers = {
    gone: [404, 'Not Found Error', `Not found: The data of "${resource}" is gone. Open its file again.`],
    dropped: [404, 'Not Found Error', `Not found: The database "${resource}" has this table no more.`],
    unreachable: [503, 'Service Unavailable', servedText(refusal, resource)],
    damaged: [500, 'Internal Server Error', `The description of "${resource}" is damaged. Open its file again.`],
  } as const;
  const [status, type, message] = answers[reason];
  return failure(status, { __type: type, message });
}

function text(status: number, body: string): HttpAnswer {
  return { status, type: 'text/plain;charset=utf-8', body };
}
