/** What `Inspection.sample` shows. */

export const SAMPLE_RECORDS = 5;
const MAX_LENGTH = 100;

export function sampleText(value: string | null): string | null {
  return value === null ? null : value.slice(0, MAX_LENGTH).toWellFormed();
}
