import assert from 'node:assert/strict';
import {
  ambiguousNotice,
  lostNotice,
  missingNotice,
  nulledNotice,
  misfitsNotice,
  readingNotice,
  unsureNotice,
} from '../../../../src/sources/local/localNotices.ts';
import type { ColumnMisfits, LocalResource } from '../../../../src/service/resource/localResource.ts';
import { reason } from '../../../../src/service/resource/reasons.ts';
import { commands } from '../../../support/host/vscode.ts';

describe('values that do not fit the type of their column', () => {
  const column = (field: string, became: 'text' | 'null' = 'text', text = '12,5,0'): ColumnMisfits => ({
    ...{ field, kind: 'number', values: 2000, fitting: 1999, record: 1118, text, became },
  });
  const said = (...misfits: readonly ColumnMisfits[]) =>
    misfitsNotice({ id: 'r', ...(misfits.length > 0 && { misfits }) } as LocalResource);
  const texts = (...misfits: readonly ColumnMisfits[]) => said(...misfits).map(({ text }) => text);

  it('are told by column, with the first of them and its row', () => {
    assert.deepEqual(texts(), []);
    assert.deepEqual(texts(column('amount')), [
      'amount is a text column because some values don\'t fit its type: "12,5,0" in row 1,118.',
    ]);
    assert.deepEqual(
      said({ ...column('amount'), line: 1120 }).map(({ text }) => text),
      ['amount is a text column because some values don\'t fit its type: "12,5,0" in row 1,118 (line 1,120).'],
    );
    assert.deepEqual(texts(column('amount'), column('day', 'text', 'soon')), [
      '2 columns are text because some values don\'t fit their types: amount ("12,5,0" in row 1,118), day ("soon" in row 1,118).',
    ]);
  });

  it('are told of a few columns, and of no value that people let become NULL', () => {
    assert.deepEqual(texts(column('amount', 'null')), []);
    const [text = ''] = texts(...['a', 'b', 'c', 'd'].map((field) => column(field)));
    assert.match(text, /^4 columns are text .*: a \(.+\), b \(.+\), c \(.+\), …\.$/);
  });

  it('and names are cut, and stay in their line', () => {
    const [text = ''] = texts(column(`a\n${'b'.repeat(500)}`, 'text', 'x\ny'));
    assert.match(text, /^a b+… is a text column because .* "x y" in row 1,118\.$/);
    assert.ok(text.length < 200);
  });

  it('can be dealt with in the import options', async () => {
    const real = commands.executeCommand;
    const ran: unknown[] = [];
    commands.executeCommand = (...all: readonly unknown[]) => Promise.resolve(void ran.push(all));
    const [action] = said(column('amount'))[0]?.actions ?? [];
    assert.equal(action?.label, 'Change Import Options…');
    assert.ok(typeof action.does === 'function');
    await action.does();
    commands.executeCommand = real;
    assert.deepEqual(ran, [['datastoreExplorer.changeReading', { resourceId: 'r' }]]);
  });
});

describe('an encoding that is a guess', () => {
  it('is named, and can be changed in the import options', () => {
    const reading = { format: 'csv', compression: 'none', unreadable: 'refuse', encoding: 'windows-1250' } as const;
    const said = (unsure?: LocalResource['unsure']) =>
      unsureNotice({ id: 'r', reading, ...(unsure && { unsure }) } as LocalResource);
    assert.deepEqual(said(), []);
    assert.deepEqual(
      said(['encoding']).map(({ text, actions }) => [text, actions.map(({ label }) => label)]),
      [
        [
          'Encoding: Central European (Windows 1250) is a guess. Select another one if letters look wrong.',
          ['Change Import Options…'],
        ],
      ],
    );
  });
});

describe('cells that hold an error or lack a result', () => {
  it('are counted in one notice, with the first of each column', () => {
    const lost = [
      { field: 'price', errors: 1, uncalculated: 0, cell: 'B7' },
      { field: 'sum', errors: 0, uncalculated: 2000, cell: 'C2' },
    ];
    assert.deepEqual(lostNotice({} as LocalResource), []);
    assert.deepEqual(
      lostNotice({ lost } as unknown as LocalResource).map(({ text }) => text),
      ['Cells with an error or a formula without a stored result are NULL (2,001): price (B7), sum (C2).'],
    );
  });
});

