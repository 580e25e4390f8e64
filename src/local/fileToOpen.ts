import { basename } from 'node:path';
import type { ReadingChoices } from '../service/index.ts';
import { isObject } from '../base/shape.ts';

/** A file on its way in. */
export interface FileToOpen {
  /** Path on the machine that runs the extension. */
  readonly file: string;
  readonly choices: ReadingChoices;
  /** The sheets or tables that are wanted, each a resource; absent: those that are wanted usually. */
  readonly parts?: readonly string[];
}

/** A file with many tables is a database of somebody: they are not all wanted at once. */
export const MOST_PARTS = 20;

/** What is wanted of a file unless somebody says otherwise. */
export function usualParts(parts: readonly string[]): readonly string[] {
  return parts.length <= MOST_PARTS ? parts : parts.slice(0, 1);
}

/** As the resource will be called. */
export function nameOf(file: string, part?: string): string {
  return part === undefined ? basename(file) : `${basename(file)}: ${part}`;
}

/** Commands get one back from a button of ours; anything may call them (docs/security.md 20). */
export function isFileToOpen(value: unknown): value is FileToOpen {
  return isObject(value) && typeof value['file'] === 'string' && isObject(value['choices']);
}
