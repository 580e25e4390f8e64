/** Lines below a chart that stands alone. */
import assert from 'node:assert/strict';
import { drawPicture } from '../../../../src/webview/chart/chartPicture.ts';
import { chartFrame, REFERENCE_CHARTS } from '../../../support/charts.ts';

describe('the picture of a chart', () => {
  const frame = chartFrame({});
  /** The lines below a reference chart, and the y of each. */
  const below = (name: string, footer: readonly string[]) => {
    const { source, choice } = REFERENCE_CHARTS.find((each) => each.name === name)!;
    const { shapes } = drawPicture(source, choice, frame, footer);
    return shapes.flatMap((shape) => (shape.is === 'text' && shape.fontSize === frame.fontSize * 0.9 ? [shape] : []));
  };
  const textsBelow = (name: string, footer: readonly string[]) => below(name, footer).map(({ text }) => text);

  it('has the remarks on the drawing before the footer', () => {
    const [remark, ...footer] = textsBelow('1,000 groups', ['Local files', '28 November 2026']);
    assert.match(remark!, /\(others\)/);
    assert.deepEqual(footer, ['Local files', '28 November 2026']);
  });

  it('has lines of at most its width, with every word, however long one is', () => {
    const text = `${'short words '.repeat(20)}${'x'.repeat(300)} 🚒 end`;
    const lines = below('bars', [text]);
    assert.equal(lines.map((line) => line.text).join(''), text);
    for (const { text: line, x, y, fontSize } of lines) {
      assert.ok(x + frame.widthOf(line.trimEnd(), fontSize) <= frame.width, line);
      assert.ok(y < frame.height);
    }
  });

  it('has room for the chart, however long the footer is', () => {
    const lines = below('bars', ['many words '.repeat(10_000)]);
    assert.ok(lines[0]!.y > frame.height / 2);
    assert.ok(lines.at(-1)!.text.endsWith('…'));
  });

  it('says why nothing is drawn, and shows characters that would hide what is there', () => {
    assert.match(textsBelow('none', [])[0]!, /nothing to draw/);
    assert.deepEqual(textsBelow('bars', ['a\u202Eb']), ['a‹U+202E›b']);
  });
});
