/**
 * Replaces the extension in the form's page, and answers from the same pure functions. Its calls are in
 * `window.fakeHost.calls`, and its state survives a reload, like in VS Code.
 */
import { readDraft, type ReadDraft, expandPastedCall } from '../../../../src/datastore/draft/readDraft.ts';
import { conditionsOfRows, rowsOf } from '../../../../src/datastore/query/conditionRows.ts';
import { conditionsOf, filtersJson } from '../../../../src/datastore/query/conditions.ts';
import { previewRequest } from '../../../../src/datastore/wire/request.ts';
import { DRAFT_WORDS } from '../../../../src/datastore/draft/draftWords.ts';
import { FORM_STRINGS } from '../../../../src/messages/formStrings.ts';
import { translated } from '../../../../src/platform/windowLanguage.ts';
import { type DraftProblem, EMPTY_DRAFT, type QueryDraft } from '../../../../src/datastore/query/draft.ts';
import type { QuerySupport } from '../../../../src/datastore/query/operatorChoice.ts';
import {
  type FieldChoice,
  type FilterConversion,
  FormHost,
  FormView,
  type PortalChoice,
  type TokenUse,
} from '../../../../src/messages/formProtocol.ts';
import type { Handlers, Remote } from '../../../../src/messages/rpc.ts';
import { connectPage, type HostCall, savedState } from '../pageHost.ts';

const portals: readonly PortalChoice[] = [
  {
    id: 'local',
    name: 'Local files',
    baseUrl: '',
    qMeans: 'contains',
    resources: [{ id: '11111111-1111-5111-8111-111111111111', name: 'stations.csv' }],
  },
  {
    id: 'city',
    name: 'City of Testville',
    baseUrl: 'https://data.testville.example/en',
    qMeans: 'words',
    resources: [
      { id: '2b4604b2-4860-4c1f-9f8e-0d6c1f2a3b9b', name: 'Lessons' },
      { id: '3c5715c3-5971-4d20-8a9f-1e7d203b4c0c', name: 'Teachers' },
    ],
  },
];

const fields: readonly FieldChoice[] = [
  { id: '_id', type: 'int' },
  { id: 'subject', type: 'text' },
  { id: 'stage', type: 'int4' },
  { id: 'done', type: 'bool' },
];

const LOCAL_SUPPORT: QuerySupport = {
  hasRanges: true,
  answersSql: true,
  hasExpressions: true,
  placesNulls: true,
  hasSort: true,
  hasDistinct: true,
};

/** Controls the next answers. A test sets what it needs. */
interface Mood {
  portals: readonly PortalChoice[];
  fields: readonly FieldChoice[];
  isBesideTree: boolean;
  fieldsFail: string;
  fieldsHang: boolean;
  addPortalFails: string;
  token: TokenUse;
  /** The query support of the portal. */
  support: QuerySupport;
}

export interface FakeHost {
  readonly calls: readonly HostCall[];
  readonly mood: Mood;
  readonly view: Remote<FormView>;
  /** The form's saved state as text. */
  readonly saved: () => string;
}

declare global {
  interface Window {
    fakeHost: FakeHost;
  }
}

const stored = (key: string): unknown => JSON.parse(sessionStorage.getItem(key) ?? 'null');
const store = (key: string, value: unknown): void => sessionStorage.setItem(key, JSON.stringify(value));

const mood: Mood = {
  portals,
  fields,
  isBesideTree: true,
  fieldsFail: '',
  fieldsHang: false,
  addPortalFails: '',
  token: 'sent',
  support: {
    hasRanges: false,
    answersSql: false,
    hasExpressions: true,
    placesNulls: true,
    hasSort: true,
    hasDistinct: true,
  },
  ...(stored('mood') as Partial<Mood> | null),
};

const handlers: Handlers<FormHost> = {
  ready: (kept) => ({
    strings: translated(FORM_STRINGS),
    portals: mood.portals,
    draft:
      kept !== null && kept === stored('revision') ? null : ((stored('draft') as QueryDraft | null) ?? EMPTY_DRAFT),
    revision: crypto.randomUUID(),
    language: 'en',
    isBesideTree: mood.isBesideTree,
  }),
  check: (draft, { id, edits }, isAddressWhole) => {
    store('draft', draft);
    store('revision', id);
    const apart = isAddressWhole ? expandPastedCall(draft, mood.portals) : undefined;
    if (apart) void view.show(apart.draft, crypto.randomUUID(), edits);
    const { query, baseUrl = '', problems } = read(draft);
    const { token } = mood;
    const preview = query ? previewRequest(baseUrl, query, { hasToken: token === 'sent' }) : '';
    return { preview, problems, token, support: draft.portalId === 'city' ? mood.support : LOCAL_SUPPORT };
  },
  fields: () => {
    if (mood.fieldsHang) return new Promise<never>(() => undefined);
    if (mood.fieldsFail) throw new Error(mood.fieldsFail);
    return mood.fields;
  },
  filtersToRows: (json): FilterConversion => {
    const rows = rowsOf(conditionsOf(json));
    return rows
      ? { ok: true, rows, json }
      : { ok: false, problem: problemOf('These filters can only be shown as JSON.') };
  },
  filtersToJson: (draft): FilterConversion => {
    const conditions = conditionsOfRows(draft.filterRows, types());
    if (!('problem' in conditions)) return { ok: true, rows: draft.filterRows, json: filtersJson(conditions) };
    return { ok: false, problem: read(draft).problems[0] ?? problemOf('') };
  },
  run: (draft) => {
    const { query, problems } = read(draft);
    if (query) void view.runState({ kind: 'running' });
    return problems;
  },
  cancel: () => void view.runState({ kind: 'idle' }),
  copyRequest: () => undefined,
  setToken: () => undefined,
  addPortal: () => {
    if (mood.addPortalFails) throw new Error(mood.addPortalFails);
  },
  openLocalFile: () => undefined,
};

function problemOf(message: string): DraftProblem {
  return { part: 'filters', severity: 'error', message };
}

function read(draft: QueryDraft): ReadDraft {
  return readDraft(draft, mood.portals, DRAFT_WORDS, { fieldTypes: types() });
}

function types(): ReadonlyMap<string, string> {
  return new Map(mood.fields.map(({ id, type }) => [id, type]));
}

const { calls, view } = connectPage({ host: FormHost, handlers, view: FormView });
window.fakeHost = { calls, mood, view, saved: () => JSON.stringify(savedState()) };
