import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { GridLook } from '../../../../src/messages/gridLook.ts';
import { PLAIN_LOOK } from '../../../support/pages/plainLook.ts';
import { cellFormat, cellView, dateWording, numberGrouping } from '../../../../src/webview/grid/cellView.ts';

const words = { null: 'NULL', digits: '{0} digits' };
const LANGUAGES = ['en', 'de', 'fr', 'es', 'pl', 'hi', 'de-ch', 'pt-br', 'ar', 'zh-cn', 'ja', 'sv'] as const;

describe('Grouped numbers', () => {
  const table: readonly [language: string, raw: string, drawn: string][] = [
    ['en', '0', '0'],
    ['en', '999', '999'],
    ['en', '1234', '1,234'],
    ['en', '-1234567.1234567', '-1,234,567.1234567'],
    ['en', '12345678901234567890.10', '12,345,678,901,234,567,890.10'],
    ['en', '-0', '-0'],
    ['de', '1234567.5', '1.234.567,5'],
    ['fr', '1234567.5', '1\u202F234\u202F567,5'],
    ['es', '1234', '1234'],
    ['es', '12345', '12.345'],
    ['hi', '1234567890', '1,23,45,67,890'],
    ['ar', '1234', '1,234'],
  ];
  for (const [language, raw, drawn] of table)
    it(`are ${drawn} for ${raw} in ${language}`, () => {
      assert.equal(numberGrouping(language)(raw), drawn);
    });

  for (const raw of ['00178', '1e400', '1234e5', 'NaN', '-Infinity', '+1234', '.5', '5.', '', '1,234', ' 1234'])
    it(`leave ${JSON.stringify(raw)} as it came`, () => {
      assert.equal(numberGrouping('en')(raw), raw);
    });

  const number = fc
    .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 45n }), fc.option(fc.stringMatching(/^\d{1,30}$/)))
    .map(([isNegative, whole, fraction]) => ({ whole: `${isNegative ? '-' : ''}${whole}`, fraction }));
  for (const language of LANGUAGES)
    it(`have the same digits in the same order in ${language}`, () => {
      const draw = numberGrouping(language);
      const decimal = draw('0.5').slice(1, -1);
      fc.assert(
        fc.property(number, ({ whole, fraction }) => {
          const drawn = draw(fraction === null ? whole : `${whole}.${fraction}`);
          const [before = '', after, ...more] = drawn.split(decimal);
          assert.equal(before.replace(/[^-\d]/g, ''), whole);
          assert.equal(after ?? null, fraction);
          assert.deepEqual(more, []);
        }),
      );
    });
});

describe('Localised dates', () => {
  const table: readonly [language: string, raw: string, drawn: string][] = [
    ['en', '2026-08-01', 'Aug 1, 2026'],
    ['de', '2026-08-01', '1. Aug. 2026'],
    ['en', '2026-08-01T09:30', 'Aug 1, 2026, 9:30 AM'],
    ['en', '2026-08-01T21:30:00', 'Aug 1, 2026, 9:30:00 PM'],
    ['en', '2026-08-01 00:00:00', 'Aug 1, 2026, 12:00:00 AM'],
    ['en', '2026-08-01T09:30:05.120400', 'Aug 1, 2026, 9:30:05.120400 AM'],
    ['en', '2026-08-01T09:30:00Z', 'Aug 1, 2026, 9:30:00 AM UTC'],
    ['en', '2026-08-01T23:59:59+05:30', 'Aug 1, 2026, 11:59:59 PM UTC+05:30'],
    ['en', '2026-08-01 09:30:00-08', 'Aug 1, 2026, 9:30:00 AM UTC-08'],
    ['de', '2026-08-01T21:30:00', '1. Aug. 2026, 21:30:00'],
    ['en', '2024-02-29', 'Feb 29, 2024'],
  ];
  for (const [language, raw, drawn] of table)
    it(`are ${drawn} for ${raw} in ${language}`, () => {
      assert.equal(dateWording(language)(raw).replaceAll('\u202F', ' '), drawn);
    });

  for (const raw of [
    '2026-02-29',
    '2026-13-01',
    '2026-08-01T24:00:00',
    '2016-12-31T23:59:60Z',
    '0026-08-01',
    '12026-08-01',
    '2026-08',
    '2026',
    '01/08/2026',
    '2026-08-01T09',
    '2026-08-01T09:30:00 Europe/Vienna',
    '2026-08-01T09:30:00Z ',
    '2026-08-01 BC',
    'infinity',
    '09:30:00',
    '',
  ])
    it(`leave ${JSON.stringify(raw)} as it came`, () => {
      assert.equal(dateWording('en')(raw), raw);
    });

  const moment = fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
  for (const language of LANGUAGES)
    it(`name the day and the fraction of a second that the text has in ${language}, and keep their wording`, () => {
      const draw = dateWording(language);
      fc.assert(
        fc.property(moment, (date) => {
          const raw = date.toISOString().slice(0, 23);
          const drawn = draw(raw);
          const fraction = raw.slice(19);
          for (const part of [raw.slice(0, 4), String(Number(raw.slice(8, 10))), raw.slice(17, 19) + fraction])
            assert(drawn.includes(part), `${raw} as ${drawn}`);
          assert.equal(draw(raw), drawn);
        }),
      );
    });
});

describe('A formatted cell', () => {
  const look: GridLook = { ...PLAIN_LOOK, numbers: 'grouped', dates: 'localised' };
  const format = cellFormat(look, 'en', words);

  it('says what stands in the record', () => {
    assert.deepEqual(cellView({ n: '9007199254740993' }, 'number', format), {
      text: '9,007,199,254,740,993',
      look: 'number',
      raw: '9007199254740993',
    });
    assert.deepEqual(cellView('2026-08-01', 'date', format), { text: 'Aug 1, 2026', look: 'text', raw: '2026-08-01' });
  });

  it('has nothing to say where it draws what stands in the record', () => {
    assert.deepEqual(cellView(999, 'number', format), { text: '999', look: 'number' });
    assert.deepEqual(cellView('soon', 'date', format), { text: 'soon', look: 'text' });
  });

  it('leaves texts alone, whatever they look like', () => {
    assert.deepEqual(cellView('1234567', 'text', format), { text: '1234567', look: 'text' });
    assert.deepEqual(cellView('2026-08-01', 'text', format), { text: '2026-08-01', look: 'text' });
    assert.deepEqual(cellView({ j: '[1234567]' }, 'json', format), { text: '[1234567]', look: 'json' });
  });

  it('draws what came in the raw look', () => {
    const raw = cellFormat({ ...PLAIN_LOOK, booleans: 'raw' }, 'en', words);
    assert.deepEqual(cellView(1234567, 'number', raw), { text: '1234567', look: 'number' });
    assert.deepEqual(cellView('2026-08-01', 'date', raw), { text: '2026-08-01', look: 'text' });
    assert.deepEqual(cellView(true, 'boolean', raw), { text: 'true', look: 'boolean' });
  });

  it('marks true and false, in the same words for screen readers', () => {
    assert.deepEqual(cellView(true, 'boolean', format), { text: 'true', look: 'true' });
    assert.deepEqual(cellView(false, 'boolean', format), { text: 'false', look: 'false' });
    assert.deepEqual(cellView('true', 'boolean', format), { text: 'true', look: 'text' });
  });
});
