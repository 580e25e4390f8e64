/** What the records panel's page and the host say to each other (see rpc.ts). */
import * as v from 'valibot';
import type { WireCell } from '../base/cells.ts';
import { FieldCondition } from '../datastore/query/condition.ts';
import { SearchMode } from '../datastore/query/draft.ts';
import { FieldLayout } from '../datastore/query/fieldLayout.ts';
import { FieldStatistics } from './fieldStatistics.ts';
import { FilterSupport } from '../datastore/query/operatorChoice.ts';
import { type GridAction, isGridAction } from './gridActions.ts';
import { GridLook } from './gridLook.ts';
import type { GridStrings } from './gridStrings.ts';
import { FrequentValues, GridSortKey, QueryChange } from '../datastore/query/queryChange.ts';
import { type Api, call } from './rpc.ts';
import { natural, type Shape, text } from '../base/schema.ts';

/** A window of records. Its cells are not looked at one by one: the page draws whatever they are as text. */
const Rows = v.custom<readonly (readonly WireCell[])[]>(
  (value) => Array.isArray(value) && value.every(Array.isArray),
);

export type GridField = Shape<typeof GridField>;
const GridField = v.object({
  id: v.string(),
  /** As the server names it. */
  type: v.string(),
  /** Decides alignment and how cells are drawn. */
  kind: v.picklist(['number', 'text', 'boolean', 'date', 'json']),
  /** From the data dictionary: a name for people, a description in lines, a unit. */
  label: v.exactOptional(v.string()),
  notes: v.exactOptional(v.string()),
  unit: v.exactOptional(v.string()),
});

/** Cells that lie together: rows count from 0, to one past the last. */
export type SelectedRange = Shape<typeof SelectedRange>;
const SelectedRange = v.object({
  firstRow: natural,
  lastRow: natural,
  /** Places of fields in the result, in the order in which the grid shows them. */
  fields: v.array(natural),
  /** Row of the cursor, where it is not the first. */
  cursor: v.exactOptional(natural),
});

/** `field`: its place in the result. */
const FoundCell = v.object({ row: natural, field: natural });

/** Looks through the records that the host holds; NULL contains no text. */
export type FindQuestion = Shape<typeof FindQuestion>;
const FindQuestion = v.object({
  /** Contained in the text that copying a cell gives, whatever the case. */
  text,
  /** Places of the fields to look in, in the order in which the grid shows them. */
  fields: v.array(natural),
  from: FoundCell,
  /** 0: the cell itself or the next one; 1: the next one; -1: the one before. After the last comes the first. */
  step: v.picklist([-1, 0, 1]),
});

export type FindAnswer = Shape<typeof FindAnswer>;
const FindAnswer = v.object({
  /** `index` counts the matches from 0. */
  match: v.exactOptional(v.object({ ...FoundCell.entries, index: natural })),
  /** Cells that contain the text. */
  matches: natural,
  /** Records that were looked through. */
  records: natural,
});

/** What a panel asks, kept for a hidden tab and a window reload: no records, no URL, no token. */
export type SavedPanel = Shape<typeof SavedPanel>;
export const SavedPanel = v.object({
  version: v.literal(1),
  /** The panel's own, through all its queries and resources. Panels of earlier versions have none. */
  id: v.exactOptional(v.string()),
  portalId: v.string(),
  resourceId: v.string(),
  /** The DatastoreQuery, serialised by the host; opaque to the page. */
  query: v.string(),
  /** What changed before and after it, oldest first: queries, serialised in the same way, and layouts. A broken history is none. */
  history: v.exactOptional(
    v.fallback(v.object({ queries: v.array(v.string()), place: v.number() }), { queries: [], place: -1 }),
  ),
  /** The next resource that is opened takes its place. Absent for a panel that stays. */
  isReusable: v.exactOptional(v.literal(true)),
});

/** What of the grid is selected: some cells, whole records, whole fields, or everything. */
export type SelectionShape = Shape<typeof SelectionShape>;
const SelectionShape = v.picklist(['cells', 'rows', 'fields', 'all']);

const finite = v.pipe(v.number(), v.finite());
/** 0-based; row -1 is the header. */
const GridPlace = v.object({ row: finite, column: finite });

/** Where the person was. */
export type GridView = Shape<typeof GridView>;
const GridView = v.object({
  /** First visible row, 0-based. */
  topRow: finite,
  left: finite,
  cursor: GridPlace,
  /** The record pane is open. */
  detail: v.boolean(),
  /** In px, where a person set it. */
  detailWidth: v.exactOptional(finite),
  /** More than the cell of the cursor: spans from the anchor to the cursor. */
  selection: v.exactOptional(v.object({ anchor: GridPlace, shape: SelectionShape })),
  /** The fields pane is open. */
  fields: v.exactOptional(v.boolean()),
  /** The person asked for raw values, or for formatted ones; else it is as the settings say. */
  raw: v.exactOptional(v.boolean()),
  /** What is looked for, while the find bar is open. */
  find: v.exactOptional(v.string()),
});

