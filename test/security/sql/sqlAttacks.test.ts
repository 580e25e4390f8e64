/** A1: what a statement of an SQL document can't reach (docs/security.md 12), with all guards and without each of them. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { DocumentEngine, type Guards } from '../../../src/service/engine/duckdb/statement/documentEngine.ts';
import { judgeSources } from '../../../src/service/engine/duckdb/statement/documentJudge.ts';
import { type LockedAnswer, LockedSources } from '../../../src/service/engine/duckdb/statement/lockedSources.ts';
import { EmbeddedDatastore } from '../../../src/service/process/supervisor.ts';
import { StatementRefused } from '../../../src/service/resource/statementRefused.ts';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';
import { Cases } from '../cases.ts';
import { type Attack, AttackedFiles, ATTACKS, HONEST } from './attackedFiles.ts';

const never = new AbortController().signal;
const LIMIT_MS = 20_000;
/** The databases in an engine of ours. The third one is the other resource's, if it were there. */
const NAMES = ['" 0"', '" 1"', '" 2"'] as const;
const LOCK: Guards['lock'] = LockedSources.open.bind(LockedSources);
/** Against these the judge stands alone: they tell the folder of the data and of what doesn't fit in memory. */
const JUDGED_ALONE: readonly string[] = [
  'select * from duckdb_databases()',
  `select current_setting('temp_directory')`,
  'pragma database_list',
];

/** Runs a statement over both sources, and returns the answer as a text. */
type Run = (sql: string) => Promise<string>;

describe('A1: an attack by a statement of an SQL document', function () {
  this.timeout(300_000);
  const succeeded = new Map<Attack, string>();
  let files: AttackedFiles;
  before(async () => (files = await AttackedFiles.open()));
  after(async () => {
    await files.close();
    const cases = new Cases();
    for (const attack of ATTACKS) {
      const where = succeeded.get(attack);
      cases.judge(`${attack.effect}, ${attack.sql}: ${where ?? ''}`, where === undefined);
    }
    cases.count(
      'A1',
      'attacks that succeed on plain DuckDB fail, also without the process or the locked engine, and all but ' +
        `${String(JUDGED_ALONE.length)} without the judge`,
    );
  });

  function inThisProcess(guards?: Guards): Run {
    const engine = new DocumentEngine({ directory: files.data, memoryLimitMb: 512 }, guards);
    return (sql) => engine.answer({ sql, sources: files.sources }, LIMIT_MS, answerText, never);
  }

  /** Notes the attacks that reach anything, or aren't refused where all must be. */
  async function attackAll(where: string, run: Run, isJudged = true): Promise<void> {
    const data = await files.dataHash();
    for (const attack of ATTACKS) {
      const { sql, effect } = attack;
      const [answer, isRefused] = await run(files.text(sql, NAMES)).then(
        (text) => [text, false] as const,
        (error: unknown) => [String(error), !isJudged || error instanceof StatementRefused] as const,
      );
      // What a statement reads without the judge may be nothing but its sources.
      const mustFail = isJudged || (effect !== 'read' && effect !== 'learnt');
      const isOut = files.givesOut(answer, effect, NAMES) && (isJudged || !JUDGED_ALONE.includes(sql));
      if ((await files.reached()) || isOut || (mustFail && !isRefused)) succeeded.set(attack, `${where}: ${answer}`);
    }
    assert.equal(await files.dataHash(), data, 'the data of the sources');
    assert.deepEqual(
      [...succeeded.values()].filter((text) => text.startsWith(where)),
      [],
    );
  }

  it('succeeds once on plain DuckDB, where a statement that does nothing is none', async () => {
    for (const attack of ATTACKS) {
      const reason = await files.failsOnPlain(attack);
      if (reason !== undefined) succeeded.set(attack, `fails on plain DuckDB: ${reason}`);
    }
    assert.equal(succeeded.size, 0, [...succeeded.values()].join('\n'));
    for (const effect of new Set(ATTACKS.map((attack) => attack.effect)))
      assert.ok(await files.failsOnPlain({ effect, sql: HONEST }), effect);
  });

  it('is refused with all guards', async () => {
    const datastore = new EmbeddedDatastore({
      servicePath: path.join(projectRoot, 'src/service/process/main.ts'),
      directory: files.data,
      memoryLimitMb: () => 512,
      log: () => undefined,
    });
    const result = {
      id: '11111111-2222-5333-8444-777777777777',
      name: 'x',
      directory: path.join(files.folder, 'results'),
    };
    const run: Run = async (sql) =>
      JSON.stringify(await datastore.runStatement({ sql, sources: files.sources, result }, never));
    await attackAll('with all guards', run);
    assert.match(await run(HONEST), /"records":2\b/);
    datastore.dispose();
  });

  it('is refused without a process of its own', async () => {
    const run = inThisProcess();
    const honest = await run(HONEST);
    await attackAll('without the process', run);
    assert.equal(await run(HONEST), honest);
  });

  it('is refused before it reaches an engine, locked or not', async () => {
    const reached = new Error('It reached the engine.');
    const run = inThisProcess({ judge: judgeSources, lock: () => Promise.reject(reached) });
    await assert.rejects(run(HONEST), reached);
    await attackAll('without the locked engine', run);
  });

  it('reaches nothing in the locked engine without the judge', async () => {
    const run = inThisProcess({ judge: (_parser, _sql, sources) => Promise.resolve(sources), lock: LOCK });
    const honest = await run(HONEST);
    await attackAll('without the judge', run, false);
    assert.equal(await run(HONEST), honest);
    for (const sql of JUDGED_ALONE) assert.ok(files.givesOut(await run(sql), 'learnt', NAMES), sql);
  });
});

async function answerText({ names, next }: LockedAnswer): Promise<string> {
  const rows: unknown[] = [];
  for (let chunk = await next(); chunk !== undefined; chunk = await next()) rows.push(...chunk.getRows());
  return JSON.stringify([names, rows], (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}
