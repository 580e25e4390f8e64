import type { FileEncoding } from '../resource/reading.ts';

/** Letters of languages beside those of ASCII, in lower case, by which a text shows whether it was decoded rightly. */
const LETTERS = {
  de: 'äöüß',
  fr: 'àâæçèéêëîïôœùûüÿ',
  es: 'áéíñóúü',
  pt: 'àáâãçéêíóôõúü',
  it: 'àèéìíîòóù',
  ca: 'àçèéíïòóúü',
  nl: 'áçèéêëíïóöúü',
  sv: 'åäöéü',
  da: 'æøåéü',
  fi: 'äöåšž',
  is: 'áéíóúýþæðö',
  ga: 'áéíóú',
  cy: 'âêîôûŵŷäëïöáéó',
  mt: 'ċġħżàèìòù',
  eo: 'ĉĝĥĵŝŭ',
  pl: 'ąćęłńóśźż',
  cs: 'áčďéěíňóřšťúůýž',
  sk: 'áäčďéíĺľňóôŕšťúýž',
  hu: 'áéíóöőúüű',
  ro: 'ăâîșțşţ',
  hr: 'čćđšž',
  sq: 'çë',
  tr: 'çğıöşüâîû\u0307',
  lt: 'ąčęėįšųūž',
  lv: 'āčēģīķļņšūž',
  et: 'äõöüšž',
  vi: 'àáâãèéêìíòóôõùúýăđĩũơư\u0300\u0301\u0303\u0309\u0323',
  ru: 'абвгдежзийклмнопрстуфхцчшщъыьэюяё',
  uk: 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя',
  be: 'абвгдеёжзійклмнопрстуўфхцчшыьэюя',
  sr: 'абвгдђежзијклљмнњопрстћуфхцчџш',
  mk: 'абвгдѓежзѕијклљмнњопрстќуфхцчџш',
  el: 'αάβγδεέζηήθιίϊΐκλμνξοόπρσςτυύϋΰφχψωώ',
  he: 'אבגדהוזחטיךכלםמןנסעףפץצקרשת',
  ar: 'ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيـ',
} as const;

/** Rows of character sets with the usual characters of languages that have more of them than a list can hold. */
const ROWS = {
  gb18030: '\xa1\xa3\xb0-\xd7',
  big5: '\xa1\xa2\xa4-\xc6',
  'euc-kr': '\xa1\xa3\xb0-\xc8',
  'euc-jp': '\xa1\xa3-\xa5\xb0-\xcf',
} as const;
/** Two letters that Thai has no more are missing. */
const THAI = Array.from('กขคฆ').concat(Array.from({ length: 0x55 }, (_, index) => String.fromCharCode(0xe07 + index)));

const sets = new Map<string, readonly ReadonlySet<string>[]>();

/** The letters of each language that a text in this encoding can be in. */
function letterSets(encoding: FileEncoding): readonly ReadonlySet<string>[] {
  const name = encoding === 'shift_jis' || encoding === 'iso-2022-jp' ? 'euc-jp' : encoding;
  const before = sets.get(name);
  if (before !== undefined) return before;
  const made = Object.hasOwn(ROWS, name)
    ? [new Set(charactersOf(name as keyof typeof ROWS))]
    : [...Object.values(LETTERS).map((letters) => new Set<string>(letters)), new Set(THAI)];
  sets.set(name, made);
  return made;
}

function charactersOf(encoding: keyof typeof ROWS): string {
  const rows = new RegExp(`[${ROWS[encoding]}]`);
  const bytes: number[] = [];
  for (let lead = 0xa1; lead < 0xff; lead += 1)
    for (let next = 0x40; next < 0xff && rows.test(String.fromCharCode(lead)); next += 1)
      if (next >= 0xa1 || (encoding === 'big5' && next < 0x7f)) bytes.push(lead, next);
  return new TextDecoder(encoding).decode(Uint8Array.from(bytes));
}

