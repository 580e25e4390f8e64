import { type ResourceRef, sameResource } from '../platform/portal.ts';

/** Default time for a double click in browsers and operating systems. */
const DOUBLE_CLICK_MS = 500;

/** Recognizes a double click on a resource, because VS Code runs the row's command for each click. */
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
