/** S5: what a folder can set or start by being opened, as the manifest has it (docs/security.md 5). */
import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../tools/vscode/projectPaths.ts';
import { Cases } from './cases.ts';

interface Setting {
  readonly scope?: string;
  readonly type: string | readonly string[];
  readonly enum?: readonly unknown[];
}

interface Manifest {
  readonly activationEvents: readonly string[];
  readonly capabilities: {
    readonly untrustedWorkspaces: {
      readonly supported: unknown;
      readonly description?: string;
      readonly restrictedConfigurations: readonly string[];
    };
  };
  readonly contributes: Readonly<Record<string, unknown>> & {
    readonly configuration: { readonly properties: Readonly<Record<string, Setting>> };
    readonly configurationDefaults: Readonly<Record<string, unknown>>;
    readonly customEditors: readonly { readonly priority?: string }[];
    readonly commands: readonly { readonly command: string; readonly enablement?: string }[];
  };
}

/** Each setting, and why a folder may have a say in it or not. */
const SETTINGS: Readonly<Record<string, readonly ['people' | 'folders', string]>> = {
  'request.timeoutSeconds': ['people', 'how long a server may hold the extension host'],
  'request.network': ['people', 'which way, and past which proxy, requests and tokens go'],
  'local.files': ['people', 'which files of this machine are read'],
  'local.memoryLimitMb': ['people', 'how much of the machine a process takes'],
  'files.maxDownloadMb': ['people', 'how much a download may fill'],
  'export.pagesAtOnce': ['people', 'how much is asked of a portal at a time'],
  'history.enabled': ['people', 'whether their queries are kept'],
  'agents.mcp': ['people', 'whether a process answers models on their portals and files'],
  'query.defaultLimit': ['folders', 'a number in a form, that people see before they run it'],
  'records.openIn': ['folders', 'one of three: which tab shows records'],
  'local.askHowToRead': ['folders', 'one of two: whether import options are asked, of a file that people open'],
  'grid.density': ['folders', 'one of three looks'],
  'grid.zebra': ['folders', 'a look'],
  'grid.numbers': ['folders', 'one of two looks'],
  'grid.dates': ['folders', 'one of two looks'],
  'grid.booleans': ['folders', 'one of two looks'],
  'grid.summaries': ['folders', 'a look'],
};
/**
 * Nothing else may wake the extension; VS Code adds what people do (its commands, views and editors). Query documents
 * are of a language that VS Code has, which wakes the extension where people open such a text. Links are opened by people, who
 * are asked first.
 */
const WAKES = /^(?:onWebviewPanel:datastoreExplorer\.\w+|onLanguage:jsonc|onUri)$/;
/** None of them reads a folder by itself, as tasks, debuggers, schemas or problem matchers would. */
const CONTRIBUTES = [
  ...['viewsContainers', 'views', 'viewsWelcome', 'walkthroughs', 'commands', 'customEditors', 'menus'],
  // A language wakes the extension where its text is opened, which reads the text alone.
  ...['languages', 'grammars'],
  // The schema is our own file, and only marks what is wrong in a query document.
  'jsonValidation',
  // Models read them, and people confirm what models call. None runs in Restricted Mode.
  ...['languageModelTools', 'mcpServerDefinitionProviders', 'chatSkills'],
  ...['keybindings', 'configurationDefaults', 'configuration'],
];
const PREFIX = 'datastoreExplorer.';

function manifest(): Manifest {
  return JSON.parse(fs.readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as Manifest;
}

/** Path and text of each file of src. */
function sources(): readonly (readonly [string, string])[] {
  const folder = path.join(projectRoot, 'src');
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => [name.replaceAll('\\', '/'), fs.readFileSync(path.join(folder, name), 'utf8')] as const);
}

describe('S5: a hostile folder', () => {
  const cases = new Cases();
  const { activationEvents, capabilities, contributes } = manifest();
  const { properties } = contributes.configuration;
  const { supported, description, restrictedConfigurations } = capabilities.untrustedWorkspaces;
  after(() => cases.count('S5', 'settings, events and parts of the manifest, and files of src, give a folder no say'));

  it('can set nothing but looks and numbers: each setting is judged by name', () => {
    const names = Object.keys(properties).map((key) => key.slice(PREFIX.length));
    for (const name of names) cases.judge(`${name} is judged`, Object.hasOwn(SETTINGS, name));
    for (const name of Object.keys(SETTINGS)) cases.judge(`${name} is there`, names.includes(name));
  });

  for (const [name, [whose, why]] of Object.entries(SETTINGS))
    it(`${whose === 'people' ? "can't" : 'may'} set ${name}: ${why}`, () => {
      const key = PREFIX + name;
      const { scope, type, enum: choices } = properties[key] ?? { type: '' };
      cases.judge(`${name}: scope ${String(scope)}`, scope === (whose === 'people' ? 'application' : 'window'));
      const isRestricted = restrictedConfigurations.includes(key);
      cases.judge(`${name}: restricted ${String(isRestricted)}`, isRestricted === (whose === 'people'));
      // A text or a list that is free could become a host, a path or a pattern.
      const isClosed = choices !== undefined || [type].flat().every((each) => /^(?:boolean|integer|null)$/.test(each));
      if (whose === 'folders') cases.judge(`${name}: ${String(type)} is closed`, isClosed);
    });

  it('names no setting in its restrictions that is not there', () => {
    for (const key of restrictedConfigurations) cases.judge(key, Object.hasOwn(properties, key));
    cases.judge('limited in Restricted Mode', supported === 'limited');
    cases.judge('says what is limited', (description ?? '') !== '');
  });

  it('starts nothing by being opened', () => {
    for (const event of activationEvents) cases.judge(`wakes: ${event}`, WAKES.test(event));
    for (const part of Object.keys(contributes)) cases.judge(`contributes ${part}`, CONTRIBUTES.includes(part));
    for (const { priority } of contributes.customEditors)
      cases.judge(`an editor opens files by itself: ${String(priority)}`, priority === 'option');
    for (const key of Object.keys(contributes.configurationDefaults))
      cases.judge(`default of another: ${key}`, key === 'remote.portsAttributes');
  });

  it('disables or enables no command: what they may do is asked when they run', () => {
    for (const { command, enablement = '' } of contributes.commands)
      cases.judge(`${command}: ${enablement}`, !/config\.|resource|workspace/i.test(enablement));
  });

  it('is not searched, and settings are read in two places alone', () => {
    const READS = ['platform/state/settings.ts', 'platform/hostTransport.ts'];
    // Both find query documents by their ending alone, when people add a query to one or open the Test Explorer.
    const FINDS = ['kept/keptSaving.ts', 'kept/checkTests.ts'];
    for (const [name, text] of sources()) {
      cases.judge(`${name} reads settings`, READS.includes(name) || !text.includes('getConfiguration('));
      cases.judge(`${name} searches folders`, !/['"`]\.vscode\b|\.code-workspace/.test(text));
      cases.judge(`${name} finds files`, FINDS.includes(name) || !text.includes('findFiles('));
    }
  });
});
