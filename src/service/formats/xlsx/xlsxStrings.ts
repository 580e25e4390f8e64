/** The texts that cells refer to by number. */
import { TextCollector } from './xlsxText.ts';
import { parseXml } from './xmlEvents.ts';
import type { ZipArchive } from './zipArchive.ts';

/** Bytes of their XML: they are held in memory. */
const MAX_SIZE = 2 ** 29;

/** The first `count` of them. */
export async function readStrings(
  archive: ZipArchive,
  path: string,
  count = Infinity,
): Promise<readonly string[]> {
  const strings: string[] = [];
  if (count === 0 || !archive.has(path)) return strings;
  const collector = new TextCollector();
  const events = {
    open: collector.open,
    text: collector.text,
    close: (name: string): void => {
      collector.close(name);
      if (name === 'si') strings.push(collector.take());
    },
  };
  const pieces = parseXml(archive.read(path, MAX_SIZE), events);
  while (strings.length < count && (await pieces.next()).done !== true);
  await pieces.return(undefined);
  return strings;
}
