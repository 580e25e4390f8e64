/** A CKAN in memory whose table can be replaced between two answers, for every way of paging. */
import { DatastoreClient } from '../../src/datastore/client/client.ts';
import { LearnedDialect } from '../../src/datastore/dialect/learnedDialect.ts';
import type { DialectFacts } from '../../src/datastore/dialect/facts.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import type { PagingStrategy } from '../../src/export/strategy.ts';

/** Values in the order of the edition's fields. */
export type EditionRecord = readonly EditionValue[];
export type EditionValue = string | number | null;

export interface Edition {
  readonly fields: readonly string[];
  /** In the order of the export. */
  readonly records: readonly EditionRecord[];
}

interface WaySetup {
  readonly version: '2.11' | '2.12';
  /** What the client has learned of the server in an earlier session. */
  readonly facts: DialectFacts;
  readonly hasIds: boolean;
  /** A request that no other way makes. */
  readonly sign: RegExp;
}

/** What a server and a query must be like for an export to go this way. */
export const WAY_SETUPS: Readonly<Record<PagingStrategy, WaySetup>> = {
  ranges: { version: '2.12', facts: {}, hasIds: true, sign: /"_id":\{"gte?":/ },
  keyset: { version: '2.11', facts: { ranges: false, sql: true }, hasIds: true, sign: /SELECT .* >=? \d+/ },
  // A witness is asked for by a list of a few.
  idLists: { version: '2.11', facts: {}, hasIds: true, sign: /"_id":\[(?:\d+,){15}/ },
  idOffset: { version: '2.11', facts: {}, hasIds: true, sign: /"offset":[1-9]/ },
  offset: { version: '2.11', facts: {}, hasIds: false, sign: /"offset":[1-9]/ },
};

/** A request that this server doesn't understand: the test fails, because it would count another server. */
export class UnexpectedRequest extends Error {
  override readonly name = 'UnexpectedRequest';
}

type Params = Readonly<Record<string, unknown>>;

export interface EditionServerOptions {
  readonly way: PagingStrategy;
  /** Records of one page; a higher limit is lowered to it. */
  readonly cap: number;
  /** Whether `resource_show` tells when the resource was changed. */
  readonly tellsEdition: boolean;
  /** Parameters of a search that change nothing. */
  readonly ignores?: readonly string[];
  /** Instead of the true number of matching records. */
  readonly total?: (matching: number) => unknown;
}

export class EditionServer {
  readonly #options: EditionServerOptions;
  #edition: Edition;
  #editions = 1;
  /** Requests for records, searches and SQL, that were answered or refused. */
  requests = 0;
  /** The record that the newest answer with records ended with. */
  lastSent: EditionRecord | undefined;
  /** Called before each request for records is answered, with its number from 0. May replace the table, or throw. */
  onRequest: (index: number) => void = () => undefined;
  readonly unexpected: UnexpectedRequest[] = [];
  /** Whether a request has been made that only the server's way makes. */
  hasGoneItsWay = false;

  constructor(edition: Edition, options: EditionServerOptions) {
    this.#edition = edition;
    this.#options = options;
  }

  get edition(): Edition {
    return this.#edition;
  }

  replace(edition: Edition): void {
    this.#edition = edition;
    this.#editions += 1;
  }

  client(): DatastoreClient {
    const { facts } = WAY_SETUPS[this.#options.way];
    return new DatastoreClient({
      exchange: this.#exchange,
      access: () => Promise.resolve({ baseUrl: 'https://ckan.test' }),
      dialect: new LearnedDialect({ facts, allowsSql: () => true }),
    });
  }

  readonly #exchange: Pick<Exchange, 'fetch'> = {
    fetch: async ({ url, body = '' }, read, signal) => {
      signal.throwIfAborted();
      await Promise.resolve();
      const { status, json } = this.#answer(url.pathname.split('/').at(-1) ?? '', body);
      signal.throwIfAborted();
      return read({
        status,
        headers: new Map(),
        text: JSON.stringify(json),
        url,
        tokenSent: false,
        lossyUtf8: false,
        elapsedMs: 1,
      });
    },
  };

  #answer(action: string, body: string): { readonly status: number; readonly json: object } {
    try {
      const result = this.#resultOf(action, JSON.parse(body) as Params);
      return { status: 200, json: { help: '', success: true, result } };
    } catch (error) {
      if (error instanceof Refusal)
        return {
          status: error.status,
          json: { help: '', success: false, error: { __type: error.type, message: error.message } },
        };
      if (error instanceof UnexpectedRequest) this.unexpected.push(error);
      throw error;
    }
  }

  #resultOf(action: string, params: Params): object {
    if (action === 'resource_show') return this.#described(params);
    if (action === 'datastore_info') throw new Refusal(404, 'Not Found Error', 'Not found');
    const isSql = action === 'datastore_search_sql';
    this.hasGoneItsWay ||= WAY_SETUPS[this.#options.way].sign.test(JSON.stringify(params));
    if (!isSql && action !== 'datastore_search') throw new UnexpectedRequest(action);
    if (isSql && WAY_SETUPS[this.#options.way].facts.sql !== true)
      throw new Refusal(400, 'Bad Request', `Action name not known: ${action}`);
    if (params['limit'] !== 0) this.onRequest(this.requests++);
    return isSql ? this.#select(String(params['sql'])) : this.#search(params);
  }

  #described({ id }: Params): object {
    const { tellsEdition } = this.#options;
    const edition = `2026-01-0${String(this.#editions)}`;
    return {
      id,
      name: 'table',
      url: '',
      last_modified: tellsEdition ? `${edition}T00:00:00.000000` : null,
      hash: tellsEdition ? `md5:${edition}` : '',
    };
  }

  #search(params: Params): object {
    const { way, cap, ignores = [], total = (matching: number) => matching } = this.#options;
    const { version } = WAY_SETUPS[way];
    const { fields } = this.#edition;
    const heeds = (name: string): unknown => (ignores.includes(name) ? undefined : params[name]);
    const limit = Math.min(Number(heeds('limit') ?? 100), cap);
    const offset = Number(heeds('offset') ?? 0);
    const matching = this.#sorted(this.#filtered(heeds('filters') as Params | undefined), heeds('sort'));
    const chosen = (params['fields'] as readonly string[] | undefined) ?? fields;
    const columns = chosen.map((id) => fields.indexOf(id));
    if (columns.includes(-1)) throw new Refusal(409, 'Validation Error', 'fields: no such field');
    const sent = matching.slice(offset, offset + limit);
    this.lastSent = sent.at(-1) ?? this.lastSent;
    const rows = sent.map((record) => columns.map((column) => record[column] ?? null));
    const isList = params['records_format'] === 'lists';
    return {
      resource_id: params['resource_id'],
      fields: chosen.map((id) => ({ id, type: id === '_id' ? 'int' : 'text' })),
      records: isList ? rows : rows.map((row) => Object.fromEntries(chosen.map((id, at) => [id, row[at]]))),
      limit: ignores.includes('limit') ? (params['limit'] ?? limit) : limit,
      offset: params['offset'] ?? 0,
      ...(params['filters'] !== undefined && { filters: params['filters'] }),
      ...(params['sort'] !== undefined && { sort: params['sort'] }),
      include_total: true,
      records_format: isList ? 'lists' : 'objects',
      ...(version === '2.12' ? { include_next_page: false } : { total_was_estimated: false }),
      ...(params['include_total'] !== false && { total: total(matching.length) }),
    };
  }

  #filtered(filters: Params = {}): readonly EditionRecord[] {
    const { way } = this.#options;
    const { version } = WAY_SETUPS[way];
    return Object.entries(filters).reduce((records, [field, value]) => {
      const column = this.#edition.fields.indexOf(field);
      if (column < 0) throw new Refusal(409, 'Validation Error', `filters: no field ${field}`);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        const values = new Set<unknown>([value].flat());
        return records.filter((record) => values.has(record[column]));
      }
      if (version !== '2.12') throw new Refusal(409, 'Validation Error', 'filters: no ranges');
      return Object.entries(value).reduce(
        (some, [operator, bound]) =>
          some.filter((record) => compares(record[column] ?? null, operator, bound as EditionValue)),
        records,
      );
    }, this.#edition.records);
  }

  /** The editions are in the order of `_id`, or of nothing where they have none. */
  #sorted(records: readonly EditionRecord[], sort: unknown): readonly EditionRecord[] {
    if (typeof sort !== 'string') return records;
    const keys = sort.split(',').map((key) => key.trim().replaceAll('"', '').split(' '));
    return records.toSorted((one, other) => {
      for (const [field = '', direction] of keys) {
        const column = this.#edition.fields.indexOf(field);
        if (column < 0) throw new Refusal(409, 'Validation Error', `sort: field "${field}" not in table`);
        const order = orderOf(one[column] ?? null, other[column] ?? null);
        if (order !== 0) return direction === 'desc' ? -order : order;
      }
      return 0;
    });
  }

  /** The statements of `sqlSearch.ts`: `_id`s of a page, or a count. */
  #select(sql: string): object {
    const parts = STATEMENT.exec(sql)?.groups;
    if (parts === undefined) throw new UnexpectedRequest(sql);
    const { what, where = '', limit = '32000', offset = '0' } = parts;
    const column = this.#edition.fields.indexOf('_id');
    let ids = this.#edition.records.map((record) => record[column] ?? null);
    for (const condition of where === '' ? [] : where.split(' AND ')) {
      const { operator = '', bound = '' } = CONDITION.exec(condition)?.groups ?? {};
      if (operator === '') throw new UnexpectedRequest(sql);
      const bounds = bound.replaceAll(/[()]/g, '').split(',').map(Number);
      ids = ids.filter((id) => bounds.some((each) => compares(id, SQL_OPERATORS[operator] ?? '', each)));
    }
    if (what === 'count(*) AS "n"') return { records: [{ n: ids.length }], fields: [{ id: 'n', type: 'int8' }] };
    const page = ids.toSorted(orderOf).slice(Number(offset), Number(offset) + Number(limit));
    return { records: page.map((id) => ({ _id: id })), fields: [{ id: '_id', type: 'int' }] };
  }
}

