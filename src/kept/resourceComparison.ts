import * as vscode from 'vscode';
import type { RecordRow } from '../base/cells.ts';
import { quotedName } from '../base/quotes.ts';
import {
  checkKey,
  type TableComparison,
  keyedBy,
  type KeyProblem,
  KeyRefused,
  prepareComparison,
} from '../document/comparison/comparison.ts';
import {
  type RecordChange,
  type ComparedTables,
  recordColumns,
  recordStatement,
} from '../document/comparison/comparisonStatement.ts';
import { COMPARISON_WORDS } from '../document/comparison/comparisonWords.ts';
import type { ComparedPlace, ComparedRecords, ComparisonPort } from '../platform/comparisonPort.ts';
import { type ResourceRef, sameResource } from '../platform/portal.ts';
import type { PortalPort } from '../platform/portalPort.ts';
import { Problem } from '../platform/problem.ts';
import { withLateProgress } from '../platform/progress.ts';
import { countText } from '../platform/quantities.ts';
import { type Choice, choose } from '../platform/quickPick.ts';
import type { SqlResultsPort, SqlRun } from '../platform/sqlPort.ts';
import { translate, windowLanguage } from '../platform/windowLanguage.ts';
import { refusedText, StatementRefused } from '../service/index.ts';
import { COMPARE_WORDS as WORDS } from './compareWords.ts';

export interface ResourceComparisonDeps {
  readonly resources: ComparisonPort;
  readonly results: SqlResultsPort;
  readonly portals: Pick<PortalPort, 'names'>;
}

interface ComparedSides {
  readonly old: ComparedPlace;
  readonly new: ComparedPlace;
}

/** The command Compare with…: asks for the other resource and the key, and shows what differs in the grid. */
export class ResourceComparison {
  readonly #deps: ResourceComparisonDeps;

  constructor(deps: ResourceComparisonDeps) {
    this.#deps = deps;
  }

  /** Throws Problem if the two can't be compared. */
  async run(ref: ResourceRef, title: string): Promise<void> {
    const sides = await this.#sides(ref, title);
    if (sides === undefined) return;
    if (sameResource(sides.old, sides.new) && sides.old.isNow === sides.new.isNow)
      throw new Problem(translate(WORDS.same));
    const { resources } = this.#deps;
    const stopped = new AbortController();
    const records: ComparedRecords[] = [];
    try {
      for (const place of [sides.old, sides.new]) {
        const one = await resources.prepare(place, stopped.signal);
        if (one === undefined) return;
        records.push(one);
      }
      const [old, fresh] = records;
      if (old !== undefined && fresh !== undefined) await this.#compare(old, fresh, title);
    } finally {
      for (const { discard } of records) await discard?.();
    }
  }

