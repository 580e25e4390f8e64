import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ScaledScroll } from '../../../../src/webview/grid/scaledScroll.ts';

const ROW = 24;
const VIEW = 720;
const rowCounts = fc.oneof(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 100_000, max: 2_000_000_000 }));

function scrollOver(rows: number): ScaledScroll {
  const scroll = new ScaledScroll();
  scroll.resize(rows * ROW, VIEW);
  return scroll;
}

describe('ScaledScroll', () => {
  it('is no taller than any browser can lay out, at four times zoom on a double-density display', () => {
    fc.assert(
      fc.property(rowCounts, (rows) => {
        assert(scrollOver(rows).nativeHeight <= 33_554_428 / 8);
      }),
    );
  });

  it('is scaled only where it has to be', () => {
    assert.equal(scrollOver(100_000).isScaled, false);
    assert.equal(scrollOver(10_000_000).isScaled, true);
  });

  it('moves 20 notches of 240 px by exactly 200 rows, from anywhere in ten million', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 - 300 }), (row) => {
        const scroll = scrollOver(10_000_000);
        scroll.moveTo(row * ROW);
        for (let notch = 0; notch < 20; notch++) {
          scroll.moveBy(240);
          // The browser rounds the position of the scrollbar.
          scroll.placed(Math.round(scroll.target));
          scroll.scrolled(Math.round(scroll.target));
        }
        assert.equal(scroll.top, (row + 200) * ROW);
      }),
    );
  });

  it('comes back to where it was by the same notches', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 1_000_000_000 }), fc.integer({ min: 1, max: 90 }), (row, notches) => {
        const scroll = scrollOver(2_000_000_000);
        scroll.moveTo(row * ROW);
        for (let notch = 0; notch < notches; notch++) scroll.moveBy(-24);
        for (let notch = 0; notch < notches; notch++) scroll.moveBy(24);
        assert.equal(scroll.top, row * ROW);
      }),
    );
  });

  it('reaches the first and the last row by the scrollbar', () => {
    fc.assert(
      fc.property(rowCounts, (rows) => {
        const scroll = scrollOver(rows);
        scroll.scrolled(scroll.nativeHeight - VIEW);
        assert.equal(scroll.top, Math.max(0, rows * ROW - VIEW));
        scroll.scrolled(0);
        assert.equal(scroll.top, 0);
      }),
    );
  });

  it('never leaves the rows', () => {
    fc.assert(
      fc.property(rowCounts, fc.double({ noNaN: true }), (rows, top) => {
        const scroll = scrollOver(rows);
        scroll.moveTo(top);
        assert(scroll.top >= 0 && scroll.top <= scroll.maxTop);
        assert(scroll.target >= 0 && scroll.target <= Math.max(0, scroll.nativeHeight - VIEW));
      }),
    );
  });

  it('puts the scrollbar further down for a row further down', () => {
    fc.assert(
      fc.property(rowCounts, fc.nat(), fc.nat(), (rows, one, other) => {
        const scroll = scrollOver(rows);
        scroll.moveTo(Math.min(one, other));
        const above = scroll.target;
        scroll.moveTo(Math.max(one, other));
        assert(scroll.target >= above);
      }),
    );
  });

  it('does not move the rows when the browser rounds the scrollbar', () => {
    const scroll = scrollOver(10_000_000);
    scroll.moveTo(1_234_567);
    scroll.placed(Math.floor(scroll.target));
    scroll.scrolled(Math.floor(scroll.target));
    assert.equal(scroll.top, 1_234_567);
  });

  it('follows a touch exactly, and a dragged scrollbar in proportion', () => {
    const scroll = scrollOver(10_000_000);
    scroll.scrolled(30);
    assert.equal(scroll.top, 30);
    scroll.scrolled(30 + (scroll.nativeHeight - VIEW) / 2);
    assert(Math.abs(scroll.top / scroll.maxTop - 0.5) < 0.001);
  });

  it('keeps its place when rows are added below, and its end when rows are taken away', () => {
    const scroll = scrollOver(1000);
    scroll.moveTo(480);
    scroll.resize(10_000_000 * ROW, VIEW);
    assert.equal(scroll.top, 480);
    scroll.resize(31 * ROW, VIEW);
    assert.equal(scroll.top, 24);
  });

  it('stays at its end when the view becomes lower', () => {
    const scroll = scrollOver(1000);
    scroll.moveTo(scroll.maxTop);
    scroll.resize(1000 * ROW, VIEW - 100);
    assert.equal(scroll.top, scroll.maxTop);
  });
});
