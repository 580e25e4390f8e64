/** Groups of every type of PostgreSQL, and what is calculated of their values. */
import assert from 'node:assert/strict';
import { type ExactValue, isList, member } from '../../../src/base/cells.ts';
import { valueText } from '../../../src/base/exactJson.ts';
import { openPostgres } from '../../../src/service/engine/openDatastore.ts';
import { serveDatastore, type RunningServer } from '../../../src/service/http/serving.ts';
import { postgresOptions } from '../../../src/service/process/postgresUrl.ts';
import { ServedTables } from '../../support/drivers/askedServer.ts';
import { PostgresCluster } from './postgresCluster.ts';

/** A field with values of its records, those in the order of its groups, and the least and the greatest one. */
const TYPES: readonly (readonly [type: string, values: string, groups: readonly (string | null)[], ends: string])[] = [
  ['char(4)', "'b', 'a', 'a ', null", ['a', 'b', null], 'a|b'],
  ['varchar(9)', "'ä', 'z', 'Z', 'z'", ['Z', 'z', 'ä'], 'Z|ä'],
  ['mood', "'sad', 'ok', 'sad'", ['ok', 'sad'], 'ok|sad'],
  ['positive', '3, 1, 3', ['1', '3'], '1|3'],
  ['bool', 'true, false, null', ['false', 'true', null], 'false|true'],
  ['uuid', "'f0000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-00000000000a'", ['00000000-0000-0000-0000-00000000000a', 'f0000000-0000-0000-0000-000000000000'], '00000000-0000-0000-0000-00000000000a|f0000000-0000-0000-0000-000000000000'],
  ['inet', "'10.0.0.2', '10.0.0.1'", ['10.0.0.1', '10.0.0.2'], '10.0.0.1|10.0.0.2'],
  ['bytea', "'\\x02', '\\x01'", ['\\x01', '\\x02'], '\\x01|\\x02'],
  ['time', "'10:00', '09:30'", ['09:30:00', '10:00:00'], '09:30:00|10:00:00'],
  ['interval', "'2 days', '1 hour'", ['01:00:00', '2 days'], '01:00:00|2 days'],
  ['date', "'infinity', '2024-01-01', '0044-03-15 BC'", ['0044-03-15 BC', '2024-01-01', 'infinity'], '0044-03-15 BC|infinity'],
  ['timestamptz', "'2024-01-01 00:00:00+02', 'epoch'", ['1970-01-01T00:00:00+00:00', '2023-12-31T22:00:00+00:00'], '1970-01-01T00:00:00+00:00|2023-12-31T22:00:00+00:00'],
  ['numeric', "1.50, 1.5, 'NaN', -2", ['-2', '1.5', 'NaN'], '-2|1.5'],
  ['float4', "0.1, 'NaN', '-Infinity', 0.1", ['-Infinity', '0.1', 'NaN'], '0.1|0.1'],
  ['money', "'2', '1'", ['$1.00', '$2.00'], '$1.00|$2.00'],
]; // prettier-ignore

describe('groups of PostgreSQL', () => {
  let cluster: PostgresCluster;
  let server: RunningServer;
  before(async () => {
    cluster = await PostgresCluster.start();
    server = await serveDatastore(await openPostgres(postgresOptions(cluster.url())), {});
    await cluster.sql(
      "create type mood as enum ('sad', 'ok'); create domain positive as int check (value > 0); set lc_monetary = 'C';",
    );
  });
  after(async () => {
    await server.close();
    await cluster.stop();
  });

  const rows = async (table: string, summary: object): Promise<readonly (readonly (string | null)[])[]> => {
    const { status, text, result } = await new ServedTables(server).post('x_datastore_summarize', {
      ...{ resource_id: table, summary, sort: 'v' },
      ...(!JSON.stringify(summary).includes('{"field":"v"}') && { sort: undefined }),
    });
    assert.equal(status, 200, text);
    const records = member(result, 'records');
    const shown = (value: ExactValue): string | null => (value === null ? null : valueText(value));
    return isList(records) ? records.map((record) => (isList(record) ? record.map(shown) : [])) : [];
  };

  for (const [at, [type, values, groups, ends]] of TYPES.entries())
    it(`by values of type ${type}`, async () => {
      const table = `typed_${String(at)}`;
      await cluster.sql(
        `create table ${table} (id int generated always as identity primary key, v ${type}); ` +
          `insert into ${table} (v) values ${values.split(', ').map((value) => `(${value})`).join(', ')};`,
      ); // prettier-ignore
      const group = { field: 'v' };
      const measures = ['distinct', 'min', 'max'].map((calculate) => ({ calculate, field: 'v' }));
      const all = await rows(table, { groups: [group], measures: [{ calculate: 'count' }] });
      assert.deepEqual(
        all.map(([value]) => (type === 'numeric' ? value?.replace(/(\.\d*?)0+$/, '$1') : value)),
        groups,
      );
      const [[distinct, least, greatest] = []] = await rows(table, { measures });
      assert.deepEqual(
        [distinct, `${least ?? ''}|${greatest ?? ''}`],
        [String(groups.filter((each) => each !== null).length), ends],
      );
      const top = await rows(table, { groups: [group], measures: [{ calculate: 'count' }], top: 1 });
      assert.deepEqual(
        top.map(([value]) => value),
        groups.length > 1 ? [all[0]?.[0], '(others)'] : [all[0]?.[0]],
      );
    });

  it('by units of dates that are infinite or before Christ', async () => {
    await cluster.sql(
      "create table eras (id int primary key, d date, t timestamp); insert into eras values (1, 'infinity', '-infinity'), " +
        "(2, '0044-03-15 BC', '0001-01-01 10:00 BC'), (3, '5874897-12-31', '12024-05-06');",
    );
    const by = async (field: string, unit: string) =>
      (await rows('eras', { groups: [{ field, unit }], measures: [{ calculate: 'count' }] })).map((row) => row.join());
    assert.deepEqual(await by('d', 'year'), ['-44,1', ',2']);
    assert.deepEqual(await by('d', 'quarter'), ['0044-Q1 BC,1', ',2']);
    assert.deepEqual(await by('t', 'month'), ['0001-01 BC,1', '12024-05,1', ',1']);
    assert.deepEqual(await by('t', 'hour'), ['0,1', '10,1', ',1']);
  });
});
