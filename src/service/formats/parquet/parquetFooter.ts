/** Reads the schema of a Parquet file from its footer (parquet.thrift of apache/parquet-format). */
import { open } from 'node:fs/promises';
import { defined } from '../../../base/defined.ts';
import { durationUnits } from './arrowSchema.ts';
import { ThriftReader } from './thriftReader.ts';
import { reason, UnreadableFile } from '../../resource/reasons.ts';

export interface ParquetFooter {
  readonly bytes: Buffer;
  readonly start: number;
  readonly columns: readonly ParquetColumn[];
  /** Units of columns with durations, by place. */
  readonly units: ReadonlyMap<number, string>;
}

export interface ParquetColumn {
  readonly name: string;
  readonly children: readonly ParquetColumn[];
  readonly precision: number;
  /** Set for times that DuckDB cuts to microseconds, although the file has nanoseconds. */
  readonly cut?: CutTime;
}

/** The numbers are positions of bytes in the footer. */
export type CutTime =
  | { readonly kind: 'time' | 'instant'; readonly typeHeader: number; readonly zoneHeader: number }
  | { readonly kind: 'int96'; readonly type: number };

const TAIL = 8;
const INT96 = 3;

/** Throws UnreadableFile; `name` is for its message. */
export async function readFooter(path: string, name: string): Promise<ParquetFooter> {
  await using handle = await open(path, 'r');
  const { size } = await handle.stat();
  const tail = Buffer.alloc(TAIL);
  await handle.read(tail, 0, TAIL, Math.max(0, size - TAIL));
  const magic = tail.toString('latin1', 4);
  if (magic === 'PARE') throw new UnreadableFile(name, reason('encrypted'));
  const start = size - TAIL - tail.readUInt32LE(0);
  if (magic !== 'PAR1' || start < 4) throw new UnreadableFile(name, reason('incomplete'));
  const bytes = Buffer.alloc(size - TAIL - start);
  await handle.read(bytes, 0, bytes.length, start);
  return { bytes, start, ...schemaOf(bytes, name) };
}

function schemaOf(bytes: Buffer, name: string): Pick<ParquetFooter, 'columns' | 'units'> {
  const elements: Element[] = [];
  let units: ParquetFooter['units'] = new Map();
  try {
    const reader = new ThriftReader(bytes);
    reader.struct((field) => {
      if (field === 2) reader.list(() => void elements.push(readElement(reader)));
      if (field === 5)
        reader.list(() => {
          const { key, value } = readRemark(reader);
          if (key === 'ARROW:schema') units = durationUnits(value);
        });
    });
  } catch (error) {
    if (error instanceof RangeError) throw new UnreadableFile(name, reason('parquetFooter'));
    throw error;
  }
  const root = elements.length === 0 ? undefined : treeOf(elements, 0);
  if (root?.next !== elements.length) throw new UnreadableFile(name, reason('parquetSchema'));
  return { columns: root.column.children, units };
}

type Element = Omit<ParquetColumn, 'children'> & { readonly count: number };

function readElement(reader: ThriftReader): Element {
  let name = '';
  let count = 0;
  let precision = 0;
  let cut: CutTime | undefined;
  reader.struct((field) => {
    if (field === 1) {
      const type = reader.at;
      if (reader.integer() === INT96) cut = { kind: 'int96', type };
    } else if (field === 4) name = reader.text();
    else if (field === 5) count = reader.integer();
    else if (field === 8) precision = reader.integer();
    else if (field === 10) reader.struct((type, header) => (cut ??= readTime(reader, type, header)));
  });
  return defined({ name, count, precision, cut });
}

function readRemark(reader: ThriftReader): { readonly key: string; readonly value: string } {
  const remark = { key: '', value: '' };
  reader.struct((field) => {
    if (field === 1) remark.key = reader.text();
    if (field === 2) remark.value = reader.text();
  });
  return remark;
}

/** LogicalType 7 is TIME and 8 is TIMESTAMP. Both contain isAdjustedToUTC and a unit, of which the third is NANOS. */
function readTime(reader: ThriftReader, type: number, typeHeader: number): CutTime | undefined {
  if (type !== 7 && type !== 8) return undefined;
  const units: number[] = [];
  const zones: number[] = [];
  reader.struct((field, header) => {
    if (field === 1) zones.push(header);
    if (field === 2) reader.struct((unit) => void units.push(unit));
  });
  const [zoneHeader] = zones;
  if (zoneHeader === undefined || !units.includes(3)) return undefined;
  if (type === 8 && !reader.isTrue(zoneHeader)) return undefined;
  return { kind: type === 7 ? 'time' : 'instant', typeHeader, zoneHeader };
}

/** Parents precede their children, and have the number of them. */
function treeOf(elements: readonly Element[], at: number, depth = 0) {
  const element = elements[at];
  if (element === undefined || depth > 64) return undefined;
  const { count, ...rest } = element;
  const children: ParquetColumn[] = [];
  let next = at + 1;
  for (let index = 0; index < count; index += 1) {
    const child = treeOf(elements, next, depth + 1);
    if (child === undefined) return undefined;
    children.push(child.column);
    next = child.next;
  }
  return { column: { ...rest, children }, next };
}
