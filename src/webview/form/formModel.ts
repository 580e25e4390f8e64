import { type DraftPart, type DraftProblem, EMPTY_DRAFT } from '../../datastore/query/draft.ts';
import type {
  DraftCheck,
  FieldChoice,
  FilterConversion,
  PortalChoice,
  RunState,
  TokenUse,
} from '../../messages/formProtocol.ts';
import type { QuerySupport } from '../../datastore/query/operatorChoice.ts';
import { summaryColumns } from '../../datastore/query/summary.ts';
import { isSummaryProblem, readSummary, type SummaryDraft } from '../../datastore/query/summaryDraft.ts';
import { prettyJson } from '../ui/prettyJson.ts';
import {
  nextKey,
  reduceRows,
  type RowAction,
  type Control,
  contentOf,
  controlsOf,
  entryOf,
  type FormEntry,
  keyed,
  placed,
  type PlacedProblem,
  portalOf,
  fieldsKey,
} from './formEntry.ts';

/** Support before the server is known. The server itself reports what it can't answer. */
const UNKNOWN_SUPPORT: QuerySupport = {
  hasRanges: true,
  answersSql: true,
  hasExpressions: true,
  hasSort: true,
  placesNulls: true,
  hasDistinct: true,
};

export type FieldsState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'known'; readonly fields: readonly FieldChoice[] }
  | { readonly kind: 'failed'; readonly message: string };

export type RunProgress =
  | Exclude<RunState, { readonly kind: 'failed' }>
  | { readonly kind: 'failed'; readonly problem: PlacedProblem; readonly offerToken: boolean };

export interface FormState {
  readonly portals: readonly PortalChoice[];
  readonly entry: FormEntry;
  readonly preview: string;
  readonly token: TokenUse;
  /** All problems that the host found in the draft. visibleProblems.ts decides which of them are shown. */
  readonly problems: readonly PlacedProblem[];
  readonly run: RunProgress;
  readonly fields: FieldsState;
  readonly support: QuerySupport;
  readonly conversionProblem: PlacedProblem | undefined;
  /** Whether a run was refused. From then on, every problem is shown. */
  readonly wasRefused: boolean;
  /** Controls that people have visited and left. */
  readonly left: ReadonlySet<Control>;
  readonly isCopied: boolean;
  readonly typedFields: Readonly<Record<AddedPart, string>>;
  readonly hostProblem: string;
}

type OptionalParts = Pick<FormEntry, 'qMode' | 'qField' | 'sort' | 'fields' | 'distinct'>;
export type AddedPart = 'sort' | 'fields';

export type FormAction =
  | RowAction
  | { readonly kind: 'portalsChanged'; readonly portals: readonly PortalChoice[] }
  | { readonly kind: 'shown'; readonly entry: FormEntry }
  | {
      readonly kind: 'typed';
      readonly part: Exclude<DraftPart, 'portal' | 'filters' | 'summary'> | 'filterJson';
      readonly text: string;
      /** Whether the text was pasted, and so is complete. */
      readonly isPasted?: boolean;
    }
  | { readonly kind: 'set'; readonly parts: OptionalParts }
  | { readonly kind: 'dropped'; readonly part: keyof OptionalParts }
  /** Records are shown again if `summary` is undefined. */
  | { readonly kind: 'summarized'; readonly summary: SummaryDraft | undefined }
  /** A field to sort by or to show. It is added when it is picked, or when the input is left. */
  | { readonly kind: 'fieldTyped'; readonly part: AddedPart; readonly text: string }
  | { readonly kind: 'fieldAdded'; readonly part: AddedPart; readonly field: string }
  | { readonly kind: 'fieldLeft'; readonly part: AddedPart }
  | { readonly kind: 'portalTyped'; readonly text: string; readonly isPasted?: boolean }
  | { readonly kind: 'portalPicked'; readonly id: string }
  /** The typed portal or resource is final for now. A known name is replaced by what it stands for. */
  | { readonly kind: 'settled' }
  | { readonly kind: 'left'; readonly control: Control }
  | { readonly kind: 'converted'; readonly to: 'rows' | 'json'; readonly conversion: FilterConversion }
  | { readonly kind: 'checked'; readonly check: DraftCheck; readonly entry: FormEntry }
  | { readonly kind: 'refused'; readonly problems: readonly DraftProblem[]; readonly entry: FormEntry }
  | { readonly kind: 'runChanged'; readonly run: RunState }
  | { readonly kind: 'fieldsChanged'; readonly fields: FieldsState }
  | { readonly kind: 'copied'; readonly isCopied: boolean }
  | { readonly kind: 'hostFailed'; readonly message: string };

