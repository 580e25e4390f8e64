/** The actions of one portal: where and as whom to ask, and what is in CKAN's envelope. */
import type { Answer, Exchange } from '../../http/exchange.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { DatastoreQuery } from '../query/query.ts';
import { type AnswerResult, readResult } from './envelope.ts';
import { DatastoreError } from './errors.ts';
import type { Access } from './model.ts';
import { actionUrl } from './request.ts';

export interface ActionApiOptions {
  readonly exchange: Pick<Exchange, 'fetch'>;
  readonly access: Access;
  readonly dialect: Dialect;
}

export interface Question {
  /** JSON; by GET without it. */
  readonly body?: string;
  /** Helps to name the part of the form to blame. */
  readonly query?: DatastoreQuery;
}

export interface ActionAnswer extends AnswerResult {
  readonly answer: Answer;
  readonly baseUrl: string;
  readonly hasToken: boolean;
}

export class ActionApi {
  readonly #options: ActionApiOptions;

  constructor(options: ActionApiOptions) {
    this.#options = options;
  }

  /** Throws HttpError, DatastoreError, or the reason of an abort. */
  async call(action: string, { body, query }: Question, signal: AbortSignal): Promise<ActionAnswer> {
    const { exchange, access, dialect } = this.#options;
    const { baseUrl, token, allowPlainHttp } = await access(signal);
    const hasToken = token !== undefined;
    const request = {
      url: actionUrl(baseUrl, action),
      ...(hasToken && { token }),
      ...(allowPlainHttp !== undefined && { allowPlainHttp }),
      ...(body === undefined ? { method: 'GET' as const } : { method: 'POST' as const, body }),
    };
    try {
      return await exchange.fetch(
        request,
        (answer) => ({ answer, baseUrl, hasToken, ...readResult(answer, hasToken, query) }),
        signal,
      );
    } catch (error) {
      if (error instanceof DatastoreError) dialect.learnFromRefusal(action, error.kind);
      throw error;
    }
  }
}