/** All that a page keeps. Members that came later may be missing. */
export type PanelState = Shape<typeof PanelState>;
export const PanelState = v.object({ saved: SavedPanel, view: GridView });

/** What may have changed since a page was written: VS Code loads it again whenever its tab is shown again. */
export type GridNow = Shape<typeof GridNow>;
const GridNow = v.object({
  look: GridLook,
  /** Of the resource, whose records are on their way. */
  name: v.string(),
});

/** What a page begins with, so that it need not ask before it draws. */
export type GridInit = Shape<typeof GridInit>;
export const GridInit = v.object({
  ...GridNow.entries,
  strings: v.custom<GridStrings>((value) => typeof value === 'object' && value !== null),
  /** BCP 47. */
  language: v.string(),
});

/** The question that a result answers, as far as the grid can show and change it. */
export type GridQuestion = Shape<typeof GridQuestion>;
const GridQuestion = v.object({
  q: v.string(),
  qMode: v.exactOptional(SearchMode),
  qField: v.exactOptional(v.string()),
  /** Null where the filters say more than a condition for each field. */
  filters: v.nullable(v.array(FieldCondition)),
  sort: v.array(GridSortKey),
  ...FilterSupport.entries,
  /** A text that a field contains is whole words, as CKAN's `q` has it. */
  findsWords: v.boolean(),
  canGoBack: v.boolean(),
  canGoForward: v.boolean(),
});

export type GridResult = Shape<typeof GridResult>;
const GridResult = v.object({
  /** Counts up with every new ResultSet; windows of an older one are dropped. */
  generation: natural,
  fields: v.array(GridField),
  /** Rows that can be scrolled to: the limit or the matching total, whichever is less. */
  rowCount: natural,
  /** So many records were asked for at most. */
  limit: v.exactOptional(natural),
  /** False while the end is not known; `rowCount` then grows with `resized`. */
  rowCountIsFinal: v.boolean(),
  /** The file is still loading: more records than these may match. */
  isPartial: v.exactOptional(v.literal(true)),
  /** The first rows, as `rows` would give them: drawn without another question. */
  head: Rows,
  /** "100 of 12,501 matching records · 82 ms", composed by the host. */
  status: v.string(),
  /** Server shown in the status line: host and path, or "Local files". */
  server: v.string(),
  /** Of the resource. */
  name: v.string(),
  /** Accessible name of the grid: resource and query in one line. */
  label: v.string(),
  /** Something to know about this result, e.g. "Beyond the first page records come in _id order." */
  notice: v.exactOptional(v.string()),
  /** The first row that can only come in another order: `continueAt` is called once it is in view, not before. */
  continuesAt: v.exactOptional(natural),
  question: v.exactOptional(GridQuestion),
  /** As the person laid the fields out before. */
  layout: v.exactOptional(FieldLayout),
  /** Changed values of a restored panel start where the person was. */
  saved: SavedPanel,
});

/** A button that the host makes; `act` says that it was pressed. */
export type GridOffer = Shape<typeof GridOffer>;
const GridOffer = v.object({ id: v.string(), label: v.string() });

/** Why there are no new records. */
export type GridMessage = Shape<typeof GridMessage>;
const GridMessage = v.object({
  tone: v.picklist(['error', 'info']),
  /** What happened, to which server. */
  text: v.string(),
  /** What is kept and what to do next. */
  hint: v.exactOptional(v.string()),
  /** The likeliest comes first. */
  offers: v.array(GridOffer),
  /** Whether there is a question before the one that failed. */
  canGoBack: v.exactOptional(v.boolean()),
  /** Of a restored panel that has not asked yet. */
  saved: v.exactOptional(SavedPanel),
});

/** Something to know about the resource itself, whatever is asked of it. */
export type GridNotice = Shape<typeof GridNotice>;
const GridNotice = v.object({
  /** There is one of a kind at a time; its text may change while it stands. */
  kind: v.string(),
  text: v.string(),
  offers: v.array(GridOffer),
});

const TaskTool = v.object({
  ...GridOffer.entries,
  /** A codicon; its label is a tooltip then. */
  icon: v.exactOptional(v.picklist(['debug-pause', 'debug-continue', 'close'])),
});

/** What goes on, in the status line: an export, or a wait before a request is repeated. */
export type GridTask = Shape<typeof GridTask>;
const GridTask = v.object({
  id: v.string(),
  /** What it is. */
  title: v.string(),
  /** How far it is; of a wait, why. */
  text: v.string(),
  /** So much is done, from 0 to 1. */
  fraction: v.exactOptional(finite),
  /** Of a wait, in milliseconds: the page counts them down. */
  endsIn: v.exactOptional(finite),
  isPaused: v.exactOptional(v.boolean()),
  tools: v.array(TaskTool),
});

