import { defined } from '../../../base/defined.ts';
import { fill } from '../../../base/words.ts';
import type { GridAction } from '../../../messages/gridActions.ts';
import type { GridResult } from '../../../messages/gridProtocol.ts';
import type { GridStrings } from '../../../messages/gridStrings.ts';
import { MenuPart } from '../pane.ts';
import { hasValues, NO_QUESTION } from './questionKeys.ts';

type MenuAction = Extract<GridAction, keyof GridStrings>;

/** An action, unless it isn't offered for this field. An action that turns something on and off has a check mark. */
type Entry = readonly [action: MenuAction, isOffered?: boolean, isChecked?: boolean];

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
      entries
        .filter(([, isOffered = true]) => isOffered)
        .map(([action, , isChecked]) => ({
          ...defined({ isChecked }),
          label: strings[action],
          run: () => run(action),
        })),
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
  const canAdd = sort.length > 0 && !isAlone;
  const canFilter = hasValues(result, field);
  const isJson = kind === 'json';
  return [
    [
      ['sortAscending', true, isAlone && !own.descending],
      ['sortDescending', true, isAlone && own.descending],
      ['addSortAscending', canAdd, own?.descending === false],
      ['addSortDescending', canAdd, own?.descending === true],
      ['clearSort', sort.length > 0],
    ],
    [
      ['filterField', canFilter && (!isJson || answersSql)],
      ['filterBySummary', canFilter && !isJson],
      ['clearFieldFilter', canFilter && isFiltered],
    ],
    [
      ['summarize', summary !== undefined],
      ['summarizeBy', summary === undefined && !isJson],
      ['sumBy', summary === undefined && kind === 'number'],
    ],
    [['fitField'], ['moveFieldLeft'], ['moveFieldRight'], ['hideField'], ['freezeFields'], ['resetFields']],
    [['showFields']],
  ];
}
