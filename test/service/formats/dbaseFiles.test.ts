/** Tables of dBase, FoxPro and shapefiles, with bytes written here by the descriptions of their formats. */
import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import { ImportFolder } from '../reading/fileImport.ts';

type Field = readonly [name: string, type: string, length: number, decimals?: number, flags?: number];
interface Table {
  readonly version?: number;
  readonly driver?: number;
  readonly fields: readonly Field[];
  /** A text is padded with spaces; the first character of a record marks it as deleted. */
  readonly records: readonly (readonly [mark: ' ' | '*', ...values: readonly (string | Buffer)[]])[];
}

function dbf({ version = 3, driver = 0, fields, records }: Table): Buffer {
  const length = fields.reduce(
    (sum, [, type, own, decimals = 0]) => sum + own + (type === 'C' ? 256 * decimals : 0),
    1,
  );
  const header = Buffer.alloc(32);
  header.set([version, 124, 1, 31]);
  header.writeUInt32LE(records.length, 4);
  header.writeUInt16LE(32 + 32 * fields.length + 1, 8);
  header.writeUInt16LE(length, 10);
  header[29] = driver;
  const described = fields.map(([name, type, own, decimals = 0, flags = 0]) => {
    const field = Buffer.alloc(32);
    field.write(name, 'latin1');
    field.write(type, 11, 'latin1');
    field.set([own, decimals, flags], 16);
    return field;
  });
  const rows = records.map((values) =>
    Buffer.concat(
      values.map((value, index) => {
        const [, type = 'C', own = 1, decimals = 0] = fields[index - 1] ?? [];
        const cell = Buffer.alloc(type === 'C' ? own + 256 * decimals : own, ' ');
        cell.set(typeof value === 'string' ? Buffer.from(value, 'latin1') : value);
        return cell;
      }),
    ),
  );
  return Buffer.concat([header, ...described, Buffer.from([13]), ...rows, Buffer.from([26])]);
}

const bytes = (write: (buffer: Buffer) => void, length: number): Buffer => {
  const buffer = Buffer.alloc(length);
  write(buffer);
  return buffer;
};

