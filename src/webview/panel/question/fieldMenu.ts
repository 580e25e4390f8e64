import { fill } from '../../../base/words.ts';
import type { GridAction } from '../../../messages/gridActions.ts';
import type { GridResult } from '../../../messages/gridProtocol.ts';
import type { GridStrings } from '../../../messages/gridStrings.ts';
import { MenuPart } from '../pane.ts';
import { hasValues, NO_QUESTION } from './questionKeys.ts';

type MenuAction = Extract<GridAction, keyof GridStrings>;

interface Entry {
  readonly action: MenuAction;
  readonly isChecked?: boolean;
}

export class FieldMenu extends MenuPart {
  fieldMenu(field: number, anchor: DOMRect): void {
    const { strings, perform, result, undoable } = this.context;
    const shown = result();
    const name = shown?.fields[field]?.id;
    if (shown === undefined || name === undefined) return;
    const run = (action: MenuAction): void => {
      const grid = this.context.grid();
      grid?.goTo({ row: grid.current?.row ?? -1, field });
      perform(action);
    };
    const groups = groupsOf(shown, field).map((entries) =>
      entries.map(({ action, ...state }) => ({ ...state, label: strings[action], run: () => run(action) })),
    );
    const { undo, redo } = undoable();
    const changes = [
      ...(undo ? [{ label: fill(strings.undoChange, undo), run: () => perform('undo') }] : []),
      ...(redo ? [{ label: fill(strings.redoChange, redo), run: () => perform('redo') }] : []),
    ];
    this.menu.open(anchor, fill(strings.fieldMenu, name || strings.noName), [...groups, changes]);
  }
}

function groupsOf(result: GridResult, field: number): readonly (readonly Entry[])[] {
  const { id, kind } = result.fields[field] ?? { id: '', kind: 'text' };
  const { sort, filters, answersSql, summary } = result.question ?? NO_QUESTION;
  const own = sort.find((key) => key.field === id);
  const isFiltered = filters === null || filters.some((filter) => filter.field === id);
  const isAlone = own !== undefined && sort.length === 1;
  const order: readonly Entry[] = [
    { action: 'sortAscending', isChecked: isAlone && !own.descending },
    { action: 'sortDescending', isChecked: isAlone && own.descending },
    ...(sort.length > 0 && !isAlone
      ? ([
          { action: 'addSortAscending', isChecked: own?.descending === false },
          { action: 'addSortDescending', isChecked: own?.descending === true },
        ] as const)
      : []),
    ...(sort.length > 0 ? ([{ action: 'clearSort' }] as const) : []),
  ];
  const filter: readonly Entry[] = !hasValues(result, field)
    ? []
    : [
        ...(kind === 'json' && !answersSql ? [] : ([{ action: 'filterField' }] as const)),
        ...(kind === 'json' ? [] : ([{ action: 'filterBySummary' }] as const)),
        ...(isFiltered ? ([{ action: 'clearFieldFilter' }] as const) : []),
      ];
  const group: readonly MenuAction[] =
    summary !== undefined
      ? ['summarize']
      : [...(kind === 'json' ? [] : (['summarizeBy'] as const)), ...(kind === 'number' ? (['sumBy'] as const) : [])];
  const layout: readonly MenuAction[] = [
    'fitField',
    'moveFieldLeft',
    'moveFieldRight',
    'hideField',
    'freezeFields',
    'resetFields',
  ];
  const plain = (actions: readonly MenuAction[]): readonly Entry[] => actions.map((action) => ({ action }));
  return [order, filter, plain(group), plain(layout), plain(['showFields'])];
}
