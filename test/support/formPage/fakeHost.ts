/**
 * Stands in for the extension in the form's page: `acquireVsCodeApi`, and a host that answers as ours
 * does, in its simplest words. What it was asked is in `window.fakeHost.calls`; it outlives a reload, as
 * the real one does.
 */
import {
  EMPTY_DRAFT,
  type DraftProblem,
  type FilterRowDraft,
  type QueryDraft,
} from '../../../src/shared/draft.ts';
import type {
  FieldChoice,
  FormHost,
  FormView,
  FilterConversion,
  PortalChoice,
} from '../../../src/shared/formProtocol.ts';
import type { Remote, Served } from '../../../src/shared/rpc.ts';
import { createEndpoint } from '../../../src/shared/rpcEndpoint.ts';
import { formStrings } from '../../../src/query/formStrings.ts';

export const LESSONS = '2b4604b2-4860-4c1f-9f8e-0d6c1f2a3b9b';
export const TESTVILLE = 'portal-2';

const portals: readonly PortalChoice[] = [
  {
    id: 'local',
    name: 'Local files',
    baseUrl: '',
    qMeans: 'contains',
    resources: [{ id: '11111111-1111-5111-8111-111111111111', name: 'stations.csv' }],
  },
  {
    id: TESTVILLE,
    name: 'City of Testville',
    baseUrl: 'https://data.testville.example/en',
    qMeans: 'words',
    resources: [
      { id: LESSONS, name: 'Lessons' },
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

/** How the next answers turn out; a test sets what it needs. */
interface Mood {
  portals: readonly PortalChoice[];
  fields: readonly FieldChoice[];
  fieldsFail: string;
  fieldsHang: boolean;
  refuse: readonly DraftProblem[];
}

export interface FakeHost {
  readonly calls: { readonly method: string; readonly args: readonly unknown[] }[];
  readonly mood: Mood;
  readonly view: Remote<FormView>;
  readonly violations: string[];
  /** What the form has saved, as text. */
  saved(): string;
}

declare global {
  interface Window {
    fakeHost: FakeHost;
  }
}

const calls: FakeHost['calls'] = [];
const violations: string[] = [];
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  violations.push(`${violatedDirective} ${blockedURI}`),
);

const stored = (key: string): unknown => JSON.parse(sessionStorage.getItem(key) ?? 'null');
const store = (key: string, value: unknown): void => sessionStorage.setItem(key, JSON.stringify(value));
const mood: Mood = {
  portals,
  fields,
  fieldsFail: '',
  fieldsHang: false,
  refuse: [],
  ...(stored('mood') as Partial<Mood> | null),
};

const host: {
  readonly [K in keyof FormHost]: (
    ...args: Parameters<FormHost[K]>
  ) => ReturnType<FormHost[K]> | Promise<ReturnType<FormHost[K]>>;
} = {
  ready: () => ({
    strings: formStrings(),
    portals: mood.portals,
    draft: (stored('draft') as QueryDraft | null) ?? EMPTY_DRAFT,
    language: 'en',
  }),
  check: (draft) => {
    store('draft', draft);
    return { preview: previewOf(draft), problems: problemsOf(draft) };
  },
  fields: () => {
    if (mood.fieldsHang) return new Promise<never>(() => undefined);
    if (mood.fieldsFail) throw new Error(mood.fieldsFail);
    return mood.fields;
  },
  filtersToRows,
  filtersToJson: (draft) => ({
    ok: true,
    rows: draft.filterRows,
    json: JSON.stringify(filtersOf(draft), null, 2),
  }),
  run: (draft) => {
    const problems = [...problemsOf(draft), ...mood.refuse];
    if (!problems.some(({ severity }) => severity === 'error'))
      void endpoint.remote.runState({ kind: 'running' });
    return problems;
  },
  cancel: () => void endpoint.remote.runState({ kind: 'idle' }),
  copyRequest: () => undefined,
  setToken: () => undefined,
  addPortal: () => undefined,
  openLocalFile: () => undefined,
};

const served = Object.fromEntries(
  Object.entries(host).map(([method, run]) => [
    method,
    {
      check: (args: readonly unknown[]) => {
        calls.push({ method, args });
        return args;
      },
      run,
    },
  ]),
) as unknown as Served<FormHost>;

const endpoint = createEndpoint<FormView, FormHost>(
  (message) => window.postMessage({ toForm: message }),
  served,
);

window.addEventListener('message', (event: MessageEvent<unknown>) => {
  const { toForm } = event.data as { toForm?: unknown };
  if (toForm !== undefined) window.dispatchEvent(new MessageEvent('message', { data: toForm }));
});

Object.assign(window, {
  fakeHost: {
    calls,
    mood,
    view: endpoint.remote,
    violations,
    saved: () => sessionStorage.getItem('saved') ?? '',
  } satisfies FakeHost,
  acquireVsCodeApi: () => ({
    postMessage: (message: unknown) => queueMicrotask(() => endpoint.receive(structuredClone(message))),
    getState: () => stored('saved') ?? undefined,
    setState: (state: unknown) => store('saved', state),
  }),
});

function problemsOf(draft: QueryDraft): readonly DraftProblem[] {
  const problems: DraftProblem[] = [];
  const error = (part: DraftProblem['part'], message: string, row?: number) =>
    problems.push({ part, severity: 'error', message, ...(row === undefined ? {} : { row }) });
  if (draft.portalId === '' && !/^https?:/.test(draft.baseUrl))
    error('portal', 'Choose a portal or type its address.');
  if (draft.resource === '') error('resource', 'Choose a resource or type its ID.');
  else if (!/^[0-9a-f-]{36}$/.test(draft.resource))
    problems.push({
      part: 'resource',
      severity: 'warning',
      message: 'This is not shaped like an ID. It may be an alias.',
    });
  if (!/^\d*$/.test(draft.limit)) error('limit', 'The limit is a whole number, or empty for all records.');
  if (draft.filterMode === 'json' && filtersToRows(draft.filterJson).ok === false)
    error('filters', 'This is not JSON.');
  if (draft.filterMode === 'rows')
    draft.filterRows.forEach(({ field, values }, row) => {
      if (field === '') error('filters', 'Choose a field.', row);
      else if (values.length === 0) error('filters', `Add a value for “${field}”.`, row);
      else if (values.some(({ type, text }) => type === 'number' && !Number.isFinite(Number(text))))
        error('filters', 'One of the values is not a number.', row);
    });
  return problems;
}

function filtersOf(draft: QueryDraft): unknown {
  const valueOf = (type: string, text: string, field: string) => {
    if (type === 'null') return null;
    if (type === 'boolean') return text === 'true';
    const isNumber =
      type === 'number' ||
      (type === 'auto' && mood.fields.some((f) => f.id === field && f.type.startsWith('int')));
    return isNumber ? Number(text) : text;
  };
  return Object.fromEntries(
    draft.filterRows.map(({ field, values, list }) => {
      const all = values.map(({ type, text }) => valueOf(type, text, field));
      return [field, list || all.length !== 1 ? all : all[0]];
    }),
  );
}

function filtersToRows(json: string): FilterConversion {
  let filters: unknown;
  try {
    filters = JSON.parse(json);
  } catch {
    return { ok: false, message: 'This is not JSON, so it cannot be shown field by field.' };
  }
  const rows = Object.entries(filters as object).map(([field, value]): FilterRowDraft => {
    const list = Array.isArray(value);
    const values = (list ? value : [value]) as readonly unknown[];
    return {
      field,
      list,
      values: values.map((one) => ({
        type: one === null ? 'null' : typeof one === 'string' ? 'text' : (typeof one as 'number' | 'boolean'),
        text: one === null ? '' : String(one),
      })),
    };
  });
  return { ok: true, rows, json };
}

function previewOf(draft: QueryDraft): string {
  if (draft.resource === '') return '';
  const portal = mood.portals.find(({ id }) => id === draft.portalId);
  const filters = draft.filterMode === 'rows' ? filtersOf(draft) : parsed(draft.filterJson);
  const body = {
    resource_id: draft.resource,
    ...(draft.q ? { q: draft.q } : {}),
    ...(draft.filterMode === 'json' || draft.filterRows.length > 0 ? { filters } : {}),
    ...(draft.limit ? { limit: Number(draft.limit) } : {}),
  };
  return [
    `POST ${portal?.baseUrl ?? draft.baseUrl}/api/action/datastore_search`,
    'Authorization: <your API token>',
    'Content-Type: application/json',
    '',
    JSON.stringify(body, null, 2),
  ].join('\n');
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
