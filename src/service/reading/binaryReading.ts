import type { FileFormat, Reading, ReadingChoices } from '../resource/reading.ts';

/** How a file that is no text is read: what concerns texts alone (encoding, delimiter) is not taken over. */
export function binaryReading(format: FileFormat, { compression, unreadable }: ReadingChoices): Reading {
  return { format, compression: compression ?? 'none', unreadable: unreadable ?? 'refuse' };
}
