/** The extension host is killed while an export runs: VS Code starts another one, where the export goes on. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Explorer } from '../support/drivers/explorer.ts';
import { FakeCkan } from '../support/fakes/fakeCkan.ts';
import { itemsResource } from '../support/fakes/fakeResult.ts';
import { useExplorer } from '../support/drivers/useExplorer.ts';

const MANY = 2000;

/** Ids of the extension hosts of the VS Code whose server has `mark` among its arguments. */
function extensionHosts(mark: string): readonly number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n');
  const processes = new Map(
    lines.map((line) => {
      const [, pid, parent, args = ''] = /^\s*(\d+)\s+(\d+)\s(.*)$/.exec(line) ?? [];
      return [Number(pid), { parent: Number(parent), args }];
    }),
  );
  const isOfMark = (pid: number): boolean => {
    const found = processes.get(pid);
    return found !== undefined && (found.args.includes(mark) || isOfMark(found.parent));
  };
  return [...processes]
    .filter(([pid, { args }]) => args.includes('--type=extensionHost') && isOfMark(pid))
    .map(([pid]) => pid);
}

describe('An export whose extension host is killed', () => {
  let isSlow = false;
  const ckan = new FakeCkan({
    resources: { many: { ...itemsResource(MANY), name: 'Many' } },
    rowsMax: 100,
    fault: async (_call, honest) => {
      if (isSlow) await new Promise((resolve) => setTimeout(resolve, 500));
      return honest;
    },
  });
  const { workbench, vsc, baseUrl } = useExplorer(ckan);
  const file = () => path.join(workbench().folder, 'Many.jsonl');
  const hash = () => createHash('sha256').update(fs.readFileSync(file())).digest('hex');
  const begin = async () => {
    await vsc().contextMenu(vsc().row('Many').first(), 'Export Records…');
    await vsc().quickInput.pick('JSON Lines');
    await vsc().quickInput.pick('File…');
    await vsc().quickInput.saveTo(file(), 'Many.jsonl');
  };

  before('a resource is in the tree', async function () {
    this.timeout(60_000);
    await new Explorer(vsc()).addPortal(`${baseUrl()}/api/action/datastore_search?resource_id=many`, 'Fake');
    await vsc().row('Many').first().waitFor();
  });

  it('is offered to go on, and its file is the same as without that', async function () {
    this.timeout(120_000);
    await begin();
    await vsc().dismissToast(/Saved 2,000 records/);
    const whole = hash();
    fs.rmSync(file());

    isSlow = true;
    await begin();
    const progress = vsc().toast('Exporting records of Many');
    await progress.getByText(/\b(?:[4-9]\d\d|1,\d{3}) of 2,000 records/).waitFor();
    const [host, ...others] = extensionHosts(workbench().userDataDir);
    assert.ok(host !== undefined && others.length === 0, 'one extension host runs');
    process.kill(host, 'SIGKILL');
    await vsc().page.locator('.part.statusbar').getByText('terminated unexpectedly').waitFor();
    isSlow = false;
    ckan.calls.splice(0);

    const toast = vsc().toast('Exporting records of Many was interrupted.');
    await toast.waitFor({ timeout: 60_000 });
    await workbench().screenshot('killed-host');
    assert.ok(!extensionHosts(workbench().userDataDir).includes(host), 'it is another one');
    assert.ok(!fs.existsSync(file()), 'nothing has its name that is not whole');
    await toast.getByRole('button', { name: 'Resume' }).click();
    await vsc().dismissToast(/Saved 2,000 records/);
    assert.equal(hash(), whole);
    assert.ok(!ckan.searches.includes('{"resource_id":"many"}'), 'the first records come once');
    assert.deepEqual(fs.readdirSync(workbench().folder), ['Many.jsonl']);
    // VS Code names all extensions that ran there.
    const heard = workbench().complaints.take();
    assert.deepEqual(
      heard.filter((complaint) => !complaint.includes('terminated unexpectedly')),
      [],
    );
  });
});
