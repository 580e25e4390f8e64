import { fill } from '../base/words.ts';
import type { Measure, Summary, SummaryGroup } from '../datastore/query/summary.ts';
import type { SummaryStrings } from './summaryStrings.ts';

type PhraseWords = SummaryStrings & { readonly noName: string };

/** The groups of a summary: `by canton, year of reported`. Empty without groups. */
export function groupsPhrase({ groups }: Pick<Summary, 'groups'>, words: PhraseWords): string {
  if (groups.length === 0) return '';
  return fill(words.groupedBy, groups.map((group) => groupPhrase(group, words)).join(', '));
}

/** The calculations of a summary: `count, sum of damage`. */
export function measuresPhrase({ measures }: Pick<Summary, 'measures'>, words: PhraseWords): string {
  return measures.map((measure) => measurePhrase(measure, words)).join(', ');
}

export function groupPhrase({ field, unit, width }: SummaryGroup, words: PhraseWords): string {
  const name = field || words.noName;
  if (width !== undefined) return fill(words.stepsOf, name, width);
  return unit === undefined ? name : fill(words[`${unit}Of`], name);
}

export function measurePhrase(measure: Measure, words: PhraseWords): string {
  if (!('field' in measure)) return words[measure.calculate];
  return fill(words[`${measure.calculate}Of`], measure.field || words.noName);
}
