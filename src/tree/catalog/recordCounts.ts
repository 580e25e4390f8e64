import type { CancellationToken } from 'vscode';
import type { Page } from '../../datastore/wire/model.ts';
import type { FailureWords } from '../../platform/failures.ts';
import { resourceKey, type ResourceRef } from '../../platform/portal.ts';
import { abortSignal } from '../../platform/progress.ts';
import { countText, recordsText } from '../../platform/quantities.ts';
import { translate } from '../../platform/windowLanguage.ts';
import { CATALOG_WORDS } from './catalogWords.ts';

export interface RecordCountsSources {
  /** Requests the resource's fields and total, but no records. */
  readonly count: (ref: ResourceRef, signal: AbortSignal) => Promise<Page>;
  readonly describe: (error: unknown) => Pick<FailureWords, 'message'>;
}

/** Time for which a count is shown without another request. */
const FRESH_MS = 60_000;
const MOST_KEPT = 200;

export class RecordCounts {
  readonly #sources: RecordCountsSources;
  readonly #now: () => number;
  readonly #kept = new Map<string, { readonly text: string; readonly time: number }>();
  readonly forget = (): void => this.#kept.clear();

  constructor(sources: RecordCountsSources, now = () => performance.now()) {
    this.#sources = sources;
    this.#now = now;
  }

  /** A line for people, which may report a failure. Undefined if the tooltip was closed meanwhile. */
  async text(ref: ResourceRef, token: CancellationToken): Promise<string | undefined> {
    const key = resourceKey(ref);
    const cachedCount = this.#kept.get(key);
    if (cachedCount !== undefined && this.#now() - cachedCount.time < FRESH_MS) return cachedCount.text;
    const signal = abortSignal(token);
    try {
      const text = textOf(await this.#sources.count(ref, signal));
      this.#keep(key, text);
      return text;
    } catch (error) {
      if (signal.aborted) return undefined;
      return translate(CATALOG_WORDS.notCounted, { reason: this.#sources.describe(error).message });
    }
  }

  #keep(key: string, text: string): void {
    this.#kept.delete(key);
    this.#kept.set(key, { text, time: this.#now() });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}

function textOf({ fields, total, totalIsEstimate }: Page): string {
  const own = fields.filter(({ id }) => id !== '_id').length;
  const counts = [
    own === 1 ? translate(CATALOG_WORDS.oneField) : translate(CATALOG_WORDS.fieldCount, { count: countText(own) }),
  ];
  if (total !== undefined) {
    const records = recordsText(total);
    counts.push(totalIsEstimate ? translate(CATALOG_WORDS.aboutRecords, { records }) : records);
  }
  return counts.join(' · ');
}
