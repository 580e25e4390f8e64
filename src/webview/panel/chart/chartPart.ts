import { html, render } from 'lit-html';
import { type Summary, summaryColumns, type SummaryGroup } from '../../../datastore/query/summary.ts';
import type { GridAction } from '../../../messages/gridActions.ts';
import type { ChartChoice } from '../../../datastore/query/chartChoice.ts';
import type { ChartPicture, GridResult, PanelView } from '../../../messages/gridProtocol.ts';
import { messageOf } from '../../../messages/rpc.ts';
import type { Chart, ChartSource, ResolvedChoice } from '../../chart/chartContract.ts';
import { icon, textButton } from '../../ui/controls/buttons.ts';
import { element } from '../../ui/element.ts';
import { holdsFocus } from '../../ui/focus.ts';
import type { PanelContext, PanelPart } from '../panelPart.ts';
import { type ChartChange, choiceAmong, USUAL_STEPS } from './chartChoices.ts';
import { loadChart } from './chartLoader.ts';
import { chartPane } from './chartPane.ts';
import { chartRows } from './chartRows.ts';

type ChartState = NonNullable<PanelView['chart']>;

const TABLE: ChartState = { isShown: false, choice: {} };
/** Actions that move through the grid, which has to be seen then. */
const OF_GRID: readonly GridAction[] = ['findInRecords', 'findNext', 'findPrevious', 'goToRow'];

/** The chart of a result over the grid, the switch in the bar, and the pane beside it. */
export class ChartPart implements PanelPart {
  readonly element = element('div', 'chart-cover', { tabindex: '-1' });
  readonly place = 'cover';
  readonly switch: PanelPart & { readonly element: HTMLElement };
  readonly pane: PanelPart & { readonly element: HTMLElement };
  readonly #context: PanelContext;
  readonly #address: string;
  /** What was shown of each query in this page, for back and forward. */
  readonly #states = new Map<string, ChartState>();
  #couldGoForward = false;
  #state = TABLE;
  /** What the next result shows, if it has these columns. */
  #next: { readonly columns: string; readonly state: ChartState } | undefined;
  #columns = '';
  #chart: Chart | undefined;
  #kind: ResolvedChoice['kind'] = 'bars';
  #source: ChartSource | undefined;
  #loading = new AbortController();

  constructor(context: PanelContext, address: string) {
    this.#context = context;
    this.#address = address;
    const label = { 'aria-label': context.strings.chart };
    this.switch = { element: element('div', 'chart-switch', { role: 'group', ...label }), place: 'bar' };
    this.pane = { element: element('aside', 'chart-pane', label), place: 'side', dismiss: () => void this.focus() };
    for (const { element: each } of [this, this.switch, this.pane]) each.hidden = true;
  }

