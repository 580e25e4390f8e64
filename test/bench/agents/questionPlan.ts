/**
 * Reads a question in English with the fields of a resource, as a tool described them: which records, what to calculate of
 * them, in which groups. It knows English and how dates and numbers look, and nothing of any data.
 */

export interface DescribedField {
  readonly field: string;
  readonly type: string;
  /** Frequent values with their numbers of records. */
  readonly frequent?: readonly (readonly [unknown, number])[];
}

export interface PlannedFilter {
  readonly field: string;
  readonly operator: 'equal' | 'gte' | 'lt';
  readonly value: string | number;
}

export interface QuestionPlan {
  readonly filters: readonly PlannedFilter[];
  /** A field, or a part of a date such as `day:month`. */
  readonly by: readonly string[];
  /** The calculation in the spelling of the tools: `count` or `sum:amount`. */
  readonly measure: string;
  /** The records themselves, with these fields. */
  readonly fields: readonly string[];
  readonly order?: { readonly column: string; readonly isDescending: boolean; readonly most: number };
}

const CALCULATIONS: Readonly<Record<string, string>> = {
  ...{ total: 'sum', sum: 'sum', average: 'mean', mean: 'mean', median: 'median', share: 'share', percentage: 'share' },
  ...{ highest: 'max', largest: 'max', maximum: 'max', lowest: 'min', smallest: 'min', different: 'distinct' },
};
const UNITS = ['year', 'quarter', 'month', 'week', 'day', 'weekday', 'hour'];
const BEFORE_GROUPS = ['by', 'per', 'each', 'every'];
const SMALL = new Set(
  (
    'what which how many much is are was were the a an of in at on for to from and or with there did do does has have had ' +
    'most fewest number list by per each every before since least count'
  ).split(' '),
);

export function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

export function stemOf(word: string): string {
  return word.toLowerCase().replace(/ies$/, 'y').replace(/s$/, '');
}

/** The words that say what a question is about: no small words, calculations, numbers or names of single things. */
export function topicOf(question: string): readonly string[] {
  return wordsOf(question).filter(
    (word, at) =>
      !SMALL.has(word.toLowerCase()) && !(word.toLowerCase() in CALCULATIONS) && !/^\d|^\p{Lu}/u.test(word) && at > 0,
  );
}

/** How many words of a question stand in a text. */
export function overlap(question: string, text: string): number {
  const stems = new Set(wordsOf(text).map(stemOf));
  return new Set(
    topicOf(question)
      .map(stemOf)
      .filter((stem) => stems.has(stem)),
  ).size;
}

const isNumber = ({ type }: DescribedField): boolean => /^(?:int|numeric|float|double|bigint)/.test(type);
const isDate = ({ type }: DescribedField): boolean => /^(?:date|timestamp)/.test(type);

export function planOf(question: string, described: readonly DescribedField[]): QuestionPlan {
  const words = wordsOf(question);
  const fields = described.filter(({ field }) => field !== '_id');
  const mentions = words.map((word) =>
    fields.find(({ field }) => wordsOf(field.replaceAll('_', ' ')).map(stemOf).includes(stemOf(word))),
  );
  const lower = words.map((word) => word.toLowerCase());
  const by = groupsOf(lower, mentions, fields);
  const isGroup = (field: DescribedField | undefined): boolean =>
    by.some((group) => group.split(':')[0] === field?.field);
  const filters = filtersOf(words, mentions, fields);
  const place = lower.findIndex((word) => word in CALCULATIONS);
  const calculation = CALCULATIONS[lower[place] ?? ''];
  const after = mentions.slice(Math.max(0, place));
  const numbers = after.find((each) => each !== undefined && isNumber(each) && !isGroup(each));
  if (lower[0] === 'list') {
    const until = lower.indexOf('of');
    const chosen = mentions.slice(0, until).flatMap((each) => each?.field ?? []);
    const most = Number(words.find((word) => /^\d{1,2}$/.test(word)) ?? 20);
    const order = numbers && { column: numbers.field, isDescending: calculation === 'max', most };
    return { filters, by: [], measure: '', fields: [...new Set(chosen)], ...(order && { order }) };
  }
  const most = lower.findIndex((word) => word === 'most' || word === 'fewest');
  const counted = mentions[most === -1 ? lower.indexOf('many') + 1 : most + 1];
  const measured = calculation === 'distinct' ? after.find((each) => each !== undefined) : numbers;
  const measure =
    calculation === 'share'
      ? 'share'
      : calculation !== undefined && measured !== undefined
        ? `${calculation}:${measured.field}`
        : counted !== undefined && isNumber(counted) && !isGroup(counted)
          ? `sum:${counted.field}`
          : 'count';
  const order = most === -1 ? undefined : { column: measure, isDescending: lower[most] === 'most', most: 1 };
  return { filters, by, measure, fields: [], ...(order && { order }) };
}

