// npm run bench:catalog [-- --rounds N --pages N] [-- --no-ckan | --ckan FOLDER]: the first page of the tree's datasets
// beside the same request made bare, by undici and JSON.parse: of a real CKAN with 100,000 datasets, which the goal is for, and
// of a portal that makes up as many in memory, whose answer costs next to nothing. Then the heap over many pages of that one.
import { fork, spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Agent, request } from 'undici';
import '../../support/host/useVscode.ts';
import { load } from '../../ckan/load.ts';
import { Portal } from '../../ckan/portal/portal.ts';
import { USUAL_VERSION } from '../../ckan/portal/version.ts';
import { root } from '../../../scripts/steps/progress.mjs';
import { median } from '../service/rounds.ts';
import { addCopies, removeCopies } from './manyDatasets.ts';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '40' },
    pages: { type: 'string', default: '1000' },
    'no-ckan': { type: 'boolean', default: false },
    // The folder of one that runs already.
    ckan: { type: 'string' },
  },
});
if (globalThis.gc === undefined) {
  const args = ['--expose-gc', import.meta.filename, ...process.argv.slice(2)];
  process.exit(spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1);
}
const COUNT = 100_000;
const [rounds, pages] = [options.rounds, options.pages].map(Number);
/** The tree's first page, as many times the bare request. */
const MOST_TIMES = 1.1;
/** Bytes that stay on the heap for each page that was read and let go of. */
const MOST_KEPT = 1024;

const { Catalog } = await import('../../../src/datastore/catalog/catalog.ts');
const { LearnedDialect } = await import('../../../src/datastore/dialect/learnedDialect.ts');
const { Exchange } = await import('../../../src/http/exchange.ts');
const { UndiciTransport } = await import('../../../src/http/undiciTransport.ts');
const { listsOf, nodeOfCatalog } = await import('../../../src/tree/catalog/catalogNode.ts');
const { CatalogTree } = await import('../../../src/tree/catalog/catalogTree.ts');

const settings = { noProxy: [], proxySupport: 'off', strictSsl: true, systemCertificates: false };
const transport = new UndiciTransport({ ...settings, environment: {} });
const exchange = new Exchange({ transport, timeoutMs: () => 60_000 });
const agent = new Agent();
let isMissed = false;
const ends = [];
try {
  const memory = await generated();
  await measureFirstPage(memory);
  await measureHeap(memory);
  if (!options['no-ckan']) await measureFirstPage(await real(), MOST_TIMES);
} finally {
  await agent.destroy();
  transport.dispose();
  for (const end of ends) await end();
}
process.exit(isMissed ? 1 : 0);

async function generated() {
  const child = fork(new URL('./portal.ts', import.meta.url), [String(COUNT)], { execArgv: [] });
  ends.push(() => child.disconnect());
  const baseUrl = await new Promise((resolve, reject) => {
    child.once('message', resolve).once('exit', () => reject(new Error('The portal has ended.')));
  });
  return portalAt('100,000 datasets in memory', baseUrl);
}

async function real() {
  const folder = path.resolve(options.ckan ?? path.join(root, 'build', 'ckan'));
  const portal = new Portal(folder, (line) => console.error(`ckan: ${line}`));
  if (options.ckan === undefined) ends.push(() => portal.stop());
  const actor = await portal.start();
  await load({ ...actor, fill: portal.fill.bind(portal) }, USUAL_VERSION);
  ends.unshift(() => removeCopies(portal.index()));
  await addCopies(portal.index(), COUNT);
  return portalAt(`CKAN ${USUAL_VERSION} with 100,000 datasets`, actor.baseUrl);
}

function portalAt(name, baseUrl) {
  const access = () => Promise.resolve({ baseUrl });
  return { name, baseUrl, catalog: new Catalog({ exchange, access, dialect: new LearnedDialect() }) };
}

