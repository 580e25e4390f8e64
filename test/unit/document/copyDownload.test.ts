import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { downloadCopy } from '../../../src/document/copyDownload.ts';
import { readCopyHead } from '../../../src/service/copies/copyFile.ts';
import { FakeCkan, type FakeCkanOptions } from '../../support/fakes/fakeCkan.ts';
import { clientOf } from '../../support/fakes/fakeExchange.ts';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';

const never = new AbortController().signal;

describe('the download of a copy', () => {
  let folder: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'copy-download-'));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  const fields = [
    { id: 'a', type: 'text' },
    { id: 'b', type: 'text', info: { label: 'of the search' } },
    { id: 'c', type: 'text' },
  ];
  const fake = (fault?: FakeCkanOptions['fault']) =>
    new FakeCkan({ resources: { r: { name: 'R', fields, rows: [['x', 'y', 'z']] } }, ...(fault && { fault }) });
  const dictionary = [
    { id: 'c', type: 'nested', info: { label: 'C', notes: 'of c', type_override: 'text' } },
    { id: 'b', type: 'text', info: { label: 'of the dictionary' } },
    { id: 'gone', type: 'text', info: { label: 'nothing' } },
  ];
  const heads = async (ckan: FakeCkan) => {
    const file = path.join(folder, 'records');
    await downloadCopy(clientOf(ckan), { resourceId: 'r' }, file, never, () => undefined);
    return (await readCopyHead(file)).map(({ id, type, info }) => [id, type, info]);
  };

  it('takes in what the data dictionary says of the fields, asked once', async () => {
    let asked = 0;
    const ckan = fake(({ action, body }, honest) => {
      if (action !== 'datastore_info') return honest;
      asked += 1;
      assert.deepEqual(JSON.parse(body), { id: 'r' });
      return { status: 200, text: JSON.stringify({ success: true, result: { meta: {}, fields: dictionary } }) };
    });
    assert.deepEqual(await heads(ckan), [
      ['_id', 'int', undefined],
      ['a', 'text', undefined],
      ['b', 'text', { label: 'of the search' }],
      ['c', 'text', dictionary[0]?.info],
    ]);
    assert.equal(asked, 1);
  });

  for (const text of [
    '{"success":false,"error":{"__type":"Authorization Error"}}',
    '<html>',
    '{"success":true,"result":[]}',
  ])
    it(`does without a data dictionary that is ${text}`, async () => {
      const ckan = fake(({ action }, honest) =>
        action === 'datastore_info' ? { status: text === '<html>' ? 500 : 403, text } : honest,
      );
      assert.deepEqual(await heads(ckan), [
        ['_id', 'int', undefined],
        ['a', 'text', undefined],
        ['b', 'text', { label: 'of the search' }],
        ['c', 'text', undefined],
      ]);
    });

  it('ends with an error of its own when there is no room for it', () => {
    const url = (file: string): string => pathToFileURL(path.join(projectRoot, file)).href;
    const script = `
      import { downloadCopy } from ${JSON.stringify(url('src/document/copyDownload.ts'))};
      import { FakeCkan } from ${JSON.stringify(url('test/support/fakes/fakeCkan.ts'))};
      import { clientOf } from ${JSON.stringify(url('test/support/fakes/fakeExchange.ts'))};
      const rows = Array.from({ length: 20_000 }, (_, at) => ['x'.repeat(100) + at]);
      const ckan = new FakeCkan({ resources: { r: { name: 'R', fields: [{ id: 'a', type: 'text' }], rows } } });
      const never = new AbortController().signal;
      await downloadCopy(clientOf(ckan), { resourceId: 'r' }, ${JSON.stringify(path.join(folder, 'large'))}, never, () => undefined)
        .catch((error) => console.log(error.name, error.cause.code));`;
    // The limit is 100 blocks, which are 512 or 1,024 bytes depending on the shell.
    const child = spawnSync(
      'sh',
      ['-c', 'ulimit -f 100; exec "$0" --input-type=module -e "$1"', process.execPath, script],
      { encoding: 'utf8', cwd: projectRoot },
    );
    assert.equal(child.stdout.trim(), 'DiskFull EFBIG', child.stderr);
  });
});
