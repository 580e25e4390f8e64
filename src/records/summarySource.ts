/** The source of a result in words and as the request, for the line below a summary and for documents. */
import { isFiltered } from '../datastore/query/query.ts';
import { previewRequest } from '../datastore/wire/request.ts';
import { countText, recordsText } from '../platform/quantities.ts';
import { translate } from '../platform/windowLanguage.ts';
import type { PlaceNames } from '../platform/ports/portalPort.ts';
import type { ExploredResult } from './exploration.ts';
import { questionTexts } from './queryLabel.ts';
import { COMPUTED_WORDS as WORDS } from './recordsWords.ts';

export type SourcedResult = ExploredResult & { readonly names: PlaceNames };

/** How a summary was computed, in one line. `copied` says of which portal and time a local copy is. */
export function computedText({ query, result, names, partial, allRecords }: SourcedResult, copied = ''): string {
  const { summary, fields } = result;
  if (summary === undefined) return '';
  const { records, others, notFinite, tooLong, zone } = summary;
  const [count, all] = [countText(records), allRecords === undefined ? '' : countText(allRecords)];
  const rounded = fields.filter(({ isRounded }) => isRounded).map(({ id }) => id);
  return [
    partial !== undefined
      ? translate(WORDS.overLoaded, { 0: count })
      : isFiltered(query) && all !== ''
        ? translate(WORDS.overOf, { 0: count, 1: all })
        : translate(WORDS.over, { 0: recordsText(records) }),
    ...questionTexts(query),
    copied === '' ? names.server : copied,
    ...(zone === undefined ? [] : [translate(WORDS.zone, { 0: zone })]),
    ...(others === 0 ? [] : [translate(WORDS.others, { 0: countText(others) })]),
    ...(notFinite === 0 ? [] : [translate(WORDS.notFinite, { 0: countText(notFinite) })]),
    ...(tooLong.length === 0 ? [] : [translate(WORDS.tooLong, { 0: tooLong.join(', ') })]),
    ...(rounded.length === 0 ? [] : [translate(WORDS.rounded, { 0: rounded.join(', ') })]),
  ].join(' · ');
}

/** The request that a result is the answer to, or the SQL statement by which a portal summarized. */
export function requestText({ query, result, client: { dialect } }: SourcedResult): string {
  const facts = { hasToken: false, route: dialect.route, takesConditions: dialect.takesConditions };
  return result.summary?.statement ?? previewRequest('', query, facts);
}