/** Characters that stand beside words in every language. */
const MARKS = new Set('–—‘’‚“”„…•·°§€£«»©®™±²³µ½¼ºª×№¿¡\u00a0\u00ad');
/** Letters of names from other countries count half. */
const FOREIGN = new Set('àáâãäåæçèéêëíîïñòóôõöøùúûüß');
/** No text has these: bytes that fit no character, control characters, characters without a meaning or use. */
const IMPOSSIBLE = /[\u0080-\u009f¤\p{Cs}\p{Cn}\p{Co}]/u;
const LATIN = 'A-Za-zÀ-ɏ';
const NOT_LATIN = '\u0370-\u06ff\u0e00-\u0e7f';
const TWO_ALPHABETS = `(?<=[${LATIN}])[${NOT_LATIN}]|[${NOT_LATIN}](?=[${LATIN}])`;
const ODD = new RegExp(
  [
    String.raw`(?<=\p{Ll})(?![A-Z])\p{Lu}`, // A capital in a word.
    String.raw`(?<=\p{L})[^\p{L}\p{M}\p{N}\0-\x7f’·\xad](?=\p{L})`, // A mark between two letters.
    TWO_ALPHABETS, // Letters of two alphabets in one word.
    String.raw`(?<!\p{L})[À-ɏ]{2,}(?!\p{L})`, // A word of accents alone.
  ].join('|'),
  'gu',
);
const OTHERS = /[^\0-\u007f]/gu;
/** What a foreign letter counts. */
const CREDIT = 0.5;
/** This many characters show the language. */
const ENOUGH = 4096;

/** The share, from 0 to 1, of the characters outside ASCII that a text of one language would have. */
export function languageShare(whole: string, encoding: FileEncoding): number {
  if (IMPOSSIBLE.test(whole)) return 0;
  // A word that stands in each line says as much as one that stands there once.
  const text = [...new Set(whole.slice(0, ENOUGH).split(/[\s\d]+/))].join(' ');
  const all = text.match(OTHERS)?.length ?? 0;
  if (all === 0) return 0;
  const counts = new Map<string, number>();
  let marks = 0;
  for (const [character] of text.replace(ODD, '').toLowerCase().matchAll(OTHERS))
    if (MARKS.has(character)) marks += 1;
    else counts.set(character, (counts.get(character) ?? 0) + 1);
  const fitting = letterSets(encoding).map((letters) => {
    let sum = 0;
    for (const [letter, count] of counts) sum += count * (letters.has(letter) ? 1 : FOREIGN.has(letter) ? CREDIT : 0);
    return sum;
  });
  return (marks + Math.max(...fitting)) / all;
}

const MIXED_WORD = new RegExp(TWO_ALPHABETS, 'u');

/**
 * Whether words have letters of two alphabets, or marks where they usually don't stand: those that begin a quotation, or
 * stand beside a word, don't follow a letter, and few signs begin a word.
 */
export function hasOddMarks(text: string): boolean {
  if (MIXED_WORD.test(text) || /[€…†‡ˆ‰™]\p{Ll}/u.test(text)) return true;
  return /\p{L}[‚„‹†‡‰ˆ…]/u.test(text) || (/\p{L}”/u.test(text) && !/[“„]/.test(text));
}

/** Whether a text has no other letters and marks than those of western Europe, where they usually stand. */
export function isWestern(text: string): boolean {
  if (hasOddMarks(text)) return false;
  return (text.toLowerCase().match(OTHERS) ?? []).every((character) => FOREIGN.has(character) || MARKS.has(character));
}

/** Whether there are letters outside ASCII, and none of them has another letter beside it. */
export function hasLoneLettersOnly(text: string): boolean {
  const words = (text.match(/\p{L}+/gu) ?? []).filter((word) => /[^\0-\u007f]/.test(word));
  return words.length > 0 && words.every((word) => word.length === 1);
}
