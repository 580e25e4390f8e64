// npm run test:answers [-- --engines duckdb,postgres,trino --summaries N]: random summaries of every engine beside exact
// arithmetic. Prints how many of all answers are exact, at the end as `1500/1500`.
import { parseArgs } from 'node:util';
import { fileSite, postgresSite, trinoSite } from './answerSites.ts';
import { compareAnswer } from './comparedAnswer.ts';
import { randomQuestion, randomTable } from './randomSummaries.ts';

const SITES = { duckdb: fileSite, postgres: postgresSite, trino: trinoSite };
/** Each table is asked for this many summaries. */
const OF_A_TABLE = 10;
const AT_ONCE = 2;

const { values: options } = parseArgs({
  options: {
    engines: { type: 'string', default: Object.keys(SITES).join() },
    summaries: { type: 'string', default: '500' },
    first: { type: 'string', default: '0' },
  },
});
const first = Number(options.first);
const numbers = Array.from({ length: Number(options.summaries) }, (_, at) => first + at);
const engines = options.engines.split(',');
let exact = 0;
let right = 0;
let shown = 0;

/** A wrong answer is shown, up to some. */
async function compare(engine, site, table, number) {
  const question = randomQuestion(table, number);
  try {
    await compareAnswer(site.served, site.served.id(table.name), table, question);
    right += 1;
  } catch (error) {
    shown += 1;
    if (shown <= 20) console.error(`${engine} ${number} ${JSON.stringify(question)}\n${error.message}\n`);
  }
}

for (const engine of engines) {
  const site = await SITES[engine]();
  right = 0;
  try {
    for (let from = 0; from < numbers.length; from += OF_A_TABLE) {
      const some = numbers.slice(from, from + OF_A_TABLE);
      const table = randomTable(Math.floor(some[0] / OF_A_TABLE));
      await site.create(table);
      for (let at = 0; at < some.length; at += AT_ONCE)
        await Promise.all(some.slice(at, at + AT_ONCE).map((number) => compare(engine, site, table, number)));
    }
  } finally {
    await site.close();
  }
  console.log(`${engine} ${right}/${numbers.length}`);
  exact += right;
}
const all = engines.length * numbers.length;
console.log(`${exact}/${all}`);
process.exit(exact < all ? 1 : 0);
