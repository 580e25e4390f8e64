/** Exports to files can be resumed after any interruption, and show where they are. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ExactNumber } from '../../../src/base/cells.ts';
import { LOCAL_PORTAL_ID } from '../../../src/sources/local/localFile.ts';
import type { ExportChoice } from '../../../src/records/export/exportChoice.ts';
import { RecordsExport } from '../../../src/records/export/recordsExport.ts';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';
import { tamper, withoutRecordsFrom } from '../../support/fakes/fakeResult.ts';
import { hostWith } from '../../support/host/twoPortals.ts';
import { people, Uri, window } from '../../support/host/vscode.ts';
import { until } from '../../../tools/vscode/until.ts';

const ROWS = 250;
const lines = (text: string) => text.split(/\r?\n/);
const said = () => people.asked.map(({ text }) => text);
const to = (file: string) => Uri.file(file) as never;

describe('an export to a file', () => {
  let emptyFrom: number;
  let total: number;
  /** The value of every record. */
  let value: string;
  let field: string;
  let ckan: FakeCkan;
  let portalId: string;
  let folder: string;
  let file: string;
  let exportAs: (choice: ExportChoice) => Promise<void>;
  let restarts: RecordsExport['restarts'];
  const logged: string[] = [];
  beforeEach(async () => {
    people.forget();
    emptyFrom = Infinity;
    total = ROWS;
    value = '1.50';
    field = 'n';
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'export-'));
    file = path.join(folder, 'r.csv');
    ckan = new FakeCkan({
      resources: {
        r: {
          fields: [{ id: 'n', type: 'numeric' }],
          rows: Array.from({ length: ROWS }, () => [new ExactNumber('1.50')]),
        },
      },
      rowsMax: 100,
      fault: (call, honest, index) => {
        if (total !== ROWS) return tamper((result) => ({ ...result, total }))(call, honest, index);
        const text = honest.text.replaceAll('1.50', value).replaceAll('"n"', `"${field}"`);
        return withoutRecordsFrom(emptyFrom)(call, { ...honest, text }, index);
      },
    });
    const { directory, failures, unfinished, savedExports, settings, portal } = await hostWith({ 'old.test': ckan });
    logged.length = 0;
    const log = { info: (line: string) => void logged.push(line) };
    const recordsExport = new RecordsExport(
      { portals: directory, failures, unfinished, savedExports, settings, log },
      { editor: 500, clipboard: 500 },
    );
    portalId = portal.id;
    restarts = (what) => recordsExport.restarts(what);
    exportAs = (choice) => recordsExport.run({ portalId, query: { resourceId: 'r' } }, choice);
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  describe('that does not come to its end', () => {
    let csv: ExportChoice;
    let whole: string;
    beforeEach(async () => {
      csv = { format: 'csv', to: Uri.file(file) as never };
      await exportAs(csv);
      whole = fs.readFileSync(file, 'utf8');
      fs.writeFileSync(file, 'older');
      people.forget();
      ckan.calls.splice(0);
    });
    const isWhole = () => fs.readFileSync(file, 'utf8') === whole;
    const AT_100 = '100 of 250 records';
    const ends: readonly (readonly [string, () => void, RegExp])[] = [
      [
        'is cancelled',
        () => (people.cancels = (text) => text === AT_100),
        /^The export to .*r\.csv was canceled\. Its first 100 records are kept\.$/,
      ],
      [
        'breaks off',
        () => (emptyFrom = 100),
        /^Export of r\.csv stopped\. City stopped after 100 of 250 records\. The first 100 records are kept in .*r\.csv\.part\.$/,
      ],
    ];
    for (const [what, end, message] of ends) {
      const endEarly = async (answer?: string) => {
        end();
        people.answer = (text) => {
          if (!message.test(text)) return undefined;
          emptyFrom = Infinity;
          people.cancels = () => false;
          return answer;
        };
        await exportAs(csv);
      };

      it(`because it ${what} keeps its records beside an older one`, async () => {
        await endEarly();
        assert.deepEqual(
          people.asked.map(({ buttons }) => buttons),
          [['Resume', 'Discard']],
        );
        assert.match(said().join(), message);
        assert.deepEqual(fs.readdirSync(folder), ['r.csv', 'r.csv.part', 'r.csv.part.json']);
        assert.equal(fs.readFileSync(file, 'utf8'), 'older');
        assert.equal(lines(fs.readFileSync(`${file}.part`, 'utf8')).length, 102);
      });

      it(`because it ${what} goes on with Resume, behind what it has`, async () => {
        await endEarly('Resume');
        await until(isWhole, 'the file is whole');
        await until(() => said().some((text) => text.startsWith('Saved 250')), 'that is said');
        assert.deepEqual(fs.readdirSync(folder), ['r.csv']);
        const first = ckan.searches.filter((body) => body === '{"resource_id":"r"}');
        assert.equal(first.length, 1, 'the first records come once');
      });

      it(`because it ${what} leaves nothing with Discard`, async () => {
        await endEarly('Discard');
        await until(() => fs.readdirSync(folder).join() === 'r.csv', 'the part is gone');
        assert.equal(fs.readFileSync(file, 'utf8'), 'older');
      });

      for (const [answer, searchesAnew] of [
        ['Resume', false],
        ['Start Over', true],
      ] as const)
        it(`because it ${what} can be chosen again: ${answer}`, async () => {
          await endEarly();
          ckan.calls.splice(0);
          people.asked.length = 0;
          people.answer = () => answer;
          await exportAs(csv);
          assert.deepEqual(people.asked[0], {
            text: `An earlier export to ${file} didn't finish. It has the first 100 records.`,
            isModal: true,
            buttons: ['Resume', 'Start Over'],
          });
          assert.equal(isWhole(), true);
          assert.equal(
            ckan.searches.some((body) => body === '{"resource_id":"r"}'),
            searchesAnew,
          );
        });
    }

    it('is left as it is when people answer neither', async () => {
      emptyFrom = 100;
      await exportAs(csv);
      ckan.calls.splice(0);
      await exportAs(csv);
      assert.deepEqual([ckan.calls.length, fs.readdirSync(folder).length], [0, 3]);
    });

    it('is not gone on with by another query, unless people say so', async () => {
      emptyFrom = 100;
      await exportAs(csv);
      emptyFrom = Infinity;
      for (const answer of [undefined, 'Start Over']) {
        people.asked.length = 0;
        people.answer = () => answer;
        await exportAs({ ...csv, csv: { delimiter: ';' } });
        assert.deepEqual(
          people.asked.slice(0, 1).map(({ text, buttons }) => [text, ...buttons]),
          [
            [
              `An earlier export to ${file} didn't finish. Starting over deletes ${file}.part, which belongs to another export or program.`,
              'Start Over',
            ],
          ],
        );
      }
      assert.equal(lines(fs.readFileSync(file, 'utf8'))[1], '1;1.50');
    });

    it('is offered after a restart: to go on, or to discard it', async () => {
      emptyFrom = 100;
      await exportAs(csv);
      emptyFrom = Infinity;
      const kept = { portalId, query: '{"resourceId":"r"}', name: 'r', format: 'csv', file };
      const ways = restarts(kept);
      assert.deepEqual(
        ways.map(({ label }) => label),
        ['Resume', 'Discard'],
      );
      await ways[0]?.run();
      assert.equal(isWhole(), true);
      assert.deepEqual(
        restarts({ portalId, query: '{"resourceId":"r"}', format: 'json', to: 'editor' }).map(({ label }) => label),
        ['Start Again'],
      );
      assert.deepEqual(restarts({ portalId }), []);
    });

    it('is not gone on with where its part was changed', async () => {
      emptyFrom = 100;
      await exportAs(csv);
      emptyFrom = Infinity;
      fs.writeFileSync(`${file}.part`, 'changed');
      people.asked.length = 0;
      people.answer = (text) =>
        text.startsWith('An earlier') ? 'Resume' : text.includes("can't be resumed") ? 'Start Over' : undefined;
      await exportAs(csv);
      assert.deepEqual(people.asked[1], {
        text: `The unfinished export to ${file} can't be resumed, because ${file}.part has changed.`,
        isModal: false,
        buttons: ['Start Over', 'Discard'],
      });
      assert.equal(isWhole(), true);
    });
  });

  it('is refused where the format has no room for so many records, and leaves nothing', async () => {
    total = 2_000_000;
    await exportAs({ format: 'xlsx', to: Uri.file(path.join(folder, 'r.xlsx')) as never });
    assert.deepEqual(said(), [
      'Excel (XLSX) files hold at most 1,048,575 records. There are 2,000,000. Export as CSV or Parquet, or narrow the query with filters or a limit.',
    ]);
    assert.deepEqual(fs.readdirSync(folder), []);
  });

  it('says where it is, and offers what can be done with it', async () => {
    const press = async (button: string) => {
      people.forget();
      people.answer = () => button;
      await exportAs({ format: 'csv', to: Uri.file(file) as never });
    };
    for (const [button, command] of [
      ['Open', 'vscode.open'],
      ['Reveal', 'revealFileInOS'],
    ] as const) {
      await press(button);
      await until(() => people.commands.includes(command), command);
    }
    assert.deepEqual(people.asked[0]?.buttons, ['Open', 'Reveal', 'Copy Path']);
    await press('Copy Path');
    await until(() => people.clipboard === file, 'the path is on the clipboard');
  });

  it('says in the log by which way its records come', async () => {
    await exportAs({ format: 'csv', to: to(file) });
    assert.deepEqual(logged, ['Export of r: Paging by offset, sorted by _id.']);
  });

  describe('whose data changes before it is resumed', () => {
    const csv = (): ExportChoice => ({ format: 'csv', to: to(file) });
    const values = () => new Set(lines(fs.readFileSync(file, 'utf8')).flatMap((line) => line.split(',')[1] ?? []));
    /** Answers two messages: the first resumes the export, the second is the one that follows. */
    const resumed = async (change: () => void, answer: string | undefined) => {
      emptyFrom = 100;
      const answers = ['Resume', answer];
      people.answer = () => {
        emptyFrom = Infinity;
        change();
        return answers.shift();
      };
      await exportAs(csv());
      await until(() => people.asked.length > 1, 'the export says how it went on');
    };

    it('stops, and offers to start over or to continue anyway', async () => {
      await resumed(() => (value = '2.50'), undefined);
      const told = people.asked[1];
      assert.deepEqual(told?.buttons, ['Start Over', 'Continue Anyway', 'Discard']);
      assert.match(
        told.text,
        /^Export of r\.csv stopped\. The data at City changed .* The first 100 records are kept in .*r\.csv\.part\.$/,
      );
      assert.deepEqual(fs.readdirSync(folder), ['r.csv.part', 'r.csv.part.json']);
    });

    it('has the new records alone after Start Over', async () => {
      await resumed(() => (value = '2.50'), 'Start Over');
      await until(() => fs.existsSync(file), 'the file is whole');
      assert.deepEqual([...values()], ['n', '2.50']);
    });

    it('has old and new records after Continue Anyway, and says so', async () => {
      await resumed(() => (value = '2.50'), 'Continue Anyway');
      await until(() => said().some((text) => text.startsWith('Saved 250')), 'the file is saved');
      assert.deepEqual([...values()], ['n', '1.50', '2.50']);
      assert.match(said().at(-1) ?? '', /The data changed while it was loading\./);
    });

    it('can’t be continued with other fields', async () => {
      await resumed(() => (field = 'other'), undefined);
      assert.deepEqual(people.asked[1]?.buttons, ['Start Over', 'Discard']);
    });
  });

  it('takes the place of an editor or the clipboard for which the records are too many', async () => {
    people.answer = () => 'Save to File…';
    window.showSaveDialog = () => Promise.resolve(Uri.file(file));
    await exportAs({ format: 'csv', to: 'clipboard' });
    assert.equal(lines(fs.readFileSync(file, 'utf8')).length, ROWS + 2);
    assert.deepEqual([people.clipboard, fs.readdirSync(folder)], ['', ['r.csv']]);
  });
});

