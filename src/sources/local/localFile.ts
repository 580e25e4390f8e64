/** A file on this machine: what it is called, how it is to be opened, and whether it is as it was read. */
import { realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import * as v from 'valibot';
import {
  fileEdition,
  isSameEdition,
  isSchemaAsRead,
  type LocalResource,
  type ReadingChoices,
} from '../../service/index.ts';

const fileToOpen = v.object({
  /** Path on the machine that runs the extension. */
  file: v.string(),
  choices: v.custom<ReadingChoices>((value) => v.is(v.record(v.string(), v.unknown()), value)),
  /** The sheets or tables that are wanted, each a resource; absent: those that are wanted usually. */
  parts: v.exactOptional(v.pipe(v.array(v.string()), v.readonly())),
});

/** A file on its way in. */
export type FileToOpen = Readonly<v.InferOutput<typeof fileToOpen>>;

/** A file with many tables is a whole database: not all of them are wanted at once. */
export const MOST_PARTS = 20;

/** What is wanted of a file unless people say otherwise. */
export function usualParts(parts: readonly string[]): readonly string[] {
  return parts.length <= MOST_PARTS ? parts : parts.slice(0, 1);
}

/** As the resource will be called. */
export function nameOf(file: string, part?: string): string {
  return part === undefined ? basename(file) : `${basename(file)}: ${part}`;
}

/** Commands get one back from a button of ours; anything may call them (docs/security.md 20). */
export function isFileToOpen(value: unknown): value is FileToOpen {
  return v.is(fileToOpen, value);
}

export async function realPathOf(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

/** A file, and the files beside it that belong to it, against what was read of it. */
export async function fileState(
  resource: LocalResource,
): Promise<'same' | 'changed' | 'schemaChanged' | 'gone'> {
  const now = await fileEdition(resource.file, resource.reading?.format);
  if (now === undefined) return 'gone';
  if (!isSameEdition(resource, now)) return 'changed';
  return (await isSchemaAsRead(resource)) ? 'same' : 'schemaChanged';
}

/** What was read of its file can be had again. */
export async function canBeReadAgain(resource: LocalResource): Promise<boolean> {
  return resource.file !== '' && (await fileState(resource)) !== 'gone';
}
