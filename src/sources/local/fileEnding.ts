/** Determines a downloaded file's format from its first bytes, and from its names at the portal and the server. */
import { FILE_KINDS, kindOfHead, ZIP } from '../../service/index.ts';

export interface FileClues {
  /** The first bytes, each as a character of Latin-1. */
  readonly head: string;
  /** Names of the file, the likeliest first. Each may have an ending. */
  readonly names: readonly string[];
  /** The publisher's name of the format: `CSV`, `.xlsx`, `text/csv`. */
  readonly format: string;
  /** The media type of the response, or "". */
  readonly contentType: string;
}

export type NoTable = 'empty' | 'webPage' | 'archive' | 'oldExcel' | 'pdf' | 'xml';

export type FileEnding =
  { readonly ending: string; readonly noTable?: never } | { readonly ending?: never; readonly noTable: NoTable };

const TEXT_ENDINGS: readonly string[] = FILE_KINDS.flatMap((kind) => ('isText' in kind ? kind.endings : []));

/** First bytes of unsupported formats. The import looks into ZIP archives. */
const MARKS: readonly (readonly [mark: string, NoTable])[] = [
  ['PK\u0005\u0006', 'archive'],
  ['7z\u00bc\u00af', 'archive'],
  ['Rar!', 'archive'],
  ['\u00d0\u00cf\u0011\u00e0', 'oldExcel'],
  ['%PDF', 'pdf'],
];
const WEB_PAGE = /^(<\?xml[^>]*>\s*)?(<!--(?:(?!-->)[^])*-->\s*)*<(!doctype html|html|head|body)\b/i;
const XML = /^<(\?xml|[a-z]+(?::[a-z]*)?[\s>])/i;

function noTableOf(text: string): NoTable | undefined {
  const marked = MARKS.find(([mark]) => text.startsWith(mark))?.[1];
  return marked ?? (WEB_PAGE.test(text) ? 'webPage' : XML.test(text) ? 'xml' : undefined);
}

export function fileEnding({ head, names, format, contentType }: FileClues): FileEnding {
  const text = head.replace(/^\u00ef\u00bb\u00bf/, '').trimStart();
  if (head === '') return { noTable: 'empty' };
  const kind = kindOfHead(head);
  const endings = [format, ...names].map(endingOf);
  if (kind !== undefined)
    return { ending: endings.find((ending) => kind.endings.includes(ending)) ?? kind.endings[0] ?? '' };
  if (head.startsWith(ZIP)) return { ending: 'zip' };
  // Many programs name a page with a table like a workbook.
  if (endings.includes('xls') && /^<[^]*<table[\s>]/i.test(text)) return { ending: 'xls' };
  const noTable = noTableOf(text);
  if (noTable !== undefined) return { noTable };
  const isPacked = head.startsWith('\u001f\u008b');
  const own = [...endings, endingOf(contentType)].find((ending) => TEXT_ENDINGS.includes(ending));
  const ending = own ?? (/^[{[]/.test(text) ? 'json' : 'csv');
  return { ending: isPacked ? `${ending}.gz` : ending };
}

function endingOf(name: string): string {
  const [media = ''] = name.toLowerCase().split(';');
  const plain = media.trim().replace(/\.gz$/, '');
  const ending = MEDIA.get(plain);
  if (ending !== undefined) return ending;
  return /(?<![a-z0-9])[a-z0-9]+$/.exec(plain.replace(/^.*[/.+]/, ''))?.[0] ?? '';
}

const MEDIA: ReadonlyMap<string, string> = new Map([
  ['text/tab-separated-values', 'tsv'],
  ['application/x-ndjson', 'ndjson'],
  ['application/geo+json', 'geojson'],
  ['text/plain', ''],
]);
