/** In an OpenDocument spreadsheet (.ods), all sheets are in one XML document. */
import { reason, UnreadableFile } from '../../resource/reasons.ts';
import { readRows, sheetFormat } from '../sheets/sheetFormat.ts';
import { eachElement, parseXml } from '../sheets/xmlEvents.ts';
import type { ZipArchive } from '../sheets/zipArchive.ts';
import { OdsReader } from './odsReader.ts';

const CONTENT = 'content.xml';
const MANIFEST = 'META-INF/manifest.xml';

export const odsFormat = sheetFormat('ods', async (archive, name) => {
  if (await isEncrypted(archive)) throw new UnreadableFile(name, reason('password'));
  const list = archive.has(CONTENT) ? await sheetsOf(archive) : [];
  if (list.length === 0) throw new UnreadableFile(name, reason('notOpenDocument'));
  const sheets = list.map((sheet, place) => ({
    ...sheet,
    rows: (onShare: (share: number) => void) => readRows(archive, CONTENT, new OdsReader(place), onShare),
  }));
  return { sheets };
});

async function sheetsOf(archive: ZipArchive): Promise<OdsReader['sheets']> {
  const reader = new OdsReader();
  const pieces = parseXml(archive.read(CONTENT), reader);
  while ((await pieces.next()).done !== true);
  return reader.sheets;
}

/** An encrypted document's files look unencrypted to ZIP. */
async function isEncrypted(archive: ZipArchive): Promise<boolean> {
  let hasEncryption = false;
  await eachElement(archive, MANIFEST, (element) => {
    hasEncryption ||= element === 'encryption-data';
  });
  return hasEncryption;
}
