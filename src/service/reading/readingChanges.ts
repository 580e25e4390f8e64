/** Says what a changed file is read with that people didn't choose, and that was otherwise before. */
import type { LocalResource } from '../resource/localResource.ts';
import type { Reading, ReadingChoices } from '../resource/reading.ts';
import { reason, type Reason } from '../resource/reasons.ts';

const PARTS = {
  encoding: reason('partEncoding'),
  delimiter: reason('partDelimiter'),
  quote: reason('partQuote'),
  comment: reason('partComment'),
  header: reason('partHeader'),
  headerLine: reason('partHeaderLine'),
  headerSeparator: reason('partHeaderSeparator'),
  records: reason('partRecords'),
} as const;

/** `before` is the resource that the import replaces. */
export function readingChanges(before: LocalResource, after: Reading, choices: ReadingChoices): readonly Reason[] {
  const earlier = before.reading;
  if (earlier?.format !== after.format) return [];
  return Object.entries(PARTS).flatMap(([name, what]) => {
    const part = name as keyof typeof PARTS;
    const [was, is] = [earlier[part], after[part]];
    return was === is || choices[part] !== undefined ? [] : [reason('readOtherwise', what, textOf(is), textOf(was))];
  });
}

function textOf(value: string | number | boolean | undefined): string {
  return value === undefined ? '–' : JSON.stringify(value);
}
