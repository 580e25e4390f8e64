/**
 * What a binary was built for, from its own header, as `<platform>-<arch>` in the names that VS Code gives its targets.
 * Headers: ELF (System V ABI, e_machine), Mach-O (mach/machine.h), PE (COFF machine types).
 */
export function platformsOfBinary(binary: Buffer): readonly string[] {
  const magic = binary.readUInt32BE(0);
  if (magic === 0x7f454c46) {
    const system = binary.includes('libc.musl-') ? 'alpine' : 'linux';
    return [`${system}-${named(binary.readUInt16LE(18), { 0x3e: 'x64', 0xb7: 'arm64' })}`];
  }
  if (magic === 0xcffaedfe) return [`darwin-${machOf(binary.readUInt32LE(4))}`];
  if (magic === 0xcafebabe) {
    const count = binary.readUInt32BE(4);
    return Array.from({ length: count }, (_, index) => `darwin-${machOf(binary.readUInt32BE(8 + 20 * index))}`);
  }
  const header = binary.readUInt32LE(0x3c);
  if (binary.toString('latin1', header, header + 4) === 'PE\0\0')
    return [`win32-${named(binary.readUInt16LE(header + 4), { 0x8664: 'x64', 0xaa64: 'arm64' })}`];
  throw new Error(`not a binary: ${binary.toString('hex', 0, 8)}`);
}

function machOf(type: number): string {
  return named(type, { 0x01000007: 'x64', 0x0100000c: 'arm64' });
}

function named(code: number, names: Readonly<Record<number, string>>): string {
  return names[code] ?? `0x${code.toString(16)}`;
}
