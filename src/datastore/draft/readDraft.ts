/** Converts the content of the query form to a query, or to a list of problems. */
import { defined, filled } from '../../base/defined.ts';
import { hideSecrets } from '../../base/secretText.ts';
import { fillIn, type WordDetails } from '../../base/words.ts';
import type { Condition } from '../query/condition.ts';
import { type DraftProblem, EMPTY_DRAFT, type QueryDraft } from '../query/draft.ts';
import { isUuid, parseAddress, parseResource } from '../wire/address.ts';
import { type PastedCall, readPastedCall } from './pastedCall.ts';
import type { DraftWords } from './draftWords.ts';
import { conditionsOfRows, rowsOf } from '../query/conditionRows.ts';
import { fieldOf, filtersJson, isListOfScalars, parseFilters } from '../query/conditions.ts';
import type { DatastoreQuery } from '../query/query.ts';
import { beginningsOf } from '../query/searchText.ts';
import type { Summary } from '../query/summary.ts';
import {
  isSummaryProblem,
  readSummary,
  type SummaryDraft,
  summaryDraft,
  WORD_OF_PROBLEM,
} from '../query/summaryDraft.ts';
import { searchUrl } from '../wire/request.ts';

export interface DraftPortal {
  readonly id: string;
  readonly baseUrl: string;
  /** The portal's saved resources, by id or alias. */
  readonly resources?: readonly { readonly id: string }[];
}

export interface ReadDraft {
  readonly query?: DatastoreQuery;
  /** The base URL of the known portal, or the one that people entered, completed. */
  readonly baseUrl?: string;
  /** The id of the selected portal, or of the known one at the typed address. */
  readonly portalId?: string;
  readonly problems: readonly DraftProblem[];
}

type Search = Pick<DatastoreQuery, 'q' | 'qMode' | 'qField'>;
type Report = (
  problem: Omit<DraftProblem, 'message' | 'severity'>,
  word: keyof DraftWords,
  details?: WordDetails,
) => void;

export interface ExpandedCall extends Pick<PastedCall, 'leftOut' | 'hadSecret'> {
  readonly draft: QueryDraft;
}

type ResourceCall = Omit<PastedCall, 'query'> & { readonly query?: DatastoreQuery | undefined };

/**
 * Converts a pasted API call to a draft. Its query moves into the controls, and its text is replaced by the address of
 * the resource, or by the portal and resource of the list. Undefined if the draft contains no call with a query.
 */
export function expandPastedCall(draft: QueryDraft, portals: readonly DraftPortal[] = []): ExpandedCall | undefined {
  const { portalId, baseUrl, resource } = draft;
  const ofPortal = portalId === '' ? callIn(baseUrl) : undefined;
  const asked = ofPortal ?? callIn(resource);
  if (asked === undefined) return undefined;
  const { resourceId, candidates, query, leftOut, hadSecret } = asked;
  const home = portals.find((portal) => candidates.includes(portal.baseUrl));
  const call = searchUrl(candidates[0] ?? '');
  call.searchParams.set('resource_id', resourceId);
  const others = query === undefined ? draft : draftOf(query, portalId);
  const isElsewhere = home !== undefined && home.id !== portalId && portalId !== '';
  const place = isElsewhere
    ? { portalId: home.id, baseUrl: '', resource: resourceId }
    : ofPortal === undefined
      ? { baseUrl, resource: call.href }
      : { baseUrl: call.href, resource: '' };
  return { draft: { ...others, ...place }, leftOut, hadSecret };
}

function callIn(text: string): ResourceCall | undefined {
  const call = readPastedCall(text);
  if (call !== undefined) return 'problem' in call ? undefined : call;
  const address = parseAddress(text);
  if (!('candidates' in address) || address.resourceId === undefined) return undefined;
  const { candidates, resourceId, query, leftOut = [] } = address;
  if (query === undefined && leftOut.length === 0) return undefined;
  return { resourceId, candidates, query, leftOut, hadSecret: false };
}

