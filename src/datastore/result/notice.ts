/** Notices about a result, beyond its records. */
import * as v from 'valibot';
import { natural, type Shape } from '../../base/schema.ts';
import { ENGLISH, fillIn, type Language, numberText, type WordDetails, type WordTable } from '../../base/words.ts';

/** The kinds of notices without numbers or other details. */
export const PLAIN_NOTICES = [
  /** A record came twice: the data changed between requests, or the server's order isn't stable. */
  'repeatedRecords',
  /** A record that connected two pages is gone or has other values: the data changed between requests. */
  'recordsMoved',
  /** The table has no key, so that pages can't be connected. */
  'pagesMayRepeat',
  /** The server may have ignored the filters, because its answer doesn't confirm them. */
  'filtersUnproven',
  /** Fields were added between requests. The first answer's fields are shown. */
  'fieldsChanged',
  /** Records had values of fields that the portal doesn't describe, or several values of one field. */
  'fieldsLeftOut',
  /** Records with equal sort values changed places after the first page. */
  'tiesReordered',
  /** The first page came in no order. The others are sorted, and it is requested again with them. */
  'unsortedPage',
  /** The answer wasn't valid UTF-8, so some characters show as U+FFFD. */
  'lossyText',
] as const;

export type PlainNotice = (typeof PLAIN_NOTICES)[number];

export type ResultNotice = Shape<typeof ResultNotice>;
export const ResultNotice = v.variant('kind', [
  v.object({ kind: v.picklist(PLAIN_NOTICES) }),
  /** The server's total was wrong: there are `found` records, or at least that many with `atLeast`. */
  v.object({ kind: v.literal('totalWrong'), claimed: natural, found: natural, atLeast: v.boolean() }),
  /** Before CKAN 2.12, `distinct` applies to a single page, of which `shown` records remain. */
  v.object({ kind: v.literal('distinctPage'), shown: natural }),
  /** The rank of the search is neither shown nor exported. `ownField`: it hides a field named rank. */
  v.object({ kind: v.literal('rankHidden'), ownField: v.boolean() }),
]);

/** Texts of notices. `{claimed}`, `{found}` and `{shown}` are numbers. */
export const NOTICE_WORDS = {
  repeatedRecords:
    "Some records appear twice. The data changed while it was loading, or the portal's order isn't stable.",
  recordsMoved:
    'The data changed while it was loading. Some records may be missing, appear twice or be older than others.',
  pagesMayRepeat:
    'Some records may be missing or appear twice: the table has no primary key, or changed while it was read.',
  filtersUnproven: "This portal doesn't say whether it applied the filters, so some records may not match them.",
  fieldsChanged: 'This resource has more fields now. Run again to see them.',
  fieldsLeftOut:
    "Some records have fields that the portal doesn't describe, or a field twice. Those values aren't included.",
  totalWrong: 'The portal reported {claimed} matching records, but returned {found}.',
  totalAtLeast: 'The portal reported {claimed} matching records, but there are at least {found}.',
  tiesReordered: 'Ties are sorted by _id.',
  unsortedPage: 'These are the records that came first, in no order. Paging asks again, sorted by all fields.',
  distinctPage: 'This portal finds distinct records only within one page. It found {shown}.',
  rankHidden: "The rank that the portal adds to search results isn't included.",
  ownRankHidden: "This resource has a field named rank, which the portal can't return with a search.",
  lossyText: "Some characters couldn't be decoded and show as �.",
} as const satisfies WordTable;

const HARMLESS: ReadonlySet<string> = new Set(['tiesReordered', 'unsortedPage', 'rankHidden', 'lossyText']);

/** Whether records or values may be missing, repeated or from another state of the data. */
export function isDoubt(notice: ResultNotice): boolean {
  return notice.kind === 'totalWrong' ? notice.found < notice.claimed : !HARMLESS.has(notice.kind);
}

export function describeNotice(notice: ResultNotice, language: Language = ENGLISH): string {
  const numbers = Object.entries(notice).flatMap(([name, value]) =>
    typeof value === 'number' ? [[name, numberText(value, language.tag)]] : [],
  );
  return fillIn(language.translate(NOTICE_WORDS[textOf(notice)]), Object.fromEntries(numbers) as WordDetails);
}

function textOf(notice: ResultNotice): keyof typeof NOTICE_WORDS {
  if (notice.kind === 'totalWrong' && notice.atLeast) return 'totalAtLeast';
  if (notice.kind === 'rankHidden' && notice.ownField) return 'ownRankHidden';
  return notice.kind;
}
