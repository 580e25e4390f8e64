// npm run test:kept [-- documents | forms | histories | links | urls | checks | programs | runs | ckan …]: random queries in documents, in the form, in the history, as links, as
// URLs of the API and as code in six languages, which is parsed by its language, and some of which runs against the
// embedded datastore. With FULL=1 all code is parsed, and runs against real CKANs, too (`ckan`; needs what test:ckan does).
// Prints `name value limit ok|missed`. Needs python3 with venv; R with httr2 (r-cran-httr2) is left out if it isn't here.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { isFull } from '../support/results/full.ts';
import { keptQueries } from './anyKept.ts';
import { checkFigures, FAKE_SITES } from './checks.ts';
import { documentFigures } from './documents.ts';
import { formFigures } from './forms.ts';
import { historyFigures } from './histories.ts';
import { linkFigures } from './links.ts';
import { programFigures } from './programs.ts';
import { Portal } from '../ckan/portal/portal.ts';
import { CKAN_VERSIONS } from '../ckan/portal/version.ts';
import { runFigures } from './runs.ts';
import { ckanSite, embeddedSite } from './sites.ts';
import { hasR } from './tools.ts';
import { urlFigures } from './urls.ts';

const QUERIES = 10_000;
const SEED = 36;
/** Programs that each language parses by day. */
const SOME = 300;

mkdirSync('build/kept', { recursive: true });
const queries = keptQueries(QUERIES, SEED);
const isThere = (await hasR()) ? () => true : (name) => name !== 'r';
if (!isThere('r')) console.log("R isn't here: apt-get install r-base-core r-cran-httr2");

const PARTS = {
  documents: () => documentFigures(queries),
  forms: () => formFigures(queries),
  histories: () => historyFigures(queries),
  links: () => linkFigures(queries),
  urls: () => urlFigures(queries),
  checks: () => checkFigures(FAKE_SITES, isFull ? 10 : 2),
  programs: () => programFigures(isFull ? queries : queries.slice(0, SOME), isThere),
  runs: () => runsAt(embeddedSite),
  ckan: () => ckanFigures(),
};

async function runsAt(open) {
  const site = await open();
  try {
    return await runFigures(site, isThere);
  } finally {
    await site.close();
  }
}

/** Installs each CKAN the first time, which takes some minutes. */
async function ckanFigures() {
  const figures = [];
  for (const version of CKAN_VERSIONS) {
    const portal = new Portal(path.resolve('build/ckan'), (line) => console.error(`ckan: ${line}`), version);
    figures.push(...(await runsAt(async () => ckanSite(version, await portal.start(), () => portal.stop()))));
  }
  return figures;
}

const names =
  process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PARTS).filter((name) => isFull || name !== 'ckan');
let passed = 0;
let failed = 0;
for (const name of names) {
  const part = PARTS[name];
  if (part === undefined) {
    console.error(`No part "${name}". Parts: ${Object.keys(PARTS).join(', ')}`);
    process.exit(2);
  }
  for (const { name: figure, value, limit, missed } of await part()) {
    const isOk = value >= limit;
    passed += isOk ? 1 : 0;
    failed += isOk ? 0 : 1;
    for (const each of isOk ? [] : missed) console.error(`${figure}: ${each}\n`);
    console.log(`${figure} ${value} ${limit} ${isOk ? 'ok' : 'missed'}`);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
