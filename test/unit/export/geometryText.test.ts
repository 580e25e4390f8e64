import assert from 'node:assert/strict';
import fc from 'fast-check';
import { geometryJson, pointOfPair } from '../../../src/export/geometryText.ts';

const geometry = (type: string, coordinates: string): string => `{"type":"${type}","coordinates":${coordinates}}`;

describe('WKT as GeoJSON', () => {
  for (const [text, type, coordinates] of [
    ['POINT (8.50 47.1)', 'Point', '[8.50,47.1]'],
    ['  point(8.5 47.1)  ', 'Point', '[8.5,47.1]'],
    ['SRID=4326;POINT(8.5 47.1)', 'Point', '[8.5,47.1]'],
    ['POINT Z (8.5 47.1 400)', 'Point', '[8.5,47.1,400]'],
    ['POINTZ(8.5 47.1 400)', 'Point', '[8.5,47.1,400]'],
    ['POINT M (8.5 47.1 3)', 'Point', '[8.5,47.1]'],
    ['POINT ZM (8.5 47.1 400 3)', 'Point', '[8.5,47.1,400]'],
    ['POINT EMPTY', 'Point', '[]'],
    ['LINESTRING (7 46, 8 47)', 'LineString', '[[7,46],[8,47]]'],
    [
      'POLYGON ((0 0, 1 0, 1 1, 0 0), (0.1 0.1,0.2 0.1,0.2 0.2,0.1 0.1))',
      'Polygon',
      '[[[0,0],[1,0],[1,1],[0,0]],[[0.1,0.1],[0.2,0.1],[0.2,0.2],[0.1,0.1]]]',
    ],
    ['MULTIPOINT (7 46, 8 47)', 'MultiPoint', '[[7,46],[8,47]]'],
    ['MULTIPOINT ((7 46), (8 47))', 'MultiPoint', '[[7,46],[8,47]]'],
    ['MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)))', 'MultiPolygon', '[[[[0,0],[1,0],[1,1],[0,0]]]]'],
  ] as const)
    // prettier-ignore
    it(text, () => assert.equal(geometryJson(text), geometry(type, coordinates)));

  it('GEOMETRYCOLLECTION', () =>
    assert.equal(
      geometryJson('GEOMETRYCOLLECTION (POINT (1 2), LINESTRING (1 2, 3 4))'),
      `{"type":"GeometryCollection","geometries":[${geometry('Point', '[1,2]')},${geometry('LineString', '[[1,2],[3,4]]')}]}`,
    ));

  for (const text of [
    ...[
      '',
      'POINT',
      'POINT (1)',
      'POINT (1 2',
      'POINT (1 2))',
      'POINT (1 2) x',
      'POINT (a b)',
      'POINTS (1 2)',
      'CIRCLE (1 2)',
    ],
    ...[
      'POINT (181 0)',
      'POINT (0 91)',
      'POINT (2600000 1200000)',
      'SRID=2056;POINT(7 46)',
      'POINT (1 2, 3 4)',
      'LINESTRING (1 2, )',
    ],
    ...['Point of view', `${'GEOMETRYCOLLECTION('.repeat(40)}POINT(1 2)${')'.repeat(40)}`],
  ])
    // prettier-ignore
    it(`${text.slice(0, 30)}: none`, () => assert.equal(geometryJson(text), undefined));
});

describe('WKB as GeoJSON', () => {
  /** The degrees 8.5 and 47.12 as doubles, the byte of least value first. */
  const POINT = '010100000000000000000021408FC2F5285C8F4740';
  for (const [what, text, json] of [
    ['a point', POINT, geometry('Point', '[8.5,47.12]')],
    ['a point as bytes of a database', `\\x${POINT.toLowerCase()}`, geometry('Point', '[8.5,47.12]')],
    ['a point of PostGIS', '0101000020E610000000000000000021408FC2F5285C8F4740', geometry('Point', '[8.5,47.12]')],
    [
      'a point with a height, big-endian',
      '00000003E940210000000000004047800000000000407900000000000' + '0',
      geometry('Point', '[8.5,47,400]'),
    ],
    ['a point of a GeoPackage', `47500001E6100000${POINT}`, geometry('Point', '[8.5,47.12]')],
    [
      'a line',
      '0102000000020000000000000000001C400000000000004740000000000000204000000000008047' + '40',
      geometry('LineString', '[[7,46],[8,47]]'),
    ],
    ['points', `010400000001000000${POINT}`, geometry('MultiPoint', '[[8.5,47.12]]')],
    [
      'a collection',
      `010700000001000000${POINT}`,
      `{"type":"GeometryCollection","geometries":[${geometry('Point', '[8.5,47.12]')}]}`,
    ],
  ] as const)
    // prettier-ignore
    it(what, () => assert.equal(geometryJson(text), json));

  for (const [what, text] of [
    ['another reference system', '0101000020080800000000000000002140' + '8FC2F5285C8F4740'],
    ['bytes behind it', `${POINT}00`],
    ['bytes that are missing', POINT.slice(0, -2)],
    ['a count without end', '0102000000FFFFFFFF0000000000001C40'],
    ['digits of a number', '1234567890'],
    ['a colour', 'ff00ff00ff'],
  ] as const)
    it(`${what}: none`, () => assert.equal(geometryJson(text), undefined));

  it('throws nothing for any digits', () =>
    fc.assert(fc.property(fc.uint8Array({ minLength: 5, maxLength: 60 }), (bytes) => {
      const json = geometryJson(Buffer.from(bytes).toString('hex'));
      assert.ok(json === undefined || JSON.parse(json) !== null);
    }), { numRuns: 2000 })); // prettier-ignore
});

describe('a pair of degrees as a point', () => {
  for (const [text, isLongitudeFirst, coordinates] of [
    ['47.1, 8.5', false, '[8.5,47.1]'],
    ['(47.10;8.5)', false, '[8.5,47.10]'],
    ['8.5,47.1', true, '[8.5,47.1]'],
  ] as const)
    it(text, () => assert.equal(pointOfPair(text, isLongitudeFirst), geometry('Point', coordinates)));

  for (const text of ['', '47.1', '47.1, 8.5, 3', '91, 8', '47.1, 181', 'Main Street, 5'])
    it(`${text}: none`, () => assert.equal(pointOfPair(text, false), undefined));
});
