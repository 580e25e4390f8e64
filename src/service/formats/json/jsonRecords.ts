/** The records of one JSON text, read as often as needed, and the names of their fields that stand beside them. */
import { open } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import type { RecordFault, SkippedRange } from '../../reading/skippedRecords.ts';
import { readHead, scanText } from '../../reading/textFile.ts';
import { reason, UnreadableFile, type Reason } from '../../resource/reasons.ts';
import type { Reading } from '../../resource/reading.ts';
import type { ReadableFile } from '../fileFormatReader.ts';
import type { JsonColumns } from './jsonColumns.ts';
import { fieldsMember, isFault, membersOf, propertyKey, type FieldsMember, type JsonMember } from './jsonRecord.ts';
import { JsonRecordSplitter, type JsonRecord } from './jsonRecordSplitter.ts';
import { jsonShape, NAME_PLACES, type JsonShape } from './jsonShape.ts';

export interface ReadRecord {
  readonly members: readonly JsonMember[];
  readonly line: number;
  /** Length of the record's text, which its members keep in memory. */
  readonly units: number;
}

export type RecordBatches = AsyncGenerator<readonly ReadRecord[]>;

interface Aside {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** Names of fields in more bytes aren't read; neither are those of more texts than there are in any usual file. */
const MAX_ASIDE = 1 << 24;
const MAX_ASIDES = 10_000;

const ignore = (): void => undefined;

export class JsonRecords {
  readonly shape: JsonShape;
  readonly #file: ReadableFile;
  readonly #path: string;
  readonly #reading: Reading;
  #asides: Aside[] = [];
  /** The first list, which names the fields. */
  #header: readonly JsonMember[] | undefined;
  #isList = false;
  #within: FieldsMember | undefined;

  private constructor(file: ReadableFile, path: string, reading: Reading, shape: JsonShape) {
    this.#file = file;
    this.#path = path;
    this.#reading = reading;
    this.shape = shape;
  }

  /** `path` is the file's text in UTF-8. */
  static async open(file: ReadableFile, path: string, reading: Reading): Promise<JsonRecords> {
    const head = (await readHead(path)).toString('utf8');
    return new JsonRecords(file, path, reading, jsonShape(head, file.entry ?? file.name, reading.records));
  }

