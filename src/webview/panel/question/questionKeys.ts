import { fill } from '../../../base/words.ts';
import type { GridAction } from '../../../messages/gridActions.ts';
import type { GridField, GridQuestion, GridResult } from '../../../messages/gridProtocol.ts';
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

/** Sorts and filters by commands and by clicks on headers. Each change is a new query, which the host runs. */
export class QuestionKeys implements PanelPart {
  readonly #context: PanelContext;
  readonly #filter: (field: number) => void;

  /** `filter` opens the filter of a field. */
  constructor(context: PanelContext, filter: (field: number) => void) {
    this.#context = context;
    this.#filter = filter;
  }

  sort(field: number, add: boolean): void {
    const id = this.#result?.fields[field]?.id;
    if (id !== undefined) this.#sortBy(turnedSort(this.#sort, id, add));
  }

  perform(action: GridAction): boolean {
    if (action === 'clearFilters') this.#context.changeQuery({ kind: 'clearFilters' });
    else if (action === 'clearSort') this.#sortBy([]);
    else if (action === 'undo' || action === 'redo') this.#context.send(this.#step(action));
    else return this.#performHere(action);
    return true;
  }

  async #step(action: 'undo' | 'redo'): Promise<void> {
    const { host, strings, notify } = this.#context;
    const title = await host[action]();
    const [done, nothing] =
      action === 'undo' ? [strings.undone, strings.nothingToUndo] : [strings.redone, strings.nothingToRedo];
    notify(title === '' ? nothing : fill(done, title));
  }

  /** Performs an action on the cell at the cursor. */
  #performHere(action: GridAction): boolean {
    const cell = this.#context.grid()?.current;
    const field = cell && this.#result?.fields[cell.field];
    switch (action) {
      case 'sortAscending':
      case 'sortDescending':
        if (field) this.#sortBy([{ field: field.id, descending: action === 'sortDescending' }]);
        return true;
      case 'addSortAscending':
      case 'addSortDescending':
        if (field) this.#sortBy(withSort(this.#sort, field.id, action === 'addSortDescending'));
        return true;
      case 'filterByValue':
      case 'addValueToFilter':
        if (field && cell.row >= 0) this.#byRecord(cell.row, field, action === 'addValueToFilter');
        return true;
      case 'excludeValue':
        if (field && cell.row >= 0)
          this.#context.changeQuery({ kind: 'excludeRecord', row: cell.row, field: field.id });
        return true;
      case 'filterField':
        if (cell) this.#filter(cell.field);
        return true;
      case 'clearFieldFilter':
        if (field) this.#context.changeQuery({ kind: 'unfilter', field: field.id });
        return true;
      default:
        return false;
    }
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

  #byRecord(row: number, { id }: GridField, add: boolean): void {
    this.#context.changeQuery({ kind: 'filterByRecord', row, field: id, add });
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
