/** Detects the encoding of a text that isn't in one of Unicode's. */
import { FILE_ENCODINGS, type FileEncoding } from '../resource/reading.ts';
import { hasLoneLettersOnly, hasOddMarks, isWestern, languageShare } from './languageLetters.ts';
import { decoderOf, encodingOfName } from './textEncoding.ts';

export interface EncodingGuess {
  readonly encoding: FileEncoding;
  /** Another encoding makes another text that is almost as likely. */
  readonly isUnsure: boolean;
}

const RARE: ReadonlySet<FileEncoding> = new Set([
  ...(['iso-8859-3', 'iso-8859-4', 'iso-8859-10', 'iso-8859-14', 'iso-8859-16', 'x-mac-cyrillic', 'ibm437'] as const),
]);
const RARITY = 0.9;
/** The more letters there are, the less it counts which encoding is usual. */
const USUAL: FileEncoding = 'windows-1252';
const BONUS = 5;
/** This many bytes or less could be anything. */
const FEW = 4;
/** A word of so few bytes could be one in several encodings of its script. */
const WORD = 8;
const OTHER_SCRIPT = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}]/u;
/** The package names one of these two alone. It knows only the Korean syllables of the standard. */
const TWINS: Partial<Record<FileEncoding, FileEncoding>> = { 'iso-8859-16': 'windows-1250', 'euc-kr': 'gb18030' };
/** How much the letters count beside the package's confidence. */
const WEIGHT = 8;
/** The confidence in encodings that the package leaves out, for example because a text has kana alone. */
const LEAST = 0.01;
/** Share of letters that fit below which a guess is unsure. */
const LEAST_SHARE = 0.75;
/** An encoding with a larger share of the best score makes the best one unsure. */
const CLOSE = 0.8;

/** `sample` has the fields of a text that aren't ASCII. Undefined if no encoding fits. */
export async function detectEncoding(sample: Buffer): Promise<EncodingGuess | undefined> {
  if (sample.length === 0) return undefined;
  const texts = new Map(OLD_ENCODINGS.map((encoding) => [encoding, decoderOf(encoding)(sample, false)]));
  const confidences = await confidencesOf(sample);
  const foreign = sample.filter((byte) => byte >= 0x80);
  const others = foreign.length;
  const likely = OLD_ENCODINGS.map((encoding) => {
    const confidence = confidences.get(encoding) ?? confidences.get(TWINS[encoding] ?? encoding) ?? 0;
    const usual = encoding === USUAL ? 1 + BONUS / others : RARE.has(encoding) ? RARITY : 1;
    return { encoding, text: texts.get(encoding) ?? '', score: usual * Math.max(LEAST, confidence) };
  }).sort((one, other) => other.score - one.score);
  const scores = new Map<string, { readonly score: number; readonly share: number }>();
  let most = 0;
  for (const { encoding, text, score } of likely) {
    // Shares take their time, and can only make a score smaller.
    if (score <= CLOSE * most || scores.has(text)) continue;
    const share = languageShare(text, encoding);
    const settled = score * share ** WEIGHT;
    scores.set(text, { score: settled, share });
    most = Math.max(most, settled);
  }
  if (most === 0) return undefined;
  const close = [...scores].filter(([, { score }]) => score > CLOSE * most);
  const [best = '', { share } = { share: 0 }] = close.find(([, { score }]) => score === most) ?? [];
  const encoding = OLD_ENCODINGS.find((each) => texts.get(each) === best);
  // The sign of a currency behind each amount is one byte, too, and a letter in other encodings.
  const isSign = new Set(foreign).size === 1 && (!isWestern(best) || hasLoneLettersOnly(best));
  const isFew = isSign || (others <= FEW && !isWestern(best));
  if (encoding === undefined || (isFew && best.length === sample.length)) return undefined;
  const isDoubtful = isFew || hasOddMarks(best) || (others <= WORD && OTHER_SCRIPT.test(best));
  // A Chinese text soon has characters that Japanese doesn't use, and a text in a rare encoding letters of its own.
  const rival = encoding === 'gb18030' ? 'euc-jp' : RARE.has(encoding) ? USUAL : undefined;
  const mayBeRival = rival !== undefined && languageShare(texts.get(rival) ?? '', rival) >= share;
  return { encoding, isUnsure: isDoubtful || mayBeRival || share < LEAST_SHARE || close.length > 1 };
}

/** Encodings that give the same text stand in the order in which they are taken. */
const OLD_ENCODINGS = FILE_ENCODINGS.filter((encoding) => !encoding.startsWith('utf-'));

/** What the package says, the best first. */
export async function confidencesOf(sample: Buffer): Promise<ReadonlyMap<FileEncoding, number>> {
  // The package takes 1.2 MB and 0.1 s, which few files need.
  const { detectAll } = await import('jschardet');
  const confidences = new Map<FileEncoding, number>();
  for (const { encoding: name, confidence } of detectAll(sample, { minimumThreshold: 0 })) {
    const encoding = encodingOfName(name ?? '');
    if (encoding !== undefined && !confidences.has(encoding)) confidences.set(encoding, confidence);
  }
  return confidences;
}
