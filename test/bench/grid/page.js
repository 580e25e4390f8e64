// The driver in the page: mounts the grid that the adapter names, and looks at what is drawn.
import './page.css';
import { source } from './data.mjs';

const holder = () => document.getElementById('grid');
const frame = () => new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now())));

/** Share of sampled places in the rows' area that show a cell with text. */
function drawn() {
  const { left, top, width, height } = holder().getBoundingClientRect();
  let filled = 0;
  let places = 0;
  for (let y = top + 60; y < top + height - 40; y += 90)
    for (let x = left + 150; x < left + width - 60; x += 190) {
      places += 1;
      const cell = document.elementFromPoint(x, y)?.closest(globalThis.cellSelector);
      if (cell && cell.textContent.trim() !== '') filled += 1;
    }
  return filled / places;
}

/** Milliseconds from `begin` to the first frame without a blank place. */
async function untilDrawn(begin, patience = 20_000) {
  for (;;) {
    const now = await frame();
    if (drawn() === 1) return performance.now() - begin;
    if (now - begin > patience) return Infinity;
  }
}

/** The element whose scrollbar goes through all rows. */
const scroller = () =>
  [...document.querySelectorAll('#grid *')]
    .filter((each) => /auto|scroll/.test(getComputedStyle(each).overflowY))
    .sort((one, other) => other.scrollHeight - one.scrollHeight)[0];

/** After a page has come the browser still works on its own, such as on a process for the next one. */
const REST_MS = 1500;

globalThis.bench = {
  rest: () =>
    new Promise((resolve) => setTimeout(() => globalThis.requestIdleCallback(resolve, { timeout: REST_MS }), REST_MS)),
  async arrive(count, delay) {
    const begin = performance.now();
    globalThis.mounted = globalThis.mountGrid(holder(), source(count, delay));
    return untilDrawn(begin);
  },
  /** Scrollbar to a share of its way; share of blank places 100 ms later. */
  async jump(share) {
    const element = scroller();
    element.scrollTop = share * (element.scrollHeight - element.clientHeight);
    await new Promise((resolve) => setTimeout(resolve, 100));
    return 1 - drawn();
  },
  /** A dragged scrollbar: 480 px of track each frame. Times of frames, and the longest time with a blank place. */
  async drag(frames) {
    const element = scroller();
    const times = [];
    let blankSince;
    let longestBlank = 0;
    let before = await frame();
    for (let step = 0; step < frames; step += 1) {
      element.scrollTop += 480;
      const now = await frame();
      times.push(now - before);
      before = now;
      if (drawn() < 0.5) longestBlank = Math.max(longestBlank, now - (blankSince ??= now));
      else blankSince = undefined;
    }
    return { p95: times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)], longestBlank };
  },
  /** Record numbers (the first field) of the rows that are drawn, from the top. */
  rows() {
    const { left, top, height } = holder().getBoundingClientRect();
    const found = new Set();
    for (let y = top + 30; y < top + height; y += 12)
      for (const x of [left + 60, left + 90, left + 140]) {
        const cell = document.elementFromPoint(x, y)?.closest(globalThis.cellSelector);
        if (cell && /^[\d,]+$/.test(cell.textContent)) found.add(Number(cell.textContent.replaceAll(',', '')));
      }
    return [...found].sort((a, b) => a - b);
  },
  untilDrawn: () => untilDrawn(performance.now()),
};
