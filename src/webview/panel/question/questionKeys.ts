import { fill } from '../../../base/words.ts';
import type { GridAction } from '../../../messages/gridActions.ts';
import type { GridQuestion, GridResult } from '../../../messages/gridProtocol.ts';
import { isByValue } from '../../../datastore/query/summary.ts';
import type { GridSortKey } from '../../../datastore/query/queryChange.ts';
import type { PanelContext, PanelPart } from '../panelPart.ts';

export const NO_QUESTION: GridQuestion = {
  q: '',
  filters: [],
  sort: [],
  hasRanges: false,
  answersSql: false,
  findsWords: true,
  canGoBack: false,
  canGoForward: false,
};

/** Whether a column holds values of the records, by which they can be filtered. A summary has others, too. */
export function hasValues({ question }: Pick<GridResult, 'question'>, field: number): boolean {
  const { summary } = question ?? NO_QUESTION;
  const group = summary?.groups[field];
  return summary === undefined || (group !== undefined && isByValue(group));
}

/** Sorts and filters by commands and by clicks on headers. Each change is a new query, which the host runs. */
export class QuestionKeys implements PanelPart {
  readonly #context: PanelContext;
  readonly #filter: (field: number) => void;

  constructor(context: PanelContext, filter: (field: number) => void) {
    this.#context = context;
    this.#filter = filter;
  }

  sort(field: number, add: boolean): void {
    const id = this.#result?.fields[field]?.id;
    if (id !== undefined) this.#sortBy(turnedSort(this.#sort, id, add));
  }

  perform(action: GridAction): boolean {
    const { grid, changeQuery, send } = this.#context;
    const cell = grid()?.current;
    const id = cell && this.#result?.fields[cell.field]?.id;
    const row = cell?.row ?? -1;
    const onField = (act: (field: string) => void) => () => id !== undefined && act(id);
    const onValue = (act: (field: string) => void) => () => id !== undefined && row >= 0 && act(id);
    const sort = (descending: boolean) => onField((field) => this.#sortBy([{ field, descending }]));
    const addSort = (descending: boolean) => onField((field) => this.#sortBy(withSort(this.#sort, field, descending)));
    const filter = (add: boolean) => onValue((field) => changeQuery({ kind: 'filterByRecord', row, field, add }));
    const steps: Partial<Record<GridAction, () => unknown>> = {
      clearFilters: () => changeQuery({ kind: 'clearFilters' }),
      clearSort: () => this.#sortBy([]),
      undo: () => send(this.#step('undo')),
      redo: () => send(this.#step('redo')),
      sortAscending: sort(false),
      sortDescending: sort(true),
      addSortAscending: addSort(false),
      addSortDescending: addSort(true),
      filterByValue: filter(false),
      addValueToFilter: filter(true),
      excludeValue: onValue((field) => changeQuery({ kind: 'excludeRecord', row, field })),
      filterField: () => cell && this.#filter(cell.field),
      clearFieldFilter: onField((field) => changeQuery({ kind: 'unfilter', field })),
    };
    steps[action]?.();
    return action in steps;
  }

  async #step(action: 'undo' | 'redo'): Promise<void> {
    const { host, strings, notify } = this.#context;
    const title = await host[action]();
    const [done, nothing] =
      action === 'undo' ? [strings.undone, strings.nothingToUndo] : [strings.redone, strings.nothingToRedo];
    notify(title === '' ? nothing : fill(done, title));
  }

  get #result(): GridResult | undefined {
    return this.#context.result();
  }

  get #sort(): readonly GridSortKey[] {
    return this.#result?.question?.sort ?? [];
  }

  #sortBy(keys: readonly GridSortKey[]): void {
    this.#context.changeQuery({ kind: 'sort', keys });
  }
}

/** The sort after a click on a header: ascending, descending, then none. `add` keeps the other keys. */
function turnedSort(keys: readonly GridSortKey[], field: string, add: boolean): readonly GridSortKey[] {
  const currentKey = keys.find((key) => key.field === field);
  const isAlone = currentKey !== undefined && keys.length === 1;
  if (!add && !isAlone) return [{ field, descending: false }];
  if (currentKey === undefined) return [...keys, { field, descending: false }];
  return currentKey.descending ? withoutSort(keys, field) : withSort(keys, field, true);
}

/** Sets a key's direction in its place, or adds it behind the others. */
export function withSort(keys: readonly GridSortKey[], field: string, descending: boolean): readonly GridSortKey[] {
  if (!keys.some((key) => key.field === field)) return [...keys, { field, descending }];
  return keys.map((key) => (key.field === field ? { field, descending } : key));
}

export function withoutSort(keys: readonly GridSortKey[], field: string): readonly GridSortKey[] {
  return keys.filter((key) => key.field !== field);
}
