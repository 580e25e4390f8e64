/** What holds for the drawing of every chart. */
import assert from 'node:assert/strict';
import type { Drawing } from '../../src/webview/chart/chartContract.ts';
import { chartFrame } from './charts.ts';

interface Corner {
  readonly x: number;
  readonly y: number;
}

/** The corners of a text, turned around its place. */
function corners(shape: Extract<Drawing['shapes'][number], { is: 'text' }>): readonly Corner[] {
  const { x, y, text, anchor, fontSize, turn = 0 } = shape;
  const width = chartFrame({}).widthOf(text, fontSize);
  const left = anchor === 'start' ? 0 : anchor === 'end' ? -width : -width / 2;
  const angle = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  // Ascender and descender of usual letters.
  const [top, bottom] = [-fontSize * 0.75, fontSize * 0.2];
  return [
    [left, top],
    [left + width, top],
    [left + width, bottom],
    [left, bottom],
  ].map(([a = 0, b = 0]) => ({ x: x + a * cos - b * sin, y: y + a * sin + b * cos }));
}

/** Whether two convex shapes have an area in common: no side of either one separates them. */
function overlap(one: readonly Corner[], other: readonly Corner[]): boolean {
  return [one, other].every((shape) =>
    shape.every((corner, place) => {
      const next = shape[(place + 1) % shape.length]!;
      const normal = { x: next.y - corner.y, y: corner.x - next.x };
      const spread = (of: readonly Corner[]) => of.map(({ x, y }) => x * normal.x + y * normal.y);
      const [a, b] = [spread(one), spread(other)];
      return Math.max(...a) > Math.min(...b) + 0.01 && Math.max(...b) > Math.min(...a) + 0.01;
    }),
  );
}

/** Shapes are in the frame and have finite places, and no text lies over another. */
export function checkDrawing({ width, height, shapes, marks }: Drawing): void {
  const all = [...shapes, ...marks.flatMap((mark) => mark.shapes)];
  for (const shape of all)
    if (shape.is === 'path') assert.match(shape.d, /^[MLHVZAa\d.,-]+$/, shape.d);
    else
      for (const { x, y } of corners(shape))
        assert.ok(x >= -1 && x <= width + 1 && y >= 0 && y <= height + 1, `${shape.text} at ${x}, ${y}`);
  for (const { box, value, tip, spoken } of marks) {
    assert.ok(
      box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height,
      JSON.stringify(box),
    );
    assert.ok(box.width >= 8 && box.height >= 8);
    assert.ok(value !== '' && tip.length > 1 && spoken !== '');
  }
  const texts = shapes.filter((shape) => shape.is === 'text');
  for (const [place, one] of texts.entries())
    for (const other of texts.slice(place + 1))
      assert.ok(!overlap(corners(one), corners(other)), `${one.text} overlaps ${other.text}`);
}
