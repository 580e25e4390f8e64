import { createWriteStream } from 'node:fs';
import { TestDatastore } from '/work/main/test/service/datastore.ts';
import { DatastoreClient } from '/work/main/src/datastore/client.ts';
import { frequentValues } from '/work/main/src/datastore/frequentValues.ts';
import { ResultSet } from '/work/main/src/datastore/resultSet.ts';
import { applyChange } from '/work/main/src/datastore/queryChange.ts';
import { Exchange } from '/work/main/src/http/exchange.ts';
import { FetchTransport } from '/work/main/src/http/fetchTransport.ts';
const N = 3_000_000;
const out = createWriteStream('/tmp/f2/big.csv');
out.write('id,subject,price,day\n');
for (let i = 0; i < N; i += 10000) {
  let s = '';
  for (let j = i; j < i + 10000; j++) s += `${j * 7919 % 10000019},s${j % 37},${(j % 5000) / 4},2026-0${1 + j % 9}-1${j % 10}\n`;
  if (!out.write(s)) await new Promise((r) => out.once('drain', r));
}
await new Promise((r) => out.end(r));
const d = await TestDatastore.open({ 'big.csv': { path: '/tmp/f2/big.csv' } });
const { baseUrl, token } = d.server;
const client = new DatastoreClient({ exchange: new Exchange({ transport: new FetchTransport(), timeoutMs: () => 60000 }), access: () => Promise.resolve({ baseUrl, token }) });
const signal = new AbortController().signal;
const time = async (what: string, run: () => Promise<unknown>) => { const t = performance.now(); const r = await run(); console.log(what, Math.round(performance.now() - t), 'ms', JSON.stringify(r).slice(0, 120)); };
let r = await ResultSet.open(client, { resourceId: d.id('big.csv') }, signal); await time('first sql', () => client.sql('SELECT count(*) AS "n" FROM "' + d.id('big.csv') + '"', signal)); await time('plain group', () => client.sql('SELECT "_id" AS "v", count(*) AS "n" FROM "' + d.id('big.csv') + '" GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 202', signal));await time('no order', () => client.sql('SELECT "_id" AS "v", count(*) AS "n", sum(count(*)) OVER () AS "all" FROM "' + d.id('big.csv') + '" GROUP BY 1 LIMIT 202', signal));
for (const f of r.fields) await time(`frequent ${f.id}`, () => frequentValues(client, r, r.query, f, signal));
for (const field of ['price', 'id']) for (const descending of [false, true])
  await time(`sort ${field} ${descending}`, async () => { const q = applyChange(r.query, { kind: 'sort', keys: [{ field, descending }] }, { fields: r.fields, hasRanges: true }); const s = await ResultSet.open(client, q, signal); return (await s.rows(0, 2, signal)); });
await time('filter', async () => (await ResultSet.open(client, { ...r.query, filters: '{"price":{"gte":10,"lte":11}}' }, signal)).count);
await d.close();
