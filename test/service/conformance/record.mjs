// Records a real CKAN's answers to the cases of recorded.json. With CKAN_URL and CKAN_TOKEN, `node
// test/service/conformance/record.mjs [--name TEXT]` writes them into the file as each step's `expect`. New cases are
// written by hand, without `expect`.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { reading } from './judge.mjs';
import { Site } from './site.mjs';

const VERSION = '2.12.0';
const file = path.join(import.meta.dirname, 'recorded.json');
const { values: options } = parseArgs({ options: { name: { type: 'string', default: '' } } });
const { CKAN_URL: url, CKAN_TOKEN: token } = process.env;
if (!url || !token) throw new Error('CKAN_URL and CKAN_TOKEN are missing');

const cases = JSON.parse(fs.readFileSync(file, 'utf8'));
const site = new Site(url, { token });
await site.prepare();
if (site.version !== VERSION) throw new Error(`recorded.json is of CKAN ${VERSION}, not ${site.version}`);
try {
  for (const example of cases.filter(({ name }) => name.includes(options.name))) {
    const names = await site.setUp(example);
    for (const step of example.steps) step.expect = reading(step, await site.perform(step, names));
  }
} finally {
  await site.cleanUp();
}
fs.writeFileSync(file, `[\n${cases.map((example) => JSON.stringify(example)).join(',\n')}\n]\n`);
console.log(`${cases.length} cases in ${path.basename(file)}`);
