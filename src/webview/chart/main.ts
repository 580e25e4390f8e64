import type { Chart, ChartOptions } from './chartContract.ts';
import { ChartView } from './chartView.ts';

export function openChart(holder: HTMLElement, options: ChartOptions): Chart {
  return new ChartView(holder, options);
}