/** An error that CKAN answers in its envelope. */
export class Refusal extends Error {
  readonly status: number;
  readonly type: string;
  constructor(status: number, type: string, message: string) {
    super(message);
    this.status = status;
    this.type = type;
  }
}

const STATEMENT =
  /^SELECT (?<what>"_id"|count\(\*\) AS "n") FROM "r"(?: WHERE (?<where>.+?))?(?: ORDER BY "_id"(?: ASC)?(?: NULLS LAST)?)?(?: LIMIT (?<limit>\d+))?(?: OFFSET (?<offset>\d+))?$/;
const CONDITION = /^"_id" (?<operator>>=|<=|=|>|<|IN) (?<bound>\d+|\([\d, ]+\))$/;
const SQL_OPERATORS: Readonly<Record<string, string>> = {
  '=': 'eq',
  IN: 'eq',
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
};

/** A column of texts compares texts, and NULL is nothing of all that. */
function compares(cell: EditionValue, operator: string, limit: EditionValue): boolean {
  if (cell === null || limit === null) return false;
  const [value, bound] = typeof cell === 'string' ? [cell, String(limit)] : [cell, Number(limit)];
  switch (operator) {
    case 'eq':
      return value === bound;
    case 'gt':
      return value > bound;
    case 'gte':
      return value >= bound;
    case 'lt':
      return value < bound;
    case 'lte':
      return value <= bound;
    default:
      throw new UnexpectedRequest(operator);
  }
}

/** NULL is greater than all. */
function orderOf(one: EditionValue, other: EditionValue): number {
  if (one === other) return 0;
  return other === null || (one !== null && one < other) ? -1 : 1;
}