export function initialState(
  portals: readonly PortalChoice[] = [],
  entry: FormEntry = entryOf(EMPTY_DRAFT),
): FormState {
  return {
    portals,
    entry,
    preview: '',
    token: 'none',
    problems: [],
    run: { kind: 'idle' },
    fields: { kind: 'unknown' },
    support: UNKNOWN_SUPPORT,
    conversionProblem: undefined,
    wasRefused: false,
    left: controlsWithContent(entry),
    isCopied: false,
    typedFields: { sort: '', fields: '' },
    hostProblem: '',
  };
}

export function reduce(state: FormState, action: FormAction): FormState {
  switch (action.kind) {
    case 'portalsChanged':
      return { ...state, portals: action.portals };
    case 'shown':
      return {
        ...withEntry(state, action.entry),
        // The problems belonged to the previous draft. The next check returns new ones.
        problems: [],
        left: controlsWithContent(action.entry),
        wasRefused: false,
      };
    case 'left':
      return state.left.has(action.control) ? state : { ...state, left: new Set([...state.left, action.control]) };
    case 'converted':
      return converted(state, action.to, action.conversion);
    case 'checked':
      return {
        ...state,
        preview: action.check.preview,
        token: action.check.token,
        problems: action.check.problems.map((problem) => placed(problem, action.entry)),
        fields: withKnown(state.fields, action.check.fields),
        support: action.check.support ?? UNKNOWN_SUPPORT,
      };
    case 'refused':
      return {
        ...state,
        problems: action.problems.map((problem) => placed(problem, action.entry)),
        wasRefused: true,
        run: { kind: 'idle' },
      };
    case 'runChanged':
      return {
        ...state,
        run:
          action.run.kind === 'failed'
            ? { ...action.run, problem: placed(action.run.problem, state.entry) }
            : action.run,
        wasRefused: action.run.kind === 'running' ? false : state.wasRefused,
        hostProblem: '',
      };
    case 'fieldsChanged':
      return { ...state, fields: action.fields };
    case 'fieldTyped':
      return { ...state, typedFields: { ...state.typedFields, [action.part]: action.text } };
    case 'fieldAdded':
      return {
        ...withEntry(state, withField(state.entry, action.part, action.field)),
        typedFields: { ...state.typedFields, [action.part]: '' },
      };
    case 'fieldLeft': {
      const field = state.typedFields[action.part].trim();
      return field === '' ? state : reduce(state, { ...action, kind: 'fieldAdded', field });
    }
    case 'copied':
      return { ...state, isCopied: action.isCopied };
    case 'hostFailed':
      return { ...state, hostProblem: action.message };
    default:
      return withEntry(state, reduceEntry(state, action));
  }
}

type EntryAction =
  | RowAction
  | Extract<
      FormAction,
      { readonly kind: 'typed' | 'set' | 'dropped' | 'summarized' | 'portalTyped' | 'portalPicked' | 'settled' }
    >;

function reduceEntry({ entry, portals }: FormState, action: EntryAction): FormEntry {
  switch (action.kind) {
    case 'typed':
      return { ...entry, [action.part]: action.text };
    case 'set':
      return { ...entry, ...action.parts };
    case 'dropped': {
      const { [action.part]: dropped, ...rest } = entry;
      return rest;
    }
    case 'summarized':
      return withSummary(entry, action.summary);
    case 'portalTyped':
      return { ...entry, portalId: '', baseUrl: action.text };
    case 'portalPicked':
      return withPortal(entry, portals, action.id);
    case 'settled':
      return settled(entry, portals);
    default:
      return { ...entry, rows: reduceRows(entry.rows, action) };
  }
}