  async #sides(ref: ResourceRef, title: string): Promise<ComparedSides | undefined> {
    const { resources, portals } = this.#deps;
    const counterpart = await resources.counterpartOf(ref);
    if (counterpart !== undefined) {
      const { label, place, isOlder } = counterpart;
      const other = await choose<'counterpart' | 'another'>({
        title,
        placeholder: translate(WORDS.selectOther, { name: portals.names(ref).resource }),
        items: [
          { label, icon: 'history', value: 'counterpart' },
          { label: translate(WORDS.anotherResource), icon: 'list-unordered', value: 'another' },
        ],
      });
      if (other === undefined) return undefined;
      if (other === 'counterpart') return isOlder ? { old: place, new: ref } : { old: ref, new: place };
    }
    const picked = await resources.pick(title);
    return picked && { old: picked, new: ref };
  }

  async #compare(old: ComparedRecords, fresh: ComparedRecords, title: string): Promise<void> {
    const { resources, results } = this.#deps;
    const names = { old: old.name, new: fresh.name };
    const tables: ComparedTables = { old: old.id, new: fresh.id };
    const reading = translate(WORDS.reading, names);
    const sharesIds = old.origin !== undefined && old.origin === fresh.origin;
    const prepared = await withLateProgress(reading, (signal) =>
      prepareComparison(tables, [], sharesIds, (sql) => resources.ask(sql, signal)),
    );
    if (prepared === undefined) return;
    if (prepared.shared.length === 0) throw new Problem(translate(WORDS.noSharedField));
    const key = await askForKey(prepared, title);
    if (key === undefined) return;
    const comparison = keyedBy(prepared, key);
    await withLateProgress(reading, async (signal) => {
      const ask = (sql: string, result?: ResourceRef) => resources.ask(sql, signal, result);
      await checkKey(comparison, ask).catch((error: unknown) => {
        throw error instanceof KeyRefused ? new Problem(keyText(error.problem, key)) : error;
      });
      const [change = '', ...rest] = recordColumns(comparison.shared);
      const run: SqlRun = {
        document: vscode.Uri.from({ scheme: 'datastore-comparison', path: `/${tables.old}/${tables.new}` }),
        number: 1,
        sql: recordStatement(tables, comparison, comparison.shared),
        sources: new Map(Object.values(tables).map((id) => [id, id])),
        comparison: {
          title: translate(WORDS.title, names),
          marks: async (result) => {
            const counted = `select ${quotedName(change)}, count(*) from ${quotedName(result.resourceId)} group by 1`;
            const counts = countsOf((await ask(counted, result)).rows);
            return { change, before: rest.at(-1) ?? '', counts, text: textOf(comparison, names) };
          },
        },
      };
      await results.run(run, signal).catch((error: unknown) => {
        if (!(error instanceof StatementRefused)) throw error;
        throw new Problem(refusedText(error, windowLanguage.translate));
      });
    });
  }
}

/** The names of the key's fields, empty for whole records. Undefined if people cancel. */
function askForKey({ key, shared }: TableComparison, title: string): Promise<readonly string[] | undefined> {
  const ids = key.map(({ id }) => id);
  const unique = ids.map((id): Choice<readonly string[]> => {
    const description = translate(WORDS.unique);
    return { label: translate(WORDS.byField, { field: id }), description, icon: 'key', value: [id] };
  });
  const whole: Choice<readonly string[]> = {
    ...{ label: translate(WORDS.wholeRecords), description: translate(WORDS.wholeDetail), icon: 'list-flat' },
    value: [],
  };
  const others = shared
    .filter(({ id }) => !ids.includes(id))
    .map(({ id }): Choice<readonly string[]> => ({ label: translate(WORDS.byField, { field: id }), value: [id] }));
  return choose({ title, placeholder: translate(WORDS.selectKey), items: [...unique, whole, ...others] });
}

function countsOf(rows: readonly RecordRow[]) {
  const count = (change: RecordChange): number => Number(rows.find(([name]) => name === change)?.[1] ?? 0);
  return { added: count('added'), removed: count('removed'), changed: count('changed') };
}

function textOf({ key, lonely }: TableComparison, names: { readonly old: string; readonly new: string }): string {
  const ids = key.map(({ id }) => id).join(', ');
  return [
    key.length === 0 ? translate(WORDS.byRecords, names) : translate(WORDS.byKey, { ...names, key: ids }),
    ...(lonely.old.length === 0 ? [] : [translate(WORDS.onlyOld, { ...names, fields: lonely.old.join(', ') })]),
    ...(lonely.new.length === 0 ? [] : [translate(WORDS.onlyNew, { ...names, fields: lonely.new.join(', ') })]),
  ].join(' · ');
}

function keyText(problem: KeyProblem, key: readonly string[]): string {
  if (problem.kind === 'noField') return translate(COMPARISON_WORDS.noField, { field: problem.field });
  const details = { key: key.join(', '), value: problem.value, count: countText(problem.count) };
  return translate(COMPARISON_WORDS[problem.word], details);
}
