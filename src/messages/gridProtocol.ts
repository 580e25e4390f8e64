/** Messages between the page of the records panel and the host (see rpc.ts). */
import * as v from 'valibot';
import type { WireCell } from '../base/cells.ts';
import { FieldCondition } from '../datastore/query/condition.ts';
import { SearchMode } from '../datastore/query/draft.ts';
import { FieldLayout } from '../datastore/query/fieldLayout.ts';
import { FieldStatistics } from './fieldStatistics.ts';
import { FilterSupport } from '../datastore/query/operatorChoice.ts';
import { ChartChoice } from '../datastore/query/chartChoice.ts';
import { type GridAction, isGridAction } from './gridActions.ts';
import { GridLook } from './gridLook.ts';
import { GridMarks } from './gridMarks.ts';
import type { GridStrings } from './gridStrings.ts';
import { FrequentValues, GridSortKey, QueryChange } from '../datastore/query/queryChange.ts';
import { type Api, call } from './rpc.ts';
import { natural, type Shape, text } from '../base/schema.ts';
import { Summary } from '../datastore/query/summary.ts';

/** A window of records. Single cells aren't checked, because the page draws any value as text. */
const Rows = v.custom<readonly (readonly WireCell[])[]>((value) => Array.isArray(value) && value.every(Array.isArray));

export type GridField = Shape<typeof GridField>;
const GridField = v.object({
  id: v.string(),
  /** The server's name of the type, such as `int4`. */
  type: v.string(),
  kind: v.picklist(['number', 'text', 'boolean', 'date', 'json']),
  /** Name for people, description (may have several lines) and unit, from the data dictionary. */
  label: v.exactOptional(v.string()),
  notes: v.exactOptional(v.string()),
  unit: v.exactOptional(v.string()),
});

/** A block of cells. `lastRow` is exclusive, and rows count from 0. */
export type SelectedRange = Shape<typeof SelectedRange>;
const SelectedRange = v.object({
  firstRow: natural,
  lastRow: natural,
  /** Positions of fields in the result, in the order of the grid's columns. */
  fields: v.array(natural),
  /** Row of the cursor, if it isn't the first one. */
  cursor: v.exactOptional(natural),
});

/** `field` is a position in the result. */
const FoundCell = v.object({ row: natural, field: natural });

/** A search through the records that the host has loaded. NULL contains no text. */
export type FindQuestion = Shape<typeof FindQuestion>;
const FindQuestion = v.object({
  /** The text to look for in what copying a cell would give, ignoring case. */
  text,
  fields: v.array(natural),
  from: FoundCell,
  /** 0: this cell or the next match. 1: the next match. -1: the previous one. The search wraps around. */
  step: v.picklist([-1, 0, 1]),
});

export type FindAnswer = Shape<typeof FindAnswer>;
const FindAnswer = v.object({
  /** `index` counts the matches from 0. */
  match: v.exactOptional(v.object({ ...FoundCell.entries, index: natural })),
  matches: natural,
  records: natural,
});

/** State of a panel, stored for hidden tabs and window reloads. It contains no records, no URL and no token. */
export type SavedPanel = Shape<typeof SavedPanel>;
export const SavedPanel = v.object({
  version: v.literal(1),
  /** The id of the panel, which stays when the query or the resource changes. Earlier versions didn't store one. */
  id: v.exactOptional(v.string()),
  portalId: v.string(),
  resourceId: v.string(),
  /** The DatastoreQuery as the host serialized it. The page doesn't read it. */
  query: v.string(),
  /** Changes for Undo and Redo, oldest first: serialized queries and layouts. Empty if it can't be read. */
  history: v.exactOptional(
    v.fallback(v.object({ queries: v.array(v.string()), place: v.number() }), { queries: [], place: -1 }),
  ),
  /** Whether the next resource opens in this panel. Absent if the panel is kept open. */
  isReusable: v.exactOptional(v.literal(true)),
});

export type SelectionShape = Shape<typeof SelectionShape>;
const SelectionShape = v.picklist(['cells', 'rows', 'fields', 'all']);

const finite = v.pipe(v.number(), v.finite());
/** Numbers count from 0. Row -1 is the header. */
const GridPlace = v.object({ row: finite, column: finite });

