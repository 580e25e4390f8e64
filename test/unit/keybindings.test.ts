import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { GRID_ACTIONS } from '../../src/messages/gridActions.ts';
import { type CommandManifest, withCommands, withTitles } from '../../tools/commandManifest.ts';
import { type FileManifest, withFileKinds } from '../../tools/fileManifest.ts';
import { projectRoot } from '../../tools/vscode/projectPaths.ts';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly enablement?: string }[];
    readonly keybindings: readonly {
      readonly command: string;
      readonly key: string;
      readonly mac?: string;
      readonly when?: string;
    }[];
    readonly menus: { readonly commandPalette: readonly { readonly command: string; readonly when: string }[] };
  };
}

describe('Contributed keybindings', () => {
  const text = fs.readFileSync(path.join(projectRoot, 'package.json'), 'utf8');
  const { keybindings: all, menus } = (JSON.parse(text) as Manifest).contributes;
  const isOfDocument = ({ when = '' }: (typeof all)[number]): boolean => when.includes('datastore-sql');
  const keybindings = all.filter((each) => !isOfDocument(each));

  it('act only where the focus is in a grid, and not in a text box', () => {
    assert.ok(keybindings.length > 20);
    for (const { command, when } of keybindings)
      assert.match(when ?? '', /^datastoreExplorer\.gridFocus && !inputFocus( && |$)/, command);
  });

  it('have one key in SQL documents, which runs a statement', () => {
    assert.deepEqual(all.filter(isOfDocument), [
      {
        command: 'datastoreExplorer.runStatement',
        ...{ key: 'ctrl+enter', mac: 'cmd+enter' },
        when: "editorTextFocus && editorLangId == 'datastore-sql'",
      },
    ]);
  });

  it('open no menu of VS Code’s, whose letters with Alt are others in each language', () => {
    for (const { command, key } of keybindings) assert.doesNotMatch(key, /alt\+[a-z]$/, command);
  });

  it('are no plain letters: those begin Find', () => {
    for (const { command, key, mac = key } of keybindings)
      for (const each of [key, mac]) assert.doesNotMatch(each, /^(shift\+)?.$/, command);
  });

  it('are chords of Ctrl+K (on a Mac Cmd+K) and a letter, and the few that people know from everywhere', () => {
    const known = /^(shift\+)?f3$|^ctrl\+(shift\+)?[fgcz]$|^alt\+(left|right)$/;
    for (const { command, key, mac } of keybindings)
      if (/^ctrl\+k (shift\+)?[a-z]$/.test(key)) assert.equal(mac, key.replace('ctrl', 'cmd'), command);
      else assert.match(key, known, command);
  });

  it('hide no chord of VS Code’s that closes, saves, opens or moves something, or could act on a panel', () => {
    // Default keybindings of VS Code 1.134 for Linux, Windows and macOS. I, T and Y are chords in notebooks only.
    const taken = new Set('c d e f m o p r s u v w z shift+o'.split(' ').map((letter) => `ctrl+k ${letter}`));
    for (const { command, key } of keybindings) assert.ok(!taken.has(key), command);
  });

  it('are each of one command', () => {
    assert.equal(new Set(keybindings.map(({ key }) => key)).size, keybindings.length);
  });

  it('are of commands that the palette has whenever a records panel is in front', () => {
    const whens = new Map(menus.commandPalette.map(({ command, when }) => [command, when]));
    for (const action of Object.keys(GRID_ACTIONS)) {
      const when = whens.get(`datastoreExplorer.${action}`) ?? '';
      assert.match(when, /activeWebviewPanelId/, action);
      assert.doesNotMatch(when, /gridFocus/, action);
    }
  });

  it('and commands that clear something need something to clear', () => {
    const { commands } = (JSON.parse(text) as Manifest).contributes;
    const needs = (name: string) => commands.find(({ command }) => command === `datastoreExplorer.${name}`)?.enablement;
    assert.equal(needs('clearSort'), 'datastoreExplorer.isSorted');
    for (const name of ['clearFilters', 'clearFieldFilter']) assert.equal(needs(name), 'datastoreExplorer.isFiltered');
  });

  it('are, with commands, menus and titles, as "npm run manifest" writes them from the tables of commands', () => {
    const read = (file: string) => fs.readFileSync(path.join(projectRoot, file), 'utf8');
    const manifest = JSON.parse(text) as CommandManifest & FileManifest;
    assert.deepEqual(manifest, withFileKinds(withCommands(manifest)));
    const words = JSON.parse(read('package.nls.json')) as Record<string, string>;
    assert.deepEqual(words, withTitles(words));
  });
});
