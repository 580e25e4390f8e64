/** Writes docs/reference.md from package.json, its texts in English, the schema of query documents and the kinds of files. */
import { readFileSync } from 'node:fs';
import { format } from 'prettier';
import { FILE_KINDS } from '../src/service/resource/fileKinds.ts';
import { SQL_EDITOR } from './commandTable.ts';

/** The part of package.json that the reference shows. */
export interface ReferenceManifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly keybindings: readonly Keybinding[];
    readonly configuration: { readonly properties: Readonly<Record<string, Setting>> };
  };
}

interface Keybinding {
  readonly command: string;
  readonly key: string;
  readonly mac?: string;
  readonly when: string;
}

interface Setting {
  readonly default: unknown;
  readonly description?: string;
  readonly markdownDescription?: string;
  readonly enum?: readonly string[];
  readonly enumDescriptions?: readonly string[];
}

/** @param words The texts of package.nls.json, by the keys that package.json names between percent signs. */
export async function referenceText(
  manifest: ReferenceManifest,
  words: Readonly<Record<string, string>>,
): Promise<string> {
  const { commands, keybindings, configuration } = manifest.contributes;
  const wordsOf = (text = ''): string => text.replace(/^%(.+)%$/, (_, name: string) => words[name] ?? '');
  const titles = new Map(commands.map(({ command, title }) => [command, wordsOf(title)]));
  const isOfDocument = ({ when }: Keybinding): boolean => when.endsWith(SQL_EDITOR);
  const keyTable = (keys: readonly Keybinding[]): string =>
    table([
      ['command', 'key', 'on a Mac'],
      ...keys.map(({ command, key, mac }) => [titles.get(command) ?? command, keyWords(key), keyWords(mac ?? key)]),
    ]);
  const byTitle = [...titles].sort(([, first], [, second]) => first.localeCompare(second, 'en'));
  const blocks = [
    '# Reference',
    '`npm run manifest` writes this page from `package.json`, its texts and the table of file kinds.',
    '## Commands',
    'All of them are in the Command Palette under **Datastore**, those of the grid while a records panel is in front. Keybindings name the ID.',
    table([['command', 'ID'], ...byTitle.map(([id, title]) => [title, `\`${id}\``])]),
    '## Keys in a records panel',
    keyTable(keybindings.filter((key) => !isOfDocument(key))),
    '## Keys in an SQL document',
    keyTable(keybindings.filter(isOfDocument)),
    '## Settings',
    table([
      ['setting', 'default', 'meaning'],
      ...Object.entries(configuration.properties).map(([name, setting]) => [
        `\`${name}\``,
        `\`${JSON.stringify(setting.default)}\``,
        meaning(setting, wordsOf),
      ]),
    ]),
    '## Members of a query document',
    'A query document (`*.datastore.jsonc`) is JSON with comments: `{"queries": {"NAME": {…}}}`. Members that aren\'t known stay in the document, and a warning says so.',
    ...memberTables(),
    '## Kinds of files',
    table([
      ['kind', 'endings'],
      ...FILE_KINDS.map(({ name, endings, ...kind }) => [
        name,
        `${endings.map((ending) => `\`.${ending}\``).join(', ')}${'isText' in kind ? ', each also as `.gz` and `.zst`' : ''}`,
      ]),
    ]),
  ];
  return format(blocks.join('\n\n'), { parser: 'markdown' });
}

interface SchemaPart {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, SchemaPart>>;
}

const PARTS: readonly (readonly [definition: string, heading: string])[] = [
  ['query', 'A query has:'],
  ['filter', 'A field of `filters` has a value, a list of values, or an object with:'],
  ['summary', '`summarize` has:'],
  ['declaration', 'Each member of `parameters` has the name of a parameter, and:'],
  ['chart', '`chart` has:'],
  ['expectations', '`expect` has:'],
];

function memberTables(): readonly string[] {
  const file = new URL('../media/queries.schema.json', import.meta.url);
  const { definitions } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly definitions: Readonly<Record<string, SchemaPart>>;
  };
  return PARTS.flatMap(([name, heading]) => [
    heading,
    table([
      ['member', 'meaning'],
      ...Object.entries(definitions[name]?.properties ?? {}).map(([member, { description = '' }]) => [
        `\`${member}\``,
        description,
      ]),
    ]),
  ]);
}

function meaning(setting: Setting, wordsOf: (text?: string) => string): string {
  const values = (setting.enum ?? []).map((value, index) => {
    const description = wordsOf(setting.enumDescriptions?.[index]);
    return description === '' ? `\`${value}\`` : `\`${value}\`: ${description.replace(/\.$/, '')}`;
  });
  const list = values.length === 0 ? '' : ` ${values.join('; ')}.`;
  return `${wordsOf(setting.markdownDescription ?? setting.description)}${list}`;
}

/** Writes `shift+alt+a` with capitals: `Shift+Alt+A`. */
function keyWords(key: string): string {
  return key.replace(/(?<=^|[+ ])./g, (letter) => letter.toUpperCase());
}

function table(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => cell.replaceAll('\n', ' ').replaceAll('|', '\\|')));
  const [head = [], ...body] = cells;
  const line = (row: readonly string[]): string => `| ${row.join(' | ')} |`;
  return [head, head.map(() => '---'), ...body].map(line).join('\n');
}
