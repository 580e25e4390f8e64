/** The memory of a process that works through far more than it keeps. */
import { setFlagsFromString } from 'node:v8';

/**
 * V8 lets garbage pile up while there is memory: an export of 300,000 records grew by 220 MiB, and by 40 MiB so, for a
 * quarter more of time. To be called before the work.
 */
export function keepHeapSmall(): void {
  // What lives shortly is cleared away often, …
  setFlagsFromString('--semi-space-growth-factor=1');
  // … and the rest whenever it has grown by a half.
  setFlagsFromString('--heap-growing-percent=50');
}