function groupsOf(
  lower: readonly string[],
  mentions: readonly (DescribedField | undefined)[],
  fields: readonly DescribedField[],
): readonly string[] {
  const dates = fields.filter(isDate);
  const groupAt = (at: number): string | undefined => {
    const field = mentions[at]?.field;
    if (field !== undefined) return field;
    const unit = lower[at] ?? '';
    return UNITS.includes(unit) && dates[0] !== undefined ? `${dates[0].field}:${unit}` : undefined;
  };
  const start = lower[0] === 'which' ? 0 : lower.findIndex((word) => BEFORE_GROUPS.includes(word));
  if (start === -1) return [];
  const groups = [groupAt(start + 1)];
  for (let at = start + 2; lower[at] === 'and'; at += 2) groups.push(groupAt(at + 1));
  return groups.filter((group) => group !== undefined);
}

function filtersOf(
  words: readonly string[],
  mentions: readonly (DescribedField | undefined)[],
  fields: readonly DescribedField[],
): readonly PlannedFilter[] {
  return words.flatMap((word, at): readonly PlannedFilter[] => {
    if (/^\d{4}$|^\d+$/.test(word)) return numberFilters(words, at, mentions, fields);
    const before = mentions[at - 1];
    const isName = /^\p{Lu}/u.test(word) && before !== undefined && !isNumber(before) && !isDate(before);
    const spelled = fields.flatMap(({ field, frequent = [] }) =>
      frequent.flatMap(([value]) => (String(value).toLowerCase() === word.toLowerCase() ? { field, value } : [])),
    );
    const [first] = spelled.filter(({ field }) => !isName || field === before.field);
    if (first !== undefined && mentions[at] === undefined)
      return [{ field: first.field, operator: 'equal', value: String(first.value) }];
    return isName ? [{ field: before.field, operator: 'equal', value: word }] : [];
  });
}

function numberFilters(
  words: readonly string[],
  at: number,
  mentions: readonly (DescribedField | undefined)[],
  fields: readonly DescribedField[],
): readonly PlannedFilter[] {
  const number = Number(words[at]);
  const operator = ({ before: 'lt', below: 'lt', least: 'gte', since: 'gte', in: 'equal' } as const)[
    words[at - 1] ?? ''
  ];
  if (operator === undefined) return [];
  const year = fields.find(({ field }) => stemOf(field) === 'year');
  const named = mentions.slice(0, at).findLast((each) => each !== undefined && (isNumber(each) || isDate(each)));
  const field = operator === 'equal' ? (year ?? fields.find(isDate)) : named;
  if (field === undefined) return [];
  if (!isDate(field)) return [{ field: field.field, operator, value: number }];
  const [first, next] = [`${String(number)}-01-01`, `${String(number + 1)}-01-01`];
  if (operator !== 'equal') return [{ field: field.field, operator, value: first }];
  return [
    { field: field.field, operator: 'gte', value: first },
    { field: field.field, operator: 'lt', value: next },
  ];
}
