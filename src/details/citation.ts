/** A citation in one line, for the text under a figure or a list of sources. */
import { translate } from '../platform/windowLanguage.ts';
import { DETAILS_WORDS as WORDS } from './detailsWords.ts';

export interface Cited {
  /** Name of the author or organization. May be empty. */
  readonly author: string;
  readonly title: string;
  /** The resource's name, if the citation is about one. */
  readonly resource?: string;
  readonly portal: string;
  /** The date of the last update as ISO 8601. */
  readonly updated?: string;
  readonly url: string;
}

/** Example: "City of Example. “Trees” (trees.csv). Data Example, updated 2026-05-03. https://… Accessed 2026-11-23." */
export function citation({ author, title, resource, portal, updated, url }: Cited, today: Date): string {
  const name = resource === undefined || resource === title ? `“${title}”` : `“${title}” (${resource})`;
  const place =
    updated === undefined ? portal : `${portal}, ${translate(WORDS.citedUpdate, { date: updated.slice(0, 10) })}`;
  const accessed = translate(WORDS.citedAccess, { date: isoDay(today) });
  return [...[author, name, place].filter((part) => part !== '').map(sentence), url, accessed].join(' ');
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** The date in the local time zone. */
function isoDay(date: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
