// `npm run bench:growth [-- --factors 1,10,100] [--rounds N] [--records N] [--trino URL] [--program FOLDER]`: how a page and a
// dump of a table of Trino's grow with the table. Trino's own connector makes the records up (tpch, lineitem); our service is
// asked over HTTP, and beside it Trino's own protocol, in turn, for what our service asks Trino.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfStale } from '../../../scripts/steps/build.mjs';
import { root, seconds } from '../../../scripts/steps/progress.mjs';
import { openTrino } from '../../../src/service/engine/openDatastore.ts';
import { TrinoConnection } from '../../../src/service/engine/trino/trinoConnection.ts';
import { TrinoCluster } from '../../trino/trinoCluster.ts';
import { recordedStatements } from '../engines/recordedStatements.ts';
import { Served } from '../service/served.ts';
import { allTrinoRows } from '../engines/trinoClient.ts';
import { median } from '../service/rounds.ts';

const { values: options } = parseArgs({
  options: {
    factors: { type: 'string', default: '1,10,100' },
    rounds: { type: 'string', default: '5' },
    // A dump is cut behind so many.
    records: { type: 'string', default: '1000000' },
    // A cluster that runs already, with the catalog tpch.
    trino: { type: 'string' },
    program: { type: 'string' },
  },
});
const MOST_MS = 5000;
const MOST_MB = 150;
const TABLE = 'lineitem';
/** Millions of records that factor 1 has. Trino has no statistics of the larger schemas. */
const MILLIONS = 6;
const PAGE = { kind: 'page', search: { limit: 100, include_total: false } };

const started = performance.now();
const say = (line) => console.error(`growth ${seconds(started).padStart(6)} s: ${line}`);
const goal = (isReached, words) => (isReached ? 'reached' : `**missed**, ${words}`);

async function timed(ask) {
  const begun = performance.now();
  const answer = await ask();
  return { ms: performance.now() - begun, answer };
}

/** Returns the statement that the service sends for the page, so that it can be sent by Trino's own protocol, too. */
async function statementOf(origin, schema) {
  const datastore = await openTrino({
    ...{ origin, user: 'bench', password: undefined, scannedBytes: undefined, catalog: 'tpch', schema },
  });
  const statements = await recordedStatements(TrinoConnection.prototype, datastore, TABLE, PAGE);
  await datastore.close();
  return statements.at(-1)[0];
}

async function measure(dist, origin, factor) {
  const schema = `sf${factor}`;
  const served = await Served.start(dist, ['--trino', origin, '--catalog', 'tpch', '--schema', schema]);
  try {
    const sql = await statementOf(origin, schema);
    const ours = async () => {
      const { success, result } = JSON.parse((await served.search({ resource_id: TABLE, ...PAGE.search })).toString());
      if (!success || result.records.length !== 100) throw new Error('a page has not 100 records');
    };
    const rival = async () => {
      if ((await allTrinoRows(origin, sql)).length !== 100) throw new Error('Trino gives not 100 rows');
    };
    const first = await timed(ours);
    // Trino is a Java program: what it does often becomes quicker while it runs.
    for (const ask of [rival, ours, rival]) await ask();
    say(`${schema}: first page after ${(first.ms / 1000).toFixed(1)} s; ${sql.slice(-120)}`);
    const times = { ours: [], rival: [] };
    for (let round = 0; round < Number(options.rounds); round += 1)
      for (const who of round % 2 === 0 ? ['ours', 'rival'] : ['rival', 'ours'])
        times[who].push((await timed(who === 'ours' ? ours : rival)).ms);
    const afterPages = served.memory().peak;
    const dumped = await timed(() => served.dump(TABLE, {}, Number(options.records)));
    const afterDump = served.memory().peak;
    const ratios = times.ours.map((ms, round) => ms / times.rival[round]);
    const page = median(times.ours);
    return {
      isMissed: page > MOST_MS || afterDump > MOST_MB,
      cells: [
        schema,
        String(factor * MILLIONS),
        `${page.toFixed(0)} (${Math.min(...times.ours).toFixed(0)} – ${Math.max(...times.ours).toFixed(0)})`,
        goal(page <= MOST_MS, `at most ${MOST_MS}`),
        median(times.rival).toFixed(0),
        `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} – ${Math.max(...ratios).toFixed(2)})`,
        `${(dumped.answer / 1000).toFixed(0)} in ${(dumped.ms / 1000).toFixed(1)} s`,
        `${afterPages.toFixed(0)}, ${afterDump.toFixed(0)}`,
        goal(afterDump <= MOST_MB, `at most ${MOST_MB}`),
      ],
    };
  } finally {
    await served.stop();
  }
}

if (options.program === undefined) buildIfStale();
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-growth-'));
const dist = path.join(work, 'dist');
fs.cpSync(options.program ?? path.join(root, 'dist'), dist, { recursive: true });
let cluster;
try {
  if (options.trino === undefined) cluster = await TrinoCluster.start({ heap: '2G', dataPerNode: '128MB' });
  const origin = options.trino ?? cluster.origin;
  say('Trino answers');
  const rows = [];
  for (const factor of options.factors.split(',')) rows.push(await measure(dist, origin, factor));
  console.log(
    [
      `- ${new Date().toISOString().slice(0, 10)}, ${os.cpus().length} × ${os.cpus()[0]?.model.trim()}, ` +
        `${(os.totalmem() / 2 ** 30).toFixed(0)} GiB, load average ${os.loadavg()[0].toFixed(1)} after`,
      `- Trino 476, ${cluster ? 'a coordinator and two workers of 2 GB each on this machine' : 'running already'}; ${options.rounds} rounds`,
      '',
      '| schema | million records | first 100, ms | goal | Trino’s own protocol, ms | ours : Trino’s | dump, thousand records | peak memory, MB: pages, dump | goal |',
      '| --- | ---: | ---: | --- | ---: | ---: | ---: | ---: | --- |',
      ...rows.map(({ cells }) => `| ${cells.join(' | ')} |`),
    ].join('\n'),
  );
  process.exitCode = rows.some(({ isMissed }) => isMissed) ? 1 : 0;
} finally {
  await cluster?.stop();
  fs.rmSync(work, { recursive: true, force: true });
  say('done');
}
