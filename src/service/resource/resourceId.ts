import { createHash } from 'node:crypto';

/** A random namespace of this program. */
const NAMESPACE = Buffer.from('7c3b6f0e2a5d4b0f9d1e5a8c4f72b6d3', 'hex');

/** Makes a UUIDv5 (RFC 9562) of a real path and a sheet or table: the same in every window until the file is moved. */
export function resourceIdOf(realPath: string, part?: string): string {
  const name = part === undefined ? realPath : `${realPath}\0${part}`;
  const bytes = createHash('sha1').update(NAMESPACE).update(name, 'utf8').digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export function isResourceId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
