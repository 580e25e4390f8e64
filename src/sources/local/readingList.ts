import { dirname, relative, extname } from 'node:path';
import { countText } from '../../platform/quantities.ts';
import { type Choice, chooseLive, separator } from '../../platform/quickPick.ts';
import { translate } from '../../platform/windowLanguage.ts';
import { nameOf, type FileToOpen } from './localFile.ts';
import type { Inspect } from './importOptions.ts';
import { IMPORT_OPTION_WORDS as WORDS } from './localWords.ts';
import type { OptionsTabs } from './optionsTabs.ts';
import { withLateProgress } from '../../platform/progress.ts';
import { readingText } from './readingOptions.ts';

interface Line {
  readonly target: FileToOpen;
  /** The detected options, or why there are none. Absent until the file is inspected. */
  readonly text?: string;
  readonly isProblem?: boolean;
}

/** Number of files that are inspected at the same time. */
const AT_ONCE = 2;

/** A list of several files with their import options. Enter opens all of them; choosing one changes its options. */
export class ReadingList {
  readonly #inspect: Inspect;
  readonly #options: OptionsTabs;

  constructor(inspect: Inspect, options: OptionsTabs) {
    this.#inspect = inspect;
    this.#options = options;
  }

  /** @param note is shown in the placeholder. Returns undefined if people cancelled. */
  async pick(files: readonly FileToOpen[], note = ''): Promise<readonly FileToOpen[] | undefined> {
    const lines = new Map<string, Line>(files.map((target) => [target.file, { target }]));
    for (let active = 'all'; lines.size > 0;) {
      const answer = await chooseLive<string>({
        title: translate(WORDS.titleOfSeveral, { files: countText(lines.size) }),
        placeholder: `${note} ${translate(WORDS.hintOfSeveral)}`.trim(),
        items: rows(lines),
        active,
        later: async (show, signal) => this.#inspectAll(lines, () => show(rows(lines)), signal),
      });
      if (answer.kind !== 'chosen') return undefined;
      if (answer.value === 'all') return [...lines.values()].map(({ target }) => target);
      active = answer.value;
      const line = lines.get(active);
      if (line === undefined) continue;
      const options = { accept: translate(WORDS.use), isOneOfSeveral: true, canUseForOthers: true };
      const answered = await this.#options.ask(line.target, options);
      this.#options.close(line.target.file);
      if (answered.kind === 'skip') lines.delete(active);
      if (answered.kind !== 'open') continue;
      lines.set(active, { target: answered.file });
      if (answered.isForSimilar)
        for (const target of await this.similar(answered.file, [...lines.keys()])) lines.set(target.file, { target });
    }
    return [];
  }

  /** The files that look like this one, with its options. */
  async similar(target: FileToOpen, files: readonly string[]): Promise<readonly FileToOpen[]> {
    const similar: FileToOpen[] = [];
    // After Cancel, those that were looked at before stay.
    await withLateProgress(translate(WORDS.searchingSimilar), async (signal) => {
      for await (const file of similarFiles(target, files, this.#inspect, signal)) similar.push(file);
    });
    return similar;
  }

  async #inspectAll(lines: Map<string, Line>, changed: () => void, signal: AbortSignal): Promise<void> {
    const waiting = [...lines].filter(([, { text }]) => text === undefined).map(([file]) => file);
    const work = async (): Promise<void> => {
      for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
        const line = lines.get(file);
        if (line === undefined) continue;
        const inspected = await this.#inspectOne(line.target, signal);
        if (signal.aborted) return;
        lines.set(file, inspected);
        changed();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  async #inspectOne(target: FileToOpen, signal: AbortSignal): Promise<Line> {
    try {
      const { reading } = await this.#inspect(target.file, target.choices, signal);
      return { target, text: readingText(reading) };
    } catch (error) {
      return { target, text: error instanceof Error ? error.message : String(error), isProblem: true };
    }
  }
}

function rows(lines: ReadonlyMap<string, Line>): readonly Choice<string>[] {
  const files = [...lines.values()];
  const folders = files.map(({ target }) => dirname(target.file));
  const common = folders.reduce(commonFolder);
  return [
    { label: translate(WORDS.openAll, { files: countText(files.length) }), value: 'all' },
    separator(translate(WORDS.files)),
    ...files.map(({ target, text, isProblem }, index) => ({
      label: [relative(common, folders[index] ?? ''), nameOf(target.file)].filter(Boolean).join('/'),
      description: text ?? '…',
      ...(isProblem === true && { descriptionIcon: 'error' }),
      value: target.file,
    })),
  ];
}

function commonFolder(one: string, other: string): string {
  let folder = one;
  while (relative(folder, other).startsWith('..') && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

/** The files that have the ending of the first one and, read with its options, its fields. Each takes up to a second. */
export async function* similarFiles(
  target: FileToOpen,
  files: readonly string[],
  inspect: Inspect,
  signal: AbortSignal,
): AsyncGenerator<FileToOpen> {
  const fieldsOf = async (file: string): Promise<string> =>
    JSON.stringify((await inspect(file, target.choices, signal)).fields);
  const fields = await fieldsOf(target.file);
  const others = files.filter((file) => file !== target.file && extname(file) === extname(target.file));
  for (const file of others) {
    signal.throwIfAborted();
    // A file that can't be read with these options doesn't look alike.
    if ((await fieldsOf(file).catch(() => undefined)) === fields) yield { ...target, file };
  }
}
