import { html, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { fill } from '../../base/words.ts';
import type { GridTask } from '../../messages/gridProtocol.ts';
import { icon, iconButton, linkButton } from '../ui/controls/buttons.ts';
import type { PanelContext } from './panelPart.ts';

const SECOND = 1000;
/** Number of parts after each of which a screen reader announces an export. */
const PARTS = 4;

/** A task as the host sent it, with the end of its wait on the clock of `performance.now()`. */
interface Running extends GridTask {
  readonly until?: number;
}

export class StatusTasks {
  readonly #context: Pick<PanelContext, 'host' | 'send' | 'strings'>;
  readonly #redraw: () => void;
  #tasks: readonly Running[] = [];
  #clock: ReturnType<typeof setInterval> | undefined;

  constructor(context: Pick<PanelContext, 'host' | 'send' | 'strings'>, redraw: () => void) {
    this.#context = context;
    this.#redraw = redraw;
  }

  /** Shows tasks. Returns the text to announce: beginnings, pauses, resumptions, and each quarter of an export. */
  show(tasks: readonly GridTask[]): string {
    const before = new Map(this.#tasks.map((task) => [task.id, task]));
    const now = performance.now();
    this.#tasks = tasks.map((task) => (task.endsIn === undefined ? task : { ...task, until: now + task.endsIn }));
    this.#tick(this.#tasks.some(({ until }) => until !== undefined));
    this.#redraw();
    return this.#tasks.flatMap((task) => this.#news(before.get(task.id), task)).join(' ');
  }

  dispose(): void {
    this.#tick(false);
  }

  get drawn(): unknown {
    return repeat(
      this.#tasks,
      ({ id }) => id,
      (task) => this.#draw(task),
    );
  }

  #draw(task: Running): TemplateResult {
    const { title, isPaused = false, until, tools } = task;
    const mark = until !== undefined ? icon('watch') : isPaused ? icon('debug-pause') : icon('loading', true);
    const { host, send } = this.#context;
    return html`<span class="status-task" role="group" aria-label=${title}>
      <span class="status-task-text" title=${title}>${mark}<span>${this.#text(task)}</span></span>
      ${tools.map(({ id, label, icon: name }) => {
        const press = (): void => send(host.act(id));
        return name === undefined ? linkButton(label, press) : iconButton(name, label, press);
      })}
    </span>`;
  }

  #text({ title, text, until }: Running): string {
    const { tryingAgain, tryingAgainIn } = this.#context.strings;
    if (until === undefined) return text === '' ? title : text;
    const seconds = Math.max(0, Math.ceil((until - performance.now()) / SECOND));
    const time = seconds < 100 ? fill(tryingAgain, String(seconds)) : fill(tryingAgainIn, clockText(seconds));
    return `${text} ${time}`.trim();
  }

  #news(before: Running | undefined, task: Running): readonly string[] {
    if (before === undefined || (before.until === undefined) !== (task.until === undefined))
      return task.until === undefined ? [task.title] : [task.title, this.#text({ ...task, text: '' })];
    const isOther = (before.isPaused ?? false) !== (task.isPaused ?? false);
    return isOther || partOf(task) > partOf(before) ? [this.#text(task)] : [];
  }

  #tick(isNeeded: boolean): void {
    if (isNeeded) this.#clock ??= setInterval(this.#redraw, SECOND);
    else {
      clearInterval(this.#clock);
      this.#clock = undefined;
    }
  }
}

function partOf({ fraction = 0 }: GridTask): number {
  return Math.floor(fraction * PARTS);
}

/** A duration like `12:05` or `1:12:05`. */
function clockText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${hours > 0 ? `${hours}:${two(minutes)}` : String(minutes)}:${two(seconds % 60)}`;
}