describe('dBase files', () => {
  let folder: ImportFolder;
  before(async () => {
    folder = await ImportFolder.open();
  });
  after(() => folder.close());

  it('texts, numbers with every digit, dates and true/false; deleted records are left out and counted', async () => {
    const file = await folder.write(
      'plain.dbf',
      dbf({
        fields: [
          ['CODE', 'C', 5],
          ['AMOUNT', 'N', 19, 2],
          ['SHARE', 'F', 8, 3],
          ['OPEN', 'L', 1],
          ['SINCE', 'D', 8],
          ['KEY', 'N', 4],
        ],
        records: [
          [' ', '007', '1234567890123456.70', '  .5', 'T', '20240229', '0012'],
          ['*', 'gone', '1', '1', 'F', '20240101', '1'],
          [' ', ' a b', '-1', '-.250', 'n', '        ', '1'],
          [' ', '', '*****', '', '?', '00000000', ''],
        ],
      }),
    );
    const { fields, records, resource } = await folder.import(file);
    assert.deepEqual(fields, [
      ['CODE', 'text'],
      ['AMOUNT', 'numeric'],
      ['SHARE', 'numeric'],
      ['OPEN', 'bool'],
      ['SINCE', 'date'],
      ['KEY', 'text'],
    ]);
    assert.deepEqual(records, [
      ['007', '1234567890123456.70', '0.5', 'true', '2024-02-29', '0012'],
      [' a b', '-1', '-0.250', 'false', null, '1'],
      [null, null, null, null, null, null],
    ]);
    assert.deepEqual(resource.notices, [{ code: 'oneDeleted' }]);
  });

  it('FoxPro: integers, doubles, money, times, long texts and NULLs by flags', async () => {
    const time = bytes((buffer) => {
      buffer.writeInt32LE(2_460_341);
      buffer.writeInt32LE(45_296_001, 4);
    }, 8);
    const int = bytes((buffer) => buffer.writeInt32LE(-7), 4);
    const double = bytes((buffer) => buffer.writeDoubleLE(0.1), 8);
    const money = bytes((buffer) => buffer.writeBigInt64LE(-12_345n), 8);
    const file = await folder.write(
      'fox.dbf',
      dbf({
        version: 0x30,
        fields: [
          ['I', 'I', 4, 0, 2],
          ['B', 'B', 8],
          ['Y', 'Y', 8],
          ['T', 'T', 8],
          ['LONG', 'C', 4, 1],
          ['V', 'V', 6],
          ['_NullFlags', '0', 1],
        ],
        records: [
          [' ', int, double, money, time, 'x'.repeat(260), Buffer.from('ab   \u0002'), Buffer.from([2])],
          [' ', Buffer.alloc(4), double, money, Buffer.alloc(8), '', 'abcdef', Buffer.from([1])],
          [' ', int, double, money, '', '', 'abcdef', Buffer.alloc(1)],
        ],
      }),
    );
    assert.deepEqual((await folder.import(file)).records, [
      ['-7', '0.1', '-1.2345', '2024-01-31T12:34:56', 'x'.repeat(260), 'ab'],
      [null, '0.1', '-1.2345', null, null, 'abcdef'],
      ['-7', '0.1', '-1.2345', null, null, 'abcdef'],
    ]);
  });

  it('long texts of dBase III, dBase IV and FoxPro; NULL with a notice without their file', async () => {
    const block = (text: Buffer): Buffer => Buffer.concat([text, Buffer.alloc(512 - text.length)]);
    const sized = (first: number, size: Buffer): Buffer =>
      Buffer.concat([bytes((buffer) => buffer.writeUInt32BE(first), 4), size, Buffer.from('long')]);
    const fox = bytes((buffer) => buffer.writeUInt16BE(512, 6), 512);
    const four = bytes((buffer) => buffer.writeUInt16LE(512, 20), 512);
    for (const [name, memo] of [
      ['three.dbt', [Buffer.alloc(512), block(Buffer.from('long\u001a\u001a'))]],
      [
        'four.DBT',
        [
          four,
          block(
            sized(
              0xffff0800,
              bytes((buffer) => buffer.writeUInt32LE(12), 4),
            ),
          ),
        ],
      ],
      [
        'fox.fpt',
        [
          fox,
          block(
            sized(
              1,
              bytes((buffer) => buffer.writeUInt32BE(4), 4),
            ),
          ),
        ],
      ],
    ] as const) {
      const file = `memo-${name.slice(0, -4)}.dbf`;
      const table = dbf({
        fields: [['NOTE', 'M', 10]],
        records: [
          [' ', '         1'],
          [' ', ''],
        ],
      });
      const missing = await folder.import(await folder.write(file, table));
      assert.deepEqual(missing.resource.notices, [{ code: 'noMemos', details: [file] }]);
      await folder.write(`memo-${name}`, Buffer.concat(memo));
      const { records, resource } = await folder.import(await folder.write(file, table));
      assert.deepEqual([records, resource.notices], [[['long'], [null]], undefined], name);
    }
  });

  it('links beside a table are no parts of it, and may lead to other data', async function () {
    if (process.platform === 'win32') this.skip();
    const secret = await folder.write('secret.txt', 'x'.repeat(512) + 'private\u001a');
    await symlink(secret, folder.path('linked.dbt'));
    await symlink('/dev/zero', folder.path('linked.cpg'));
    const table = dbf({ fields: [['NOTE', 'M', 10]], records: [[' ', '         1']] });
    const { records, resource } = await folder.import(await folder.write('linked.dbf', table));
    assert.deepEqual([records, resource.notices], [[[null]], [{ code: 'noMemos', details: ['linked.dbf'] }]]);
  });

  for (const [what, driver, cpg, choice, text, read, encoding] of [
    ['its own byte', 0x65, undefined, undefined, '\u008c\u00ae\u00e1', 'Мос', 'ibm866'],
    ['a .cpg file beside it', 0x57, 'ANSI 1251', undefined, '\u00cc\u00ee\u00f1', 'Мос', 'windows-1251'],
    ['the name UTF-8', 0, 'UTF-8', undefined, 'K\u00c3\u00b6', 'Kö', 'utf-8'],
    ['the name of a part of ISO 8859', 0, '88592', undefined, '\u00b1', 'ą', 'iso-8859-2'],
    ['a choice', 0x57, undefined, 'ibm850', '\u0084', 'ä', 'ibm850'],
    ['nothing, as UTF-8', 0, undefined, undefined, 'K\u00c3\u00b6', 'Kö', 'utf-8'],
    ['nothing, as Windows', 0, undefined, undefined, 'K\u00f6', 'Kö', 'windows-1252'],
  ] as const)
    it(`texts in the encoding of ${what}`, async () => {
      const name = what.replaceAll(/\W/g, '');
      if (cpg !== undefined) await folder.write(`${name}.CPG`, cpg);
      const file = await folder.write(`${name}.dbf`, dbf({ driver, fields: [['T', 'C', 9]], records: [[' ', text]] }));
      const { records, resource } = await folder.import(file, choice === undefined ? {} : { encoding: choice });
      assert.deepEqual([records, resource.reading?.encoding], [[[read]], encoding]);
      assert.deepEqual(resource.unsure, what === 'nothing, as Windows' ? ['encoding'] : undefined);
    });

  it('texts in no declared encoding are judged by all records', async () => {
    const records = Array.from({ length: 2000 }, () => [' ', 'a'] as const);
    const table = dbf({ fields: [['T', 'C', 9]], records: [...records, [' ', 'K\u00f6']] });
    const { records: read } = await folder.import(await folder.write('late.dbf', table));
    assert.deepEqual(read.at(-1), ['Kö']);
  });

  it('names of fields and texts of varying length are judged, too', async () => {
    const cases = [
      [['GR\u00d6SSE', 'C', 9], 'a'],
      [['T', 'V', 4], Buffer.from('K\u00f6x\u0003', 'latin1')],
    ] as const;
    for (const [field, text] of cases) {
      const table = dbf({
        version: 0x30,
        fields: [field, ['_NullFlags', '0', 1]],
        records: [[' ', text, Buffer.alloc(1)]],
      });
      const { reading, unsure } = await folder.inspect(await folder.write('judged.dbf', table));
      assert.deepEqual([reading.encoding, unsure], ['windows-1252', ['encoding']]);
    }
  });

  it('refused: an incomplete file, a header that fits no record; a shapefile names the table beside it', async () => {
    const whole = dbf({
      fields: [['T', 'C', 9]],
      records: [
        [' ', 'a'],
        [' ', 'b'],
      ],
    });
    await assert.rejects(folder.import(await folder.write('cut.dbf', whole.subarray(0, -5))), /incomplete/);
    whole.writeUInt16LE(77, 10);
    await assert.rejects(folder.import(await folder.write('odd.dbf', whole)), /header doesn't fit its records/);
    const shape = Buffer.alloc(100);
    shape.writeInt32BE(9994);
    await assert.rejects(folder.import(await folder.write('a.shp', shape)), /Open the \.dbf file beside it/);
  });
});