export type PanelView = Shape<typeof PanelView>;
const PanelView = v.object({
  /** The first row in view, with a fraction for the part above the view. */
  topRow: finite,
  left: finite,
  cursor: GridPlace,
  detail: v.boolean(),
  /** Width in px, if people changed it. */
  detailWidth: v.exactOptional(finite),
  /** The selection from the anchor to the cursor, if it's more than the cursor's cell. */
  selection: v.exactOptional(v.object({ anchor: GridPlace, shape: SelectionShape })),
  fields: v.exactOptional(v.boolean()),
  /** The order and the search of the list of fields. Absent: the order of the columns, and all fields. */
  fieldOrder: v.exactOptional(v.picklist(['name', 'type', 'missing'])),
  fieldSearch: v.exactOptional(v.string()),
  /** Whether people chose raw or formatted values here. Absent: the settings decide. */
  raw: v.exactOptional(v.boolean()),
  find: v.exactOptional(v.string()),
  /** Absent until people show a chart. `isOwn`: the chart made the summary, which goes when the chart does. */
  chart: v.exactOptional(v.object({ isShown: v.boolean(), choice: ChartChoice, isOwn: v.exactOptional(v.boolean()) })),
});

/** The stored state of a page. Earlier versions lack the later members. */
export type PanelState = Shape<typeof PanelState>;
export const PanelState = v.object({ saved: SavedPanel, view: PanelView });

/** Values that may change while VS Code has discarded the page of a hidden tab. */
export type GridNow = Shape<typeof GridNow>;
const GridNow = v.object({ look: GridLook, name: v.string() });

/** Data that the page needs for its first drawing, so that it doesn't have to ask. */
export type GridInit = Shape<typeof GridInit>;
export const GridInit = v.object({
  ...GridNow.entries,
  strings: v.custom<GridStrings>((value) => typeof value === 'object' && value !== null),
  /** BCP 47, such as `en` or `pt-br`. */
  language: v.string(),
  /** The address of the chart's bundle, which is loaded when it is first used. */
  chartUri: v.string(),
});

/** The question of a result, as far as the grid can show and change it. */
export type GridQuestion = Shape<typeof GridQuestion>;
const GridQuestion = v.object({
  q: v.string(),
  qMode: v.exactOptional(SearchMode),
  qField: v.exactOptional(v.string()),
  /** Null if the filters need more than a condition for each field. */
  filters: v.nullable(v.array(FieldCondition)),
  sort: v.array(GridSortKey),
  /** Set if the rows are groups of records. */
  summary: v.exactOptional(Summary),
  /** The fields of the records, if the rows are groups. */
  recordFields: v.exactOptional(v.array(v.object({ id: v.string(), type: v.string() }))),
  ...FilterSupport.entries,
  /** Whether "contains" finds whole words only, as CKAN's `q` does. */
  findsWords: v.boolean(),
  canGoBack: v.boolean(),
  canGoForward: v.boolean(),
});

export type GridResult = Shape<typeof GridResult>;
const GridResult = v.object({
  /** Increases with every new ResultSet. Windows of an older generation are dropped. */
  generation: natural,
  fields: v.array(GridField),
  /** Number of rows that can be scrolled to: the limit or the matching total, whichever is less. */
  rowCount: natural,
  limit: v.exactOptional(natural),
  /** False while the number of rows is unknown; `rowCount` then grows with `resized`. */
  rowCountIsFinal: v.boolean(),
  /** The file is still loading, so more records may match. */
  isPartial: v.exactOptional(v.literal(true)),
  /** The last row of a summary stands for all groups that have no row of their own. */
  hasOthers: v.exactOptional(v.literal(true)),
  /** The records differ between two tables, and the grid marks how. */
  marks: v.exactOptional(GridMarks),
  /** The first rows, so that the page can draw them without calling `rows`. */
  head: Rows,
  /** For example "100 of 12,501 matching records · 82 ms". */
  status: v.string(),
  /** Server in the status line: host and path, or "Local files". */
  server: v.string(),
  name: v.string(),
  /** Accessible name of the grid: resource and query in one line. */
  label: v.string(),
  /** A remark on this result, such as "Beyond the first page records come in _id order." */
  notice: v.exactOptional(v.string()),
  /** How a summary was computed: over how many records, from where. */
  computed: v.exactOptional(v.string()),
  /** The first row that needs another sort order. The page calls `continueAt` only when this row is in view. */
  continuesAt: v.exactOptional(natural),
  question: v.exactOptional(GridQuestion),
  layout: v.exactOptional(FieldLayout),
  /** A chart that the query is kept with, which is shown until people choose another one. */
  chart: v.exactOptional(ChartChoice),
  /** State to store. A restored panel starts with the values that it had. */
  saved: SavedPanel,
});

