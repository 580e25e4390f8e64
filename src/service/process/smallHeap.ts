/** The memory of a process that works through far more than it keeps. */
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How much may pile up: more takes less time, but more memory. */
export interface HeapRoom {
  /** By how much what was kept grows before it is cleared of garbage. */
  readonly keptPercent: number;
  /** Bytes for what is new, half of them room to move to: most of a page has become garbage before they are full. */
  readonly newBytes: number;
  /** Bytes by which what is used may grow before its garbage is collected at once. */
  readonly growth: number;
}

const MIB = 1024 * 1024;
const OF_SERVERS: HeapRoom = { keptPercent: 20, newBytes: 8 * MIB, growth: 20 * MIB };
/** It ends: its time counts for more. */
export const ROOM_OF_EXPORT: HeapRoom = { keptPercent: 100, newBytes: 16 * MIB, growth: 16 * MIB };
/** Between two looks while there is work; up to the longest while there is none, since a server waits most of the time. */
const LOOK_MS = 20;
const LONGEST_LOOK_MS = 160;
/** What is used grows by less between two looks where nothing is going on. */
const AT_REST = 1024 * 1024;

/**
 * V8 lets garbage pile up while there is memory, and while its threads don't get their turn on a busy machine: an export of
 * 300,000 records grew by 220 MiB, and by 43 to 52 MiB so; a database's process by 125 to 180 MB for pages of 32,000 records,
 * and by 45 to 55 MB so. To be called before the work.
 * @returns what ends it
 */
export function keepHeapSmall({ keptPercent, newBytes, growth } = OF_SERVERS): () => void {
  setFlagsFromString(`--heap-growing-percent=${keptPercent}`);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let least = used();
  let last = least;
  let waitMs = LOOK_MS;
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    // What is new has some room, but not all that V8 would give it, which takes it back where little is going on, …
    setFlagsFromString(`--semi-space-growth-factor=${newSpace() < newBytes ? 2 : 1}`);
    const now = used();
    waitMs = Math.abs(now - last) < AT_REST ? Math.min(2 * waitMs, LONGEST_LOOK_MS) : LOOK_MS;
    // … and where that isn't enough, nobody waits for V8.
    if (now - least >= growth) {
      collect();
      least = used();
    }
    last = used();
    timer = setTimeout(look, waitMs).unref();
  };
  look();
  return () => {
    clearTimeout(timer);
    // As V8 begins.
    setFlagsFromString('--heap-growing-percent=0');
    setFlagsFromString('--semi-space-growth-factor=2');
  };
}

function used(): number {
  return getHeapStatistics().used_heap_size;
}

function newSpace(): number {
  const spaces = getHeapSpaceStatistics();
  return spaces.find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
}
