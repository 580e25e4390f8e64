import assert from 'node:assert/strict';
import { ResourceComparison } from '../../../src/kept/resourceComparison.ts';
import type { SqlRun } from '../../../src/platform/ports/sqlPort.ts';
import { people } from '../../support/host/vscode.ts';

const FIELDS = ['canton', 'year', 'amount'].map((id) => ({ id, type: 'text' }));

/** Compares two resources, of which no field alone is a key. Returns how their records are paired, in words. */
async function pairing(first: string, ...several: readonly string[]): Promise<string | undefined> {
  const runs: SqlRun[] = [];
  const lists = [[first], several];
  people.pick = () => {
    const [row, ...more] = lists.shift() ?? [];
    return row === undefined ? undefined : { row, more };
  };
  const comparison = new ResourceComparison({
    resources: {
      counterpartOf: () => Promise.resolve(undefined),
      pick: () => Promise.resolve({ portalId: 'local', resourceId: 'june' }),
      prepare: ({ query }) => Promise.resolve({ id: query.resourceId }),
      ask: (sql) =>
        Promise.resolve({ fields: FIELDS, rows: sql.includes('count(distinct') ? [[false, false, false]] : [] }),
    },
    results: {
      run: (run: SqlRun) => Promise.resolve(void runs.push(run)),
      look: () => undefined,
      onDidChange: () => ({ dispose: () => undefined }),
    } as never,
    panels: () => [],
    label: ({ query }) => query.resourceId,
  });
  await comparison.run({ portalId: 'local', query: { resourceId: 'july' } }, 'Compare with…');
  const marks = await runs[0]?.comparison?.marks({ portalId: 'local', resourceId: 'result' });
  return marks?.text;
}

describe('the records of two resources', () => {
  beforeEach(() => people.forget());

  const cases: readonly (readonly [picks: readonly [string, ...string[]], text: string | undefined])[] = [
    [['$(list-flat) By whole records'], 'From june to july, by whole records'],
    [['By year'], 'From june to july, paired by year'],
    [['$(checklist) By several fields…', 'canton', 'year'], 'From june to july, paired by canton, year'],
    [['$(checklist) By several fields…', 'amount'], 'From june to july, paired by amount'],
    [['$(checklist) By several fields…'], undefined],
  ];
  for (const [picks, text] of cases)
    it(`are ${text === undefined ? 'not compared' : 'paired'} if people pick ${picks.join(', ')}`, async () => {
      assert.equal(await pairing(...picks), text);
    });
});