describe('an export of a local file to a file', () => {
  const setUp = async (folder: string) => {
    const facts = { edition: 'first', emptyFrom: 100 };
    const server = new FakeCkan({
      resources: { f: { fields: [{ id: 'n', type: 'int4' }], rows: Array.from({ length: ROWS }, (_, n) => [n]) } },
      rowsMax: 100,
      fault: (call, honest, index) => withoutRecordsFrom(facts.emptyFrom)(call, honest, index),
    });
    const port = { now: 1 };
    const host = await hostWith(
      { '127.0.0.1:1': server, '127.0.0.1:2': server },
      {
        portal: { name: 'Local files' },
        partial: () => undefined,
        ensure: () => Promise.resolve(),
        refresh: () => Promise.resolve(),
        edition: () => Promise.resolve(facts.edition),
        access: () => Promise.resolve({ baseUrl: `http://127.0.0.1:${String(port.now)}` }),
      },
    );
    const recordsExport = new RecordsExport({ ...host, portals: host.directory });
    const file = path.join(folder, 'f.csv');
    const run = () =>
      recordsExport.run({ portalId: LOCAL_PORTAL_ID, query: { resourceId: 'f' } }, { format: 'csv', to: to(file) });
    await run();
    facts.emptyFrom = Infinity;
    // Another window has another port.
    port.now = 2;
    people.asked.length = 0;
    return { run, facts, file, restarts: (what: unknown) => recordsExport.restarts(what) };
  };
  let folder: string;
  beforeEach(() => {
    people.forget();
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'export-'));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  it('starts over after a restart, because its records come in one answer', async () => {
    const { file, restarts } = await setUp(folder);
    const kept = { portalId: LOCAL_PORTAL_ID, query: '{"resourceId":"f"}', name: 'f', format: 'csv', file };
    assert.deepEqual(
      restarts(kept).map(({ label }) => label),
      ['Start Over', 'Discard'],
    );
  });

  it('goes on in another window, where the datastore has another port', async () => {
    const { run, file } = await setUp(folder);
    people.answer = () => 'Resume';
    await run();
    assert.equal(lines(fs.readFileSync(file, 'utf8')).length, ROWS + 2);
  });

  it('does not go on where the file has changed', async () => {
    const { run, facts, file } = await setUp(folder);
    facts.edition = 'second';
    await run();
    assert.deepEqual(
      people.asked.map(({ buttons }) => buttons),
      [['Start Over']],
    );
    assert.ok(!fs.existsSync(file));
  });
});
