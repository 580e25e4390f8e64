/** The questions that this program asks a portal. */
import type { Exchange } from '../../http/exchange.ts';
import { type ExactValue, isList, member, type RecordRow } from '../../base/cells.ts';
import { oneLine } from '../../base/oneLine.ts';
import { Dialect, type PageWindow } from '../dialect/dialect.ts';
import { ActionApi } from './actionApi.ts';
import { DatastoreError, type DatastoreErrorKind } from './errors.ts';
import type { Field } from '../../base/field.ts';
import type { Access, Page, PortalStatus } from './model.ts';
import { readFields, readPage, type Asked } from './searchPage.ts';
import type { DatastoreQuery } from '../query/query.ts';
import { searchesText } from '../query/apiQuestion.ts';
import { searchBody, type RequestWindow } from './request.ts';
import { isForSearch, searchBySql } from './sqlSearch.ts';

export interface DatastoreClientOptions {
  readonly exchange: Pick<Exchange, 'fetch'>;
  readonly access: Access;
  readonly dialect?: Dialect;
}

/** UTF-16 units. Names of a portal's are kept, and shown in one line. */
const LONGEST_NAME = 200;

/** What one SELECT gave. */
export interface SqlAnswer {
  readonly fields: readonly Field[];
  /** Values in the order of `fields`. */
  readonly rows: readonly RecordRow[];
  /** The server gave fewer records than there are. */
  readonly isCut: boolean;
}

interface SearchAnswer {
  readonly host: string;
  readonly result: ExactValue;
  readonly page: Page | undefined;
}

/** For one portal. Every method throws HttpError, DatastoreError, or the reason of an abort. */
export class DatastoreClient {
  readonly dialect: Dialect;
  readonly #access: Access;
  readonly #api: ActionApi;
  readonly #fields = new Map<string, readonly Field[]>();

  constructor({ exchange, access, dialect = new Dialect() }: DatastoreClientOptions) {
    this.#access = access;
    this.dialect = dialect;
    this.#api = new ActionApi({ exchange, access, dialect });
  }

  /** Without a window, the query goes out as it is. */
  async search(query: DatastoreQuery, window: PageWindow | undefined, signal: AbortSignal): Promise<Page> {
    if (!isForSearch(query, this.dialect)) {
      const { baseUrl } = await this.#access(signal);
      return searchBySql(this, new URL(baseUrl).host, query, window, signal);
    }
    const request = window && this.dialect.requestWindow(query, window);
    const { page, result, host } = await this.#ask(query, request, signal);
    if (page === undefined) return this.#searchByLists(query, request, result, host, signal);
    if (window === undefined || request?.recordsFormat === undefined) return page;
    const end = Math.min(
      page.limit ?? window.limit,
      window.limit,
      (window.total ?? Infinity) - window.offset,
    );
    if (!this.dialect.mayHaveLostRecords(page.rows, end)) return page;
    const whole = await this.#ask(query, withoutLists(request), signal);
    if (whole.page === undefined || whole.page.rows.length <= page.rows.length) return page;
    this.dialect.stopLists();
    return whole.page;
  }

  /** One SELECT, where the portal lets people ask so: not by default from CKAN 2.10 on. The names of its fields must differ. */
  async sql(sql: string, signal: AbortSignal): Promise<SqlAnswer> {
    const body = JSON.stringify({ sql });
    const { answer, result, repeatsKeys } = await this.#api.call('datastore_search_sql', { body }, signal);
    const page = readPage(result, { searches: false }, answer, repeatsKeys);
    if (page === undefined) throw new DatastoreError(kindOfMisfit(result), answer.url.host);
    return { fields: page.fields, rows: page.rows, isCut: member(result, 'records_truncated') === true };
  }

  /** The fields of a resource, asked for at most once while this client lives. */
  async fields(resourceId: string, signal: AbortSignal): Promise<readonly Field[]> {
    const known = this.#fields.get(resourceId);
    if (known) return known;
    const { page, result, host } = await this.#ask({ resourceId }, this.dialect.probeWindow, signal);
    if (page === undefined) throw new DatastoreError(kindOfMisfit(result), host);
    return page.fields;
  }

