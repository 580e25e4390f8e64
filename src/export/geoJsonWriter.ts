/**
 * GeoJSON (RFC 7946) with a feature for each record. The geometry is the first one among the record's values, with JSON
 * fields before text fields, as GeoJSON, WKT or WKB, or else the point of its latitude and longitude. A feature never
 * depends on other records.
 */
import {
  type CellValue,
  type ExactValue,
  isList,
  isObject,
  member,
  type RecordRow,
  writtenValue,
} from '../base/cells.ts';
import { parseExact, readExact, stringifyExact, valueText } from '../base/exactJson.ts';
import { type Field, type FieldKind, fieldKind } from '../base/field.ts';
import type { FormatNote } from './formatNote.ts';
import { geometryJson, pointOfPair } from './geometryText.ts';
import { ListWriter } from './jsonWriter.ts';
import type { WrittenBefore } from './recordWriter.ts';

const GEOMETRIES = ['Point', 'MultiPoint', 'LineString', 'MultiLineString', 'Polygon', 'MultiPolygon'];
const LATITUDE = /^(geo_?)?(lat|latitude|breitengrad|latitud)$/i;
const LONGITUDE = /^(geo_?)?(lon|lng|long|longitude|l(ä|ae)ngengrad|longitud)$/i;
/** Names with more words, such as `stop_lat` of GTFS and `decimalLatitude` of Darwin Core. */
const ANY_LATITUDE = /^(\w+[_ ])?(decimal)?(lat|latitude)([_ ](deg|dd|wgs_?84))?$/i;
const ANY_LONGITUDE = /^(\w+[_ ])?(decimal)?(lon|lng|longitude)([_ ](deg|dd|wgs_?84))?$/i;
/** Fields that may have other coordinates than degrees; those have no geometry. */
const NORTHING = /^(y|(point|coord|geo|pos)_?y|y_?coord(inate)?)$/i;
const EASTING = /^(x|(point|coord|geo|pos)_?x|x_?coord(inate)?)$/i;
/** Fields with both degrees as one text, as Opendatasoft's portals have them. */
const PAIR =
  /^((geo|gps)_?(point|coord\w*|location|pos\w*)?(_?2d)?|lat_?(lon|lng|long)|(lon|lng|long)_?lat|latitude_?longitude|longitude_?latitude|location|position|coord\w*|koord\w*)$/i;
const LONGITUDE_FIRST = /^(lon|lng)/i;
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Writes each record as a feature. The field that became the geometry isn't repeated in the properties. */
export class GeoJsonWriter extends ListWriter {
  protected readonly brackets = ['{"type":"FeatureCollection","features":[', ']}'] as const;
  /** Columns that may contain geometries, in the order in which they are tried. */
  #shapes: readonly number[] = [];
  #latitude = -1;
  #longitude = -1;
  #pair = -1;
  #isLongitudeFirst = false;
  #unplaced = 0;

  override begin(fields: readonly Field[], before?: WrittenBefore): string {
    const head = super.begin(fields, before);
    const columnsOf = (kind: FieldKind): readonly number[] =>
      this.columns.flatMap(({ column }) => (fieldKind(fields[column]?.type ?? '') === kind ? [column] : []));
    this.#shapes = [...columnsOf('json'), ...columnsOf('text')];
    const columnNamed = (...names: readonly RegExp[]): number =>
      names.map((name) => fields.findIndex(({ id }) => name.test(id))).find((column) => column >= 0) ?? -1;
    const latitude = columnNamed(LATITUDE, ANY_LATITUDE);
    const longitude = columnNamed(LONGITUDE, ANY_LONGITUDE);
    const hasDegrees = latitude >= 0 && longitude >= 0;
    this.#latitude = hasDegrees ? latitude : columnNamed(NORTHING);
    this.#longitude = hasDegrees ? longitude : columnNamed(EASTING);
    this.#pair = columnNamed(PAIR);
    this.#isLongitudeFirst = LONGITUDE_FIRST.test(fields[this.#pair]?.id ?? '');
    return head;
  }

  get notes(): readonly FormatNote[] {
    return this.#unplaced === 0 ? [] : [{ kind: 'noGeometry', count: this.#unplaced }];
  }

  protected record(row: RecordRow): string {
    const shape = this.#shapeOf(row);
    const geometry = shape === undefined ? (this.#pointOf(row) ?? this.#pairOf(row)) : stringifyExact(shape.geometry);
    if (geometry === undefined) this.#unplaced += 1;
    const properties = this.columns
      .filter(({ column }) => column !== shape?.column)
      .map(({ key, column }) => `${key}:${stringifyExact(row[column] ?? null)}`);
    return `{"type":"Feature","geometry":${geometry ?? 'null'},"properties":{${properties.join(',')}}}`;
  }

  #shapeOf(row: RecordRow): { readonly column: number; readonly geometry: ExactValue } | undefined {
    for (const column of this.#shapes) {
      const geometry = geometryOf(row[column] ?? null);
      if (geometry !== undefined) return { column, geometry };
    }
    return undefined;
  }

  /** A point of a field with both degrees, which stays a property. */
  #pairOf(row: RecordRow): string | undefined {
    const cell = row[this.#pair];
    return typeof cell === 'string' ? pointOfPair(cell, this.#isLongitudeFirst) : undefined;
  }

  /** A point with the record's own digits. Undefined if the numbers aren't degrees. */
  #pointOf(row: RecordRow): string | undefined {
    const latitude = degrees(row[this.#latitude], 90);
    const longitude = degrees(row[this.#longitude], 180);
    if (latitude === undefined || longitude === undefined) return undefined;
    return `{"type":"Point","coordinates":[${longitude},${latitude}]}`;
  }
}

function geometryOf(cell: CellValue): ExactValue | undefined {
  const value = writtenValue(cell);
  if (typeof value !== 'string') return isGeometry(value) ? value : undefined;
  const json = geometryJson(value);
  if (json !== undefined) return parseExact(json);
  if (!/^\s*\{[^]*"(coordinates|geometries)"/.test(value)) return undefined;
  const parsed = readExact(value);
  return parsed !== undefined && isGeometry(parsed) ? parsed : undefined;
}

function isGeometry(value: ExactValue): boolean {
  if (!isObject(value)) return false;
  const type = member(value, 'type');
  const geometries = member(value, 'geometries');
  if (type === 'GeometryCollection') return isList(geometries) && geometries.every(isGeometry);
  return typeof type === 'string' && GEOMETRIES.includes(type) && isList(member(value, 'coordinates'));
}

function degrees(cell: CellValue | undefined, most: number): string | undefined {
  // A file's own text can have a decimal comma. So small a number has no thousands.
  const text =
    cell === undefined
      ? ''
      : valueText(cell)
          .trim()
          .replace(/^(-?\d{1,3}),(?=\d+$)/, '$1.');
  return NUMBER.test(text) && Math.abs(Number(text)) <= most ? text : undefined;
}
