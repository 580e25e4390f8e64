/** Builds a file of a format that can't be written piece by piece: the records are collected in a file beside it first. */
import { Uri } from 'vscode';
import { type RecordRow, typedValue } from '../../base/cells.ts';
import type { Field } from '../../base/field.ts';
import { PartFile } from '../../disk/wholeFile.ts';
import type { BuildSource } from '../../export/buildSource.ts';
import { recordLines } from '../../export/built/recordLines.ts';
import type { FormatNote } from '../../export/formatNote.ts';
import type { BuiltFormat } from '../../export/formats.ts';
import { NdjsonWriter } from '../../export/jsonWriter.ts';
import type { RecordBatch } from '../../export/records.ts';
import { Problem } from '../../platform/problem.ts';
import type { Report } from '../../platform/progress.ts';
import { countText, percentText } from '../../platform/quantities.ts';
import { translate } from '../../platform/windowLanguage.ts';
import type { BuiltChoice } from './exportChoice.ts';
import { EXPORT_WORDS as WORDS } from './exportWords.ts';

export interface BuiltOptions {
  readonly format: BuiltFormat;
  /** Of the resource. */
  readonly name: string;
  /** Gets the files that take records until the target is whole. */
  readonly onPartFile: (path: string) => void;
  readonly report: Report;
  /** How many records there will be, as far as that is known by now. */
  readonly expected: () => number | undefined;
}

export interface BuiltFile {
  readonly uri: Uri;
  readonly notes: readonly FormatNote[];
  /** Why it has the first records only, beside the target. */
  readonly failure: unknown;
  readonly records: number;
}

/** Throws Problem for more records or fields than the format takes where that is known before any were collected. */
export async function writeBuilt(
  batches: AsyncIterable<RecordBatch>,
  { to, values }: Pick<BuiltChoice, 'to' | 'values'>,
  options: BuiltOptions,
  signal: AbortSignal,
): Promise<BuiltFile> {
  const { format } = options;
  const lines = await openPart(to, options);
  try {
    const collected = new CollectedRecords(format, options.expected);
    for await (const text of collected.texts(batches, values === 'typed', signal)) await lines.write(text);
    const { fields, records, failure } = collected;
    const source = reporting(recordLines(lines.path, fields, records), format, options.report);
    const file = await openPart(to, options);
    try {
      const notes = await format.build(source, file.path, signal, { name: options.name });
      signal.throwIfAborted();
      if (failure !== undefined) return { uri: Uri.file(await file.keepBeside()), notes, failure, records };
      await file.finish();
      return { uri: to, notes, failure, records };
    } catch (error) {
      await file.abandon();
      throw error;
    }
  } finally {
    await lines.abandon();
  }
}

async function openPart(to: Uri, { onPartFile }: BuiltOptions): Promise<PartFile> {
  const file = await PartFile.create(to.fsPath);
  onPartFile(file.path);
  return file;
}

/** What came until the records ended, broke off, or were too many. */
class CollectedRecords {
  readonly #format: BuiltFormat;
  readonly #expected: BuiltOptions['expected'];
  fields: readonly Field[] = [];
  records = 0;
  failure: unknown;

  constructor(format: BuiltFormat, expected: BuiltOptions['expected']) {
    this.#format = format;
    this.#expected = expected;
  }

  async *texts(
    batches: AsyncIterable<RecordBatch>,
    isTyped: boolean,
    signal: AbortSignal,
  ): AsyncGenerator<string, void, undefined> {
    const writer = new NdjsonWriter();
    try {
      for await (const { fields, rows } of batches) {
        if (this.fields.length === 0) yield this.#begin(writer, fields);
        const taken = this.#take(rows);
        yield writer.rows(isTyped ? taken.map((row) => row.map(typedValue)) : taken);
        if (this.failure !== undefined) return;
      }
    } catch (error) {
      if (this.records === 0 || signal.aborted) throw error;
      this.failure = error;
    }
  }

  #begin(writer: NdjsonWriter, fields: readonly Field[]): string {
    const { name, maxRecords = Infinity, maxFields = Infinity } = this.#format;
    const expected = this.#expected() ?? 0;
    if (expected > maxRecords) throw this.#tooMany(expected);
    if (fields.length > maxFields) {
      const message = translate(WORDS.tooManyFields, {
        0: name,
        1: countText(maxFields),
        2: countText(fields.length),
      });
      throw new Problem(message, translate(WORDS.fewerFields));
    }
    this.fields = fields;
    return writer.begin(fields);
  }

  #take(rows: readonly RecordRow[]): readonly RecordRow[] {
    const { maxRecords = Infinity } = this.#format;
    const taken = rows.slice(0, maxRecords - this.records);
    this.records += taken.length;
    if (taken.length < rows.length) this.failure = this.#tooMany();
    return taken;
  }

  /** `count`: absent where that isn't known. */
  #tooMany(count?: number): Problem {
    const { name, maxRecords = 0 } = this.#format;
    const most = countText(maxRecords);
    return new Problem(
      count === undefined
        ? translate(WORDS.tooManyRecords, { 0: name, 1: most })
        : translate(WORDS.tooManyOfRecords, { 0: name, 1: most, 2: countText(count) }),
      translate(WORDS.fewerRecords),
    );
  }
}

/** The same records; says how much of its passes over them a format has made. */
function reporting(source: BuildSource, { name, passes }: BuiltFormat, report: Report): BuildSource {
  let seen = 0;
  async function* batches(): AsyncGenerator<readonly RecordRow[], void, undefined> {
    for await (const rows of source.batches()) {
      yield rows;
      seen += rows.length;
      const share = seen / Math.max(1, source.records * passes);
      report(translate(WORDS.building, { 0: name, 1: percentText(share) }));
    }
  }
  return { ...source, batches };
}
