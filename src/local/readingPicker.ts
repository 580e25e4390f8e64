import { type Choice, chooseLive, chooseSeveral, type LiveAnswer, separator } from '../platform/quickPick.ts';
import { countText } from '../platform/quantities.ts';
import { translate } from '../platform/windowLanguage.ts';
import type { Inspection, Reading, ReadingChoices } from '../service/index.ts';
import { usualParts, nameOf, type FileToOpen } from './localFile.ts';
import { problemText } from './localProblems.ts';
import { IMPORT_OPTION_WORDS as WORDS } from './localWords.ts';
import { optionsOf, partText, partTitle, READING_PARTS, type ReadingPart } from './readingOptions.ts';

export type Inspect = (file: string, choices: ReadingChoices, signal: AbortSignal) => Promise<Inspection>;

/** How a pick ended: with the file as it is to be opened, or without. */
export type PickedReading =
  { readonly kind: 'open'; readonly file: FileToOpen } | { readonly kind: 'leaveOut' | 'back' | 'left' };

export interface ReadingPickOptions {
  /** What Enter does: "Open", "Reload with These Options". */
  readonly accept: string;
  /** The file is one of several: there is a list to go back to, and it can be left out. */
  readonly isOneOfSeveral?: boolean;
}

type Row = 'accept' | 'leaveOut' | ReadingPart;

/** What is known of how the file would be read. */
interface Look {
  readonly inspection?: Inspection;
  /** Why it can't be read so. */
  readonly problem?: string;
}

const SAMPLE_RECORDS = 3;

/** Shows how a file would be read, and lets every guess be changed. Asks for a fresh look after each change. */
export class ReadingPicker {
  readonly #inspect: Inspect;

  constructor(inspect: Inspect) {
    this.#inspect = inspect;
  }

  async pick(wanted: FileToOpen, options: ReadingPickOptions): Promise<PickedReading> {
    let now = wanted;
    let look: Look = {};
    for (;;) {
      const answer: LiveAnswer<Row> = await chooseLive<Row>({
        title: translate(WORDS.title, { name: nameOf(now.file) }),
        placeholder: translate(WORDS.hint),
        items: rows(now, look, options),
        active: 'accept',
        canGoBack: options.isOneOfSeveral === true,
        later: async (show, signal) => {
          const fresh = await this.#look(now, signal);
          signal.throwIfAborted();
          // What was known last helps on from a reading that does not work.
          look = fresh.inspection === undefined ? { ...look, ...fresh } : fresh;
          show(rows(now, look, options));
        },
      });
      if (answer.kind !== 'chosen') return { kind: answer.kind };
      if (answer.value === 'accept') return { kind: 'open', file: now };
      if (answer.value === 'leaveOut') return { kind: 'leaveOut' };
      const part: ReadingPart = answer.value;
      const changed =
        part === 'part' ? await chooseParts(now, look) : await chooseOption(now, part, readingOf(now, look));
      if (changed === 'left') return { kind: 'left' };
      now = changed;
    }
  }

  async #look({ file, choices }: FileToOpen, signal: AbortSignal): Promise<Look> {
    try {
      return { inspection: await this.#inspect(file, choices, signal) };
    } catch (error) {
      return { problem: problemText(error) };
    }
  }
}

function rows(
  file: FileToOpen,
  look: Look,
  { accept, isOneOfSeveral }: ReadingPickOptions,
): readonly Choice<Row>[] {
  const { inspection, problem } = look;
  // Rows that come later must not move the row that people are about to click.
  if (inspection === undefined && problem === undefined)
    return [{ label: accept, value: 'accept' }, separator(translate(WORDS.inspecting))];
  const reading = readingOf(file, look);
  const leaveOut: Choice<Row> = { label: translate(WORDS.skipFile), value: 'leaveOut' };
  return [
    {
      label: accept,
      ...(problem !== undefined && { detail: problem, detailIcon: 'error' }),
      value: 'accept',
    },
    separator(translate(WORDS.options)),
    ...READING_PARTS.flatMap((part) => {
      const text = part === 'part' ? partsText(file, look) : partText(part, reading);
      return text === undefined
        ? []
        : [{ label: partTitle(part, reading.format), description: text, value: part }];
    }),
    ...(inspection === undefined || problem !== undefined ? [] : sampleRows(inspection)),
    ...(isOneOfSeveral === true ? [separator(), leaveOut] : []),
  ];
}

/** As the records would be, not yet opened: Enter on one of them accepts. */
function sampleRows({ fields, sample }: Inspection): readonly Choice<Row>[] {
  const line = (values: readonly (string | null)[]): string =>
    values.map((value) => value ?? 'NULL').join(' │ ');
  return [
    separator(translate(WORDS.preview)),
    { label: line(fields), description: translate(WORDS.columns), value: 'accept' },
    ...sample.slice(0, SAMPLE_RECORDS).map((values, index) => ({
      label: line(values),
      description: translate(WORDS.row, { number: countText(index + 1) }),
      value: 'accept' as const,
    })),
  ];
}

/** Where nothing is known yet, or nothing can be: what was chosen, and a beginning. */
function readingOf({ choices }: FileToOpen, { inspection }: Look): Reading {
  const start: Reading = { format: 'csv', compression: 'none', unreadable: 'refuse' };
  return { ...start, ...inspection?.reading, ...choices };
}

function partsText({ parts }: FileToOpen, { inspection }: Look): string | undefined {
  if (inspection?.parts === undefined) return undefined;
  const wanted = parts ?? usualParts(inspection.parts);
  return translate(WORDS.someParts, {
    wanted: countText(wanted.length),
    all: countText(inspection.parts.length),
    names: wanted.join(', '),
  });
}

async function chooseParts(file: FileToOpen, look: Look): Promise<FileToOpen | 'left'> {
  const all = look.inspection?.parts ?? [];
  const wanted = file.parts ?? usualParts(all);
  const picked = await chooseSeveral({
    title: `${partTitle('part', readingOf(file, look).format)} · ${nameOf(file.file)}`,
    placeholder: translate(WORDS.selectParts),
    items: all.map((part) => ({ label: part, value: part, picked: wanted.includes(part) })),
  });
  if (picked === undefined) return 'left';
  const [first, ...others] = picked;
  // None is no choice.
  if (first === undefined) return file;
  return { file: file.file, choices: { ...file.choices, part: first }, parts: [first, ...others] };
}

async function chooseOption(
  file: FileToOpen,
  part: Exclude<ReadingPart, 'part'>,
  reading: Reading,
): Promise<FileToOpen | 'left'> {
  const answer = await chooseLive<string | boolean>({
    title: `${partTitle(part, reading.format)} · ${nameOf(file.file)}`,
    placeholder: translate(WORDS.selectOption),
    items: optionsOf(part).map(({ label, value }) => ({
      label,
      ...(value === reading[part] && { description: translate(WORDS.current) }),
      value,
    })),
    ...(reading[part] !== undefined && { active: reading[part] }),
    canGoBack: true,
  });
  if (answer.kind !== 'chosen') return answer.kind === 'back' ? file : 'left';
  const change = { [part]: answer.value } as ReadingChoices;
  // Another format has other parts: what was chosen for this one says nothing about them.
  const choices =
    part === 'format' ? { ...change, unreadable: reading.unreadable } : { ...file.choices, ...change };
  return part === 'format' ? { file: file.file, choices } : { ...file, choices };
}
