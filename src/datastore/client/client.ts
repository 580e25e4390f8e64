import type { Exchange } from '../../http/exchange.ts';
import { type ExactValue, isList, member } from '../../base/cells.ts';
import { defined } from '../../base/defined.ts';
import { stringifyExact } from '../../base/exactJson.ts';
import { oneLine } from '../../base/oneLine.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { LearnedDialect } from '../dialect/learnedDialect.ts';
import { type PageWindow, requestWindow, probeWindow } from '../dialect/pageWindow.ts';
import { MOST_EXTENSIONS } from '../dialect/facts.ts';
import { factsOfLists, factsOfSearch } from '../dialect/learning.ts';
import { ActionApi } from './actionApi.ts';
import { searchByAttempts } from './attempts.ts';
import { datasetPage } from '../wire/address.ts';
import { DatastoreError, type DatastoreErrorKind } from '../wire/errors.ts';
import type { Field } from '../../base/field.ts';
import {
  type Access,
  lookAlikeAt,
  type Page,
  type PortalStatus,
  type ResourceLink,
  type TokenUser,
} from '../wire/model.ts';
import { readFields, readPage, type SearchScope } from '../wire/searchPage.ts';
import type { DatastoreQuery } from '../query/query.ts';
import { apiQuestion, searchesText } from '../query/apiQuestion.ts';
import { matchFilters, repeatsFilters } from './filterCheck.ts';
import { isSortRefusal, searchMinimal, withFields, withoutHiddenId } from './minimalSearch.ts';
import { searchAction, searchBody, type RequestWindow } from '../wire/request.ts';
import type { AnswerSlice } from '../wire/slicedAnswer.ts';
import { openStream, type RecordStream, type StreamForm } from './recordStream.ts';
import { readSummaryRows, summaryBody, type SummaryRequest, type SummaryRow } from './summary.ts';
import type { SqlAnswer } from './sqlSearch.ts';

export interface DatastoreClientOptions {
  readonly exchange: Pick<Exchange, 'fetch'> & Partial<Pick<Exchange, 'file'>>;
  readonly access: Access;
  readonly dialect?: Dialect;
}

/** Limits in UTF-16 code units. Names from a portal are stored, and shown in one line. */
const LONGEST_URL = 4000;
const LONGEST_NAME = 200;
const LONGEST_EXTENSION = 100;

interface SearchAnswer {
  readonly host: string;
  readonly result: ExactValue;
  readonly page: Page | undefined;
}

/** The client of one portal. Every method throws HttpError, DatastoreError, or the reason of an abort. */
export class DatastoreClient {
  readonly dialect: Dialect;
  readonly #access: Access;
  readonly #exchange: DatastoreClientOptions['exchange'];
  readonly #api: ActionApi;
  readonly #fields = new Map<string, readonly Field[]>();
  /** Index of the order that worked while `_id` isn't selected (see withoutHiddenId). */
  #order = 0;

  constructor({ exchange, access, dialect = new LearnedDialect() }: DatastoreClientOptions) {
    this.#access = access;
    this.#exchange = exchange;
    this.dialect = dialect;
    this.#api = new ActionApi({ exchange, access, dialect });
  }

  /** Answers a query. Without a window, it is sent unchanged. */
  search(query: DatastoreQuery, window: PageWindow | undefined, signal: AbortSignal): Promise<Page> {
    const server = {
      dialect: this.dialect,
      host: this.host.bind(this),
      fields: this.fields.bind(this),
      sql: this.sql.bind(this),
      search: this.#search.bind(this),
    };
    return searchByAttempts(server, query, window, signal);
  }

  /** Answers a query of our own server without its total. */
  async searchUncounted(query: DatastoreQuery, signal: AbortSignal): Promise<Page> {
    const { page, result, host } = await this.#ask(query, { includeTotal: false }, signal);
    if (page === undefined) throw new DatastoreError(kindOfMisfit(result), host);
    return page;
  }

  /**
   * The number of records that match a query. Undefined if the server doesn't count, or if the records are others than
   * those of a page with `edition`.
   */
  async count(query: DatastoreQuery, signal: AbortSignal, edition?: string): Promise<number | undefined> {
    const page = await this.search({ ...query, limit: 0 }, undefined, signal);
    const isOther = edition !== undefined && page.edition !== edition;
    return page.totalIsEstimate || isOther ? undefined : page.total;
  }

