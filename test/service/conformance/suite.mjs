// Runs all cases on one site, and compares its answers with those recorded from a version of CKAN.
import { reading, verdict } from './judge.mjs';
import { short } from './compare.mjs';

/**
 * Returns `{ name, area, outcome: 'passed' | 'failed' | 'skipped', why? }` for each case. `like` is the version whose
 * answers count. `isStrict` expects CKAN's own crashes and bugs, too.
 */
export async function runCases(site, cases, { like, isStrict }) {
  const results = [];
  for (const example of cases) results.push(await runCase(site, example, { like, isStrict }));
  return results;
}

async function runCase(site, example, { like, isStrict }) {
  const { name, area, needs = [], steps } = example;
  const lacking = [...needs, ...derivedNeeds(example)].filter((ability) => !site.abilities.has(ability));
  if (lacking.length > 0) return { name, area, outcome: 'skipped', why: `needs ${lacking.join(', ')}` };
  try {
    const names = await site.setUp(example);
    for (const [index, step] of steps.entries()) {
      const got = reading(step, await site.perform(step, names));
      const { spelled = (value) => value } = site;
      const expected = spelled(step.varies?.[like] ?? step.expect);
      const why = verdict(step, expected, spelled(got), isStrict);
      if (why !== undefined) return { name, area, outcome: 'failed', why: `step ${index + 1}, ${words(step)}: ${why}` };
    }
    return { name, area, outcome: 'passed' };
  } catch (error) {
    return { name, area, outcome: 'failed', why: `could not run: ${error.message}` };
  }
}

function derivedNeeds(example) {
  const asksSql = example.steps.some(({ path }) => path.includes('datastore_search_sql'));
  return asksSql ? ['sql'] : [];
}

function words(step) {
  const sent = step.body ?? step.query ?? step.form ?? step.text ?? '';
  return `${step.method ?? 'POST'} ${step.path} ${short(sent)}`;
}
