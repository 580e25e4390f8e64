/** A folder that tries to change settings reserved for people, and to have files read as soon as it is opened. */
import fs from 'node:fs';
import path from 'node:path';

/** Settings that only people may change (S5, test/security/hostileFolders.test.ts), as a folder tries to set them. */
export function wantedSettings(folder: string): Readonly<Record<string, unknown>> {
  return {
    'datastoreExplorer.request.timeoutSeconds': 86_400,
    'datastoreExplorer.request.network': 'vscode',
    'datastoreExplorer.local.files': [path.join(folder, 'records.csv'), '/etc/passwd'],
    'datastoreExplorer.local.memoryLimitMb': 1_000_000,
    'datastoreExplorer.files.maxDownloadMb': 1_000_000,
    'datastoreExplorer.export.pagesAtOnce': 3,
    'datastoreExplorer.history.enabled': false,
    'datastoreExplorer.agents.mcp': true,
  };
}

/** Invalid values for settings that a folder may change. */
export const SHAPELESS_SETTINGS: Readonly<Record<string, unknown>> = {
  'datastoreExplorer.query.defaultLimit': '1; DROP TABLE records',
  'datastoreExplorer.records.openIn': { toString: null },
  'datastoreExplorer.local.askHowToRead': ['never'],
  'datastoreExplorer.grid.density': '__proto__',
  'datastoreExplorer.grid.zebra': 'yes',
  'datastoreExplorer.grid.numbers': -1,
};

/** A setting that shows whether VS Code has read the folder's settings. */
export const HARMLESS = { key: 'editor.tabSize', value: 7 } as const;

export function writeHostileFolder(folder: string): void {
  writeSettings(folder);
  fs.writeFileSync(path.join(folder, 'records.csv'), 'name\nfrom the folder\n');
}

export function writeSettings(folder: string, more: Readonly<Record<string, unknown>> = {}): void {
  const settings = { [HARMLESS.key]: HARMLESS.value, ...wantedSettings(folder), ...more };
  fs.mkdirSync(path.join(folder, '.vscode'), { recursive: true });
  fs.writeFileSync(path.join(folder, '.vscode', 'settings.json'), JSON.stringify(settings, null, 2));
}
