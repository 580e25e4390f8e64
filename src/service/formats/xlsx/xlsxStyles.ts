/** Reads how cells show their numbers (ECMA-376 part 1, 18.8): as dates, or as codes with a fixed number of digits. */
import { eachElement } from '../sheets/xmlEvents.ts';
import type { ZipArchive } from '../sheets/zipArchive.ts';
import { builtInStyle, styleOfFormat, type DateStyle } from './xlsxDates.ts';

export interface CellStyle {
  readonly date: DateStyle;
  /** The characters of a format such as `00000` or `000\-00`. A digit's place is undefined. */
  readonly code?: readonly (string | undefined)[];
}

export async function readStyles(archive: ZipArchive, path: string): Promise<readonly CellStyle[]> {
  const formats = new Map<number, string>();
  const styles: number[] = [];
  await eachElement(archive, path, (name, attributes, parent) => {
    const id = Number(attributes['numFmtId'] ?? 0);
    if (name === 'numFmt' && parent === 'numFmts') formats.set(id, attributes['formatCode'] ?? '');
    if (name === 'xf' && parent === 'cellXfs') styles.push(id);
  });
  return styles.map((id) => {
    const format = formats.get(id);
    if (format === undefined) return { date: builtInStyle(id) };
    const code = codeOf(format);
    return { date: styleOfFormat(format), ...(code && { code }) };
  });
}

/** One part of a number format: a digit, a literal text, a colour or country, or what shows numbers as numbers. */
const PART = /0|"([^"]*)"|\\(.)|_.|\[[^[\]<>=]{0,40}\]|([-+() /:])|[^]/gs;

/** Undefined for a format that doesn't fill a number up with zeros. */
export function codeOf(format: string): CellStyle['code'] {
  const code: (string | undefined)[] = [];
  for (const [part, quoted, escaped, plain] of format.matchAll(PART)) {
    if (part === ';') break;
    if (part === '0') code.push(undefined);
    else if (quoted !== undefined || escaped !== undefined || plain !== undefined)
      code.push(quoted ?? escaped ?? plain);
    else if (!/^[_[]./.test(part)) return undefined;
  }
  return code.filter((part) => part === undefined).length > 1 ? code : undefined;
}

/** The number as its format shows it; undefined if that isn't by its digits alone. */
export function codeText(value: number, code: NonNullable<CellStyle['code']>): string | undefined {
  if (!Number.isSafeInteger(value) || value < 0) return undefined;
  let rest = String(value);
  let text = '';
  let places = code.filter((part) => part === undefined).length;
  for (const part of code.toReversed()) {
    if (part !== undefined) {
      text = part + text;
      continue;
    }
    places -= 1;
    // The first place takes all digits that are left.
    const digits = places === 0 ? rest.padStart(1, '0') : rest.slice(-1).padStart(1, '0');
    rest = rest.slice(0, -1);
    text = digits + text;
  }
  return text;
}
