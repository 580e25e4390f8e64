import type { ChartFrame, ChartShape } from './chartContract.ts';
import type { Picture } from './chartPicture.ts';

/** Pixels of a PNG for each of the picture. */
const SCALE = 2;
const ALIGNMENTS = { start: 'left', middle: 'center', end: 'right' } as const;

export async function pngBytes(picture: Picture, fontFamily: string): Promise<Uint8Array> {
  const canvas = new OffscreenCanvas(picture.width * SCALE, picture.height * SCALE);
  const context = canvas.getContext('2d');
  context?.scale(SCALE, SCALE);
  if (context)
    for (const shape of [...picture.shapes, ...picture.marks.flatMap(({ shapes }) => shapes)])
      paint(context, shape, fontFamily);
  const blob = await canvas.convertToBlob({ type: 'image/png' });
  return new Uint8Array(await blob.arrayBuffer());
}

/** Measures texts as both painters draw them. */
export function textWidths(fontFamily: string): ChartFrame['widthOf'] {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  let current = 0;
  return (text, fontSize) => {
    if (context && fontSize !== current) context.font = `${fontSize}px ${fontFamily}`;
    current = fontSize;
    return context?.measureText(text).width ?? text.length * fontSize;
  };
}

function paint(context: OffscreenCanvasRenderingContext2D, shape: ChartShape, fontFamily: string): void {
  if (shape.is === 'path') {
    const path = new Path2D(shape.d);
    if (shape.fill !== undefined) {
      context.fillStyle = shape.fill;
      context.fill(path);
    }
    if (shape.stroke === undefined) return;
    context.strokeStyle = shape.stroke;
    context.lineWidth = shape.strokeWidth ?? 1;
    context.setLineDash([...(shape.dash ?? [])]);
    context.stroke(path);
    return;
  }
  const { text, x, y, anchor, fontSize, color, isBold, turn = 0 } = shape;
  context.save();
  context.translate(x, y);
  context.rotate((turn * Math.PI) / 180);
  context.font = `${isBold ? '600 ' : ''}${fontSize}px ${fontFamily}`;
  context.textAlign = ALIGNMENTS[anchor];
  context.fillStyle = color;
  context.fillText(text, 0, 0);
  context.restore();
}
