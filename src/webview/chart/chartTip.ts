import { element } from '../ui/element.ts';
import type { Mark } from './chartContract.ts';

const GAP = 6;

/** What a mark says beside it, and a ring around it. Screen readers get the mark's own name. */
export class ChartTip {
  readonly ring = element('div', 'chart-ring', { 'aria-hidden': 'true' });
  readonly element = element('div', 'chart-tip', { 'aria-hidden': 'true' });

  constructor() {
    this.point(undefined, '', false);
  }

  get isShown(): boolean {
    return !this.element.hidden;
  }

  /** Points at a mark. `hint` says what can be done with it. */
  point(mark: Mark | undefined, hint: string, hasText: boolean): void {
    this.ring.hidden = mark === undefined;
    this.element.hidden = mark === undefined || !hasText;
    if (!mark) return;
    const { x, y, width, height } = mark.box;
    Object.assign(this.ring.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
    if (!hasText) return;
    const lines = mark.tip.map((line, at) => element('div', at === 0 ? 'chart-tip-name' : '', { dir: 'auto' }, line));
    this.element.replaceChildren(...lines, ...(hint === '' ? [] : [element('div', 'chart-tip-hint', {}, hint)]));
    this.#place(mark.box);
  }

  /** Above the mark, or else beside it, but always inside the chart. */
  #place({ x, y, width, height }: Mark['box']): void {
    const { offsetWidth, offsetHeight, offsetParent } = this.element;
    const [right, bottom] = [
      (offsetParent?.clientWidth ?? 0) - offsetWidth,
      (offsetParent?.clientHeight ?? 0) - offsetHeight,
    ];
    const above = y - offsetHeight - GAP;
    const after = x + width + GAP;
    const beside = after <= right ? after : x - offsetWidth - GAP;
    const left = above >= 0 ? x + (width - offsetWidth) / 2 : beside;
    const top = above >= 0 ? above : y + Math.min(0, height - offsetHeight);
    this.element.style.left = `${Math.max(0, Math.min(left, right))}px`;
    this.element.style.top = `${Math.max(0, Math.min(top, bottom))}px`;
  }
}
