/** A1: what a statement of an SQL document can't reach (docs/security.md 12). */
import { Cases } from '../cases.ts';
import { ATTACKS, AttackedFiles } from './attackedFiles.ts';

describe('A1: a statement of an SQL document', function () {
  this.timeout(300_000);
  const cases = new Cases();
  let files: AttackedFiles;
  before(async () => (files = await AttackedFiles.open()));
  after(async () => {
    await files.close();
    cases.count('A1', 'attacks');
  });

  it('succeeds on plain DuckDB', async () => {
    for (const attack of ATTACKS) {
      const reason = await files.failsOnPlain(attack);
      cases.judge(`${attack.effect}, ${attack.sql}: ${reason ?? ''}`, reason === undefined);
    }
  });
});