  /** Focuses the chart, if it is seen. */
  focus(): boolean {
    const isSeen = !this.element.hidden;
    if (isSeen) (this.#chart ?? this.element).focus();
    return isSeen;
  }

  dispose(): void {
    this.#loading.abort();
    this.#chart?.dispose();
  }

  get shown(): ChartChoice | null {
    return this.#state.isShown ? this.#state.choice : null;
  }

  show({ saved, question, fields, chart }: GridResult, view?: PanelView): void {
    const columns = columnsOf(question?.summary);
    const next = this.#next?.columns === columns ? this.#next.state : undefined;
    const { canGoForward = false } = question ?? {};
    // A question that was asked anew is shown as the one before it, however it was shown earlier.
    const earlier = canGoForward || this.#couldGoForward ? this.#states.get(saved.query) : undefined;
    const kept = chart && { isShown: true, choice: chart };
    const state = next ?? view?.chart ?? kept ?? earlier ?? this.#carried(columns, question?.summary);
    this.#couldGoForward = canGoForward;
    const ids = fields.map(({ id }) => id);
    this.#next = undefined;
    this.#columns = columns;
    this.#source = undefined;
    // A restored chart says which column is gone.
    this.#set(state === view?.chart ? state : { ...state, choice: choiceAmong(ids, state.choice) });
  }

  view(): Pick<PanelView, 'chart'> {
    const { isShown, choice } = this.#state;
    return isShown || Object.keys(choice).length > 0 ? { chart: this.#state } : {};
  }

  perform(action: GridAction): boolean {
    const { isShown } = this.#state;
    if (action === 'showChart') this.#toggle(!isShown);
    else if (action === 'saveChart') this.#save();
    else if (isShown && OF_GRID.includes(action)) this.#set({ ...this.#state, isShown: false });
    return action === 'showChart' || action === 'saveChart';
  }

  async paint({ format, ...options }: ChartPicture): Promise<string> {
    if (this.#source === undefined || this.#chart === undefined) throw new Error(this.#context.strings.chartNone);
    if (format === 'svg') return this.#chart.svg(options);
    const bytes = await this.#chart.png(options);
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  }

  /** Another summary is a chart again. Records are one only as points. */
  #carried(columns: string, summary: Summary | undefined): ChartState {
    const { isShown, choice, isOwn = false } = this.#state;
    const isOfShown = (choice.kind === 'scatter') === (summary === undefined);
    return isShown && isOfShown ? { isShown, choice, isOwn: isOwn && this.#columns === columns } : TABLE;
  }

  #toggle(isShown: boolean): void {
    const { choice, isOwn = false } = this.#state;
    const isOfRecords = this.#context.result()?.question?.summary === undefined;
    if (isShown && isOfRecords && choice.kind !== 'scatter') void this.#askFirst();
    else if (!isShown && isOwn && !isOfRecords) this.#ask(undefined, TABLE);
    else this.#set({ ...this.#state, isShown });
  }

  /** Requests a summary of the records that a chart can show by itself. */
  async #askFirst(): Promise<void> {
    const { strings, notify, result, host } = this.#context;
    const { generation = 0 } = result() ?? {};
    try {
      const summary = await host.firstChart(generation);
      if (result()?.generation !== generation) return;
      if (summary === null) notify(strings.chartNoGroups);
      else this.#ask(summary, { isShown: true, choice: {}, isOwn: true });
    } catch (error) {
      notify(messageOf(error));
    }
  }

  #ask(summary: Summary | undefined, state: ChartState): void {
    const { host, result, notify, send } = this.#context;
    this.#next = { columns: columnsOf(summary), state };
    const change = { kind: 'summarize', ...(summary && { summary }) } as const;
    // What is picked next belongs to the summary that was requested.
    if (summary) this.#drawPane(summary, state.choice);
    send(host.change(result()?.generation ?? 0, change), (message) => {
      this.#next = undefined;
      if (this.#source) this.#draw(this.#source);
      notify(message);
    });
  }

  async #change({ choice, summary }: ChartChange): Promise<void> {
    const isOfRecords = this.#context.result()?.question?.summary === undefined;
    const isOfPoints = choice.kind === 'scatter';
    if (isOfRecords && !isOfPoints) await this.#askFirst();
    else if (isOfRecords === isOfPoints && !summary) this.#choose(choice);
    else {
      const next = summary && {
        ...summary,
        groups: await Promise.all(summary.groups.map((each) => this.#stepped(each))),
      };
      // The names of columns tell the width of steps.
      const names = summary && next ? [summaryColumns(summary), summaryColumns(next)] : [[], []];
      const columns = Object.entries(choice).map(([role, name]) => [
        role,
        names[1]?.[names[0]?.indexOf(name) ?? -1] ?? name,
      ]);
      this.#ask(next, { ...this.#state, choice: Object.fromEntries(columns) as ChartState['choice'] });
    }
  }

  /** Draws the result in another way, or the one that was requested once it comes. */
  #choose(choice: ChartChoice): void {
    if (this.#next) this.#next = { ...this.#next, state: { ...this.#next.state, choice } };
    else this.#set({ ...this.#state, choice });
  }

  /** The group with a width that makes few steps, or by value if there is none. */
  async #stepped(group: SummaryGroup): Promise<SummaryGroup> {
    const { host, result } = this.#context;
    const { field, width } = group;
    if (width !== USUAL_STEPS) return group;
    const steps = await host.stepsOf(result()?.generation ?? 0, field).catch(() => '');
    return steps === '' ? { field } : { field, width: steps };
  }

  #save(): void {
    const { host, send, notify, strings, result } = this.#context;
    if (this.#source === undefined) notify(strings.chartNone);
    else send(host.saveChart(result()?.generation ?? 0));
  }

  #set(state: ChartState): void {
    const { result, saveSoon } = this.#context;
    const shown = result();
    this.#state = state;
    if (shown === undefined) return;
    this.#states.set(shown.saved.query, state);
    saveSoon();
    this.#drawSwitch(shown);
    this.#cover(state.isShown && shown.rowCount > 0);
    if (this.element.hidden) this.#loading.abort();
    else if (this.#source) this.#draw(this.#source);
    else void this.#load(shown);
  }

  /** Covers the grid, or uncovers it. The focus stays with what is seen. */
  #cover(isSeen: boolean): void {
    const isFocused = [this.element, this.pane.element].some(holdsFocus);
    const isLost = isSeen ? holdsFocus(this.element.parentElement) && !isFocused : isFocused;
    this.element.hidden = !isSeen;
    this.pane.element.hidden = !isSeen;
    if (isLost) this.#context.grid()?.focus();
  }