/** Calls of the page about running a query and its records (RunningController). */
export type RunningCalls = typeof RunningCalls;
export const RunningCalls = {
  /** What the page had kept, for an editor that VS Code restores by its file alone. */
  ready: call([v.fallback(v.nullable(SavedPanel), null)], GridNow),
  /** Of a generation: rows from the first to before the last, at most 200; fewer at the end of data. */
  rows: call([natural, natural, natural], Rows),
  /** Of a generation: one whole record, nothing cut. */
  record: call([natural, natural], v.custom<readonly WireCell[]>(Array.isArray)),
  /** Of a generation: a row from `continuesAt` on came into view. A new result follows, in an order that can go on. */
  continueAt: call([natural]),
  retry: call([]),
  cancel: call([]),
  /** The button of an offer, by its id. */
  act: call([v.string()]),
  /** The question whose answer is shown. */
  editQuery: call([]),
  /** Whether the keys of commands are the panel's now. Resolves when VS Code knows. */
  focused: call([v.boolean()]),
  /** Typed while the focus was on its way from the panel to the form. */
  typedElsewhere: call([text]),
} satisfies Api;

/** Calls of the page that look at the result in another way (ExploringController). The first argument is a generation. */
export type ExploringCalls = typeof ExploringCalls;
export const ExploringCalls = {
  /** Asks another question, made of the one that this result answers. Rejects, in words, what can't be asked. */
  change: call([natural, QueryChange]),
  goBack: call([]),
  goForward: call([]),
  /** Takes back the last change of the query or of the layout. Returns its title; empty if there is none. */
  undo: call([], v.string()),
  redo: call([], v.string()),
  find: call([natural, FindQuestion], FindAnswer),
  /** Of the field with this id: those that contain the text. */
  frequentValues: call([natural, text, text], FrequentValues),
  /**
   * Of the field at this place of the result: over all that match (`counted` then tells how far that is), or over the
   * loaded records without a question. Rejects in words where they can't be counted.
   */
  statistics: call([natural, natural, v.boolean()], FieldStatistics),
  /** A person laid the fields out in another way: remembered for the resource. The change's title: "Hide station_id". */
  layoutChanged: call([FieldLayout, v.string()]),
} satisfies Api;

/** Calls of the page about selected records and values (SelectingController). */
export type SelectingCalls = typeof SelectingCalls;
export const SelectingCalls = {
  /** Of a generation. Copying by a command, and the summary in the status bar, take it. */
  selected: call([natural, SelectedRange]),
  /** Sums up everything that is selected, be it loaded or not: a new `summary` follows. */
  sumAll: call([]),
  /** Of a generation: copies more than one cell, loaded or not. */
  copyCells: call([natural, SelectedRange]),
  copyText: call([text]),
  /** Of a generation: one record as JSON, in an editor. */
  openRecord: call([natural, natural]),
  /** A link in a value: http, https or mailto. The host asks before it opens anything. */
  openLink: call([text]),
  exportJson: call([]),
  /** Asks for a format and a place. */
  exportRecords: call([]),
} satisfies Api;

/** Served by the host, called by the page. */
export type GridHost = typeof GridHost;
export const GridHost = { ...RunningCalls, ...ExploringCalls, ...SelectingCalls };

/** Served by the page, called by the host. */
export type GridPanelView = typeof GridPanelView;
export const GridPanelView = {
  /** A run began; the last good records stay visible, dimmed. Its label. */
  loading: call([v.string()]),
  result: call([GridResult]),
  /** A run failed, was cancelled or waits for a person. The last good records stay. */
  message: call([GridMessage]),
  /** Of a generation: how many rows there are, whether that is final, and the status. */
  resized: call([natural, natural, v.boolean(), v.string()]),
  /** Of a generation: its notice. */
  notice: call([natural, v.string()]),
  /** Of a generation and a field, for its statistics over all records: so many were read. */
  counted: call([natural, natural, natural]),
  /** Of a generation: what is selected, summed up; empty where it is one cell. Whether there is more to sum up (`sumAll`). */
  summary: call([natural, v.string(), v.boolean()]),
  /** What to save of the question from now on; the place in its result stays. */
  remember: call([SavedPanel]),
  /** Titles of the changes that Undo and Redo would take; empty if there is none. */
  undoable: call([v.string(), v.string()]),
  /** The columns lie in this way from now on. */
  layOut: call([FieldLayout]),
  /** All there is to know about the resource itself; an empty list when that is nothing any more. */
  about: call([v.array(GridNotice)]),
  /** All that goes on. */
  tasks: call([v.array(GridTask)]),
  /** Rows that could not be loaded are asked for again. */
  retryRows: call([]),
  /** The settings of how records are drawn have changed. */
  look: call([GridLook]),
  /** A command was given while the panel is in front. */
  perform: call([v.custom<GridAction>(isGridAction)]),
  /** Resolves when the host knows (`selected`) what is selected now: the page says so a little after people moved. */
  sendSelection: call([]),
} satisfies Api;

/** Served by the frame that the page stands in. */
export type GridFrameView = typeof GridFrameView;
export const GridFrameView = {
  /** The panel shows another resource from now on: the page ends, and another one starts and says `ready`. */
  restart: call([GridInit]),
} satisfies Api;
