import { ENGLISH, numberText } from '../base/words.ts';
import type { ExportProgress } from '../export/runLog.ts';
import type { CliIo } from './io.ts';

const SHOW_MS = 200;

/** How far records have come, in terminals only: a line that is overwritten. */
export class ProgressLine {
  readonly #stream: CliIo['stderr'];
  readonly #isSeen: boolean;
  readonly #start = performance.now();
  #shownAt = -Infinity;
  #width = 0;
  #first: number | undefined;

  constructor(stream: CliIo['stderr']) {
    this.#stream = stream;
    this.#isSeen = 'isTTY' in stream && stream.isTTY === true;
  }

  show({ records, expected }: ExportProgress): void {
    this.#first ??= records;
    const now = performance.now();
    if (!this.#isSeen || now - this.#shownAt < SHOW_MS) return;
    this.#shownAt = now;
    const rate = Math.round((records - this.#first) / ((now - this.#start) / 1000));
    const all = expected === undefined ? '' : ` of ${englishCount(expected)}`;
    this.#put(`${englishCount(records)}${all} records, ${englishCount(rate)} a second`);
  }

  say(line: string): void {
    this.end();
    this.#stream.write(`${line}\n`);
  }

  end(): void {
    if (this.#width > 0) this.#put('');
  }

  #put(text: string): void {
    this.#stream.write(`\r${text.padEnd(this.#width)}${text === '' ? '\r' : ''}`);
    this.#width = text.length;
  }
}

export function englishCount(count: number): string {
  return numberText(count, ENGLISH.tag);
}
