import type { ChartModule } from '../../chart/chartContract.ts';
import { element } from '../../ui/element.ts';

declare global {
  interface Window {
    DatastoreChart?: ChartModule;
  }
}

let loading: Promise<ChartModule | undefined> | undefined;

/** The bundle that draws charts, with its style. Undefined if it can't be loaded, which may be tried again. */
export function loadChart(address: string): Promise<ChartModule | undefined> {
  loading ??= load(address).catch(() => {
    loading = undefined;
    return undefined;
  });
  return loading;
}

async function load(address: string): Promise<ChartModule | undefined> {
  // The policy of the page lets nothing run that lacks its nonce.
  const { nonce } = document.querySelector('script') ?? element('script');
  const href = address.replace(/\.js$/, '.css');
  await Promise.all([
    arrived(Object.assign(element('link', '', { rel: 'stylesheet', href }), { nonce })),
    arrived(Object.assign(element('script', '', { src: address }), { nonce })),
  ]);
  return window.DatastoreChart;
}

function arrived(part: HTMLElement): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  part.addEventListener('load', resolve);
  part.addEventListener('error', () => {
    part.remove();
    reject(new Error('A part of the chart is missing'));
  });
  document.head.append(part);
  return promise;
}
