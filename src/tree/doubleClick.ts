import { type ResourceRef, sameResource } from '../platform/portal.ts';

/** As long as browsers and systems wait for the second click, unless people change it. */
const DOUBLE_CLICK_MS = 500;

/** Tells a second click on a resource from a first: VS Code runs a row's command for each of them. */
export class DoubleClick {
  readonly #now: () => number;
  #last: { readonly ref: ResourceRef; readonly time: number } | undefined;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  isSecond(ref: ResourceRef): boolean {
    const time = this.#now();
    const last = this.#last;
    const isSecond = last !== undefined && sameResource(last.ref, ref) && time - last.time < DOUBLE_CLICK_MS;
    this.#last = isSecond ? undefined : { ref, time };
    return isSecond;
  }
}
