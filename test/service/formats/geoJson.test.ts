/** GeoJSON (RFC 7946) is read with its features' properties and everything beside them. */
import assert from 'node:assert/strict';
import { ReadingFolder } from '../reading/readings.ts';

const point = '{"type": "Point", "coordinates": [15.50, 49.0]}';
const feature = (members: string) => `{"type": "Feature", ${members}}`;
const collection = (...features: string[]) =>
  `{"type": "FeatureCollection", "crs": {"features": [1]}, "features": [${features.join(',\n')}], "bbox": [1]}`;

describe('GeoJSON', () => {
  let folder: ReadingFolder;
  before(async () => {
    folder = await ReadingFolder.open();
  });
  after(() => folder.close());

  it('fields are the properties, then what else a feature has, as it stands in the file', async () => {
    const { fields, types, records } = await folder.import(
      'places.geojson',
      collection(
        feature(`"id": 7, "geometry": ${point}, "properties": {"name": "A", "size": 1.50}`),
        feature(`"geometry": null, "properties": {"name": "B", "new": true}, "bbox": [1.0, 2]`),
        feature(`"geometry": ${point}, "properties": null`),
      ),
    );
    assert.deepEqual(fields, ['name', 'size', 'new', 'id', 'geometry', 'bbox']);
    assert.deepEqual(types, ['text', 'numeric', 'bool', 'numeric', 'json', 'json']);
    assert.deepEqual(records, [
      ['A', '1.50', null, '7', point, null],
      ['B', null, 'true', null, null, '[1.0, 2]'],
      [null, null, null, null, point, null],
    ]);
  });

  it('properties keep their names where a feature has members of the same name', async () => {
    const { fields, records } = await folder.import(
      'clash.geojson',
      collection(feature(`"id": "f1", "geometry": ${point}, "properties": {"id": 1, "geometry": "g", "type": "t", "_id": 2}`)),
    ); // prettier-ignore
    assert.deepEqual(fields, ['id', 'geometry', 'type', '_id (2)', 'id (2)', 'geometry (2)']);
    assert.deepEqual(records, [['1', 'g', 't', '2', 'f1', point]]);
  });

  for (const [name, content] of [
    ['places.json', collection(feature(`"geometry": ${point}, "properties": {"a": 1}`))],
    [
      'late.json',
      `{"name": "x", "features": [${feature('"geometry": null, "properties": {"a": 1}')}], "type": "FeatureCollection"}`,
    ],
    ['lines.geojsonl', `${feature('"geometry": null, "properties": {"a": 1}')}\n`],
    ['one.geojson', feature('"geometry": null, "properties": {"a": 1}')],
    ['array.json', `[${feature('"geometry": null, "properties": {"a": 1}')}]`],
  ] as const)
    // prettier-ignore
    it(`${name}: known by what it holds`, async () => {
      const { fields, records } = await folder.import(name, content);
      assert.deepEqual(fields.slice(0, 1), ['a']);
      assert.equal(records[0]?.[0], '1');
      assert.deepEqual((await folder.inspect(name, content)).fields, fields);
    });

  it('one object that only looks alike is a record', async () => {
    const { fields } = await folder.import('no.json', '{"type": "list", "features": ["x"]}');
    assert.deepEqual(fields, ['type', 'features']);
  });

  it('many features are read piece by piece', async () => {
    const many = Array.from({ length: 20_000 }, (_, index) =>
      feature(`"geometry": ${point}, "properties": {"n": ${String(index)}, "text": "${'x'.repeat(100)}"}`),
    );
    const { records } = await folder.import('many.geojson', collection(...many));
    assert.equal(records.length, 20_000);
    assert.equal(records.at(-1)?.[0], '19999');
  });

  for (const [name, content, message] of [
    [
      'cut off',
      collection(feature('"geometry": null, "properties": {"a": 1}')).slice(0, -5),
      /The array never ends\. The file may be incomplete\.$/,
    ],
    [
      'cut in a feature',
      collection(feature('"geometry": null, "properties": {"a": 1}')).slice(0, -40),
      /line 1: The file ends in the middle of a record\.$/,
    ],
    ['no features', '{"type": "FeatureCollection"}', /The file has no features\.$/],
    ['features that are none', collection('{"type": "Point"}'), /line 1: A record isn't a feature\.$/],
    [
      'properties that are a list',
      collection(feature('"properties": [1]')),
      /line 1, field "properties": The properties of a feature aren't an object\.$/,
    ],
    [
      'a property twice',
      collection(feature('"properties": {"a": 1, "a": 2}')),
      /line 1, field "a": A record has this key twice\.$/,
    ],
    ['text behind the end', `${collection(feature('"properties": {"a": 1}'))} x`, /Text follows the end/],
  ] as const)
    // prettier-ignore
    it(`${name}: refused`, () => assert.rejects(folder.import('refused.geojson', content), message));

  it('features that are none can be left out', async () => {
    const { records, skipped } = await folder.import(
      'skip.geojson',
      collection(feature('"properties": {"a": 1}'), '{"a": 2}', feature('"properties": {"a": 3}')),
      { unreadable: 'skip' },
    );
    assert.deepEqual(records, [['1'], ['3']]);
    assert.deepEqual(skipped, [{ line: 2, reason: "A record isn't a feature.", text: '{"a": 2}' }]);
  });
});