/** A tree of its own each time, as after a start of VS Code. */
async function ours(portal) {
  let changed;
  const tree = treeOf(portal, () => changed());
  const node = updated();
  const isThere = new Promise((resolve) => (changed = resolve));
  const start = performance.now();
  let rows = await tree.children(node);
  if (rows.some(({ kind }) => kind === 'waiting')) {
    await isThere;
    rows = await tree.children(node);
  }
  const time = performance.now() - start;
  if (rows.filter(({ kind }) => kind === 'dataset').length < 100) throw new Error('No page');
  return time;
}

async function bare({ baseUrl }) {
  const body = JSON.stringify({ sort: 'metadata_modified desc, name asc', start: 0, rows: 100, facet: 'false' });
  const start = performance.now();
  const answer = await request(`${baseUrl}/api/action/package_search`, {
    dispatcher: agent,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const { result } = JSON.parse(await answer.body.text());
  const time = performance.now() - start;
  if (result.results.length < 100) throw new Error('No page');
  return time;
}

async function measureFirstPage(portal, goal) {
  for (let round = 0; round < 5; round += 1) await both(portal, round);
  const ratios = [];
  const times = { ours: [], bare: [] };
  for (let round = 0; round < rounds; round += 1) {
    const [mine, theirs] = await both(portal, round);
    ratios.push(mine / theirs);
    times.ours.push(mine);
    times.bare.push(theirs);
  }
  const ratio = median(ratios);
  if (goal !== undefined) isMissed ||= ratio > goal;
  const judged = goal === undefined ? '' : `; at most ${goal}: ${ratio > goal ? 'MISSED' : 'reached'}`;
  console.log(
    `${portal.name}: the tree's first page of 100 takes ${ratio.toFixed(2)} times the bare request and JSON.parse (${ms(times.ours)} to ${ms(times.bare)}${judged})`,
  );
}

/** In alternating order, so that a busy moment hits both. */
async function both(portal, round) {
  if (round % 2 === 0) return [await ours(portal), await bare(portal)];
  const theirs = await bare(portal);
  return [await ours(portal), theirs];
}

async function measureHeap(portal) {
  const never = new AbortController().signal;
  const used = () => {
    globalThis.gc();
    return process.memoryUsage().heapUsed;
  };
  let before = 0;
  let most = 0;
  for (let page = 0; page < pages; page += 1) {
    const start = (page * 100) % COUNT;
    await portal.catalog.search({ sort: 'updated' }, { start, rows: 100 }, never);
    if (page === Math.floor(pages / 10)) before = used();
    if (page % 100 === 99) most = Math.max(most, used());
  }
  const kept = (used() - before) / (pages * 0.9);
  isMissed ||= kept > MOST_KEPT;
  console.log(
    `heap over ${pages} pages: ${Math.round(kept)} bytes a page (at most ${MOST_KEPT}: ${kept > MOST_KEPT ? 'MISSED' : 'reached'}); never more than ${mb(most)} after a collection`,
  );
  const tree = treeOf(portal);
  const start = used();
  const node = updated();
  let rows = await tree.children(node);
  while (rows.some(({ kind }) => kind === 'more')) {
    await tree.more(node.id);
    rows = await tree.children(node);
  }
  console.log(`a branch opened to its end: ${rows.length} rows, ${mb(used() - start)} of heap`);
}

function treeOf({ catalog, baseUrl }, changed = () => undefined) {
  return new CatalogTree({
    catalogOf: () => catalog,
    addressOf: () => baseUrl,
    describe: (error) => ({ message: String(error), hint: '' }),
    changed,
    busy: () => undefined,
  });
}

function updated() {
  const node = listsOf(nodeOfCatalog('portal')).find(({ kind }) => kind === 'updated');
  if (node === undefined) throw new Error('The tree lists nothing by its last update.');
  return node;
}

function ms(times) {
  return `${median(times).toFixed(1)} ms`;
}

function mb(bytes) {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