/** A picture of the chart. `footer` are the lines below it. */
export type ChartPicture = Shape<typeof ChartPicture>;
const ChartPicture = v.object({
  format: v.picklist(['svg', 'png']),
  width: natural,
  height: natural,
  footer: v.array(v.string()),
});

/** A button of the host. The page reports a press by `act`. */
export type GridOffer = Shape<typeof GridOffer>;
const GridOffer = v.object({ id: v.string(), label: v.string() });

/** Shown instead of new records, with the reason. */
export type GridMessage = Shape<typeof GridMessage>;
const GridMessage = v.object({
  tone: v.picklist(['error', 'info']),
  /** What happened, and to which server. */
  text: v.string(),
  /** What is kept, and what to do next. */
  hint: v.exactOptional(v.string()),
  /** The most useful one comes first. */
  offers: v.array(GridOffer),
  canGoBack: v.exactOptional(v.boolean()),
  /** State of a restored panel that hasn't sent its query yet. */
  saved: v.exactOptional(SavedPanel),
});

/** A notice about the resource, whatever the query. */
export type GridNotice = Shape<typeof GridNotice>;
const GridNotice = v.object({
  /** A newer notice replaces the one of the same kind. */
  kind: v.string(),
  text: v.string(),
  offers: v.array(GridOffer),
});

const TaskTool = v.object({
  ...GridOffer.entries,
  /** A codicon. The label is then a tooltip. */
  icon: v.exactOptional(v.picklist(['debug-pause', 'debug-continue', 'close'])),
});

/** An activity in the status line: an export, or the wait before a retry. */
export type GridTask = Shape<typeof GridTask>;
const GridTask = v.object({
  id: v.string(),
  title: v.string(),
  /** The progress of an export, or the reason for a wait. */
  text: v.string(),
  /** The completed share, from 0 to 1. */
  fraction: v.exactOptional(finite),
  /** Remaining milliseconds of a wait. The page counts them down. */
  endsIn: v.exactOptional(finite),
  isPaused: v.exactOptional(v.boolean()),
  tools: v.array(TaskTool),
});

/** Calls from the page about running a query and loading its records (QueryRunner). */
export type RunningCalls = typeof RunningCalls;
export const RunningCalls = {
  /** The argument is the stored state. VS Code restores some editors by their file alone, so the host lacks it. */
  ready: call([v.fallback(v.nullable(SavedPanel), null)], GridNow),
  /** Rows of a generation, from the first up to but without the last. At most 200; fewer at the end of the data. */
  rows: call([natural, natural, natural], Rows),
  /** One complete record of a generation, with no value cut. */
  record: call([natural, natural], v.custom<readonly WireCell[]>(Array.isArray)),
  /** A row at or after `continuesAt` came into view. A new result follows, in a sort order that can be continued. */
  continueAt: call([natural]),
  retry: call([]),
  cancel: call([]),
  /** The argument is the id of the pressed button. */
  act: call([v.string()]),
  editQuery: call([]),
  /** Whether keyboard shortcuts go to the panel. Resolves after VS Code has applied it. */
  focused: call([v.boolean()]),
  /** Text that people typed while the focus moved from the panel to the form. */
  typedElsewhere: call([text]),
} satisfies Api;