  async #load(shown: GridResult): Promise<void> {
    const { strings, language, announce, notify } = this.#context;
    this.#loading.abort();
    const { signal } = (this.#loading = new AbortController());
    try {
      const loading = loadChart(this.#address, strings.chartNotLoaded);
      const [module, rows] = await Promise.all([loading, chartRows(shown, this.#context.host, signal)]);
      if (signal.aborted) return;
      const hadFocus = holdsFocus(this.element);
      this.#chart ??= module.openChart(this.element, {
        ...{ strings, language, announce },
        onOpen: (row) => this.#open(row),
        onEscape: () => this.switch.element.querySelector<HTMLElement>('.primary')?.focus(),
      });
      const { fields, rowCount, question, hasOthers = false, label: title } = shown;
      const { summary } = question ?? {};
      this.#draw((this.#source = { fields, rows, rowCount, hasOthers, title, ...(summary && { summary }) }));
      if (hadFocus) this.#chart.focus();
    } catch (error) {
      if (signal.aborted) return;
      this.#set({ ...this.#state, isShown: false });
      notify(messageOf(error));
    }
  }

  #draw(source: ChartSource): void {
    const { choice } = this.#state;
    const drawn = this.#chart?.show(source, choice);
    const ids = source.fields.map(({ id }) => id);
    // What is picked next takes the place of columns that are gone.
    const left = { kind: source.summary ? 'bars' : 'scatter', ...choiceAmong(ids, choice) } as const;
    this.#drawPane(source.summary, drawn && 'used' in drawn ? drawn.used : left);
  }

  #drawPane(summary: Summary | undefined, choice: ChartChoice): void {
    const { strings, result } = this.#context;
    const { fields: columns = [], question } = result() ?? {};
    const fields = question?.recordFields ?? columns;
    const used = { ...choice, kind: (this.#kind = choice.kind ?? this.#kind) };
    const showTable = (): void => this.#set({ ...this.#state, isShown: false });
    const change = (picked: ChartChange): void => void this.#change(picked);
    const save = (): void => this.#save();
    render(chartPane({ summary, fields, used, strings }, change, save, showTable), this.pane.element);
  }

  #drawSwitch({ fields }: GridResult): void {
    const { strings } = this.#context;
    const button = (shape: string, label: string, isShown: boolean) => {
      const isPressed = isShown === this.#state.isShown;
      const press = (): void => {
        if (!isPressed) this.#toggle(isShown);
      };
      const content = html`${icon(shape)}<span>${label}</span>`;
      return textButton({ label: content, press, title: label, isPressed, isPrimary: isPressed });
    };
    this.switch.element.hidden = fields.length === 0;
    render([button('table', strings.table, false), button('graph', strings.chart, true)], this.switch.element);
  }

  #open(row: number): void {
    const { host, result, notify, grid, perform, send } = this.#context;
    const { generation = 0, question } = result() ?? {};
    if (question?.summary === undefined) {
      grid()?.goTo({ row, field: 0 });
      perform('showRecord');
    } else send(host.showGroup(generation, row), notify);
  }
}

function columnsOf(summary: Summary | undefined): string {
  return JSON.stringify(summary === undefined ? null : summaryColumns(summary));
}
