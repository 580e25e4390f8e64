/** Names of months in six languages, without accents and in small letters, and every beginning that is one month's. */

const LANGUAGES = ['en', 'de', 'de-AT', 'fr', 'it', 'es', 'pt'] as const;
/** Shorter beginnings are those of other words, too. */
const LEAST_LETTERS = 3;

/** The month's number, from 1. No beginning is another month's in another language. */
export const MONTH_NAMES: ReadonlyMap<string, number> = namesOfMonths();

/** Matches any word that could be such a name, in a group. */
export const MONTH_PATTERN = '([A-Za-z\u00c0-\u00ff]{3,10})';

export function monthOfName(name: string): number | undefined {
  return MONTH_NAMES.get(withoutAccents(name));
}

function withoutAccents(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function namesOfMonths(): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  const shared = new Set<string>();
  for (const language of LANGUAGES) {
    const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
    for (let month = 1; month <= 12; month += 1) {
      const name = withoutAccents(format.format(Date.UTC(2024, month - 1)));
      for (let letters = LEAST_LETTERS; letters <= name.length; letters += 1) {
        const beginning = name.slice(0, letters);
        const other = names.get(beginning);
        if (other !== undefined && other !== month) shared.add(beginning);
        names.set(beginning, month);
      }
    }
  }
  for (const beginning of shared) names.delete(beginning);
  return names;
}
