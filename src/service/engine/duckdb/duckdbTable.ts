/** A table of DuckDB's, asked in SQL. */
import { DuckDBListValue, type DuckDBValue } from '@duckdb/node-api';
import type { Description } from '../../store/description.ts';
import type { Batch, FoundRecord, Table, TableField, Value, Values } from '../datastore.ts';
import type { TableQuestion } from '../tableQuestion.ts';
import { hasFileText } from './columns.ts';
import type { Cost, Engine, EngineRow } from './engine.ts';
import { planPage, planStream, searchedTable, type Searched, type SearchPlan } from './search/searchPlan.ts';
import { blocksWith } from './search/searchTexts.ts';
import { TABLE_METADATA, tableMetadata } from './search/tableMetadata.ts';
import type { OpenResource } from './servedFolder.ts';

/** So many records are read in no time. */
const FEW_RECORDS = 50_000;
/** A page of more is not read and written in no time. */
const FEW_VALUES = 20_000;

export class DuckdbTable implements Table {
  readonly id: string;
  readonly fields: readonly TableField[];
  readonly isInOrderOfIds = true;
  readonly #engine: Engine;
  readonly #searched: Searched;
  /** Undefined for the list of tables. */
  readonly #resource: OpenResource | undefined;

  private constructor(id: string, engine: Engine, searched: Searched, resource?: OpenResource) {
    this.id = id;
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

  static ofResource(resource: OpenResource, engine: Engine): DuckdbTable {
    return new DuckdbTable(resource.description.resource.id, engine, searchedTable(resource), resource);
  }

  static ofNames(descriptions: readonly Description[], engine: Engine): DuckdbTable {
    return new DuckdbTable(TABLE_METADATA, engine, tableMetadata(descriptions));
  }

  get isSearchable(): boolean {
    return this.#resource !== undefined;
  }

  async *page(question: TableQuestion, signal: AbortSignal): AsyncGenerator<Batch> {
    const searched = this.#searched;
    const blocks = this.#resource && (await blocksWith(question.texts, this.#resource, this.#engine, signal));
    const isBulk = Math.min(question.limit, searched.records) * question.select.length > FEW_VALUES;
    const plan = planPage(question, searched, { blocks, lines: isBulk ? question.format : undefined });
    const isQuick = plan.isRange || searched.records <= FEW_RECORDS;
    const totalIn = (rows: readonly EngineRow[]): number | undefined => {
      if (!question.counts) return undefined;
      return plan.isWhole ? searched.records : Number(rows[0]?.[0] ?? 0);
    };
    let found = 0;
    for await (const rows of this.#rows(plan, signal, !isBulk && isQuick ? 'page' : 'scan')) {
      yield { records: recordsOf(rows, plan), total: totalIn(rows) };
      found += rows.length;
      // That no more come is known without asking the engine once more.
      if (found >= question.limit) return;
    }
    if (found === 0) yield { records: [], total: totalIn([]) };
  }

  async *stream(question: TableQuestion, signal: AbortSignal): AsyncGenerator<readonly FoundRecord[]> {
    const plan = planStream(question, this.#searched);
    for await (const rows of this.#rows(plan, signal, 'scan')) yield recordsOf(rows, plan);
  }

  #rows({ sql, bindings }: SearchPlan, signal: AbortSignal, cost: Cost): AsyncIterable<readonly EngineRow[]> {
    return this.#engine.rows(sql, bindings, signal, cost);
  }
}

/** Rows of: the total, the record's `_id`, its values. */
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

/** The engine gives the values too where it can't spell them (search/recordLines.ts). */
function lineOf([line, values]: readonly DuckDBValue[]): string | Values {
  return values instanceof DuckDBListValue ? valuesOf(values.items) : String(line);
}

/** Statements give texts and numbers only. */
function valuesOf(values: readonly DuckDBValue[]): Values {
  return values as readonly Value[];
}
