/** The records in the portal. They follow rules instead of a file, so that a test can compute what must come back. */

/** A name with a comma can only be requested in a list. The first two names are the API document's own. */
export const SUBJECT_FIELDS = [
  { id: 'subject', type: 'text' },
  { id: 'stage', type: 'text' },
  { id: 'code', type: 'int8' },
  { id: 'hours, weekly', type: 'numeric' },
  { id: 'weight', type: 'numeric' },
  { id: 'note', type: 'text' },
  { id: 'began', type: 'timestamp' },
] as const;

export const SUBJECT_COUNT = 1250;
export const READING_COUNT = 100_000;
export const STAFF_COUNT = 60;

const SUBJECTS = ['mathematics', 'physics', 'history', 'geography', 'music'] as const;
const STAGES = ['primary', 'secondary', 'college'] as const;

/** The first integer that a double can't tell from its neighbour. */
const BEYOND_DOUBLE = 9_007_199_254_740_993n;
/** A decimal with more digits than a double has, and zeros at the end that are part of the value. */
const LONG_DECIMAL = '100000000000000000000.0000000100';

/** The digits of record `n`'s numbers, which the datastore must return. */
export function digitsOf(n: number): { code: string; hours: string; weight: string } {
  return {
    code: String(BEYOND_DOUBLE + BigInt(n)),
    hours: `${n % 40}.50`,
    weight: n === 1 ? LONG_DECIMAL : `${n}.000`,
  };
}

/**
 * Record `n` = 1, 2, … which is also its `_id`. Numbers are texts, because JSON.stringify would change them, and
 * PostgreSQL reads them exactly.
 */
export function subjectRecord(n: number): Record<(typeof SUBJECT_FIELDS)[number]['id'], string | null> {
  const { code, hours, weight } = digitsOf(n);
  return {
    subject: SUBJECTS[n % SUBJECTS.length]!,
    stage: STAGES[n % STAGES.length]!,
    code,
    'hours, weekly': hours,
    weight,
    note: noteOf(n),
    began: `2024-01-${String(1 + (n % 28)).padStart(2, '0')}T08:30:00`,
  };
}

function noteOf(n: number): string | null {
  if (n % 4 === 0) return null;
  if (n % 4 === 1) return '';
  return n % 50 === 2 ? `Lesson ${n} with pianoforte` : `Lesson ${n} <b>"as planned"</b>`;
}

export function staffRecord(n: number): { subject: string; stage: string; salary: string } {
  return { subject: SUBJECTS[n % SUBJECTS.length]!, stage: STAGES[n % STAGES.length]!, salary: `${n}000.00` };
}