export interface DraftFacts {
  /** The server's type names by field id. They decide the type of values that follow the field. */
  readonly fieldTypes?: ReadonlyMap<string, string> | undefined;
  /** Whether a list means possible values, for the portal with this id (dialect.ts). */
  readonly takesListsForChoices?: (portalId: string) => boolean;
}

/** Converts a draft to a query. Errors leave the query out; warnings don't. */
export function readDraft(
  typed: QueryDraft,
  portals: readonly DraftPortal[],
  words: DraftWords,
  { fieldTypes = new Map(), takesListsForChoices = () => false }: DraftFacts = {},
): ReadDraft {
  const { draft } = expandPastedCall(typed, portals) ?? { draft: typed };
  const problems: DraftProblem[] = [];
  const reportAs =
    (severity: DraftProblem['severity']): Report =>
    (problem, word, details = {}) =>
      problems.push({ ...problem, severity, message: fillIn(words[word], details) });
  const report = reportAs('error');
  const warn = reportAs('warning');
  const resource = readResource(resourceText(draft), report);
  const portal = readPortal(draft, resource.candidates, portals, report);
  const search = readSearch(draft, report);
  const filters = readFilters(draft, fieldTypes, report);
  if (portal.portalId !== undefined && takesListsForChoices(portal.portalId))
    findListOfScalars(draft, filters, fieldTypes, report);
  const summary = draft.summary && readGroups(draft.summary, fieldTypes, report);
  const limit = readLimit(draft.limit, report);
  if (resource.id === undefined || problems.length > 0) return { ...portal, problems };
  const { resources: listed = [] } = portals.find(({ id }) => id === portal.portalId) ?? {};
  if (!isUuid(resource.id) && resource.id !== '_table_metadata' && !listed.some(({ id }) => id === resource.id))
    warn({ part: 'resource' }, 'notUuid');
  const [pasted] = resource.candidates;
  if (pasted !== undefined && !isSameHost(pasted, portal.baseUrl)) {
    warn({ part: 'resource' }, 'otherPortal', { text: new URL(pasted).host });
  }
  const query: DatastoreQuery = defined({
    resourceId: resource.id,
    ...search,
    filters: filled(filters),
    fields: draft.fields,
    sort: draft.sort,
    distinct: draft.distinct === true && summary === undefined ? true : undefined,
    limit,
    summary,
  });
  return { ...portal, query, problems };
}

function findListOfScalars(
  { filterMode, filterRows }: QueryDraft,
  filters: readonly Condition[],
  fieldTypes: ReadonlyMap<string, string>,
  report: Report,
): void {
  for (const condition of filters) {
    const field = fieldOf(condition, true) ?? '';
    if (fieldTypes.get(field)?.startsWith('_') !== true || !isListOfScalars(condition)) continue;
    const row = filterRows.findIndex((each) => each.field === condition.field);
    const place = filterMode === 'rows' && row >= 0 ? { row, rowPart: 'value' as const } : {};
    report({ part: 'filters', ...place }, 'listOfScalars', { text: field });
    return;
  }
}

/** Shows a query in the form: as rows if they can express its filters, else as JSON. */
export function draftOf(query: DatastoreQuery, portalId: string): QueryDraft {
  const { resourceId: resource, q = '', qMode, qField, filters = [], limit = '' } = query;
  const { sort, fields, distinct, summary } = query;
  const rows = rowsOf(filters);
  return {
    ...EMPTY_DRAFT,
    portalId,
    resource,
    limit: String(limit),
    ...defined({ q, qMode, qField, sort, fields, distinct: distinct === true ? true : undefined }),
    ...(summary && { summary: summaryDraft(summary) }),
    ...(rows ? { filterRows: rows } : { filterMode: 'json', filterJson: filtersJson(filters) }),
  };
}

/** An address in the portal's control may also name the resource. */
function resourceText({ portalId, baseUrl, resource }: QueryDraft): string {
  if (portalId !== '' || resource.trim() !== '') return resource;
  const address = parseAddress(baseUrl);
  return 'candidates' in address && address.resourceId !== undefined ? baseUrl : resource;
}

