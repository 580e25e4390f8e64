import type { ChartChoice } from '../../datastore/query/chartChoice.ts';
import { element } from '../ui/element.ts';
import { holdsFocus } from '../ui/focus.ts';
import { pngBytes, textWidths } from './canvasPainter.ts';
import type {
  Chart,
  ChartFrame,
  ChartOptions,
  ChartSource,
  Drawing,
  Mark,
  NoDrawing,
  PictureOptions,
} from './chartContract.ts';
import { drawChart } from './chartDrawing.ts';
import { drawPicture, type Picture } from './chartPicture.ts';
import { themeColors } from './chartTheme.ts';
import { ChartTip } from './chartTip.ts';
import { paintDrawing, svgDocument } from './svgPainter.ts';
import { html, nothing, render } from 'lit-html';

/** Height of the chart in relation to its width, at most. */
const TALLEST = 1.3;
/** Time in which the pointer can reach the tooltip. */
const LEAVING_MS = 200;

const NOTHING: ChartSource = { fields: [], rows: [], rowCount: 0, hasOthers: false, title: '' };

/** A chart as elements. Marks have the focus one at a time, so the chart is one stop of the Tab key. */
export class ChartView implements Chart {
  readonly #root = element('div', 'chart');
  readonly #frame = element('div', 'chart-frame');
  readonly #picture = element('div', 'chart-picture');
  readonly #notes = element('div', 'chart-notes');
  readonly #tip = new ChartTip();
  readonly #options: ChartOptions;
  readonly #end = new AbortController();
  readonly #resized = new ResizeObserver(() => this.#refresh());
  readonly #themed = new MutationObserver(() => this.#refresh(true));
  #source = NOTHING;
  #choice: ChartChoice = {};
  #drawing: Drawing | undefined;
  #drawnSize = '';
  /** The sentence that screen readers got last. */
  #said = '';
  #current = 0;
  #hovered: number | undefined;
  #isDismissed = false;
  #leaving: ReturnType<typeof setTimeout> | undefined;

