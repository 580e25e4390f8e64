import type { ExactValue } from '../../../base/cells.ts';
import { validationError } from '../../ckan/actionError.ts';
import type { Batch, FoundRecord, RecordCount } from '../../question/datastore.ts';
import { DatabaseTable, type DescribedTable, PAGE_MS } from '../databaseTable.ts';
import { fieldsChanged } from '../../question/answerErrors.ts';
import type { GroupedQuestion } from '../../question/groupedQuestion.ts';
import { blockOf, type GroupedRows } from '../../question/groupedAnswer.ts';
import type { GroupedPart } from '../../question/groupedStatement.ts';
import type { RecordWindow } from '../../question/statement.ts';
import type { SummaryQuestion, SummaryRows } from '../../question/summaryQuestion.ts';
import { isWhole, type Matching, type Selected, type TableQuestion } from '../../question/tableQuestion.ts';
import type { TrinoConnection } from './trinoConnection.ts';
import { trinoText, floatText, type TrinoField } from './trinoFields.ts';
import { MOST_SORTED, type TrinoSize } from './trinoSize.ts';
import { hasTypesOf, isByRank, TrinoBuilder, type TrinoRelation } from './trinoStatement.ts';

interface TableRelation extends TrinoRelation, DescribedTable {
  readonly fields: readonly TrinoField[];
}

export class TrinoTable extends DatabaseTable<TableRelation> {
  readonly #connection: TrinoConnection;
  readonly #size: TrinoSize;

  constructor(relation: TableRelation, connection: TrinoConnection, size: TrinoSize, onFailure: () => void) {
    super(relation, onFailure);
    this.#connection = connection;
    this.#size = size;
  }

  /** Throws ActionError, even for a further page of a table that is too large to sort. */
  protected async *batches(question: TableQuestion, signal: AbortSignal): AsyncGenerator<Batch> {
    const mayBeUnsorted = question.mayBeUnsorted === true && !this.fields.some(({ id }) => id === '_id');
    const isTooLarge = await this.#isTooLarge(question, mayBeUnsorted, signal);
    if (isTooLarge && question.offset > 0)
      throw validationError({
        offset: ['Without a sort, pages of so many records would repeat or miss some. Sort by a field, or filter.'],
      });
    yield* this.counted(question, this.#page(question, mayBeUnsorted, isTooLarge, signal), signal);
  }

  /** A sort by all fields reads every record that matches, so a page that fits to no other one does without it. */
  async *#page(question: TableQuestion, mayBeUnsorted: boolean, isTooLarge: boolean, signal: AbortSignal) {
    // No page in an order follows where the table is too large.
    const isUnsorted = mayBeUnsorted && !isTooLarge;
    for await (const records of this.records(question, PAGE_MS, signal, mayBeUnsorted || isTooLarge))
      yield { records, isUnsorted };
  }

  /** A page that may be unsorted anyway doesn't wait for the size, unless its total does. */
  async #isTooLarge(question: TableQuestion, mayBeUnsorted: boolean, signal: AbortSignal): Promise<boolean> {
    const { limit, order, counts } = question;
    if (limit === 0 || order.length > 0 || !isWhole(question)) return false;
    return (!mayBeUnsorted || counts || this.#size.isKnown) && (await this.#size.isTooLarge(signal));
  }

  protected async *records(
    question: TableQuestion,
    timeMs: number,
    signal: AbortSignal,
    isInAnyOrder = false,
  ): AsyncGenerator<readonly FoundRecord[]> {
    if (question.limit === 0) return;
    const shown = question.select.map((selected) => this.#shown(selected));
    const statement = new TrinoBuilder(this.relation).records(question, isInAnyOrder, true);
    const checkTypes = (types: readonly string[]): void => {
      if (!hasTypesOf(this.relation, types)) throw fieldsChanged();
    };
    for await (const rows of this.#connection.rows(statement, timeMs, signal, checkTypes))
      yield rows.map((row) => ({ id: null, content: shown.map((show, at) => show(row[at] ?? null)) }));
  }

  /** Values of a table that is too large to be sorted have no median and quartiles. */
  protected async summaryRows(question: SummaryQuestion, signal: AbortSignal): Promise<SummaryRows> {
    const ranks = question.calculations.some(isByRank) && !(await this.#size.isTooLarge(signal));
    const shown = [
      ...question.groups.map((group) => (group.kind === 'value' ? this.#shownField(group.field) : trinoText)),
      ...question.calculations.map((each) =>
        each.calculate === 'min' || each.calculate === 'max' ? this.#shownField(each.field) : trinoText,
      ),
    ];
    const statement = new TrinoBuilder(this.relation, ranks).summary(question);
    const rows = await this.#connection.all(statement, PAGE_MS, signal);
    return rows.map((row) => shown.map((show, at) => show(row[at] ?? null)));
  }

  protected async groupRows(
    question: GroupedQuestion,
    part: GroupedPart,
    page: RecordWindow,
    signal: AbortSignal,
  ): Promise<GroupedRows> {
    const statement = new TrinoBuilder(this.relation).grouped(question, part, page);
    const rows = await this.#connection.all(statement.sql, PAGE_MS, signal);
    return { statement, blocks: [blockOf(rows.map((row) => row.map(trinoText)))] };
  }

  #shown(selected: Selected): (value: ExactValue) => string | null {
    return selected.kind === 'rank' ? (value) => floatText('float8', value) : this.#shownField(selected.id);
  }

  #shownField(name: string): (value: ExactValue) => string | null {
    const field = this.fields.find(({ id }) => id === name);
    if (field === undefined) throw new Error('A question names a field that the table has not.');
    return field.shown;
  }

  protected async total(
    question: Matching,
    estimateFrom: number,
    signal: AbortSignal,
  ): Promise<RecordCount | undefined> {
    if (isWhole(question)) {
      const estimate = await this.#size.estimate(signal);
      if (estimate !== undefined && estimate > estimateFrom) return { total: estimate, isEstimate: true };
      if (estimate === undefined && estimateFrom < MOST_SORTED && (await this.#size.isTooLarge(signal)))
        return undefined;
    }
    const [row] = await this.#connection.all(new TrinoBuilder(this.relation).count(question), PAGE_MS, signal);
    return { total: Number(row?.[0] ?? 0), isEstimate: false };
  }
}