interface ReadResource {
  readonly id?: string;
  readonly candidates: readonly string[];
}

function readResource(text: string, report: Report): ReadResource {
  const parsed = readPastedCall(text) ?? parseResource(text);
  if (!('problem' in parsed)) return { id: parsed.resourceId, candidates: parsed.candidates };
  const { problem } = parsed;
  report({ part: 'resource' }, problem === 'empty' ? 'noResource' : problem, { text: hideSecrets(text.trim()) });
  return { candidates: [] };
}

type Place = Pick<ReadDraft, 'baseUrl' | 'portalId'>;

function readPortal(
  draft: QueryDraft,
  pasted: readonly string[],
  portals: readonly DraftPortal[],
  report: Report,
): Place {
  const chosen = portals.find(({ id }) => id === draft.portalId);
  if (chosen) return { portalId: chosen.id, baseUrl: chosen.baseUrl };
  const typed = draft.baseUrl.trim();
  if (typed === '') {
    if (pasted.length === 0) report({ part: 'portal' }, draft.portalId === '' ? 'noPortal' : 'unknownPortal');
    return placeOf(pasted, portals);
  }
  const address = parseAddress(typed);
  if ('candidates' in address && address.baseUrl !== undefined) return placeOf([address.baseUrl], portals);
  const call = readPastedCall(typed);
  const found = call !== undefined && 'problem' in call ? call : address;
  const problem = 'problem' in found && found.problem !== 'empty' ? found.problem : 'notUrl';
  report({ part: 'portal' }, problem, { text: hideSecrets(typed) });
  return {};
}

/** The known portal at one of the base URLs, which has a token and a dialect, else the likeliest base URL. */
function placeOf(candidates: readonly string[], portals: readonly DraftPortal[]): Place {
  const known = portals.find(({ baseUrl }) => candidates.includes(baseUrl));
  if (known) return { portalId: known.id, baseUrl: known.baseUrl };
  const [baseUrl] = candidates;
  return baseUrl === undefined ? {} : { baseUrl };
}

/** Compares only hosts, because paths may differ by a language segment. */
function isSameHost(pasted: string, baseUrl: string | undefined): boolean {
  return baseUrl !== undefined && baseUrl !== '' && new URL(baseUrl).host === new URL(pasted).host;
}

/** White space alone finds nothing, so it's ignored. Other text is sent exactly as typed. */
function readSearch({ q, qMode, qField = '' }: QueryDraft, report: Report): Search {
  if (q.trim() === '') return {};
  if (qMode === 'startsWith' && beginningsOf(q) === undefined) report({ part: 'q' }, 'noWord');
  return defined({ q, qMode, qField: qField === '' ? undefined : qField });
}

function readLimit(text: string, report: Report): number | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const limit = /^\d+$/.test(trimmed) ? Number(trimmed) : NaN;
  if (Number.isSafeInteger(limit)) return limit;
  report({ part: 'limit' }, 'limit', { text: trimmed });
  return undefined;
}

function readGroups(draft: SummaryDraft, fieldTypes: ReadonlyMap<string, string>, report: Report): Summary | undefined {
  const read = readSummary(
    draft,
    [...fieldTypes].map(([id, type]) => ({ id, type })),
  );
  if (!isSummaryProblem(read)) return read;
  report({ part: 'summary' }, WORD_OF_PROBLEM[read.kind]);
  return undefined;
}

function readFilters(draft: QueryDraft, fieldTypes: ReadonlyMap<string, string>, report: Report): readonly Condition[] {
  if (draft.filterMode === 'rows') {
    const filters = conditionsOfRows(draft.filterRows, fieldTypes);
    if (!('problem' in filters)) return filters;
    const { row, part: rowPart } = filters;
    report({ part: 'filters', row, rowPart }, filters.problem, { text: filters.text });
    return [];
  }
  const filters = draft.filterJson.trim() === '' ? [] : parseFilters(draft.filterJson);
  if (!('problem' in filters)) return filters;
  const { problem, ...position } = filters;
  report({ part: 'filters' }, problem, position);
  return [];
}
