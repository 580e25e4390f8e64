/** What package.json and package.nls.json say about the commands of a records panel, out of one table. */
import { GRID_ACTIONS, PANEL_COMMANDS, type PanelCommand } from '../src/messages/gridActions.ts';

interface Entry {
  readonly command: string;
}

/** As much of package.json as is changed here. */
export interface Manifest {
  readonly contributes: {
    readonly commands: readonly Entry[];
    readonly keybindings: readonly Entry[];
    readonly menus: Readonly<Record<Menu, readonly Entry[]>>;
  };
}

type Menu = 'webview/context' | 'commandPalette' | 'editor/title';

const commands: readonly (readonly [name: string, PanelCommand])[] = Object.entries({
  ...GRID_ACTIONS,
  ...PANEL_COMMANDS,
});
const ids = new Set(commands.map(([name]) => idOf(name)));

const NOBODY_TYPES = 'datastoreExplorer.gridFocus && !inputFocus';
/** Never while a key is pressed. */
const IN_MENU = "webviewSection == 'recordsCell'";
const IN_FRONT =
  "activeWebviewPanelId == 'datastoreExplorer.records' || activeCustomEditorId == 'datastoreExplorer.grid'";

/** The manifest with these commands, their keys and menus, in place of those that it has. */
export function withPanelCommands(manifest: Manifest): Manifest {
  const { contributes } = manifest;
  const { menus } = contributes;
  return {
    ...manifest,
    contributes: {
      ...contributes,
      commands: [
        ...others(contributes.commands),
        ...commands.map(([name, { icon, needs }]) => ({
          command: idOf(name),
          title: `%${titleKey(name)}%`,
          category: '%container.title%',
          ...(icon !== undefined && { icon: `$(${icon})` }),
          ...(needs !== undefined && { enablement: `datastoreExplorer.${needs}` }),
        })),
      ],
      menus: {
        ...menus,
        'webview/context': [
          ...others(menus['webview/context']),
          ...grouped('header', sectionOf('recordsHeader')),
          ...grouped('cell', sectionOf('recordsCell')),
        ],
        commandPalette: [
          ...others(menus.commandPalette),
          ...commands.map(([name]) => ({ command: idOf(name), when: IN_FRONT })),
        ],
        'editor/title': [...others(menus['editor/title']), ...grouped('bar', IN_FRONT)],
      },
      keybindings: [
        ...others(contributes.keybindings),
        ...commands.flatMap(([name, command]) => {
          const { key, mac } = keysOf(command);
          const { isKeyOfPage } = command;
          const when = isKeyOfPage ? `${NOBODY_TYPES} && ${IN_MENU}` : NOBODY_TYPES;
          return key === undefined
            ? []
            : [{ command: idOf(name), key, ...(mac !== undefined && { mac }), when }];
        }),
      ],
    },
  };
}

/** package.nls.json with their titles. */
export function withPanelTitles(words: Readonly<Record<string, string>>): Record<string, string> {
  const titles = commands.map(([name, { title }]) => [titleKey(name), title] as const);
  const keys = new Set<string>(titles.map(([key]) => key));
  return Object.fromEntries([...Object.entries(words).filter(([key]) => !keys.has(key)), ...titles]);
}

function keysOf({ chord, key, mac }: PanelCommand): Pick<PanelCommand, 'key' | 'mac'> {
  if (chord !== undefined) return { key: `ctrl+k ${chord}`, mac: `cmd+k ${chord}` };
  return { ...(key !== undefined && { key }), ...(mac !== undefined && { mac }) };
}

function idOf(name: string): string {
  return `datastoreExplorer.${name}`;
}

function titleKey(name: string): string {
  return `command.${name}.title`;
}

function others(entries: readonly Entry[]): readonly Entry[] {
  return entries.filter(({ command }) => !ids.has(command));
}

function grouped(member: 'header' | 'cell' | 'bar', when: string): readonly Entry[] {
  return commands.flatMap(([name, { [member]: group }]) =>
    group === undefined ? [] : [{ command: idOf(name), when, group }],
  );
}

/** Where in the page the mouse is. */
function sectionOf(section: string): string {
  return `webviewSection == '${section}' && (webviewId == 'datastoreExplorer.records' || webviewId == 'datastoreExplorer.grid')`;
}
