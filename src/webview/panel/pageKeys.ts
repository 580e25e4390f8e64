import { GRID_ACTIONS, isGridAction, PANEL_COMMANDS, type PanelCommand } from '../../messages/gridActions.ts';

export type PageCommand = keyof typeof GRID_ACTIONS | 'goBack' | 'goForward';

/** Keys that aren't chords. The page handles them at once, so that typed text follows the focus. */
const COMMANDS: ReadonlyMap<string, PageCommand> = new Map([
  ...Object.entries<PanelCommand>({ ...GRID_ACTIONS, ...PANEL_COMMANDS }).flatMap(([name, { key }]) =>
    isPageCommand(name) && key !== undefined ? [[key, name] as const] : [],
  ),
  ['ctrl+y', 'redo'],
]);

function isPageCommand(name: string): name is PageCommand {
  return isGridAction(name) || name === 'goBack' || name === 'goForward';
}

/** The command of a key, in the notation of VS Code's keybindings. Cmd counts as Ctrl. */
export function pageCommandOf(event: KeyboardEvent): PageCommand | undefined {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
  const held = [(ctrlKey || metaKey) && 'ctrl', shiftKey && 'shift', altKey && 'alt'];
  const name = key.toLowerCase().replace(/^arrow/, '');
  return COMMANDS.get([...held.filter((each) => each !== false), name].join('+'));
}
