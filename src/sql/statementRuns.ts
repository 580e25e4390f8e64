/** Runs statements of SQL documents, one run for each statement at a time. */
import * as vscode from 'vscode';
import { unlessAborted, untilAborted } from '../base/untilAborted.ts';
import type { DocumentStatement, SourceLine } from '../document/sqlDocument.ts';
import { Owner } from '../platform/disposables.ts';
import { Problem } from '../platform/problem.ts';
import type { SqlResultsPort, SqlRunResult, SqlSourcesPort } from '../platform/ports/sqlPort.ts';
import { windowLanguage } from '../platform/windowLanguage.ts';
import { refusedText, StatementRefused } from '../service/index.ts';
import { namedSources, sqlTokens } from '../document/sqlTokens.ts';

/** What is known of the statement with this number. */
export interface StatementState {
  readonly sql: string;
  readonly running?: { readonly since: number; readonly controller: AbortController };
  readonly last?: SqlRunResult & { readonly milliseconds: number };
  /** Why the last run failed. */
  readonly error?: unknown;
}

export interface RunPorts {
  readonly sources: SqlSourcesPort;
  readonly results: SqlResultsPort;
}

/** Why a run failed: in words for people, where in the statement, and which source can't be read if it's that. */
export class RunFailure extends Error {
  override readonly name = 'RunFailure';
  readonly at: number | undefined;
  readonly source: SourceLine | undefined;

  constructor(thrown: unknown, source?: SourceLine) {
    const isRefused = thrown instanceof StatementRefused;
    super('', { cause: isRefused ? new Problem(refusedText(thrown, windowLanguage.translate)) : thrown });
    this.at = isRefused ? thrown.at : undefined;
    this.source = source;
  }
}

/** How often lenses count the seconds of a run. */
const TICK_MS = 1000;

export class StatementRuns extends Owner {
  readonly ports: RunPorts;
  readonly #states = new Map<string, ReadonlyMap<number, StatementState>>();
  readonly #changed = this.owned.add(new vscode.EventEmitter<void>());
  readonly onDidChange = this.#changed.event;
  #clock: ReturnType<typeof setInterval> | undefined;

  constructor(ports: RunPorts) {
    super();
    this.ports = ports;
    this.owned.addCall(() => {
      for (const uri of this.#states.keys()) this.forget(uri);
    });
  }

  /** Undefined unless this statement was run as it is now. */
  stateOf(document: vscode.Uri, { number, sql }: DocumentStatement): StatementState | undefined {
    const state = this.#stateOf(document, number);
    return state?.sql === sql ? state : undefined;
  }

  /** Cancels the statement's run before this one. Rejects with RunFailure, unless it was cancelled. */
  async run(document: vscode.Uri, statement: DocumentStatement, sources: readonly SourceLine[]): Promise<void> {
    const { number, sql } = statement;
    this.cancel(document, number);
    const controller = new AbortController();
    const { signal } = controller;
    const before = this.stateOf(document, statement)?.last;
    const kept = { sql, ...(before && { last: before }) };
    this.#put(document, number, { ...kept, running: { since: Date.now(), controller } });
    const end = (state: StatementState): void => {
      if (this.#stateOf(document, number)?.running?.controller === controller) this.#put(document, number, state);
    };
    let source: SourceLine | undefined;
    const work = async (): Promise<StatementState> => {
      const ids = new Map<string, string>();
      // One after the other, so that a problem belongs to its source.
      for (source of namedSources(sqlTokens(sql), sources)) {
        const id = await this.ports.sources.prepare(document, source, signal);
        if (id === undefined) return kept;
        ids.set(source.name, id);
      }
      source = undefined;
      const started = Date.now();
      const result = await this.ports.results.run({ document, number, sql, sources: ids }, signal);
      return { sql, last: { ...result, milliseconds: Date.now() - started } };
    };
    try {
      end((await unlessAborted(untilAborted(work(), signal), signal)) ?? kept);
    } catch (thrown) {
      const failure = new RunFailure(thrown, source);
      end({ ...kept, error: failure.cause });
      throw failure;
    }
  }

  cancel(document: vscode.Uri, number: number): void {
    this.#stateOf(document, number)?.running?.controller.abort();
  }

  /** Cancels the runs of a document that was closed. */
  forget(uri: string): void {
    for (const { running } of this.#states.get(uri)?.values() ?? []) running?.controller.abort();
    this.#states.delete(uri);
    this.#follow();
  }

  #stateOf(document: vscode.Uri, number: number): StatementState | undefined {
    return this.#states.get(document.toString())?.get(number);
  }

  #put(document: vscode.Uri, number: number, state: StatementState): void {
    const uri = document.toString();
    this.#states.set(uri, new Map(this.#states.get(uri)).set(number, state));
    this.#follow();
    this.#changed.fire();
  }

  /** The clock runs while any statement does. */
  #follow(): void {
    const runs = [...this.#states.values()].some((states) => [...states.values()].some(({ running }) => running));
    if (runs) this.#clock ??= setInterval(() => this.#changed.fire(), TICK_MS);
    else {
      clearInterval(this.#clock);
      this.#clock = undefined;
    }
  }
}
