const CANDIDATES = [',', ';', '\t', '|'];

/** The one that occurs most often in the first line outside quotes; the earlier of equals; a comma if there is none. */
export function csvDelimiter(head: Buffer): string {
  const counts = new Map(CANDIDATES.map((candidate) => [candidate.charCodeAt(0), 0]));
  let isQuoted = false;
  for (const byte of head) {
    if (byte === 0x22) isQuoted = !isQuoted;
    else if (!isQuoted && (byte === 0x0a || byte === 0x0d)) break;
    else if (!isQuoted) {
      const seen = counts.get(byte);
      if (seen !== undefined) counts.set(byte, seen + 1);
    }
  }
  const [best] = [...counts].sort(([, one], [, other]) => other - one);
  return String.fromCharCode(best?.[0] ?? 0x2c);
}
