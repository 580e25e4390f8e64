/** A page with nothing but a chart, which tests reach as `window.fakeChart`. */
import type { ChartChoice } from '../../../../src/datastore/query/chartChoice.ts';
import { CHART_STRINGS } from '../../../../src/messages/chartStrings.ts';
import { GRID_STRINGS } from '../../../../src/messages/gridStrings.ts';
import type { Chart, ChartSource, PictureOptions } from '../../../../src/webview/chart/chartContract.ts';
import { openChart } from '../../../../src/webview/chart/main.ts';
import { translated } from '../../../../src/platform/windowLanguage.ts';
import { REFERENCE_CHARTS } from '../../charts.ts';

export interface FakeChart {
  readonly show: (source: ChartSource, choice: ChartChoice) => ReturnType<Chart['show']>;
  /** Shows a reference chart by its name: some have more rows than are quickly handed over. */
  readonly showReference: (name: string) => void;
  readonly focus: () => void;
  readonly svg: (options: PictureOptions) => string;
  /** The colours of a PNG's pixels, in the coordinates of the picture. */
  readonly pngColors: (options: PictureOptions, points: readonly Point[]) => Promise<readonly string[]>;
  /** What the chart called, and with what. */
  readonly calls: (readonly [name: string, ...details: unknown[]])[];
}

type Point = readonly [x: number, y: number];

declare global {
  interface Window {
    fakeChart: FakeChart;
  }
}

const calls: FakeChart['calls'] = [];
const holder = document.getElementById('holder');
if (!holder) throw new Error('The page has no holder.');
const chart = openChart(holder, {
  strings: translated({ ...GRID_STRINGS, ...CHART_STRINGS }),
  language: 'en',
  announce: (text) => calls.push(['announce', text]),
  onOpen: (row) => calls.push(['onOpen', row]),
  onEscape: () => calls.push(['onEscape']),
});

async function pngColors(options: PictureOptions, points: readonly Point[]): Promise<readonly string[]> {
  const bytes = await chart.png(options);
  const image = await createImageBitmap(new Blob([bytes.slice()], { type: 'image/png' }));
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
  context?.drawImage(image, 0, 0);
  const scale = image.width / options.width;
  return points.map(([x, y]) => {
    const { data } = context?.getImageData(Math.round(x * scale), Math.round(y * scale), 1, 1) ?? {};
    return `#${[...(data ?? [])]
      .slice(0, 3)
      .map((part) => part.toString(16).padStart(2, '0'))
      .join('')}`;
  });
}

window.fakeChart = {
  show: (source, choice) => chart.show(source, choice),
  showReference: (name) => {
    const reference = REFERENCE_CHARTS.find((each) => each.name === name);
    if (reference) chart.show(reference.source, reference.choice);
  },
  focus: () => chart.focus(),
  svg: (options) => chart.svg(options),
  pngColors,
  calls,
};
