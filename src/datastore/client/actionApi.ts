/** The actions of one portal: their address, the token, and CKAN's envelope. */
import { defined } from '../../base/defined.ts';
import type { Answer, Exchange } from '../../http/exchange.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { factsOfAnswer, factsOfRefusal } from '../dialect/learning.ts';
import { type ApiRoute, evidenceOf, mayBeWrongRoute } from '../wire/apiRoute.ts';
import { type Expected, readResult } from '../wire/envelope.ts';
import { DatastoreError } from '../wire/errors.ts';
import type { Access } from '../wire/model.ts';
import { actionUrl, parametersOf } from '../wire/request.ts';
import { type AnswerSlice, firstSlice } from '../wire/slicedAnswer.ts';

export interface ActionApiOptions {
  readonly exchange: Pick<Exchange, 'fetch'>;
  readonly access: Access;
  readonly dialect: Dialect;
}

export interface Question extends Expected {
  /** JSON text. Without it, the request is a GET. */
  readonly body?: string;
  readonly canAskForFewer?: boolean;
  /** Whether a long answer may come as its first slice, with the rest behind it. */
  readonly inSlices?: boolean | undefined;
}

export interface ActionAnswer extends AnswerSlice {
  readonly baseUrl: string;
  readonly hasToken: boolean;
}

export class ActionApi {
  readonly #options: ActionApiOptions;

  constructor(options: ActionApiOptions) {
    this.#options = options;
  }

  /** Throws HttpError, DatastoreError, or the reason of an abort. */
  async call(action: string, question: Question, signal: AbortSignal): Promise<ActionAnswer> {
    const { dialect } = this.#options;
    try {
      return await this.#ask(action, question, dialect.route, signal);
    } catch (error) {
      if (!(error instanceof DatastoreError)) throw error;
      const answer = await this.#askOtherwise(action, question, error, signal);
      if (answer === undefined) throw error;
      return answer;
    }
  }

  /** Returns undefined if no other route leads to CKAN. The caller then reports the first failure. */
  async #askOtherwise(
    action: string,
    question: Question,
    failure: DatastoreError,
    signal: AbortSignal,
  ): Promise<ActionAnswer | undefined> {
    const { dialect } = this.#options;
    const hasBody = question.body !== undefined;
    const routes = dialect.otherRoutes(action, failure, hasBody);
    for (const route of routes) {
      try {
        return await this.#ask(action, question, route, signal, failure);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof DatastoreError && error.isCkan && !mayBeWrongRoute(error)) throw error;
      }
    }
    if (routes.length > 0) dialect.giveUpRoutes(action, failure, hasBody);
    return undefined;
  }

  async #ask(
    action: string,
    { body, canAskForFewer = false, inSlices = false, ...expected }: Question,
    route: ApiRoute,
    signal: AbortSignal,
    failure?: DatastoreError,
  ): Promise<ActionAnswer> {
    const { exchange, access, dialect } = this.#options;
    const { baseUrl, token, allowPlainHttp, tokenHeader } = await access(signal);
    const hasToken = token !== undefined;
    const url = actionUrl(baseUrl, action, route.path);
    const isPost = body !== undefined && route.method === 'POST';
    if (body !== undefined && !isPost) url.search = String(parametersOf(body));
    const request = {
      url,
      ...defined({ token, allowPlainHttp, tokenHeader }),
      isOwnServer: dialect.isOnThisMachine,
      canAskForFewer,
      ...(isPost ? { method: 'POST' as const, body } : { method: 'GET' as const }),
    };
    try {
      const answer = await exchange.fetch(
        request,
        async (given) => {
          const read = (each: Answer) => readResult(each, hasToken, expected, signal);
          const slice = inSlices ? await firstSlice(given, read) : { answer: given, ...(await read(given)) };
          return { baseUrl, hasToken, ...slice };
        },
        signal,
      );
      dialect.learnRoute(route, body !== undefined, failure);
      dialect.learn(factsOfAnswer(action, answer.answer.headers));
      return answer;
    } catch (error) {
      if (error instanceof DatastoreError) {
        dialect.learn(factsOfRefusal({ action, error, query: expected.query }, dialect.facts), evidenceOf(error));
        if (error.isCkan && !mayBeWrongRoute(error)) dialect.learnRoute(route, body !== undefined, failure);
      }
      throw error;
    }
  }
}