/** Calls from the page that change the view of a result (ExploringController). The first argument is a generation. */
export type ExploringCalls = typeof ExploringCalls;
export const ExploringCalls = {
  /** Runs a query derived from the shown one. Rejects with a sentence if the server can't answer it. */
  change: call([natural, QueryChange]),
  goBack: call([]),
  goForward: call([]),
  /** Reverts the last change of the query or the layout. Returns its title, or "" if there is none. */
  undo: call([], v.string()),
  redo: call([], v.string()),
  find: call([natural, FindQuestion], FindAnswer),
  /** Shows the records of a row of a summary. Rejects with a sentence if that isn't possible. */
  showGroup: call([natural, natural]),
  /** Shows the request or statement of a summary as text. */
  showComputation: call([natural]),
  /** The most frequent values of a field (its id comes first) that contain a text. */
  frequentValues: call([natural, text, text], FrequentValues),
  /**
   * Statistics of a field by its position, either of all matching records (`counted` reports progress) or of the loaded
   * ones, without a request. The last argument is whether it includes the spread of numbers. Rejects with a sentence if they can't be counted.
   */
  statistics: call([natural, natural, v.boolean(), v.boolean()], FieldStatistics),
  /** A summary of the records that a chart can show by itself. Null if no field makes groups. */
  firstChart: call([natural], v.nullable(Summary)),
  /** The width that makes few steps of a field's numbers, or "" if there is none. */
  stepsOf: call([natural, text], v.string()),
  /** People changed the layout, which is stored for the resource. The title of the change is like "Hide station_id". */
  layoutChanged: call([FieldLayout, v.string()]),
} satisfies Api;

/** Calls from the page about selected records and values (SelectingController). */
export type SelectingCalls = typeof SelectingCalls;
export const SelectingCalls = {
  /** Reports the selection, for the copy commands and the sums in the status bar. */
  selected: call([natural, SelectedRange]),
  /** Sums the whole selection, including records that aren't loaded. A `summary` follows. */
  sumAll: call([]),
  /** Copies several cells, including those that aren't loaded. */
  copyCells: call([natural, SelectedRange]),
  copyText: call([text]),
  openRecord: call([natural, natural]),
  /** Opens a link of a value (http, https or mailto) after the host has asked people. */
  openLink: call([text]),
  exportJson: call([]),
  exportRecords: call([]),
  /** Asks for a size and a file, requests the picture of the chart by `paintChart`, and saves it. */
  saveChart: call([natural]),
} satisfies Api;

export type GridHost = typeof GridHost;
export const GridHost = { ...RunningCalls, ...ExploringCalls, ...SelectingCalls };

export type GridPanelView = typeof GridPanelView;
export const GridPanelView = {
  /** A query with this label started. The last records stay visible, dimmed. */
  loading: call([v.string()]),
  /** Resolves when the records are painted, to the number of rows that are in view. */
  result: call([GridResult], v.pipe(v.number(), v.safeInteger())),
  /** A query failed, was canceled or waits for people. The last records stay visible. */
  message: call([GridMessage]),
  /** Generation, number of rows, whether the number is final, and the status text. */
  resized: call([natural, natural, v.boolean(), v.string()]),
  notice: call([natural, v.string()]),
  /** Progress of statistics over all records: generation, field and number of records read. */
  counted: call([natural, natural, natural]),
  /** Sums of the selection, or "" for a single cell, and whether `sumAll` would include more records. */
  summary: call([natural, v.string(), v.boolean()]),
  /** Replaces the stored state. The scroll position stays. */
  remember: call([SavedPanel]),
  /** Titles of the changes that Undo and Redo would revert, or "" if there are none. */
  undoable: call([v.string(), v.string()]),
  layOut: call([FieldLayout]),
  /** All notices about the resource, replacing earlier ones. */
  about: call([v.array(GridNotice)]),
  tasks: call([v.array(GridTask)]),
  retryRows: call([]),
  look: call([GridLook]),
  perform: call([v.custom<GridAction>(isGridAction)]),
  /** An SVG document, or a PNG in base64. Rejects if no chart is shown. */
  paintChart: call([ChartPicture], v.string()),
  /** The chart that is shown. Null if the table is. */
  shownChart: call([], v.nullable(ChartChoice)),
  /** Resolves after the page has called `selected`, which it otherwise delays a little after a change. */
  sendSelection: call([]),
} satisfies Api;

export type GridFrameView = typeof GridFrameView;
export const GridFrameView = {
  /** The panel shows another resource: the page ends, and a new one starts and calls `ready`. */
  restart: call([GridInit]),
} satisfies Api;
