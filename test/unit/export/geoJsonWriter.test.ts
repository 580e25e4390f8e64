/** What is written is read by Python's json, with every number's own digits. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import type { RecordRow } from '../../../src/base/cells.ts';
import { parseExact } from '../../../src/base/exactJson.ts';
import type { Field } from '../../../src/base/field.ts';
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
    const { stdout, stderr, status } = spawnSync('python3', ['-c', READER], {
      input: written,
      encoding: 'utf8',
    });
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