  #search(query: DatastoreQuery, window: PageWindow | undefined, signal: AbortSignal): Promise<Page> {
    const { dialect } = this;
    const search = (asked: DatastoreQuery, at: PageWindow | undefined) => this.#searchInOrder(asked, at, signal);
    return searchMinimal({ dialect, search, host: () => this.host(signal) }, query, window);
  }

  async host(signal: AbortSignal): Promise<string> {
    return new URL((await this.#access(signal)).baseUrl).host;
  }

  async #searchInOrder(query: DatastoreQuery, window: PageWindow | undefined, signal: AbortSignal): Promise<Page> {
    // If a server refuses to sort by a hidden `_id`, other queries return the same records.
    const orders = [query, ...withoutHiddenId(query)];
    for (let at = Math.min(this.#order, orders.length - 1); ; at += 1) {
      const asked = orders[at] ?? query;
      const fields = asked.fields ?? window?.fields;
      try {
        const page = await this.#searchOnce(asked, window && { ...window, fields: fields ?? [] }, signal);
        if (orders.length > 1) this.#order = at;
        return withFields(page, query);
      } catch (error) {
        if (at >= orders.length - 1 || !isSortRefusal(error)) throw error;
      }
    }
  }

  async #searchOnce(query: DatastoreQuery, window: PageWindow | undefined, signal: AbortSignal): Promise<Page> {
    const request = window && requestWindow(this.dialect.facts, query, window);
    const inSlices = request?.recordsFormat === 'lists' && window?.inSlices === true;
    const { page: slice, result, host } = await this.#ask(query, request, signal, inSlices);
    if (slice === undefined) return this.#searchByLists(query, request, result, host, signal);
    if (window === undefined || request?.recordsFormat === undefined) return slice;
    this.dialect.learn(factsOfLists(slice.rows, this.dialect.facts));
    // Only the number of all records shows whether some are missing.
    const page = this.dialect.facts.listsLoseNulls === false ? slice : await wholePage(slice);
    const end = Math.min(page.limit ?? window.limit, window.limit, (window.total ?? Infinity) - window.offset);
    this.dialect.learn(factsOfLists(page.rows, this.dialect.facts));
    if (page.rows.length >= end || this.dialect.facts.listsLoseNulls === false) return page;
    const { recordsFormat: _format, fields: _fields, ...withoutLists } = request;
    const whole = await this.#ask(query, withoutLists, signal);
    if (whole.page === undefined || whole.page.rows.length <= page.rows.length) return page;
    this.dialect.learn({ listsLoseNulls: true });
    return whole.page;
  }

  /** Runs one SELECT with different column names, for `query`. CKAN 2.10 and later don't allow SQL by default. */
  async sql(sql: string, signal: AbortSignal, query?: DatastoreQuery): Promise<SqlAnswer> {
    const question = defined({ body: JSON.stringify({ sql }), canAskForFewer: true, query });
    const given = await this.#api.call('datastore_search_sql', question, signal);
    const { answer, result } = given;
    const page = await readPage(given, { searches: false }, answer, signal);
    if (page === undefined) throw new DatastoreError(kindOfMisfit(result), answer.url.host);
    return { fields: page.fields, rows: page.rows, isCut: member(result, 'records_truncated') === true };
  }

  /** Calculates over all matching records, by an action of our own service. */
  async summary(query: DatastoreQuery, request: SummaryRequest, signal: AbortSignal): Promise<readonly SummaryRow[]> {
    const question = { body: summaryBody(query, request), query };
    const { result, answer } = await this.#api.call('x_datastore_summary', question, signal);
    const rows = readSummaryRows(result);
    if (rows === undefined) throw new DatastoreError('unfit', answer.url.host);
    return rows;
  }

  /** All records of a query in one answer, which only our own service gives, and only of files on this machine. */
  get stream(): ((query: DatastoreQuery, form: StreamForm, signal: AbortSignal) => Promise<RecordStream>) | undefined {
    const file = this.#exchange.file?.bind(this.#exchange);
    if (file === undefined || !this.dialect.isOnThisMachine) return undefined;
    return async (query, form, signal) => openStream(file, await this.#access(signal), query, form, signal);
  }

  /** The fields of a resource, which this client requests only once. */
  async fields(resourceId: string, signal: AbortSignal): Promise<readonly Field[]> {
    const known = this.#fields.get(resourceId);
    if (known) return known;
    const { page, result, host } = await this.#ask({ resourceId }, probeWindow(this.dialect.facts), signal);
    if (page === undefined) throw new DatastoreError(kindOfMisfit(result), host);
    return page.fields;
  }

  /** The fields according to `datastore_info`, with the entries of the data dictionary. */
  async describedFields(resourceId: string, signal: AbortSignal): Promise<readonly Field[]> {
    const body = JSON.stringify({ id: resourceId });
    const { result, answer } = await this.#api.call('datastore_info', { body }, signal);
    return readFields(result, answer.url.host) ?? [];
  }

  /** The resource's name. Undefined if the portal doesn't know the id (it may be an alias) or the action. */
  async resourceName(resourceId: string, signal: AbortSignal): Promise<string | undefined> {
    const name = member(await this.#resource(resourceId, signal), 'name');
    return nameText(name);
  }

  /** The resource's file or link. Undefined if the portal doesn't know the id or the action. */
  async resourceLink(resourceId: string, signal: AbortSignal): Promise<ResourceLink | undefined> {
    const found = await this.#resource(resourceId, signal);
    if (found === undefined) return undefined;
    const url = member(found, 'url');
    const text = (name: string): string => nameText(member(found, name)) ?? '';
    const isUsable = typeof url === 'string' && url.length <= LONGEST_URL;
    return { url: isUsable ? url : '', name: text('name'), format: text('format') };
  }

  /**
   * A text that changes with the resource: the date of its last change, and the hash of its file. Undefined if the
   * portal reports neither, doesn't know the resource, or fails.
   */
  async edition(resourceId: string, signal: AbortSignal): Promise<string | undefined> {
    try {
      const resource = await this.#resource(resourceId, signal);
      const facts = ['last_modified', 'hash'].map((name) => member(resource, name));
      const isTold = facts.some((fact) => typeof fact === 'string' && fact !== '');
      return isTold ? stringifyExact(facts.map((fact = null) => fact)) : undefined;
    } catch {
      signal.throwIfAborted();
      return undefined;
    }
  }

  /**
   * When the portal was last given the resource's records, as it writes timestamps (`2026-11-29T10:15:41.2`, in UTC).
   * Undefined if it doesn't say, or doesn't know the resource.
   */
  async lastModified(resourceId: string, signal: AbortSignal): Promise<string | undefined> {
    const resource = await this.#resource(resourceId, signal);
    return nameText(member(resource, 'last_modified')) ?? nameText(member(resource, 'created'));
  }

  /** Path of the resource's page after the base URL. Undefined if the portal doesn't know the id or the action. */
  async resourcePage(resourceId: string, signal: AbortSignal): Promise<string | undefined> {
    const dataset = member(await this.#resource(resourceId, signal), 'package_id');
    if (typeof dataset !== 'string' || dataset === '') return undefined;
    return datasetPage(dataset, resourceId);
  }

  /** Requests the portal's status by GET, which redirects don't change. `isAnew` discards what was learned before. */
  async status(signal: AbortSignal, isAnew = false): Promise<PortalStatus> {
    try {
      return await this.#status(signal, isAnew);
    } catch (error) {
      const isKnown = this.dialect.facts.isLookAlike === true;
      if (!(error instanceof DatastoreError) || !hasNoStatus(error, isKnown)) throw error;
      const status = lookAlikeAt((await this.#access(signal)).baseUrl);
      this.dialect.learnStatus(status, isAnew);
      return status;
    }
  }

  async #status(signal: AbortSignal, isAnew: boolean): Promise<PortalStatus> {
    const { answer, result, baseUrl, hasToken } = await this.#api.call('status_show', {}, signal);
    const title = member(result, 'site_title');
    const version = nameText(member(result, 'ckan_version'));
    const extensions = namesIn(member(result, 'extensions'));
    const path = /^(.*)\/api(?:\/3)?\/action\/status_show$/.exec(answer.url.pathname)?.[1];
    const said = defined({ title: nameText(title) ?? '', version, extensions });
    this.dialect.learnStatus(said, isAnew);
    return {
      ...said,
      hasDatastore: extensions?.includes('datastore') === true,
      baseUrl: path === undefined ? baseUrl : answer.url.origin + path,
      lostTokenByRedirect: hasToken && !answer.tokenSent,
    };
  }

  /** The user of the token, since CKAN 2.10. No name if the portal doesn't know the token or can't tell. */
  async tokenUser(signal: AbortSignal): Promise<TokenUser> {
    try {
      const { result, answer } = await this.#api.call('user_show', { body: '{}' }, signal);
      const [name, fullName] = ['name', 'fullname'].map((key) => nameText(member(result, key)));
      const shown = fullName === undefined || fullName === name ? name : `${fullName} (${name ?? ''})`;
      return defined({ name: shown, isWithheld: !answer.tokenSent });
    } catch (error) {
      if (!(error instanceof DatastoreError) || !error.isCkan || !NO_USER.has(error.kind)) throw error;
      return { isWithheld: error.details?.tokenWithheld === true };
    }
  }

  async #resource(resourceId: string, signal: AbortSignal): Promise<ExactValue | undefined> {
    try {
      const body = JSON.stringify({ id: resourceId });
      return (await this.#api.call('resource_show', { body }, signal)).result;
    } catch (error) {
      if (error instanceof DatastoreError && isUnknown(error)) return undefined;
      throw error;
    }
  }

  async #ask(
    query: DatastoreQuery,
    window: RequestWindow | undefined,
    signal: AbortSignal,
    inSlices = false,
  ): Promise<SearchAnswer> {
    const { takesConditions, isOnThisMachine } = this.dialect;
    const isOfGroups = query.summary !== undefined;
    const fileTexts = (isOnThisMachine && !isOfGroups) || undefined;
    const own = defined({ takesConditions: takesConditions || undefined, fileTexts });
    const body = searchBody(query, { ...window, ...own });
    // A request without records can't be made smaller, so it may be repeated unchanged.
    const canAskForFewer = window?.limit !== 0;
    const asked = this.#api.call(searchAction(query), { body, query, canAskForFewer, inSlices }, signal);
    const given = await asked.catch((error: unknown) => {
      // An older service of ours doesn't summarize.
      const isOlder = isOfGroups && error instanceof DatastoreError && error.kind === 'actionUnknown';
      throw isOlder ? error.as('noSummary') : error;
    });
    return this.#pageOf(given, query, window, signal);
  }

  async #pageOf(
    given: AnswerSlice,
    query: DatastoreQuery,
    window: RequestWindow | undefined,
    signal: AbortSignal,
  ): Promise<SearchAnswer> {
    const { answer, result, rest } = given;
    const isOfGroups = query.summary !== undefined;
    const fields = window?.fields ?? query.fields;
    const isExpression = apiQuestion(query, this.dialect.takesConditions)?.isExpression === true;
    const scope: SearchScope = defined({ searches: searchesText(query), fields });
    const read = await readPage(given, scope, answer, signal);
    const isMatch = read === undefined || repeatsFilters(member(result, 'filters')) || matchFilters(read, query);
    if (isMatch === false) throw new DatastoreError('ignoresFilters', answer.url.host, { part: 'filters' });
    const page = read && isMatch === undefined ? { ...read, mayNotMatch: true as const } : read;
    if (isOfGroups && page?.summary === undefined) throw new DatastoreError('unfit', answer.url.host);
    if (page && !isOfGroups) {
      const { limit = query.limit, offset = 0 } = window ?? {};
      const seen = { result, scope, isExpression, limit, offset, query, page };
      this.dialect.learn(factsOfSearch(seen, this.dialect.facts));
      if (!fields && page.rank?.ownField !== true) this.#fields.set(query.resourceId, page.fields);
    }
    if (page === undefined || rest === undefined) return { host: answer.url.host, result, page };
    const next = async (): Promise<Page> => {
      const behind = await this.#pageOf(await rest(), query, window, signal);
      if (behind.page === undefined) throw new DatastoreError(kindOfMisfit(behind.result), behind.host);
      return behind.page;
    };
    return { host: answer.url.host, result, page: { ...page, rest: next } };
  }

  /** Requests lists if CKAN can't return the resource's records as objects (see readPage). */
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
    const described = readFields(result, host)?.filter(({ type }) => type !== 'float') ?? [];
    const fields = query.fields ?? described.map(({ id }) => id);
    const { page } = await this.#ask(query, { ...request, fields, recordsFormat: 'lists' }, signal);
    if (page === undefined) throw refused;
    return page;
  }
}

async function wholePage({ rest, ...page }: Page): Promise<Page> {
  if (rest === undefined) return page;
  const behind = await wholePage(await rest());
  return {
    ...page,
    rows: [...page.rows, ...behind.rows],
    size: page.size + behind.size,
    leftOutFields: page.leftOutFields || behind.leftOutFields,
    ...(behind.mayNotMatch && { mayNotMatch: true }),
  };
}

/** Errors of CKAN if the token has no user, or the action is missing. */
const NO_USER = new Set<DatastoreErrorKind>(['notFound', 'forbidden', 'validation', 'actionUnknown']);

/** A result without `records` doesn't come from a datastore. */
function kindOfMisfit(result: ExactValue): DatastoreErrorKind {
  return member(result, 'records') === undefined ? 'notCkan' : 'unfit';
}

function namesIn(list: ExactValue | undefined): readonly string[] | undefined {
  if (!isList(list)) return undefined;
  return list.flatMap((name) => nameText(name)?.slice(0, LONGEST_EXTENSION) ?? []).slice(0, MOST_EXTENSIONS);
}

function nameText(name: unknown): string | undefined {
  const line = typeof name === 'string' ? oneLine(name, LONGEST_NAME).trim() : '';
  return line === '' ? undefined : line;
}

/** `isKnown`: its records were requested before. Without that, a 404 can't tell a look-alike from any website. */
function hasNoStatus({ kind, isCkan, status }: DatastoreError, isKnown: boolean): boolean {
  return isCkan ? kind === 'actionUnknown' : isKnown && status === 404;
}

/** Look-alikes show a web page instead of an unknown action. */
function isUnknown({ kind, status }: DatastoreError): boolean {
  return kind === 'notFound' || kind === 'actionUnknown' || (kind === 'notCkan' && status === 404);
}
