const SECTOR = 512;

/** A compound file whose directory is in its fourth sector. */
export function oleFile(...streams: readonly string[]): Buffer {
  const bytes = Buffer.alloc(8 * SECTOR);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes);
  bytes.writeUInt16LE(9, 30);
  bytes.writeUInt32LE(3, 48);
  for (const [place, stream] of ['Root Entry', ...streams].entries())
    bytes.write(stream, 4 * SECTOR + 128 * place, 'utf16le');
  return bytes;
}
