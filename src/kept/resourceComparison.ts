import * as vscode from 'vscode';
import type { RecordRow } from '../base/cells.ts';
import { quotedName } from '../base/quotes.ts';
import {
  checkKey,
  type TableComparison,
  keyedBy,
  KeyRefused,
  keyText,
  prepareComparison,
} from '../document/comparison/comparison.ts';
import {
  type RecordChange,
  type ComparedTables,
  recordColumns,
  recordStatement,
} from '../document/comparison/comparisonStatement.ts';
import type { ComparedPlace, ComparedRecords, ComparisonPort } from '../platform/ports/comparisonPort.ts';
import type { ResourceRef } from '../platform/portal.ts';
import { Problem } from '../platform/problem.ts';
import { withLateProgress } from '../platform/progress.ts';
import { type Choice, choose, chooseSeveral } from '../platform/quickPick.ts';
import type { SqlResultsPort, SqlRun } from '../platform/ports/sqlPort.ts';
import { translate, windowLanguage } from '../platform/windowLanguage.ts';
import { refusedText, StatementRefused } from '../service/index.ts';
import { COMPARE_WORDS as WORDS } from './keptEditorWords.ts';

export interface ResourceComparisonDeps {
  readonly resources: ComparisonPort;
  readonly results: SqlResultsPort;
  /** What panels show, which can be compared, too. */
  readonly panels: () => readonly ComparedPlace[];
  /** A resource and query in one line. */
  readonly label: (place: ComparedPlace) => string;
}

type SideNames = Readonly<Record<'old' | 'new', string>>;
type ComparedSides = Readonly<Record<'old' | 'new', ComparedPlace>>;

/** The command Compare with…: asks for the other resource and the key, and shows what differs in the grid. */
export class ResourceComparison {
  readonly #deps: ResourceComparisonDeps;

  constructor(deps: ResourceComparisonDeps) {
    this.#deps = deps;
  }

  /** Throws Problem if the two can't be compared. */
  async run(place: ComparedPlace, title: string): Promise<void> {
    const sides = await this.#sides(place, title);
    if (sides === undefined) return;
    const { resources, label } = this.#deps;
    const names = { old: label(sides.old), new: label(sides.new) };
    const stopped = new AbortController();
    const records: ComparedRecords[] = [];
    try {
      for (const side of [sides.old, sides.new]) {
        const one = await resources.prepare(side, stopped.signal);
        if (one === undefined) return;
        records.push(one);
      }
      const [old, fresh] = records;
      if (old === undefined || fresh === undefined) return;
      if (old.id === fresh.id) throw new Problem(translate(WORDS.same));
      await this.#compare(old, fresh, names, title);
    } finally {
      for (const { discard } of records) await discard?.();
    }
  }

  async #sides(place: ComparedPlace, title: string): Promise<ComparedSides | undefined> {
    const { resources, panels, label } = this.#deps;
    const own = label(place);
    const counterpart = await resources.counterpartOf(place);
    const shown = panels().filter((other) => label(other) !== own || other.portalId !== place.portalId);
    const pick = async (): Promise<ComparedSides | undefined> => {
      const picked = await resources.pick(title);
      const query = picked?.query ?? (picked && { resourceId: picked.resourceId });
      return picked && query && { old: { portalId: picked.portalId, query }, new: place };
    };
    if (counterpart === undefined && shown.length === 0) return pick();
    const { label: name = '', place: other, isOlder } = counterpart ?? {};
    const sides = other && (isOlder === true ? { old: other, new: place } : { old: place, new: other });
    const ready = (value: ComparedSides) => () => Promise.resolve(value);
    const way = await choose<typeof pick>({
      title,
      placeholder: translate(WORDS.selectOther, { name: own }),
      items: [
        ...(sides === undefined ? [] : [{ label: name, icon: 'history', value: ready(sides) }]),
        ...shown.map((old) => ({ label: label(old), icon: 'table', value: ready({ old, new: place }) })),
        { label: translate(WORDS.anotherResource), icon: 'list-unordered', value: pick },
      ],
    });
    return way?.();
  }

  async #compare(old: ComparedRecords, fresh: ComparedRecords, names: SideNames, title: string): Promise<void> {
    const { resources, results } = this.#deps;
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
        throw error instanceof KeyRefused ? new Problem(keyText(error.problem, key, windowLanguage)) : error;
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
async function askForKey({ key, shared }: TableComparison, title: string): Promise<readonly string[] | undefined> {
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
  const several = { label: translate(WORDS.severalFields), icon: 'checklist', value: 'several' } as const;
  const items = [...unique, whole, ...(shared.length > 1 ? [several] : []), ...others];
  const placeholder = translate(WORDS.selectKey);
  const chosen = await choose<readonly string[] | 'several'>({ title, placeholder, items });
  if (chosen !== 'several') return chosen;
  const fields = shared.map(({ id }) => ({ label: id, value: id }));
  const picked = await chooseSeveral({ title, placeholder: translate(WORDS.selectFields), items: fields });
  return picked?.length === 0 ? undefined : picked;
}

function countsOf(rows: readonly RecordRow[]) {
  const count = (change: RecordChange): number => Number(rows.find(([name]) => name === change)?.[1] ?? 0);
  return { added: count('added'), removed: count('removed'), changed: count('changed') };
}

function textOf({ key, lonely }: TableComparison, names: SideNames): string {
  const ids = key.map(({ id }) => id).join(', ');
  return [
    key.length === 0 ? translate(WORDS.byRecords, names) : translate(WORDS.byKey, { ...names, key: ids }),
    ...(lonely.old.length === 0 ? [] : [translate(WORDS.onlyOld, { ...names, fields: lonely.old.join(', ') })]),
    ...(lonely.new.length === 0 ? [] : [translate(WORDS.onlyNew, { ...names, fields: lonely.new.join(', ') })]),
  ].join(' · ');
}
