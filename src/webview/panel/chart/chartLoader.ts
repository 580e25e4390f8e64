import type { ChartModule } from '../../chart/chartContract.ts';
import { element } from '../../ui/element.ts';

declare global {
  interface Window {
    DatastoreChart?: ChartModule;
  }
}

/** Loads the bundle that draws charts, unless it is there. Rejects if it can't be loaded, which may be tried again. */
export async function loadChart(address: string, problem: string): Promise<ChartModule> {
  if (window.DatastoreChart === undefined) {
    const script = element('script', '', { src: address });
    // The policy of the page lets nothing run that lacks its nonce.
    script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
    const { promise, resolve } = Promise.withResolvers<unknown>();
    script.addEventListener('load', resolve);
    script.addEventListener('error', resolve);
    document.head.append(script);
    await promise;
    script.remove();
  }
  if (window.DatastoreChart === undefined) throw new Error(problem);
  return window.DatastoreChart;
}