  constructor(holder: HTMLElement, options: ChartOptions) {
    this.#options = options;
    this.#frame.append(this.#picture, this.#tip.ring, this.#tip.element);
    this.#root.append(this.#frame, this.#notes);
    holder.append(this.#root);
    this.#listen();
    this.#resized.observe(this.#frame);
    const attributeFilter = ['class', 'style', 'data-vscode-theme-id'];
    for (const place of [document.documentElement, document.body]) this.#themed.observe(place, { attributeFilter });
  }

  show(source: ChartSource, choice: ChartChoice): Pick<Drawing, 'remarks' | 'used'> | NoDrawing {
    if (source !== this.#source) this.#current = 0;
    this.#source = source;
    this.#choice = choice;
    const drawing = this.#draw();
    const words = 'problem' in drawing ? drawing.problem : drawing.sentence;
    if (words !== this.#said) this.#options.announce(words);
    this.#said = words;
    return drawing;
  }

  focus(): void {
    (this.#markElement(this.#current) ?? this.#picture.querySelector<HTMLElement>('.chart-problem'))?.focus();
    // A tooltip would cover the chart before people have moved to a mark.
    this.#isDismissed = true;
    this.#point();
  }

  svg(options: PictureOptions): string {
    return svgDocument(this.#pictureOf(options), this.#fontFamily, this.#options.language);
  }

  png(options: PictureOptions): Promise<Uint8Array> {
    return pngBytes(this.#pictureOf(options), this.#fontFamily);
  }

  dispose(): void {
    this.#end.abort();
    this.#resized.disconnect();
    this.#themed.disconnect();
    clearTimeout(this.#leaving);
    this.#root.remove();
  }

  get #fontFamily(): string {
    return getComputedStyle(this.#root).fontFamily;
  }

  #pictureOf({ width, height, footer }: PictureOptions): Picture {
    // A large picture is looked at from farther away.
    const fontSize = Math.max(12, Math.round(7 + width * 0.006));
    return drawPicture(this.#source, this.#choice, this.#frameOf(width, height, fontSize), footer);
  }

  #frameOf(width: number, height: number, fontSize: number): ChartFrame {
    const { strings, language } = this.#options;
    const widthOf = textWidths(this.#fontFamily);
    return { width, height, fontSize, colors: themeColors(this.#root), strings, language, widthOf };
  }

  #refresh(isRepainted = false): void {
    if (this.#drawnSize !== '' && (isRepainted || this.#size.join() !== this.#drawnSize)) this.#draw();
  }

  get #size(): readonly [width: number, height: number] {
    const { clientWidth, clientHeight } = this.#frame;
    return [clientWidth, Math.min(clientHeight, Math.round(clientWidth * TALLEST))];
  }

  #draw(): Drawing | NoDrawing {
    const size = this.#size;
    this.#drawnSize = size.join();
    const hadFocus = holdsFocus(this.#root);
    const fontSize = Number.parseFloat(getComputedStyle(this.#root).fontSize) || 13;
    const drawing = drawChart(this.#source, this.#choice, this.#frameOf(...size, fontSize));
    this.#drawing = 'problem' in drawing ? undefined : drawing;
    this.#hovered = undefined;
    render(
      'problem' in drawing
        ? html`<p class="chart-problem" tabindex="-1">${drawing.problem}</p>`
        : paintDrawing(drawing, this.#source.title, this.#options.strings),
      this.#picture,
    );
    render('problem' in drawing ? nothing : drawing.remarks.map((remark) => html`<p>${remark}</p>`), this.#notes);
    this.#goTo(Math.min(this.#current, Math.max(0, (this.#drawing?.marks.length ?? 0) - 1)));
    if (hadFocus && !holdsFocus(this.#root)) this.focus();
    this.#point();
    return drawing;
  }

  #listen(): void {
    const { signal } = this.#end;
    const frame = this.#frame;
    frame.addEventListener('pointermove', (event) => this.#hover(event), { signal });
    frame.addEventListener('pointerleave', () => this.#leaveSoon(), { signal });
    frame.addEventListener('click', (event) => this.#open(this.#markOf(event)), { signal });
    frame.addEventListener('focusin', ({ target }) => this.#focused(indexOf(target)), { signal });
    frame.addEventListener('focusout', () => this.#point(), { signal });
    frame.addEventListener('keydown', (event) => this.#press(event), { signal });
    // The pointer shows a tooltip wherever the focus is.
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape' || !this.#tip.isShown) return;
        event.preventDefault();
        event.stopPropagation();
        this.#isDismissed = true;
        this.#point();
      },
      { signal, capture: true },
    );
  }

  #press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const next = this.#drawing && markAfter(event.key, this.#drawing, this.#current);
    if (next !== undefined) this.#markElement(next)?.focus();
    else if (event.key === 'Escape') this.#options.onEscape();
    else if (event.key === 'Enter' || event.key === ' ') this.#open(this.#current);
    else return;
    event.preventDefault();
  }

  #open(at: number | undefined): void {
    const mark = at === undefined ? undefined : this.#drawing?.marks[at];
    if (!mark) return;
    const [row] = mark.rows;
    if (row !== undefined && mark.rows.length === 1) this.#options.onOpen(row);
    else this.#options.announce(this.#hintOf(mark));
  }

  #markOf({ target, clientX, clientY }: MouseEvent): number | undefined {
    if (!(target instanceof Element) || this.#tip.element.contains(target) || !this.#drawing) return undefined;
    const { left, top } = this.#picture.getBoundingClientRect();
    return indexOf(target) ?? markAround(clientX - left, clientY - top, this.#drawing);
  }

  #hover(event: PointerEvent): void {
    const isOnTip = this.#tip.element.contains(event.target as Node);
    const at = this.#markOf(event);
    if (at === undefined && !isOnTip) {
      this.#leaveSoon();
      return;
    }
    clearTimeout(this.#leaving);
    this.#leaving = undefined;
    if (at === undefined || at === this.#hovered) return;
    this.#turnTo(at);
  }

  #turnTo(hovered: number | undefined): void {
    this.#hovered = hovered;
    this.#isDismissed = false;
    this.#point();
  }

  #leaveSoon(): void {
    this.#leaving ??= setTimeout(() => {
      this.#leaving = undefined;
      this.#hovered = undefined;
      this.#point();
    }, LEAVING_MS);
  }

  #focused(at: number | undefined): void {
    if (at === undefined) return;
    this.#goTo(at);
    this.#turnTo(undefined);
  }

  /** Makes a mark the one that the Tab key comes to. */
  #goTo(at: number): void {
    this.#markElement(this.#current)?.setAttribute('tabindex', '-1');
    this.#current = at;
    this.#markElement(at)?.setAttribute('tabindex', '0');
  }

  #markElement(at: number): SVGElement | null {
    return this.#picture.querySelector<SVGElement>(`[data-mark="${at}"]`);
  }

  /** Shows ring and tooltip where the pointer is, or else where the keyboard is. */
  #point(): void {
    const isFocused = holdsFocus(this.#picture) && this.#picture.querySelector(':focus-visible') !== null;
    const at = this.#hovered ?? (isFocused ? this.#current : undefined);
    const mark = at === undefined ? undefined : this.#drawing?.marks[at];
    this.#tip.point(mark, mark ? this.#hintOf(mark) : '', !this.#isDismissed);
  }

  #hintOf({ rows }: Mark): string {
    const { openHint, severalRows, noRecordsHere } = this.#options.strings;
    if (rows.length === 1) return openHint;
    return rows.length === 0 ? noRecordsHere : severalRows;
  }
}

function indexOf(target: EventTarget | null): number | undefined {
  const at = target instanceof Element ? target.closest('[data-mark]')?.getAttribute('data-mark') : undefined;
  return at ? Number(at) : undefined;
}

/** The mark that a key goes to, or undefined for other keys. At an edge it is the current one. */
export function markAfter(key: string, { marks, used }: Drawing, current: number): number | undefined {
  const from = marks[current];
  if (!from) return undefined;
  const along = [...marks.keys()]
    .filter((at) => marks[at]?.series === from.series)
    .sort((a, b) => (marks[a]?.step ?? 0) - (marks[b]?.step ?? 0));
  const place = along.indexOf(current);
  const beside = (direction: number): number => {
    // Parts of a bar are stacked from below.
    const sign = used.kind === 'stacked' ? -direction : direction;
    const away = (at: number): number => ((marks[at]?.series ?? 0) - from.series) * sign;
    const others = [...marks.keys()].filter((at) => marks[at]?.step === from.step && away(at) > 0);
    return others.sort((a, b) => away(a) - away(b))[0] ?? current;
  };
  return new Map([
    ['ArrowLeft', along[place - 1] ?? current],
    ['ArrowRight', along[place + 1] ?? current],
    ['ArrowUp', beside(-1)],
    ['ArrowDown', beside(1)],
    ['Home', along[0]],
    ['End', along.at(-1)],
  ]).get(key);
}

/** The mark at a point: of several, the one with the least area. */
export function markAround(x: number, y: number, { marks }: Drawing): number | undefined {
  const around = [...marks.entries()].filter(
    ([, { box }]) => x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height,
  );
  return around.sort(([, { box: a }], [, { box: b }]) => a.width * a.height - b.width * b.height)[0]?.[0];
}
