/** What a command asks of the grid in front: the verb-noun part of the command's id, so that keys can be bound to each. */
export const GRID_ACTIONS = [
  // Question
  'sortAscending',
  'sortDescending',
  'addSortAscending',
  'addSortDescending',
  'clearSort',
  'filterByValue',
  'addValueToFilter',
  'filterField',
  'clearFieldFilter',
  'clearFilters',
  // Looking
  'findInRecords',
  'findNext',
  'findPrevious',
  'goToRow',
  'showRecord',
  'nextRecord',
  'previousRecord',
  'toggleRawValues',
  // Fields
  'showFields',
  'showFieldMenu',
  'widenField',
  'narrowField',
  'fitField',
  'moveFieldLeft',
  'moveFieldRight',
  'hideField',
  'freezeFields',
  'resetFields',
] as const;

export type GridAction = (typeof GRID_ACTIONS)[number];

export function isGridAction(value: unknown): value is GridAction {
  return (GRID_ACTIONS as readonly unknown[]).includes(value);
}
