/** A folder that wants to set what only people may, and to have files read as soon as it is opened. */
import fs from 'node:fs';
import path from 'node:path';

/** What only people may set (S5, test/security/hostileFolders.test.ts), as a folder would like to have it. */
export function wantedSettings(folder: string): Readonly<Record<string, unknown>> {
  return {
    'datastoreExplorer.request.timeoutSeconds': 86_400,
    'datastoreExplorer.request.network': 'vscode',
    'datastoreExplorer.local.files': [path.join(folder, 'records.csv'), '/etc/passwd'],
    'datastoreExplorer.local.memoryLimitMb': 1_000_000,
    'datastoreExplorer.files.maxDownloadMb': 1_000_000,
  };
}

/** Values that no setting may have, of those in which a folder has a say. */
export const SHAPELESS_SETTINGS: Readonly<Record<string, unknown>> = {
  'datastoreExplorer.query.defaultLimit': '1; DROP TABLE records',
  'datastoreExplorer.records.openIn': { toString: null },
  'datastoreExplorer.local.askHowToRead': ['never'],
  'datastoreExplorer.grid.density': '__proto__',
  'datastoreExplorer.grid.zebra': 'yes',
  'datastoreExplorer.grid.numbers': -1,
};

/** By this one sees that VS Code has read the folder's settings. */
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
