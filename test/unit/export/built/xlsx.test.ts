/** Python reads the files: its zipfile, its XML reader, and the standard's rules for cells. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import type { CellValue, RecordRow } from '../../../../src/base/cells.ts';
import { parseExact } from '../../../../src/base/exactJson.ts';
import type { Field } from '../../../../src/base/field.ts';
import { buildXlsx } from '../../../../src/export/built/xlsx.ts';
import { projectRoot } from '../../../../tools/vscode/projectPaths.ts';
import { recordSource } from '../../../support/fakes/recordSource.ts';

/** Type, number format and text of a cell. */
type Cell = readonly [string, string, string];

interface Sheet {
  readonly name: string;
  readonly rows: readonly Readonly<Record<string, Cell>>[];
}

const { signal } = new AbortController();
const reader = path.join(projectRoot, 'test/support/drivers/readXlsx.py');

describe('an XLSX file', function () {
  // Python may take long to start.
  this.timeout(60_000);
  let folder: string;
  let file: string;
  before(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'datastore-xlsx-'));
    file = path.join(folder, 'records.xlsx');
  });
  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  /** Reads all files in one process, because Python takes long to start. */
  const read = (files: readonly string[]): readonly Sheet[] => {
    const { stdout, stderr, status } = spawnSync('python3', [reader, ...files], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout) as readonly Sheet[];
  };
  const build = async (fields: readonly Field[], rows: readonly RecordRow[]) => {
    const notes = await buildXlsx(recordSource(fields, rows, 7), file, signal, { name: 'r' });
    const [sheet] = read([file]);
    return { notes, rows: sheet!.rows };
  };
  const text = (value: string): Cell => ['inlineStr', '', value];
  const number = (value: string): Cell => ['n', '', value];
  const moment = (format: string, serial: string): Cell => ['n', format, serial];

  const DATE = 'yyyy-mm-dd';
  const cases: readonly {
    readonly type: string;
    readonly cells: readonly (readonly [json: string, cell: Cell | undefined])[];
    readonly asText?: number;
  }[] = [
    {
      type: 'int',
      cells: [
        ['1', number('1')],
        ['null', undefined],
        ['-7', number('-7')],
        ['123456789012345', number('123456789012345')],
      ],
    },
    {
      type: 'int8',
      asText: 3,
      cells: [
        ['9007199254740993', text('9007199254740993')],
        ['1234567890123456', text('1234567890123456')],
        ['9'.repeat(38), text('9'.repeat(38))],
        ['1e15', number('1e15')],
      ],
    },
    {
      type: 'numeric',
      asText: 3,
      cells: [
        ['1.50', number('1.50')],
        ['0.1', number('0.1')],
        ['0.1234567890123456', text('0.1234567890123456')],
        ['"NaN"', text('NaN')],
        ['1e400', text('1e400')],
      ],
    },
    {
      type: 'float8',
      asText: 2,
      cells: [
        ['0.30000000000000004', number('0.30000000000000004')],
        ['1e23', number('1e23')],
        ['-0', number('-0')],
        ['"Infinity"', text('Infinity')],
        ['1e400', text('1e400')],
      ],
    },
    {
      type: 'bool',
      asText: 1,
      cells: [
        ['true', ['b', '', '1']],
        ['false', ['b', '', '0']],
        ['"maybe"', text('maybe')],
      ],
    },
    {
      type: 'date',
      asText: 3,
      cells: [
        ['"1970-01-01"', moment(DATE, '25569')],
        ['"2024-02-29"', moment(DATE, '45351')],
        ['"1900-03-01"', moment(DATE, '61')],
        ['"1900-02-28"', text('1900-02-28')],
        ['"9999-12-31"', moment(DATE, '2958465')],
        ['"2023-02-29"', text('2023-02-29')],
        ['"infinity"', text('infinity')],
      ],
    },
    {
      type: 'timestamp',
      asText: 2,
      cells: [
        ['"2024-02-29T12:00:00"', moment(`${DATE} hh:mm:ss`, '45351.5')],
        ['"2024-02-29 06:00:00.000"', moment(`${DATE} hh:mm:ss`, '45351.25')],
        ['"2024-02-29T00:00:01.5"', moment(`${DATE} hh:mm:ss.000`, String(45351 + 1.5 / 86_400))],
        ['"2024-02-29T00:00:00.000001"', text('2024-02-29T00:00:00.000001')],
        ['"2024-02-29T00:00:00Z"', text('2024-02-29T00:00:00Z')],
      ],
    },
    { type: 'timestamptz', asText: 1, cells: [['"2024-02-29T00:00:00+00:00"', text('2024-02-29T00:00:00+00:00')]] },
    {
      type: 'time',
      asText: 1,
      cells: [
        ['"06:00:00"', moment('hh:mm:ss', '0.25')],
        ['"24:00:00"', text('24:00:00')],
      ],
    },
    {
      type: 'text',
      cells: [
        ['""', text('')],
        ['null', undefined],
        ['"=1+1"', text('=1+1')],
        ['"00307"', text('00307')],
        ['" <&>\\"\\u0027 "', text(' <&>"\' ')],
        ['"a\\r\\n\\tb\\u0000\\u001f\\uffff"', text('a\r\n\tb\u0000\u001f\uffff')],
        ['"_x000D_ _x _X0041_"', text('_x000D_ _x _X0041_')],
        ['"\\ud800x😀\\udc00"', text('\ud800x😀\udc00')],
      ],
    },
    { type: 'json', cells: [['{"a":[1.50,9007199254740993]}', text('{"a":[1.50,9007199254740993]}')]] },
  ];

  it('has each value as a cell that holds exactly it, else as text', async () => {
    const files = cases.map(({ type }) => path.join(folder, `${type}.xlsx`));
    const notes: unknown[] = [];
    for (const [at, { type, cells }] of cases.entries()) {
      const source = recordSource(
        [{ id: 'v', type }],
        cells.map(([json]) => [parseExact(json)]),
      );
      notes.push(await buildXlsx(source, files[at]!, signal));
    }
    const sheets = read(files);
    for (const [at, { type, cells, asText }] of cases.entries()) {
      const column = sheets[at]?.rows.map((row) => row['A']);
      assert.deepEqual(column, [text('v'), ...cells.map(([, cell]) => cell)], type);
      const expected = asText === undefined ? [] : [{ kind: 'asText', field: 'v', count: asText }];
      assert.deepEqual(notes[at], expected, type);
    }
  });

  it('cuts a text where an Excel cell ends, never inside a character, and says so', async () => {
    const { rows, notes } = await build(
      [{ id: 'v', type: 'text' }],
      [['x'.repeat(32_767)], [`${'x'.repeat(32_766)}😀`]],
    );
    assert.deepEqual(
      rows.slice(1).map((row) => row['A']?.[2].length),
      [32_767, 32_766],
    );
    assert.deepEqual(notes, [{ kind: 'cut', field: 'v', count: 1 }]);
  });

  it('has its columns in field order, each field once, however many', async () => {
    const ids = [...Array.from({ length: 705 }, (_, at) => `c${String(at)}`), 'c0'];
    const { rows } = await build(
      ids.map((id) => ({ id, type: 'int4' })),
      [ids.map((_, at) => at)],
    );
    const [head = {}, first = {}] = rows;
    assert.deepEqual(
      Object.values(head).map((cell) => cell[2]),
      ids.slice(0, 705),
    );
    assert.deepEqual(
      Object.values(first).map((cell) => cell[2]),
      ids.slice(0, 705).map((_, at) => String(at)),
    );
    assert.deepEqual(
      ['A', 'Z', 'AA', 'AZ', 'ZZ', 'AAA', 'AAC'].map((column) => first[column]?.[2]),
      ['0', '25', '26', '51', '701', '702', '704'],
    );
  });

  it('calls its sheet as the resource, as far as Excel takes that', async () => {
    const names: readonly (readonly [name: string, sheet: string])[] = [
      ['Trees & "shrubs" <2024>', 'Trees & "shrubs" <2024>'],
      ['a/b\\c?d*e[f]:g', 'a b c d e f  g'],
      [`'${'x'.repeat(40)}`, 'x'.repeat(30)],
      ['History', 'Records'],
      ['', 'Records'],
      [`${'x'.repeat(30)}😀`, 'x'.repeat(30)],
    ];
    const files = names.map((_, at) => path.join(folder, `${String(at)}.xlsx`));
    for (const [at, [name]] of names.entries()) await buildXlsx(recordSource([], []), files[at]!, signal, { name });
    assert.deepEqual(
      read(files).map(({ name }) => name),
      names.map(([, sheet]) => sheet),
    );
  });

  it('has any text as it is, whatever its characters', async () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('_x0041_', '_x', '\ud83d', '\ude00', '\r', ']]>', '&#10;'),
    );
    const words = fc.array(part, { maxLength: 4 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(words, { minLength: 300, maxLength: 600 }), async (texts) => {
        const { rows } = await build(
          [{ id: 'v', type: 'text' }],
          texts.map((value): CellValue[] => [value]),
        );
        assert.deepEqual(
          rows.slice(1).map((row) => row['A']?.[2]),
          texts,
        );
      }),
      { numRuns: 2 },
    );
  });

  it('has each record once and in its order, over pieces and batches', async () => {
    const rows = Array.from({ length: 10_000 }, (_, at): RecordRow => [at, `text ${String(at)}`]);
    const fields = [
      { id: 'n', type: 'int4' },
      { id: 't', type: 'text' },
    ];
    const sheet = await build(fields, rows);
    assert.deepEqual(
      sheet.rows.slice(1).map((row) => [Number(row['A']?.[2]), row['B']?.[2]]),
      rows,
    );
  });

  it('stops when it is told to, with the reason', async () => {
    const stop = new AbortController();
    const source = recordSource(
      [{ id: 'a', type: 'text' }],
      Array.from({ length: 50_000 }, () => ['text']),
      100,
    );
    const stopping = {
      ...source,
      async *batches() {
        let batches = 0;
        for await (const rows of source.batches()) {
          if ((batches += 1) === 100) stop.abort(new Error('enough'));
          yield rows;
        }
      },
    };
    await assert.rejects(buildXlsx(stopping, file, stop.signal), /enough/);
  });

  it('ends with what went wrong: with its records, or with the disk', async () => {
    const fields = [{ id: 'a', type: 'text' }];
    const broken = {
      ...recordSource(fields, []),
      // eslint-disable-next-line @typescript-eslint/require-await
      async *batches() {
        yield [['a']];
        throw new Error('gone');
      },
    };
    await assert.rejects(buildXlsx(broken, file, signal), /gone/);
    await assert.rejects(buildXlsx(recordSource(fields, [['a']]), path.join(folder, 'no', 'file'), signal), /ENOENT/);
  });
});
