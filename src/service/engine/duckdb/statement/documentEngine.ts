import { Catalogue } from '../../../store/catalogue.ts';
import { isDiskFull } from '../../../store/dataUnavailable.ts';
import { memoryText, secondsText } from '../../../resource/processEndings.ts';
import { StatementRefused } from '../../../resource/statementRefused.ts';
import { KeptEngine } from './keptEngine.ts';
import { engineRefusal, judgeSources } from './documentJudge.ts';
import { ownNamesIn } from './resourceView.ts';
import { type LockedAnswer, LockedSources, type LockOptions, type NamedSource } from './lockedSources.ts';

/** A limit in UTF-16 units: long statements take disproportionately long to plan. */
const MAX_SQL_LENGTH = 1 << 16;

export interface StatementSource {
  readonly name: string;
  readonly resourceId: string;
}

export interface SourcedStatement {
  readonly sql: string;
  readonly sources: readonly StatementSource[];
}

export type SourceEngine = Pick<LockedSources, 'answer' | 'close'>;

/** Each of these alone keeps a statement to its sources. Tests take one away at a time. */
export interface Guards {
  readonly judge: typeof judgeSources;
  readonly lock: (...from: Parameters<typeof LockedSources.open>) => Promise<SourceEngine>;
}

const GUARDS: Guards = { judge: judgeSources, lock: LockedSources.open.bind(LockedSources) };

/** Runs statements of documents one at a time. The engine of the latest sources is kept, because it has read them. */
export class DocumentEngine {
  readonly #options: LockOptions;
  readonly #guards: Guards;
  readonly #catalogue: Catalogue;
  readonly #parser = new KeptEngine<LockedSources>();
  readonly #locked = new KeptEngine<SourceEngine>();
  #held: readonly NamedSource[] = [];

  constructor(options: LockOptions, guards = GUARDS) {
    this.#options = options;
    this.#guards = guards;
    this.#catalogue = new Catalogue(options.directory);
  }

  /** `read` gets the records while the statement runs. Throws StatementRefused, or like `read`. */
  async answer<T>(
    { sql, sources }: SourcedStatement,
    timeMs: number,
    read: (answer: LockedAnswer) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    // The engine would run what stands in front of it.
    if (sql.includes('\0')) throw new StatementRefused({ code: 'part', details: ['NUL'] }, sql.indexOf('\0'));
    if (sql.length > MAX_SQL_LENGTH) throw new StatementRefused({ code: 'tooLong', details: [String(MAX_SQL_LENGTH)] });
    const limit = AbortSignal.timeout(timeMs);
    const either = AbortSignal.any([signal, limit]);
    try {
      const parser = await this.#parser.get('', () => LockedSources.open(this.#options, [], '', either));
      const named = await this.#guards.judge(parser, sql, sources, either);
      const open = async () => this.#open(await this.#described(named), { sql, sources }, either);
      const locked = await open().catch((error: unknown) => {
        either.throwIfAborted();
        if (error instanceof StatementRefused) throw error;
        // A source may have been read again between the two steps.
        return open();
      });
      return await locked.answer(sql, read, either);
    } catch (error) {
      if (signal.aborted || error instanceof StatementRefused) throw error;
      if (limit.aborted) throw new StatementRefused({ ending: 'time', detail: secondsText(timeMs) });
      throw this.#refusal(error, sql);
    } finally {
      this.#locked.rest();
    }
  }

  /** The kept engine serves, too, if it has more sources, all of which this statement could read. */
  async #open(needed: readonly NamedSource[], { sql, sources }: SourcedStatement, signal: AbortSignal) {
    const held = this.#held;
    const isEnough =
      needed.every((one) => held.some((other) => keyOf(one) === keyOf(other))) &&
      held.every(({ name, description: { resource } }) =>
        sources.some((source) => source.name === name && source.resourceId === resource.id),
      );
    const views = isEnough ? held : needed;
    const own = ownNamesIn(sql);
    const key = [...own, ...views.map(keyOf)].join();
    this.#held = [];
    const locked = await this.#locked.get(key, () => this.#guards.lock(this.#options, views, sql, signal));
    this.#held = views;
    return locked;
  }

  async #described(sources: readonly StatementSource[]): Promise<readonly NamedSource[]> {
    return Promise.all(
      sources.map(async ({ name, resourceId }) => {
        const description = await this.#catalogue.findWhole(resourceId);
        if (description === undefined) throw new StatementRefused({ code: 'gone', details: [name] });
        return { name, description };
      }),
    );
  }

  /** The engine tells what it refuses as JSON, with the place. A full disk isn't the statement's fault. */
  #refusal(error: unknown, sql: string): unknown {
    const message = error instanceof Error ? error.message : String(error);
    const told = /^[\w ]*?(?:Error: )?(\{.*\})$/s.exec(message)?.[1];
    if (told === undefined) return error;
    const { exception_type, exception_message, position } = JSON.parse(told) as Readonly<Record<string, string>>;
    if (exception_type === 'IO' && isDiskFull(error)) return error;
    if (exception_type === 'Out of Memory')
      return new StatementRefused({ ending: 'memory', detail: memoryText(this.#options.memoryLimitMb) });
    return engineRefusal(exception_message ?? message, sql, position);
  }
}

function keyOf({ name, description }: NamedSource): string {
  return JSON.stringify([name, description.data]);
}
