import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type DuckDBBlobValue, DuckDBDecimalValue, DuckDBListValue, type DuckDBValue } from '@duckdb/node-api';
import type { Description } from '../../store/description.ts';
import type {
  Batch,
  RecordBlock,
  FoundRecord,
  Table,
  TableField,
  Value,
  Values,
  WrittenRecords,
} from '../../question/datastore.ts';
import type { GroupedAnswer, GroupedQuestion } from '../../question/groupedQuestion.ts';
import { groupedAnswer, type RowBlock } from '../../question/groupedAnswer.ts';
import { SPREADS, type SummaryQuestion, type SummaryRows } from '../../question/summaryQuestion.ts';
import { isWhole, type TableQuestion, type WrittenForm } from '../../question/tableQuestion.ts';
import { decimalText } from '../../../base/exactDecimal.ts';
import { fieldKind } from '../../../base/field.ts';
import { hasFileText } from './columns.ts';
import type { Cost, Engine, EngineRow } from './engine.ts';
import type { RunningQuery } from './runningQuery.ts';
import {
  isInRows,
  pageSpans,
  planPage,
  planParquet,
  planStream,
  planSummary,
  planWritten,
  type RowSpan,
  searchedTable,
  type Searched,
  type SearchPlan,
} from './search/searchPlan.ts';
import type { DuckdbBuilder } from './search/duckdbBuilder.ts';
import { blocksWith } from './search/searchBlocks.ts';
import { TABLE_METADATA, tableMetadata } from './search/tableMetadata.ts';
import { numberColumns } from './statement/columnTypes.ts';
import { ROW_GROUP_SIZE, VECTOR_SIZE } from './layout.ts';
import type { OpenResource } from './servedFolder.ts';

/** A table of at most this size is read fast in any case. */
const FEW_RECORDS = 50_000;
/** A page of more values takes long to read and write. */
const FEW_VALUES = 20_000;
/** Bytes of records that DuckDB may hold at a time, without the copies that it makes of them. */
const MOST_BYTES = 64 << 20;
/** How many row numbers a statement goes through, so that its texts fit into memory. */
const MOST_ROWS = ROW_GROUP_SIZE / 2;
/** How many such statements' texts are in memory: those that are sent, and those that are written meanwhile. */
const SPANS_AT_ONCE = 3;
/** Most cells of a row that DuckDB writes. */
const MOST_CELLS = 100;
/** A cell's bytes in a sheet, besides its value. */
const CELL_BYTES = 80;
/** The field names are above the records of a sheet. */
const FIRST_ROW = 2;
/** Number of bytes of a file that are read at a time. */
const FILE_PIECE = 1 << 20;

export class DuckdbTable implements Table {
  readonly id: string;
  readonly fields: readonly TableField[];
  readonly isInOrderOfIds = true;
  readonly #engine: Engine;
  readonly #searched: Searched;
  /** Undefined for the list of tables. */
  readonly #resource: OpenResource | undefined;
  /** Size of the longest record in bytes. */
  readonly #longest: number;
  /** How many of the longest records fit into MOST_BYTES. */
  readonly #most: number;

  private constructor(id: string, engine: Engine, searched: Searched, resource?: OpenResource, longest = 0) {
    this.id = id;
    this.#longest = longest;
    this.#most = Math.max(1, Math.floor(MOST_BYTES / longest));
    this.#engine = engine;
    this.#searched = searched;
    this.#resource = resource;
    const info = new Map(resource?.description.fields.map((field) => [field.id, field.info]));
    this.fields = [...searched.columns.values()].map((column) => ({
      id: column.id,
      type: column.type,
      isJson: column.isJson,
      hasFileTexts: hasFileText(column),
      info: info.get(column.id),
    }));
  }

  /** `longest` is the size of the longest record in bytes. */
  static ofResource(resource: OpenResource, engine: Engine, longest: number): DuckdbTable {
    const { id } = resource.description.resource;
    return new DuckdbTable(id, engine, searchedTable(resource), resource, longest);
  }

  static ofNames(descriptions: readonly Description[], engine: Engine): DuckdbTable {
    return new DuckdbTable(TABLE_METADATA, engine, tableMetadata(descriptions));
  }

  get isSearchable(): boolean {
    return this.#resource !== undefined;
  }

  get edition(): string | undefined {
    return this.#resource?.description.data;
  }

