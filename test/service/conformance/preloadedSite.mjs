// A service that can't be written to, so the tables of all cases are in its folder before it starts.
import { createHash } from 'node:crypto';
import { parseExact } from '../../../src/base/exactJson.ts';
import { Site } from './site.mjs';
import { filled } from './template.mjs';

const NAMES = { run: 'preloaded', package: '', none: '00000000-0000-4000-8000-000000000000' };

export class PreloadedSite extends Site {
  setUp({ setup = [] }) {
    return Promise.resolve(namesOf(setup));
  }
}

/** Payloads of the tables that cases need. A setup that several cases share is made once. */
export function tablesOf(cases) {
  const payloads = cases.flatMap(({ setup = [] }) => {
    // Setups of datasets are skipped, because there is only one.
    if (setup.some(({ action }) => action !== 'datastore_create')) return [];
    const names = namesOf(setup);
    return setup.flatMap(({ as, payload = {} }) =>
      as === undefined ? [] : [{ ...filled(payload, names), resource_id: names[as] }],
    );
  });
  const byId = new Map(payloads.map((payload) => [payload.resource_id, payload]));
  return [...byId.values()].map((payload) => parseExact(JSON.stringify(payload)));
}

function namesOf(setup) {
  const key = createHash('sha1').update(JSON.stringify(setup)).digest('hex');
  const made = setup.flatMap(({ as }) => (as === undefined ? [] : [[as, idOf(key + as)]]));
  return { ...NAMES, ...Object.fromEntries(made) };
}

function idOf(text) {
  const digits = createHash('sha1').update(text).digest('hex');
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `8${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-');
}
