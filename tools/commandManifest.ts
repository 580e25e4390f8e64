/** Writes commands, keys and menus into package.json, and their titles into package.nls.json. */
import { GRID_ACTIONS, PANEL_COMMANDS, type PanelCommand } from '../src/messages/gridActions.ts';
import { COMMANDS, type ContributedCommand } from './commandTable.ts';
import { menuOf, type MenuPlace, SQL_EDITOR } from './menuPlaces.ts';

interface MenuEntry {
  readonly command: string;
  readonly when: string;
  readonly group?: string;
}

/** The part of package.json that is written here. */
export interface CommandManifest {
  readonly contributes: {
    readonly commands: readonly object[];
    readonly keybindings: readonly object[];
    readonly menus: Readonly<Record<string, readonly MenuEntry[]>>;
  };
}

const commands: readonly (readonly [name: string, ContributedCommand])[] = Object.entries(COMMANDS);
const panelCommands: readonly (readonly [name: string, PanelCommand])[] = Object.entries({
  ...GRID_ACTIONS,
  ...PANEL_COMMANDS,
});

const GRID_HAS_FOCUS = 'datastoreExplorer.gridFocus && !inputFocus';
/**
 * True only while the menu of a cell is open. VS Code then shows the key there, and leaves the key itself to the page.
 */
const IN_MENU = "webviewSection == 'recordsCell'";

/** The manifest with the commands of both tables in place of those that it has. */
export function withCommands<M extends CommandManifest>(manifest: M): M {
  return {
    ...manifest,
    contributes: {
      ...manifest.contributes,
      commands: [
        ...commands.map(([name, { icon }]) => contribution(name, icon)),
        ...panelCommands.map(([name, { icon, needs }]) => ({
          ...contribution(name, icon),
          ...(needs !== undefined && { enablement: `datastoreExplorer.${needs}` }),
        })),
      ],
      menus: menus(),
      keybindings: [
        ...panelCommands.flatMap(([name, command]) => {
          const { key, mac } = keysOf(command);
          const when = command.isKeyOfPage ? `${GRID_HAS_FOCUS} && ${IN_MENU}` : GRID_HAS_FOCUS;
          return key === undefined ? [] : [{ command: idOf(name), key, ...(mac !== undefined && { mac }), when }];
        }),
        ...commands.flatMap(([name, { sqlKey: key }]) =>
          key === undefined
            ? []
            : [{ command: idOf(name), key, mac: key.replace('ctrl', 'cmd'), when: `editorTextFocus && ${SQL_EDITOR}` }],
        ),
      ],
    },
  };
}

/** The texts of package.nls.json with the titles of all commands in place of those that they have. */
export function withTitles(words: Readonly<Record<string, string>>): Record<string, string> {
  const others = Object.entries(words).filter(([key]) => !/^command\..+\.title$/.test(key));
  const titles = [...commands, ...panelCommands].map(([name, { title }]) => [titleKey(name), title] as const);
  return Object.fromEntries([...others, ...titles]);
}

function contribution(name: string, icon?: string): object {
  return {
    command: idOf(name),
    title: `%${titleKey(name)}%`,
    category: '%container.title%',
    ...(icon !== undefined && { icon: `$(${icon})` }),
  };
}

function menus(): Readonly<Record<string, readonly MenuEntry[]>> {
  const places = commands.flatMap(([name, { menus: entries = [] }]) =>
    entries.map(([place, group]) => ({ place, entry: { command: idOf(name), ...menuOf(place), group } })),
  );
  const inMenu = (menu: string): readonly MenuEntry[] =>
    places
      .filter(({ entry }) => entry.menu === menu)
      .map(({ entry: { command, when, group } }) => ({ command, when, group }));
  const anyRecords = menuOf('anyRecords' satisfies MenuPlace).when;
  return {
    'webview/context': [
      ...panelEntries('header', sectionOf('recordsHeader')),
      ...panelEntries('cell', sectionOf('recordsCell')),
    ],
    commandPalette: [
      ...commands.flatMap(([name, { palette }]) =>
        palette === undefined ? [] : [{ command: idOf(name), when: palette }],
      ),
      ...panelCommands.map(([name]) => ({ command: idOf(name), when: anyRecords })),
    ],
    'view/title': inMenu('view/title'),
    'view/item/context': inMenu('view/item/context'),
    'editor/title': [...inMenu('editor/title'), ...panelEntries('bar', anyRecords)],
    'explorer/context': inMenu('explorer/context'),
    'file/newFile': inMenu('file/newFile'),
  };
}

function panelEntries(member: 'header' | 'cell' | 'bar', when: string): readonly MenuEntry[] {
  return panelCommands.flatMap(([name, { [member]: group }]) =>
    group === undefined ? [] : [{ command: idOf(name), when, group }],
  );
}

/** The part of the records page that the menu was opened on. */
function sectionOf(section: string): string {
  return `webviewSection == '${section}' && (webviewId == 'datastoreExplorer.records' || webviewId == 'datastoreExplorer.grid')`;
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