  /** Another reading of this text needs no other look at its beginning. */
  readAs(reading: Partial<Reading>): JsonRecords {
    return new JsonRecords(this.#file, this.#path, { ...this.#reading, ...reading }, this.shape);
  }

  get isList(): boolean {
    return this.#isList;
  }

  /** Yields the records of each step. Throws UnreadableFile. */
  async *batches(
    skip: (range: SkippedRange) => void = ignore,
    onBytes: (bytes: number) => void = ignore,
  ): RecordBatches {
    const { header = false, unreadable, encoding = 'utf-8' } = this.#reading;
    const isFlat = this.#reading.nested === 'fields';
    const { path, isCollection, isRecordList } = this.shape;
    this.#asides = [];
    this.#header = undefined;
    this.#within = isCollection === true ? 'properties' : undefined;
    let isFirst = true;
    let batch: ReadRecord[] = [];
    const accept = ({ text, line }: JsonRecord): RecordFault | undefined => {
      let members = membersOf(text, this.#within, isFlat);
      if (isFirst && isCollection !== true && !isFault(members)) {
        this.#isList = text.startsWith('[');
        this.#within = this.#fieldsMember(text);
        if (this.#within !== undefined) members = membersOf(text, this.#within, isFlat);
      }
      if (isFault(members)) return members;
      if (isFirst && this.#isList && header) this.#header = members;
      else batch.push({ members, line, units: text.length });
      isFirst = false;
      return undefined;
    };
    const onSkip = unreadable === 'skip' ? skip : undefined;
    const onAside = (aside: string, start: number, end: number): void => {
      const isIndex = aside === this.#placeOf('index');
      if ((isIndex || this.#namePlaces.includes(aside)) && this.#asides.length < MAX_ASIDES)
        this.#asides.push({ path: aside, start, end });
    };
    const splitter = new JsonRecordSplitter(this.#file.name, { accept, onSkip, path, isRecordList, onAside });
    const text = { path: this.#path, encoding, isCut: this.#file.isCut === true };
    for await (const bytes of scanText(text, splitter)) {
      onBytes(bytes);
      yield batch;
      batch = [];
    }
  }

  /** Names the fields after all records were read. Throws UnreadableFile and ReasonError. */
  async nameFields(columns: JsonColumns): Promise<void> {
    const header = this.#header?.map(({ text, token }) => text ?? (token === 'null' ? '' : token));
    const keyOf = (name: string, place: number): string =>
      this.#isList ? String(place) : this.#within === undefined ? name : propertyKey(name);
    for (const names of header === undefined ? await this.#names() : [header]) {
      const named = new Map(names.map((name, place) => [keyOf(name, place), name]));
      // Other lists can have the name that lists of fields usually have.
      if (!this.#isList && columns.isSome && ![...named.keys()].some((key) => columns.has(key))) continue;
      // A field of nested objects has become those of their members.
      if (!this.#isList && this.#reading.nested === 'fields')
        for (const key of named.keys()) if (!columns.has(key)) named.delete(key);
      columns.nameFields(named);
      return;
    }
  }

  /** What was left out beside the records that were read. */
  async leftOut(): Promise<readonly Reason[]> {
    const index = this.#asides.find((aside) => aside.path === this.#placeOf('index'));
    const labels = this.#isList && index !== undefined ? await this.#valueOf(index) : undefined;
    const isLeftOut = Array.isArray(labels) && labels.some((label, place) => label !== place);
    return isLeftOut ? [reason('listLeftOut', JSON.stringify(index?.path))] : [];
  }

  /** ArcGIS has the attributes of its features one level deeper, as GeoJSON has their properties. */
  #fieldsMember(text: string): FieldsMember | undefined {
    const member = fieldsMember(text);
    return member === 'attributes' && this.shape.path?.endsWith('features') !== true ? undefined : member;
  }

  get #namePlaces(): readonly string[] {
    return NAME_PLACES.map((place) => this.#placeOf(place));
  }

  #placeOf(place: string): string {
    const { path = '' } = this.shape;
    const parent = path.lastIndexOf('.') + 1;
    return `${path.slice(0, parent)}${place}`;
  }

  /** What could be the names, best first. */
  async #names(): Promise<readonly (readonly string[])[]> {
    const all: (readonly string[])[] = [];
    for (const place of this.#namePlaces) {
      let first: readonly (readonly string[])[] | undefined;
      for (const aside of this.#asides.filter(({ path }) => path === place)) {
        const names = namesIn(await this.#valueOf(aside), this.#isList);
        if (first !== undefined && this.#isList && !isDeepStrictEqual(names, first))
          throw new UnreadableFile(this.#file.name, reason('namesDiffer'));
        first ??= names;
      }
      all.push(...(first ?? []));
    }
    return all;
  }

  async #valueOf({ start, end }: Aside): Promise<unknown> {
    if (end - start > MAX_ASIDE) return undefined;
    await using handle = await open(this.#path, 'r');
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(end - start), 0, end - start, start);
      return JSON.parse(buffer.toString('utf8', 0, bytesRead)) as unknown;
    } catch {
      return undefined;
    }
  }
}

/** Lists of texts name the values of lists. Records that are objects have names themselves. */
function namesIn(value: unknown, takesTexts: boolean): readonly (readonly string[])[] {
  if (!Array.isArray(value) || value.length === 0) return [];
  const nameOf = (each: unknown, key: 'name' | 'id'): unknown => {
    if (typeof each === 'string' || typeof each === 'number') return takesTexts ? String(each) : undefined;
    return (each as Readonly<Record<string, unknown>> | null)?.[key];
  };
  return (['name', 'id'] as const)
    .map((key) => value.map((each: unknown) => nameOf(each, key)))
    .filter((names) => names.every((name) => typeof name === 'string'));
}