  async *page(question: TableQuestion, signal: AbortSignal): AsyncGenerator<Batch> {
    let total: number | undefined;
    for (const part of this.#parts(question)) {
      for await (const batch of this.#page(part, signal)) {
        total ??= batch.total;
        part.found += batch.records.length;
        yield { ...batch, total };
      }
    }
  }

  async *#page(question: TableQuestion, signal: AbortSignal): AsyncGenerator<Batch> {
    const searched = this.#searched;
    const blocks = this.#resource && (await blocksWith(question.texts, this.#resource, this.#engine, signal));
    const isBulk = Math.min(question.limit, searched.records) * question.select.length > FEW_VALUES;
    const lines = isBulk ? question.format : undefined;
    const totalIn = (rows: readonly EngineRow[]): number | undefined => {
      if (!question.counts) return undefined;
      return isWhole(question) ? searched.records : Number(rows[0]?.[0] ?? 0);
    };
    let found = 0;
    for (const span of pageSpans(question, searched, blocks)) {
      const plan = planPage({ ...question, limit: question.limit - found }, searched, { blocks, lines, span });
      const isQuick = plan.isRange || searched.records <= FEW_RECORDS;
      for await (const rows of this.#rows(plan, signal, !isBulk && isQuick ? 'page' : 'scan')) {
        yield { records: recordsOf(rows, plan), total: totalIn(rows) };
        found += rows.length;
        // The page is full, so DuckDB isn't asked for more.
        if (found >= question.limit) return;
      }
    }
    if (found === 0) yield { records: [], total: totalIn([]) };
  }

  async *stream(question: TableQuestion, signal: AbortSignal): AsyncGenerator<readonly FoundRecord[]> {
    for (const part of this.#parts(question)) {
      const plan = planStream(part, this.#searched);
      for await (const rows of this.#rows(plan, signal, 'scan')) {
        const records = recordsOf(rows, plan);
        part.found += records.length;
        yield records;
      }
    }
  }

  async written(question: TableQuestion, form: WrittenForm, signal: AbortSignal): Promise<WrittenRecords> {
    const { kind } = form;
    // A row of a sheet has its number in it, and DuckDB plans longer for each further cell.
    const isByLists = !isInRows(question, this.#searched) || question.select.length > MOST_CELLS;
    if (kind === 'xlsx' && isByLists) return this.written(question, { ...form, kind: 'lists' }, signal);
    if (kind !== 'parquet') return { kind, asText: [], blocks: this.#blocks(question, form, signal) };
    const groupRecords = Math.min(ROW_GROUP_SIZE, this.#most);
    const types = groupRecords < VECTOR_SIZE ? undefined : await this.#parquetTypes(question, form, signal);
    if (types === undefined) return this.written(question, { ...form, kind: 'ndjson' }, signal);
    const asText = [...types].flatMap(([id, type]) => {
      const field = this.#searched.columns.get(id);
      return type === 'varchar' && field !== undefined && fieldKind(field.type) !== 'text' ? [id] : [];
    });
    const file = (path: string) =>
      planParquet(question, this.#searched, form).copy([...types.values()], path, groupRecords);
    return { kind, asText, blocks: this.#fileBlocks(file, signal) };
  }

  /** Undefined if JavaScript must write the file. */
  async #parquetTypes(question: TableQuestion, form: WrittenForm, signal: AbortSignal) {
    const ids = [...new Set(question.select.map(({ id }) => id))];
    // DuckDB renames fields whose names differ by case only, and those without a name.
    if (new Set(ids.map((id) => id.toLowerCase())).size < ids.length || ids.includes('')) return undefined;
    const types = new Map<string, string>();
    for await (const [row = []] of this.#rows(planParquet(question, this.#searched, form).types, signal, 'scan'))
      for (const [at, type] of row.entries()) if (typeof type === 'string') types.set(ids[at] ?? '', type);
    return types.size === ids.length ? types : undefined;
  }

  /** A file can only be sent when it is whole. Its records count as they are sent. */
  async *#fileBlocks(planned: (path: string) => SearchPlan, signal: AbortSignal): AsyncGenerator<RecordBlock> {
    const folder = await this.#engine.newFolder();
    const path = join(folder, 'records');
    try {
      let records = 0;
      for await (const [row] of this.#rows(planned(path), signal, 'scan')) records = Number(row?.[0]);
      const { size } = await stat(path);
      let [sent, counted] = [0, 0];
      for await (const chunk of createReadStream(path, { highWaterMark: FILE_PIECE })) {
        const text = chunk as Buffer;
        sent += text.length;
        const share = Math.floor((records * sent) / size) - counted;
        counted += share;
        yield { records: share, text };
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async *#blocks(question: TableQuestion, form: WrittenForm, signal: AbortSignal): AsyncGenerator<RecordBlock> {
    const searched = this.#searched;
    if (!isInRows(question, searched)) {
      for (const part of this.#parts(question))
        for await (const block of this.#written(planWritten(part, searched, form), signal)) {
          part.found += block.records;
          yield block;
        }
      return;
    }
    const isSheet = form.kind === 'xlsx';
    const mostOfSheet = MOST_BYTES / 2 / (this.#longest + CELL_BYTES * question.select.length);
    const rows = Math.min(MOST_ROWS, Math.ceil((isSheet ? mostOfSheet : this.#most) / SPANS_AT_ONCE));
    let { limit } = question;
    let [records, failures, skips] = [0, 0, 0];
    const spanAt = (from: number) => {
      const to = Math.min(from + rows, searched.records);
      return { from, to, sheetRow: records + FIRST_ROW };
    };
    const begin = (from: number) => this.#texts(spanAt(from), { ...question, limit }, form, signal);
    const begun = new Map<number, ReturnType<typeof begin>>();
    for (let from = 0; from < searched.records && limit > 0; from += rows) {
      const texts = skips > 0 ? undefined : await (begun.get(from) ?? begin(from));
      begun.delete(from);
      // Odd records are often near each other.
      failures = skips > 0 ? failures : texts === undefined ? failures + 1 : 0;
      skips = skips > 0 ? skips - 1 : failures;
      if (texts === undefined) {
        begun.clear();
        const plan = planWritten({ ...question, limit }, searched, form, { ...spanAt(from), asBlocks: false });
        for await (const block of this.#written(plan, signal)) {
          records += block.records;
          limit -= block.records;
          yield block;
        }
        continue;
      }
      for (const { records: count } of texts) {
        records += count;
        limit -= count;
      }
      // DuckDB writes further records while these are sent. A limit and the rows of a sheet depend on those before.
      const isApart = !isSheet && limit >= searched.records - from - rows;
      for (let next = from + rows; next < searched.records && limit > 0; next += rows) {
        if (begun.size === (isApart ? SPANS_AT_ONCE - 1 : 1)) break;
        if (begun.has(next)) continue;
        const ahead = begin(next);
        // A failure after the reader has left must not become an unhandled rejection.
        ahead.catch(() => undefined);
        begun.set(next, ahead);
      }
      yield* texts;
    }
  }

  /** Undefined if JavaScript must write some of these records, or if there are more than the limit. */
  async #texts(
    span: RowSpan & { readonly sheetRow: number },
    question: TableQuestion,
    form: WrittenForm,
    signal: AbortSignal,
  ) {
    const blocks: RecordBlock[] = [];
    let found = 0;
    const ids = [...new Set(question.select.map(({ id }) => id))];
    const plan = planWritten(question, this.#searched, form, { ...span, asBlocks: true });
    for await (const rows of this.#rows(plan, signal, 'scan'))
      for (const [count, odd, isInOrder, text, ...asText] of rows) {
        found += Number(count);
        if (Number(odd) > 0 || isInOrder !== true || found > question.limit) return undefined;
        const counts = asText.map((count, at) => [ids[at] ?? '', Number(count)] as const);
        const { bytes } = text as Pick<DuckDBBlobValue, 'bytes'>;
        blocks.push({ records: Number(count), text: bytes, asText: new Map(counts.filter(([, count]) => count > 0)) });
      }
    return blocks;
  }

  async *#written(plan: SearchPlan, signal: AbortSignal): AsyncGenerator<RecordBlock> {
    for await (const rows of this.#rows(plan, signal, 'scan')) {
      const contents = recordsOf(rows, plan).map(({ content }) => content);
      for (let first = 0; first < contents.length;) {
        const isText = typeof contents[first] === 'string';
        const length = contents.slice(first).findIndex((content) => (typeof content === 'string') !== isText);
        const some = contents.slice(first, length < 0 ? undefined : first + length);
        const records = some.length;
        if (isText) yield { records, text: Buffer.from(some.join('')) };
        else yield { records, rows: some as readonly Values[] };
        first += records;
      }
    }
  }

  async summary(question: SummaryQuestion, signal: AbortSignal): Promise<SummaryRows> {
    const isAdded = (name: string): boolean => name === 'sum' || SPREADS.some((each) => each === name);
    const added = question.calculations.flatMap((each) =>
      'field' in each && isAdded(each.calculate) ? each.field : [],
    );
    const plan = await this.#summaryPlans(question, added, signal);
    const { statement, bindings } = plan((builder, further) => builder.summary(question, further));
    const all: (readonly (string | null)[])[] = [];
    for await (const rows of this.#engine.rows(statement, bindings, signal, 'scan'))
      for (const row of rows) all.push(row.map(textOf));
    return all;
  }

  async groups(question: GroupedQuestion, signal: AbortSignal): Promise<GroupedAnswer> {
    const added = [...question.groups, ...question.measures].flatMap((each) => ('field' in each ? each.field : []));
    const plan = await this.#summaryPlans(question, added, signal);
    return groupedAnswer(question, async (part, page) => {
      const { statement, bindings } = plan((builder, further) => builder.grouped(question, part, page, further));
      return { statement, blocks: await this.#engine.query(statement.sql, bindings, 'scan', blocksOf, signal) };
    });
  }

  /** `added` are fields whose numbers are calculated with. */
  async #summaryPlans({ texts }: Pick<TableQuestion, 'texts'>, added: readonly string[], signal: AbortSignal) {
    const { columns } = this.#searched;
    const [engine, resource] = [this.#engine, this.#resource];
    const blocks = resource && (await blocksWith(texts, resource, engine, signal));
    const isTyped = added.some((id) => columns.get(id)?.scale === undefined);
    const numbers = resource && isTyped ? await numberColumns(engine, resource, signal) : new Map<string, never>();
    return <T>(write: (builder: DuckdbBuilder, further: string) => T) =>
      planSummary(this.#searched, { blocks, numbers }, write);
  }

  /** Splits a question if DuckDB would hold too much of long records. `found` says if the next part is needed. */
  *#parts(question: TableQuestion): Generator<TableQuestion & { found: number }> {
    const { offset, limit } = question;
    const isShort = Math.min(limit, VECTOR_SIZE, this.#searched.records) <= this.#most;
    const most = isShort ? limit : this.#most;
    for (let given = 0; ; given += most) {
      const counts = question.counts && given === 0;
      const part = { ...question, counts, offset: offset + given, limit: Math.min(most, limit - given), found: 0 };
      yield part;
      if (part.found < most || given + most >= limit) return;
    }
  }

  #rows({ sql, bindings }: SearchPlan, signal: AbortSignal, cost: Cost): AsyncIterable<readonly EngineRow[]> {
    return this.#engine.rows(sql, bindings, signal, cost);
  }
}

async function blocksOf(query: RunningQuery): Promise<readonly RowBlock[]> {
  const blocks: RowBlock[] = [];
  for (let chunk = await query.nextChunk(); chunk !== undefined; chunk = await query.nextChunk()) {
    const rows = chunk;
    blocks.push({ count: rows.rowCount, text: (row, place) => textOf(rows.getColumnVector(place).getItem(row)) });
  }
  return blocks;
}

function textOf(value: DuckDBValue): string | null {
  if (value instanceof DuckDBDecimalValue) return decimalText({ digits: value.value, scale: value.scale });
  return value === null ? null : String(value);
}

function recordsOf(rows: readonly EngineRow[], { givesLines }: SearchPlan): readonly FoundRecord[] {
  const records: FoundRecord[] = [];
  for (const [, id, ...values] of rows) {
    if (id === null || id === undefined) continue;
    records.push({
      id: typeof id === 'string' ? id : Number(id),
      content: givesLines ? lineOf(values) : valuesOf(values),
    });
  }
  return records;
}

/** Values follow the line if DuckDB can't write it (search/recordLines.ts). */
function lineOf([line, values]: readonly DuckDBValue[]): string | Values {
  return values instanceof DuckDBListValue ? valuesOf(values.items) : String(line);
}

/** Statements return only texts and numbers. */
function valuesOf(values: readonly DuckDBValue[]): Values {
  return values as readonly Value[];
}
