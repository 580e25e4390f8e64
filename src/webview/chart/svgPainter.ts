import { html, nothing, render, svg, type TemplateResult } from 'lit-html';
import type { ChartStrings } from '../../messages/chartStrings.ts';
import type { Drawing, ChartShape } from './chartContract.ts';
import type { Picture } from './chartPicture.ts';

/** Characters that XML has no place for, not even escaped. */
// eslint-disable-next-line no-control-regex
const NOT_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

function paintShapes(shapes: readonly ChartShape[]): readonly TemplateResult[] {
  return shapes.map((shape) => {
    if (shape.is === 'path')
      return svg`<path d=${shape.d} fill=${shape.fill ?? 'none'} stroke=${shape.stroke ?? nothing}
        stroke-width=${shape.strokeWidth ?? nothing} stroke-dasharray=${shape.dash?.join(' ') ?? nothing}></path>`;
    const { text, x, y, anchor, fontSize, color, isBold, turn } = shape;
    return svg`<text x=${x} y=${y} text-anchor=${anchor} font-size=${fontSize} fill=${color}
      font-weight=${isBold ? 600 : nothing} transform=${turn ? `rotate(${turn} ${x} ${y})` : nothing}>${text}</text>`;
  });
}

/**
 * A drawing as elements of the page. Screen readers get its marks and one sentence: in an application, they leave the
 * arrow keys to it.
 */
export function paintDrawing(drawing: Drawing, title: string, strings: ChartStrings): TemplateResult {
  const { width, height, shapes, marks, sentence } = drawing;
  return html`<svg
      class="chart-drawing"
      role="application"
      aria-roledescription=${strings.chart}
      aria-label=${title}
      aria-describedby="chart-sentence"
      width=${width}
      height=${height}
    >
      <g aria-hidden="true">${paintShapes(shapes)}</g>
      ${marks.map(
        (mark, at) =>
          svg`<g role=${mark.rows.length === 1 ? 'button' : 'img'} tabindex="-1" aria-label=${mark.spoken}
            data-mark=${at} data-value=${mark.value}>${paintShapes(mark.shapes)}</g>`,
      )}
    </svg>
    <p id="chart-sentence" class="unseen">${sentence} ${strings.markKeys}</p>`;
}

/** A file of its own. It is made of elements, so no text of a record can become markup. */
export function svgDocument(picture: Picture, fontFamily: string, language: string): string {
  const { width, height, title, sentence, shapes, marks } = picture;
  const root = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const size = { width, height, viewBox: `0 0 ${width} ${height}` };
  for (const [name, value] of Object.entries({ ...size, role: 'img', lang: language, 'font-family': fontFamily }))
    root.setAttribute(name, String(value));
  render(
    svg`<title>${title}</title><desc>${sentence}</desc>${paintShapes(shapes)}${marks.map(
      ({ value, tip, shapes: own }) =>
        svg`<g data-value=${value}><title>${tip.join('\n')}</title>${paintShapes(own)}</g>`,
    )}`,
    root,
  );
  // By its comments, lit-html finds its places again.
  const comments = document.createNodeIterator(root, NodeFilter.SHOW_COMMENT);
  for (let next = comments.nextNode(); next; next = comments.nextNode()) next.parentNode?.removeChild(next);
  return new XMLSerializer().serializeToString(root).toWellFormed().replace(NOT_XML, '\ufffd');
}
