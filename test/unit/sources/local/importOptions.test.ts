import assert from 'node:assert/strict';
import type { OptionsLook } from '../../../../src/messages/optionsProtocol.ts';
import { ImportOptions } from '../../../../src/sources/local/importOptions.ts';
import type { FileToOpen } from '../../../../src/sources/local/localFile.ts';
import type { Inspection, ReadingChoices } from '../../../../src/service/index.ts';
import { JobFailed } from '../../../../src/service/process/jobProcess.ts';
import { eventually } from '../../../support/drivers/eventually.ts';

const INSPECTION: Inspection = {
  reading: { format: 'csv', compression: 'none', unreadable: 'refuse', encoding: 'utf-8', delimiter: ';' },
  fields: ['name', 'amount'],
  sample: [['a', '1,5']],
  columns: [
    { reading: { field: 'name', kind: 'text' }, source: 'guess', values: 1, fitting: 1, sample: ['a'] },
    {
      reading: { field: 'amount', kind: 'number', decimal: ',' },
      ...{ source: 'guess', values: 1, fitting: 1, sample: ['1.5'] },
    },
  ],
};

describe('the import options of a file', () => {
  let asked: ReadingChoices[];
  let shown: OptionsLook[];
  let found: Inspection | Error;
  let options: ImportOptions;
  const begin = (wanted: FileToOpen = { file: '/data/a.csv', choices: {} }) => {
    asked = [];
    shown = [];
    options = new ImportOptions(
      wanted,
      { accept: 'Open' },
      (_, choices) => {
        asked.push(choices);
        return found instanceof Error ? Promise.reject(found) : Promise.resolve(found);
      },
      (look) => shown.push(look),
    );
  };
  const settled = () => eventually(() => Promise.resolve(shown.at(-1)?.isBusy), false);
  beforeEach(async () => {
    found = INSPECTION;
    begin();
    await settled();
  });
  afterEach(() => options.dispose());

  it('of a SQLite file have an encoding, which none need be', async () => {
    found = { ...INSPECTION, reading: { format: 'sqlite', compression: 'none', unreadable: 'refuse' } };
    begin({ file: '/data/a.sqlite', choices: {} });
    await settled();
    const encoding = shown.at(-1)?.options.find(({ name }) => name === 'encoding');
    assert.deepEqual([encoding?.value, encoding?.choices[0]?.value], ['', '']);
    for (const value of ['windows-1252', '']) {
      options.setOption('encoding', value);
      await settled();
    }
    assert.deepEqual(asked, [{}, { encoding: 'windows-1252' }, {}]);
  });

  it('are shown as they are guessed, the text of the file beside the value', () => {
    const { options: offered, columns, sample } = shown.at(-1)!;
    assert.deepEqual(
      offered.map(({ name, value }) => [name, value]),
      [
        ['format', 'csv'],
        ['encoding', 'utf-8'],
        ['delimiter', ';'],
        ['escape', ''],
        ['headerLine', ''],
        ['skipEnd', ''],
        ['comment', ''],
        ['unreadable', 'refuse'],
      ],
    );
    assert.deepEqual(columns[1]?.options, { kind: 'number', decimal: ',' });
    assert.deepEqual(sample, [[{ text: 'a' }, { text: '1,5', value: '1.5' }]]);
  });

  for (const [code, canOpen] of [
    ['empty', false],
    ['password', false],
    ['pdf', false],
    ['quoteNeverEnds', true],
    ['encoding', true],
    ['busy', true],
  ] as const)
    it(`${canOpen ? 'can' : "can't"} be used where the reason is ${code}; the format is that of the ending`, async () => {
      options.dispose();
      const file = '/data/bad.json.gz';
      found = new JobFailed({
        ...{ kind: 'failed', id: 1, message: 'no' },
        unreadable: { file, reason: { code }, place: {} },
      } as never);
      begin({ file, choices: {} });
      await settled();
      const look = shown.at(-1);
      assert.deepEqual([look?.canOpen, look?.options[0]?.value], [canOpen, 'json']);
      if (canOpen) options.accept();
      else assert.throws(() => options.accept(), { message: look?.problem });
    });

  it('are opened with what was chosen, and nothing else', async () => {
    options.setOption('delimiter', ',');
    options.setNullWords(['NA']);
    options.setColumn(1, { kind: 'text' });
    options.accept();
    const columns = [{ field: 'amount', kind: 'text' }];
    assert.deepEqual(await options.answer, {
      kind: 'open',
      file: { file: '/data/a.csv', choices: { delimiter: ',', nullWords: ['NA'], columns } },
    });
  });

  it('show a choice at once, and look at the file anew', async () => {
    options.setColumn(0, { kind: 'boolean', trueWords: ['a'] });
    const { columns, isBusy } = shown.at(-1)!;
    assert.deepEqual([columns[0]?.options.kind, columns[0]?.isChosen, isBusy], ['boolean', true, true]);
    await settled();
    assert.deepEqual(asked.at(-1), { columns: [{ field: 'name', kind: 'boolean', trueWords: ['a'] }] });
    options.setColumn(0, null);
    assert.equal(shown.at(-1)?.columns[0]?.isChosen, false);
    await settled();
    assert.deepEqual(asked.at(-1), {});
  });

  it('keep nothing of another format', async () => {
    options.setOption('encoding', 'windows-1252');
    options.setOption('unreadable', 'skip');
    options.setOption('format', 'json');
    await settled();
    assert.deepEqual(asked.at(-1), { format: 'json', unreadable: 'skip' });
  });

  it('take no value that is not offered', async () => {
    options.setOption('delimiter', 'x');
    options.accept();
    assert.deepEqual(await options.answer, { kind: 'open', file: { file: '/data/a.csv', choices: {} } });
  });

  const option = (name: string) => shown.at(-1)?.options.find((each) => each.name === name);

  it('take a typed value, keep a typed text that is none, and return to the detected one', async () => {
    options.setOption('delimiter', 'other');
    assert.deepEqual([option('delimiter')?.value, option('delimiter')?.typed], ['other', '']);
    options.typeOption('delimiter', String.raw`\t|`);
    options.typeOption('headerLine', '4');
    options.typeOption('skipEnd', '0');
    await settled();
    assert.deepEqual(asked.at(-1), { delimiter: '\t|', headerLine: 4, skipEnd: 0 });
    for (const [name, wrong] of [
      ['headerLine', '0'],
      ['headerLine', '1e3'],
      ['skipEnd', '-1'],
      ['escape', 'ab'],
      ['delimiter', 'x'.repeat(21)],
    ] as const) {
      options.typeOption(name, wrong);
      assert.equal(option(name)?.isWrong, true, wrong);
      assert.throws(() => options.accept(), { message: 'Correct the marked option first.' });
      options.typeOption(name, name === 'headerLine' ? '4' : name === 'skipEnd' ? '0' : '');
    }
    options.setOption('delimiter', ',');
    options.typeOption('headerLine', '');
    await settled();
    assert.deepEqual(asked.at(-1), { delimiter: ',', skipEnd: 0 });
    assert.equal(shown.at(-1)?.isChosen, true);
    options.reset();
    await settled();
    assert.deepEqual([asked.at(-1), shown.at(-1)?.isChosen], [{}, false]);
  });

  it('stand open if they are chosen, unusual or not those of all lines, with what the guess stands on', async () => {
    assert.deepEqual(
      shown.at(-1)?.options.filter(({ isOpen }) => isOpen),
      [],
    );
    found = {
      ...INSPECTION,
      reading: { ...INSPECTION.reading, encoding: 'windows-1252', headerLine: 4 },
      evidence: { width: 11, share: 0.98, linesBelow: 2 },
    };
    begin();
    await settled();
    const open = shown.at(-1)?.options.filter(({ isOpen }) => isOpen);
    assert.deepEqual(
      open?.map(({ name, fact = '' }) => [name, fact]),
      [
        ['encoding', ''],
        ['delimiter', '98% of the lines have 11 values'],
        ['headerLine', 'The lines above it are left out'],
        ['skipEnd', 'Lines below the table: 2'],
      ],
    );
  });

  it('are taken for similar files, too', async () => {
    options.setOption('delimiter', ',');
    options.acceptSimilar();
    const answer = await options.answer;
    assert.equal(answer.kind === 'open' && answer.isForSimilar, true);
  });

  it('say why the file can not be read so; what was known stays', async () => {
    found = new Error('Line 3 is broken.');
    options.setOption('delimiter', '|');
    await settled();
    const { problem, columns } = shown.at(-1)!;
    assert.deepEqual([problem, columns.length], ['Line 3 is broken.', 2]);
  });

  it('of a table with a header: how many rows name the columns', async () => {
    found = { ...INSPECTION, reading: { ...INSPECTION.reading, header: true, headerSeparator: ' - ' } };
    begin();
    await settled();
    const rows = shown.at(-1)?.options.find(({ name }) => name === 'headerSeparator');
    assert.deepEqual([rows?.value, rows?.choices.at(-1)], [' - ', { value: ' - ', label: ' - ' }]);
    options.setOption('headerSeparator', '');
    await settled();
    assert.deepEqual(asked.at(-1), { headerSeparator: '' });
  });

  it('of JSON: where the records are', async () => {
    const reading = { ...INSPECTION.reading, format: 'json', records: 'a.b' } as const;
    found = { ...INSPECTION, reading, recordLists: ['a.b', 'c'], hasNested: true };
    begin();
    await settled();
    const records = shown.at(-1)?.options.find(({ name }) => name === 'records');
    assert.deepEqual([records?.value, records?.choices.map(({ value }) => value)], ['a.b', ['a.b', 'c', '']]);
    assert.equal(shown.at(-1)?.options.find(({ name }) => name === 'nested')?.value, 'json');
    options.setOption('nested', 'fields');
    options.setOption('records', 'd');
    options.setOption('records', '');
    await settled();
    assert.deepEqual(asked.at(-1), { nested: 'fields', records: '' });
  });

  it('of sheets: none is no choice', async () => {
    found = { ...INSPECTION, parts: ['2025', '2026'] };
    begin();
    await settled();
    assert.deepEqual(shown.at(-1)?.parts?.selected, ['2025', '2026']);
    options.setParts([]);
    assert.throws(() => options.accept(), /Select at least one/);
    options.setParts(['2026']);
    options.accept();
    assert.deepEqual(await options.answer, {
      kind: 'open',
      file: { file: '/data/a.csv', choices: { part: '2026' }, parts: ['2026'] },
    });
  });

  it('are left when their page closes', async () => {
    options.dispose();
    assert.deepEqual(await options.answer, { kind: 'left' });
  });
});