  /** The fields as the portal's own description has them (`datastore_info`), with the data dictionary's entries. */
  async describedFields(resourceId: string, signal: AbortSignal): Promise<readonly Field[]> {
    const body = JSON.stringify({ id: resourceId });
    return readFields((await this.#api.call('datastore_info', { body }, signal)).result) ?? [];
  }

  /** Undefined where the portal knows no resource of this id (it may be an alias), or no such action. */
  async resourceName(resourceId: string, signal: AbortSignal): Promise<string | undefined> {
    const name = member(await this.#resource(resourceId, signal), 'name');
    return nameText(name);
  }

  /** Path of the resource's page behind the base URL; undefined as for the name. */
  async resourcePage(resourceId: string, signal: AbortSignal): Promise<string | undefined> {
    const dataset = member(await this.#resource(resourceId, signal), 'package_id');
    if (typeof dataset !== 'string' || dataset === '') return undefined;
    return `/dataset/${encodeURIComponent(dataset)}/resource/${encodeURIComponent(resourceId)}`;
  }

  /** By GET, which any redirect leaves as it is. */
  async status(signal: AbortSignal): Promise<PortalStatus> {
    const { answer, result, baseUrl, hasToken } = await this.#api.call('status_show', {}, signal);
    const title = member(result, 'site_title');
    const version = nameText(member(result, 'ckan_version'));
    const extensions = member(result, 'extensions');
    this.dialect.learnFromStatus(version);
    const path = /^(.*)\/api(?:\/3)?\/action\/status_show$/.exec(answer.url.pathname)?.[1];
    return {
      title: nameText(title) ?? '',
      ...(version !== undefined && { version }),
      hasDatastore: isList(extensions) && extensions.includes('datastore'),
      baseUrl: path === undefined ? baseUrl : answer.url.origin + path,
      lostTokenByRedirect: hasToken && !answer.tokenSent,
    };
  }

  async #resource(resourceId: string, signal: AbortSignal): Promise<ExactValue | undefined> {
    try {
      const body = JSON.stringify({ id: resourceId });
      return (await this.#api.call('resource_show', { body }, signal)).result;
    } catch (error) {
      if (error instanceof DatastoreError && (error.kind === 'notFound' || error.kind === 'actionUnknown')) {
        return undefined;
      }
      throw error;
    }
  }

  async #ask(
    query: DatastoreQuery,
    window: RequestWindow | undefined,
    signal: AbortSignal,
  ): Promise<SearchAnswer> {
    const texts = this.dialect.isEmbedded && { fileTexts: true as const };
    const body = searchBody(query, { ...window, ...texts });
    const { answer, result, repeatsKeys } = await this.#api.call('datastore_search', { body, query }, signal);
    const fields = window?.fields ?? query.fields;
    const asked: Asked = { searches: searchesText(query), ...(fields && { fields }) };
    const page = readPage(result, asked, answer, repeatsKeys);
    if (page) {
      this.dialect.learnFromSearch({ result, asked, limit: window?.limit ?? query.limit, page });
      if (!fields && page.rank?.ownField !== true) this.#fields.set(query.resourceId, page.fields);
    }
    return { host: answer.url.host, result, page };
  }

  /** For a resource whose records CKAN can't give as objects (see readPage). */
  async #searchByLists(
    query: DatastoreQuery,
    request: RequestWindow | undefined,
    result: ExactValue,
    host: string,
    signal: AbortSignal,
  ): Promise<Page> {
    const refused = new DatastoreError(kindOfMisfit(result), host);
    const format = member(result, 'records_format');
    if (format === undefined || request?.recordsFormat !== undefined) throw refused;
    const described = readFields(result)?.filter(({ type }) => type !== 'float') ?? [];
    const fields = query.fields ?? described.map(({ id }) => id);
    const { page } = await this.#ask(query, { ...request, fields, recordsFormat: 'lists' }, signal);
    if (page === undefined) throw refused;
    return page;
  }
}

/** Of a result that is no page: something without records comes from something that is no datastore. */
function kindOfMisfit(result: ExactValue): DatastoreErrorKind {
  return member(result, 'records') === undefined ? 'notCkan' : 'unfit';
}

function withoutLists({ recordsFormat: _format, fields: _fields, ...window }: RequestWindow): RequestWindow {
  return window;
}

function nameText(name: unknown): string | undefined {
  const line = typeof name === 'string' ? oneLine(name, LONGEST_NAME).trim() : '';
  return line === '' ? undefined : line;
}
