/** Commands that say where a result comes from: the request as text, and the result with its source as Markdown. */
import assert from 'node:assert/strict';
import type { DatastoreQuery } from '../../../src/datastore/query/query.ts';
import type { SummaryFacts } from '../../../src/datastore/query/summary.ts';
import { USUAL_ROUTE } from '../../../src/datastore/wire/apiRoute.ts';
import { ExploringController } from '../../../src/records/exploringController.ts';
import { SelectingController } from '../../../src/records/selection/selectingController.ts';
import { people } from '../../support/host/vscode.ts';

const QUERY: DatastoreQuery = {
  resourceId: 'r',
  summary: { groups: [{ field: 'canton' }], measures: [{ calculate: 'count' }] },
};

function screenOf(rowCount: number, facts: Partial<SummaryFacts> = {}) {
  const result = {
    fields: [
      { id: 'canton', type: 'text' },
      { id: 'count', type: 'int8' },
    ],
    rowCount,
    rows: (first: number, last: number) =>
      Promise.resolve(Array.from({ length: last - first }, (_, row) => [`c${String(first + row)}`, 2])),
    summary: { records: 2 * rowCount, others: 0, notFinite: 0, tooLong: [], ...facts },
  };
  const client = { dialect: { route: USUAL_ROUTE, takesConditions: true } };
  const shown = { query: QUERY, result, client, names: { resource: 'incidents', server: 'Local files' } };
  const said: string[] = [];
  const copied = 'Copy of ckan.test from May 3.';
  return {
    said,
    screen: { shown, copied, current: () => shown, setSummary: (text: string) => said.push(text) } as never,
  };
}

describe('the source of a result', () => {
  beforeEach(() => people.forget());

  it('is copied as Markdown with the result, of which the first 200 rows are the table', async () => {
    const { screen, said } = screenOf(1234);
    const nothing = () => undefined;
    const selecting = new SelectingController({
      ...{ portalId: 'p', screen, tasks: {} as never, actions: {} as never, runAgain: nothing, keep: nothing },
    });
    await selecting.copyWithSource();
    const [table = '', note, source = ''] = people.clipboard.split('\n\n');
    assert.equal(table.split('\n').length, 202);
    assert.equal(note, 'The first 200 of 1,234 rows.');
    assert.match(
      source,
      /^```text\nincidents · by canton · count\nOver 2,468 records · Copy of ckan\.test from May 3\.\n/,
    );
    assert.match(people.clipboard, /\nPOST \/api\/action\/x_datastore_summarize\n[^]*\n```\n$/);
    assert.deepEqual(said, ['Copied the result with its source.']);
    selecting.dispose();
  });

  it('is shown as text: the request, or the statement of a portal', async () => {
    const texts: (readonly [name: string, content: string])[] = [];
    const controllerOf = ({ screen }: ReturnType<typeof screenOf>) =>
      new ExploringController({
        ...{ portalId: 'p', screen, exploration: {} as never, failures: {} as never, layouts: {} as never },
        ...{ keep: () => undefined, remember: () => undefined },
        showText: (...text) => Promise.resolve(void texts.push(text)),
      });
    await controllerOf(screenOf(3)).showComputation(1);
    await controllerOf(screenOf(3, { statement: 'SELECT 1' })).showComputation(1);
    assert.deepEqual(
      texts.map(([name]) => name),
      ['incidents request.txt', 'incidents request.sql'],
    );
    assert.equal(texts[1]?.[1], 'SELECT 1');
  });
});