it('values that became NULL by choice are counted, with a way to the list of them', () => {
  const misfits = [
    { ...{ field: 'price', kind: 'number', values: 10, fitting: 7 }, ...{ record: 7, line: 9, text: 'n.n.', became: 'null' } },
    { ...{ field: 'day', kind: 'date', values: 10, fitting: 0 }, ...{ record: 1, text: 'x', became: 'text' } },
  ]; // prettier-ignore
  const notices = nulledNotice({ id: 'r', misfits } as unknown as LocalResource);
  assert.deepEqual(
    notices.map(({ text, actions }) => [text, actions.map(({ label }) => label)]),
    [['Values that don\'t fit are NULL (3): price ("n.n." in row 7 (line 9)).', ['Show Skipped Rows']]],
  );
});

it('words for missing values are counted in one notice that names them and their columns', () => {
  const missing = [
    { field: 'temp', values: 1200, words: ['NA', '-', 'n/a', '..'] },
    { field: 'day', values: 1, words: ['.'] },
  ];
  assert.deepEqual(missingNotice({} as LocalResource), []);
  assert.deepEqual(
    missingNotice({ missing } as unknown as LocalResource).map(({ text }) => text),
    ['Words for missing values are NULL (1,201): temp ("NA", "-", "n/a"), day (".").'],
  );
});

it('sheets that are left out are told above the records of the first one', () => {
  const leftOut = [{ part: 'Notes', reason: { code: 'sheetEmpty' } }];
  const [notice] = readingNotice({ id: 'r', leftOut } as unknown as LocalResource);
  assert.equal(notice?.text, 'Notes: The sheet is empty.');
});

it('what the import says about how it read a file is one notice, with a way to change it', () => {
  const noticesOf = (...notices: NonNullable<LocalResource['notices']>) =>
    readingNotice({ id: 'r', notices } as unknown as LocalResource);
  assert.deepEqual(noticesOf(), []);
  const [notice, another] = noticesOf(reason('looseJson', '3', reason('looseComma')), reason('oneNotFinite'));
  assert.equal(another, undefined);
  assert.match(notice?.text ?? '', /^Line 3 has a comma at the end, which JSON .* 1 value is NaN or infinite, /);
  assert.equal(notice?.actions[0]?.label, 'Change Import Options…');
});

describe('columns whose numbers can be read in two ways', () => {
  const point = { field: 'people', kind: 'number', decimal: '.', thousands: '', sign: '' } as const;
  const comma = { ...point, decimal: ',', thousands: '.' } as const;
  const people = { field: 'people', text: '1.234', readings: [point, comma] };
  const area = {
    field: 'area',
    text: '1,234',
    readings: [
      { ...point, field: 'area', thousands: ',' as const },
      { ...comma, field: 'area' },
    ],
  };
  const reading = { format: 'csv', compression: 'none', unreadable: 'refuse' } as const;
  const noticesOf = (...ambiguous: NonNullable<LocalResource['ambiguous']>) =>
    ambiguousNotice({ file: '/a.csv', reading, ambiguous } as unknown as LocalResource);

  it('are told in one notice', () => {
    assert.deepEqual(noticesOf(), []);
    assert.deepEqual(
      noticesOf(people).map(({ text }) => text),
      ['people is a text column because "1.234" can be a decimal number or thousands.'],
    );
    assert.deepEqual(
      noticesOf(people, area).map(({ text }) => text),
      [
        '2 columns are text because their numbers can be decimal numbers or thousands: people ("1.234"), area ("1,234").',
      ],
    );
  });

  it('are offered beside what people chose, and no other guess', async () => {
    const real = commands.executeCommand;
    let opened: unknown;
    commands.executeCommand = (_command, target) => Promise.resolve(void (opened = target));
    const resource = {
      file: '/a.csv',
      reading: { ...reading, delimiter: ';' },
      chosen: ['delimiter'],
      ambiguous: [people],
    };
    const [action] = ambiguousNotice(resource as unknown as LocalResource)[0]?.actions ?? [];
    if (typeof action?.does === 'function') await action.does();
    commands.executeCommand = real;
    assert.deepEqual(opened, { file: '/a.csv', choices: { delimiter: ';', columns: [point] } });
  });

  it('are offered as decimal numbers and as thousands in the import options', async () => {
    const real = commands.executeCommand;
    const ran: unknown[] = [];
    commands.executeCommand = (...all: readonly unknown[]) => Promise.resolve(void ran.push(all));
    const actions = noticesOf(people, area)[0]?.actions ?? [];
    for (const { does } of actions) if (typeof does === 'function') await does();
    commands.executeCommand = real;
    assert.deepEqual(
      actions.map(({ label }) => label),
      ['Use Decimals', 'Use Thousands'],
    );
    const chosen = (...columns: readonly unknown[]): unknown => [
      'datastoreExplorer.changeReading',
      { file: '/a.csv', choices: { ...reading, columns } },
    ];
    assert.deepEqual(ran, [chosen(point, area.readings[1]), chosen(comma, area.readings[0])]);
  });
});
