/** Python's json reads the output, with every number's own digits. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import type { RecordRow } from '../../../src/base/cells.ts';
import { parseExact } from '../../../src/base/exactJson.ts';
import type { Field } from '../../../src/base/field.ts';
import { sumOfNotes } from '../../../src/export/formatNote.ts';
import { GeoJsonWriter } from '../../../src/export/geoJsonWriter.ts';

const READER = `
import json, sys
data = json.load(sys.stdin, parse_int=lambda text: ["int", text], parse_float=lambda text: ["float", text])
assert data["type"] == "FeatureCollection"
assert all(each["type"] == "Feature" for each in data["features"])
json.dump([[each["geometry"], each["properties"]] for each in data["features"]], sys.stdout)
`;

describe('GeoJSON writer', function () {
  this.timeout(60_000);
  const text = (type: string, ...ids: readonly string[]): readonly Field[] => ids.map((id) => ({ id, type }));
  const write = (fields: readonly Field[], ...batches: readonly (readonly RecordRow[])[]) => {
    const writer = new GeoJsonWriter();
    const written = writer.begin(fields) + batches.map((rows) => writer.rows(rows)).join('') + writer.end();
    const { stdout, stderr, status } = spawnSync('python3', ['-c', READER], { input: written, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    return { features: JSON.parse(stdout) as unknown, notes: writer.notes };
  };
  const POINT = '{"type":"Point","coordinates":[7.10,50.7374000000000001]}';
  const point = {
    type: 'Point',
    coordinates: [
      ['float', '7.10'],
      ['float', '50.7374000000000001'],
    ],
  };

  it('takes the geometry of the field that has some, as value or as text, with every digit', () => {
    const fields = [...text('int', '_id'), ...text('text', 'note'), ...text('json', 'shape')];
    const rows = [
      [1, '{"type":"Feature","coordinates":', null],
      [2, '', parseExact(POINT)],
      [3, POINT, parseExact('{"type":"GeometryCollection","geometries":[]}')],
      [4, 'x', 'none'],
    ];
    const { features, notes } = write(fields, rows.slice(0, 1), [], rows.slice(1));
    const id = (digits: string) => ['int', digits];
    assert.deepEqual(features, [
      [null, { _id: id('1'), note: '{"type":"Feature","coordinates":', shape: null }],
      [point, { _id: id('2'), note: '' }],
      [
        { type: 'GeometryCollection', geometries: [] },
        { _id: id('3'), note: POINT },
      ],
      [null, { _id: id('4'), note: 'x', shape: 'none' }],
    ]);
    assert.deepEqual(notes, [{ kind: 'noGeometry', count: 2 }]);
    assert.deepEqual(write(text('text', 'geom'), [[POINT]]), { features: [[point, {}]], notes: [] });
  });

  for (const [latitude, longitude] of [
    ['lat', 'lon'],
    ['Latitude', 'LONGITUDE'],
    ['geo_lat', 'geo_lng'],
    ['Breitengrad', 'Längengrad'],
    ['stop_lat', 'stop_lon'],
    ['decimalLatitude', 'decimalLongitude'],
    ['latitude_deg', 'longitude_deg'],
  ] as const)
    it(`makes points of ${latitude} and ${longitude}, which stay properties`, () => {
      const rows = [
        [parseExact('50.7374000000000001'), '7.10'],
        [null, 7],
        [91, 7],
        ['north', 7],
      ];
      const { features, notes } = write(text('numeric', latitude, longitude), rows);
      const [first, ...others] = features as [unknown, unknown][];
      assert.deepEqual(first, [point, { [latitude]: ['float', '50.7374000000000001'], [longitude]: '7.10' }]);
      assert.deepEqual(
        others.map(([geometry]) => geometry),
        [null, null, null],
      );
      assert.deepEqual(notes, [{ kind: 'noGeometry', count: 3 }]);
    });

  it('reads degrees with a decimal comma, as a file has them', () => {
    const { features, notes } = write(text('numeric', 'lat', 'lon'), [
      ['50,7374', '-7,1'],
      ['5,123', '181,5'],
    ]);
    assert.deepEqual((features as [unknown][]).map(([geometry]) => geometry !== null), [true, false]); // prettier-ignore
    assert.deepEqual(notes, [{ kind: 'noGeometry', count: 1 }]);
  });

  const PLACES = [
    ...text('int', '_id'),
    ...text('text', 'note'),
    ...text('json', 'geom', 'other'),
    ...text('numeric', 'lat', 'lon'),
  ];
  const geometry = fc.constantFrom(
    null,
    'none',
    POINT,
    parseExact(POINT),
    parseExact('{"type":"Point"}'),
    parseExact('{"type":"Polygon","coordinates":[]}'),
  );
  const places = fc.array(
    fc.tuple(
      fc.nat(),
      geometry,
      geometry,
      geometry,
      fc.constantFrom(null, 50, parseExact('50.10'), 91),
      fc.constantFrom(null, 7, 181),
    ),
    { minLength: 1, maxLength: 12 },
  );
  const featuresOf = (rows: readonly RecordRow[]): readonly string[] => {
    const writer = new GeoJsonWriter();
    const lines = (writer.begin(PLACES) + writer.rows(rows) + writer.end()).split('\n').slice(1, -2);
    return lines.map((line) => line.replace(/,$/, ''));
  };

  it('writes each record as it would alone, before and behind any other', () => {
    fc.assert(
      fc.property(places, (rows) => {
        assert.deepEqual(
          featuresOf(rows),
          rows.flatMap((row) => featuresOf([row])),
        );
      }),
    );
  });

  it('continues a file that broke off anywhere with the same text, and counts the same records', () => {
    fc.assert(
      fc.property(places, fc.nat({ max: 12 }), (rows, cut) => {
        const whole = new GeoJsonWriter();
        const text = whole.begin(PLACES) + whole.rows(rows) + whole.end();
        const first = new GeoJsonWriter();
        const second = new GeoJsonWriter();
        const head = rows.slice(0, cut);
        const begun = first.begin(PLACES) + first.rows(head);
        second.begin(PLACES, { records: head.length });
        assert.equal(begun + second.rows(rows.slice(cut)) + second.end(), text);
        assert.deepEqual(sumOfNotes(first.notes, second.notes), whole.notes);
      }),
    );
  });

  it('takes latitude and longitude where the geometry of a record is empty, wherever it stands', () => {
    const fields = [...text('json', 'geom'), ...text('numeric', 'lat', 'lon')];
    const rows = [
      [null, 1, 1],
      [parseExact(POINT), 2, 2],
      [null, 3, 3],
      [null, null, 4],
    ];
    const { features, notes } = write(fields, rows.slice(0, 2), rows.slice(2));
    const at = (degrees: string) => {
      const digits = ['int', degrees];
      return { type: 'Point', coordinates: [digits, digits] };
    };
    assert.deepEqual(
      (features as [unknown, unknown][]).map(([found]) => found),
      [at('1'), point, at('3'), null],
    );
    assert.deepEqual(notes, [{ kind: 'noGeometry', count: 1 }]);
  });

  it('says when there is no place in the records', () => {
    assert.deepEqual(write(text('text', 'a', '__proto__'), [['x', '\ud800']]), {
      features: [
        [
          null,
          Object.fromEntries([
            ['a', 'x'],
            ['__proto__', '\ud800'],
          ]),
        ],
      ],
      notes: [{ kind: 'noGeometry', count: 1 }],
    });
    assert.deepEqual(write(text('text', 'a')), { features: [], notes: [] });
  });
});