function withField(entry: FormEntry, part: AddedPart, field: string): FormEntry {
  const { sort = [], fields = [] } = entry;
  if (part === 'fields') return fields.includes(field) ? entry : { ...entry, fields: [...fields, field] };
  const isThere = sort.some((key) => key.field === field);
  return isThere ? entry : { ...entry, sort: [...sort, { field, descending: false }] };
}

/** The names of the columns of a summary that can be read. */
export function summaryColumnNames(draft: SummaryDraft | undefined): readonly string[] | undefined {
  const summary = draft && readSummary(draft);
  return summary && !isSummaryProblem(summary) ? summaryColumns(summary) : undefined;
}

/** Changes the summary. The order and the fields are those of its columns, and follow their names. */
function withSummary(entry: FormEntry, summary: SummaryDraft | undefined): FormEntry {
  const { summary: before, sort = [], fields = [], ...rest } = entry;
  if (summary === undefined) return rest;
  if (before === undefined) return { ...rest, summary };
  const [had, has] = [summaryColumnNames(before), summaryColumnNames(summary)];
  if (has === undefined) return { ...entry, summary };
  const renamed = (name: string): readonly string[] => {
    const now = had?.length === has.length ? has[had.indexOf(name)] : has.find((each) => each === name);
    return now === undefined ? [] : [now];
  };
  const keys = sort.flatMap((key) => renamed(key.field).map((field) => ({ ...key, field })));
  const names = fields.flatMap(renamed);
  return { ...rest, summary, ...(keys.length > 0 && { sort: keys }), ...(names.length > 0 && { fields: names }) };
}

/** Changes the portal. A resource picked from the old portal's list is removed, and a typed one is kept. */
function withPortal(entry: FormEntry, portals: readonly PortalChoice[], id: string): FormEntry {
  if (id === entry.portalId) return entry;
  const isPicked = portalOf(entry, portals)?.resources.some((resource) => resource.id === entry.resource);
  return { ...entry, portalId: id, baseUrl: '', resource: isPicked ? '' : entry.resource };
}

function settled(entry: FormEntry, portals: readonly PortalChoice[]): FormEntry {
  const typed = trimmed(entry.baseUrl);
  const portal =
    entry.portalId === '' && typed !== ''
      ? portals.find(({ name, baseUrl }) => name === typed || trimmed(baseUrl) === typed)
      : undefined;
  const next = portal ? { ...entry, portalId: portal.id, baseUrl: '' } : entry;
  const named =
    portalOf(next, portals)?.resources.filter(({ id, name }) => [id, name].includes(next.resource.trim())) ?? [];
  const [only] = named;
  return only && named.length === 1 && only.id !== next.resource ? { ...next, resource: only.id } : next;
}

function trimmed(address: string): string {
  return address.trim().replace(/(?<!\/)\/+$/, '');
}

function withEntry(state: FormState, entry: FormEntry): FormState {
  if (entry === state.entry) return state;
  const changed = (control: Control) => contentOf(control, entry) !== contentOf(control, state.entry);
  const isFailureOver = state.run.kind === 'failed' && changed(state.run.problem.control);
  return {
    ...state,
    entry,
    run: isFailureOver ? { kind: 'idle' } : state.run,
    fields: fieldsKey(entry) === fieldsKey(state.entry) ? state.fields : { kind: 'unknown' },
    conversionProblem: changed('filters') ? undefined : state.conversionProblem,
    hostProblem: '',
  };
}

function withKnown(state: FieldsState, fields: readonly FieldChoice[] | undefined): FieldsState {
  return fields && state.kind !== 'known' ? { kind: 'known', fields } : state;
}

function converted(state: FormState, to: 'rows' | 'json', conversion: FilterConversion): FormState {
  if (!conversion.ok) return { ...state, conversionProblem: placed(conversion.problem, state.entry) };
  const rows = keyed(conversion.rows, nextKey(state.entry.rows));
  const entry: FormEntry = { ...state.entry, filterMode: to, rows, filterJson: prettyJson(conversion.json) };
  return { ...withEntry(state, entry), conversionProblem: undefined, left: controlsWithContent(entry) };
}

/** The content of a newly shown form wasn't just typed, so its problems may show at once. */
function controlsWithContent(entry: FormEntry): ReadonlySet<Control> {
  return new Set(controlsOf(entry).filter((control) => contentOf(control, entry) !== ''));
}
