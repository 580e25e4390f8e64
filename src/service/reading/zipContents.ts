/** Finds the files of records in a ZIP archive. Each becomes a resource. */
import { ZipArchive } from '../formats/sheets/zipArchive.ts';
import { fileKind, formatOfName, isData, isReadable, PACKED_ENDINGS } from '../resource/fileKinds.ts';
import type { Inspection } from '../resource/reading.ts';
import { reason, UnreadableFile } from '../resource/reasons.ts';

export interface ZipContents {
  /** Path of the file to read. */
  readonly entry: string;
  /** Undefined for an archive of one file, which is read like that file alone. */
  readonly parts?: Pick<Inspection, 'parts' | 'leftOut'>;
}

/** `part` is the chosen file among several. Throws UnreadableFile. */
export async function zipContents(path: string, name: string, part: string | undefined): Promise<ZipContents> {
  using archive = await ZipArchive.open(path, name);
  const files = archive.names.filter((entry) => !/(^|[/\\])(\.|__MACOSX[/\\])|[/\\]$/i.test(entry));
  const candidates = [files.filter(isData), files.filter(isReadable)].find(({ length }) => length > 0) ?? files;
  const [only, another] = candidates;
  if (only !== undefined && another === undefined && !isArchive(only)) return { entry: only };
  const whole = candidates.filter((entry) => isReadable(entry) && isPlain(entry));
  const entry = part === undefined ? whole[0] : whole.find((each) => each === part);
  if (entry === undefined) throw new UnreadableFile(name, reason('zip'));
  const leftOut = candidates
    .filter((each) => isReadable(each) && !whole.includes(each))
    .map((each) => ({ part: each, reason: reason('inZip') }));
  return { entry, parts: { parts: whole, leftOut } };
}

function isArchive(entry: string): boolean {
  return ['zip', ...PACKED_ENDINGS].some((ending) => entry.toLowerCase().endsWith(`.${ending}`));
}

/** Archives inside, and files with sheets or tables of their own, would need more than one name for a part. */
function isPlain(entry: string): boolean {
  const format = formatOfName(entry);
  return !isArchive(entry) && (format === undefined || fileKind(format)?.parts === undefined);
}
