/** Files on this machine: their names, ids and order, the choices for opening them, and changes since they were imported. */
import { realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import * as v from 'valibot';
import type { ResourceRef } from '../../platform/portal.ts';
import {
  fileEdition,
  type Inspection,
  isSameEdition,
  isSchemaAsRead,
  type LocalResource,
  type ReadingChoices,
  resourceIdOf,
} from '../../service/index.ts';

/** The embedded datastore is one portal on any port. Earlier versions stored this id in panels and drafts. */
export const LOCAL_PORTAL_ID = 'local';

export function localRef(resourceId: string): ResourceRef {
  return { portalId: LOCAL_PORTAL_ID, resourceId };
}

const fileToOpen = v.object({
  /** Path on the machine that runs the extension. */
  file: v.string(),
  choices: v.custom<ReadingChoices>((value) => v.is(v.record(v.string(), v.unknown()), value)),
  /** The sheets or tables to open, each as a resource. Absent: the default ones. */
  parts: v.exactOptional(v.pipe(v.array(v.string()), v.readonly())),
});

export type FileToOpen = Readonly<v.InferOutput<typeof fileToOpen>>;

/** A file with more tables than this is a whole database, and isn't opened completely by default. */
export const MOST_PARTS = 20;

/** The sheets or tables that are opened unless people choose others. */
export function usualParts({ parts = [], views = [] }: Pick<Inspection, 'parts' | 'views'>): readonly string[] {
  const tables = parts.filter((part) => !views.includes(part));
  const usual = [parts, tables].find(({ length }) => length > 0 && length <= MOST_PARTS);
  return usual ?? parts.slice(0, 1);
}

/**
 * The options to read a file again with: those that people chose. Guesses are made anew, and said again. A resource of an
 * earlier version doesn't say what was chosen, so all but an unsure guess is kept.
 */
export function choicesAgain({
  reading,
  unsure = [],
  chosen,
}: Pick<Partial<LocalResource>, 'reading' | 'unsure' | 'chosen'>): ReadingChoices {
  const { encoding: _, ...others } = reading ?? {};
  if (chosen === undefined || reading === undefined) return unsure.includes('encoding') ? others : (reading ?? {});
  return Object.fromEntries(Object.entries(reading).filter(([name]) => name === 'part' || chosen.includes(name)));
}

export function nameOf(file: string, part?: string): string {
  return part === undefined ? basename(file) : `${basename(file)}: ${part}`;
}

/** A resource of the list. `read` is absent if its file hasn't been imported. */
export interface ListedFile {
  readonly id: string;
  /** Empty if the resource has no file. */
  readonly file: string;
  readonly read?: LocalResource;
  /** The options from this window. */
  readonly choices?: ReadingChoices;
}

export function nameOfListed({ file, read, choices }: ListedFile): string {
  return read?.name ?? nameOf(file, choices?.part);
}

/** Files of the settings first, then other opened files, each in the order in which they were added. */
export function inOrder(listed: readonly string[], read: readonly LocalResource[]): readonly ListedFile[] {
  const rowOf = (resource: LocalResource): ListedFile => ({ id: resource.id, file: resource.file, read: resource });
  const byFile = Map.groupBy(read, ({ file }) => file);
  return [
    ...listed.flatMap((file) => byFile.get(file)?.map(rowOf) ?? [{ id: resourceIdOf(file), file }]),
    ...read.filter(({ file }) => !listed.includes(file)).map(rowOf),
  ];
}

/** Buttons pass such values to commands, but anyone may call a command (docs/security.md 20). */
export function isFileToOpen(value: unknown): value is FileToOpen {
  return v.is(fileToOpen, value);
}

export async function realPathOf(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

/** Compares a file, and the files that belong to it, with the imported state. */
export async function fileState(resource: LocalResource): Promise<'same' | 'changed' | 'schemaChanged' | 'gone'> {
  const now = await fileEdition(resource.file, resource.reading?.format);
  if (now === undefined) return 'gone';
  if (!isSameEdition(resource, now)) return 'changed';
  return (await isSchemaAsRead(resource)) ? 'same' : 'schemaChanged';
}

/** Whether the resource's file still exists, so that lost data can be imported again. */
export async function canBeReadAgain(resource: LocalResource): Promise<boolean> {
  return resource.file !== '' && (await fileState(resource)) !== 'gone';
}
