/** What a place in a SQL document names, and which files it may read. */
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { hideSecrets } from '../base/secretText.ts';
import { fillIn } from '../base/words.ts';
import { DRAFT_WORDS, type DraftWords } from '../datastore/draft/draftWords.ts';
import { parseResource } from '../datastore/wire/address.ts';
import { DOCUMENT_WORDS, type DocumentWords } from './documentWords.ts';

export type SourcePlace =
  | { readonly kind: 'portal'; readonly baseUrl: string; readonly resourceId: string }
  | { readonly kind: 'file'; readonly path: string }
  /** A listed resource, whose name has no ending. The name of a listed resource can also look like a file's. */
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'refused'; readonly text: string };

type PlaceWords = DocumentWords & Pick<DraftWords, 'notResource' | 'notUrl' | 'secret'>;

const DATABASE = /^(?:jdbc:|postgres(?:ql)?:|trino:)/i;
const SCHEME = /^[a-z][a-z\d+.-]+:\/\//i;

/** Touches no file and asks no server. */
export function sourcePlace(place: string, words: PlaceWords = { ...DRAFT_WORDS, ...DOCUMENT_WORDS }): SourcePlace {
  const refused = (text: string): SourcePlace => ({ kind: 'refused', text });
  if (DATABASE.test(place)) return refused(words.database);
  if (!/^https?:\/\//i.test(place)) {
    if (SCHEME.test(place)) return refused(fillIn(words.scheme, { text: hideSecrets(place) }));
    const isFile = /[/\\]|\.\w+$/.test(place);
    return isFile ? { kind: 'file', path: place } : { kind: 'name', name: place };
  }
  const address = parseResource(place);
  if ('problem' in address) {
    const problem = address.problem === 'secret' || address.problem === 'notUrl' ? address.problem : 'notResource';
    return refused(fillIn(words[problem], { text: hideSecrets(place) }));
  }
  const [baseUrl] = address.candidates;
  if (baseUrl === undefined) return refused(words.notResource);
  if (address.query !== undefined || address.leftOut !== undefined) return refused(words.hasQuery);
  return { kind: 'portal', baseUrl, resourceId: address.resourceId };
}

type Permitted = { readonly path: string } | { readonly refused: string };

/**
 * The absolute path of a document's file, with links resolved, or why it may not be read. It must be in the document's
 * folder, be one of the files that people `opened`, or be below an `allowed` folder. Other places aren't touched.
 */
export async function permittedPath(
  documentFolder: string,
  file: string,
  opened: readonly string[],
  allowed: readonly string[] = [],
  words: DocumentWords = DOCUMENT_WORDS,
): Promise<Permitted> {
  const outside = { refused: fillIn(words.outside, { path: file }) };
  const places = { folders: [documentFolder, ...allowed], files: opened };
  const real = {
    folders: await Promise.all(places.folders.map(resolved)),
    files: await Promise.all(places.files.map(resolved)),
  };
  const named = path.resolve(documentFolder, file);
  if (!mayTouch(file, named, { folders: [...places.folders, ...real.folders], files: [...opened, ...real.files] }))
    return outside;
  const target = await realpath(named).catch(() => undefined);
  if (target === undefined) return { refused: fillIn(words.noFile, { path: file }) };
  return isOneOf(target, real) ? { path: target } : outside;
}

interface Places {
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

/**
 * Whether a path may be looked at to resolve its links. To look at a path of another machine is to log in there on
 * Windows, so only people can open one. File systems that don't tell upper and lower case apart decide later.
 */
export function mayTouch(file: string, named: string, places: Places, paths: path.PlatformPath = path): boolean {
  const lower = (text: string): string => paths.normalize(text).toLowerCase();
  const isElsewhere = /^[\\/]{2}/.test(file);
  const folders = isElsewhere ? [] : places.folders.map(lower);
  return isOneOf(lower(named), { folders, files: places.files.map(lower) }, paths);
}

function isOneOf(file: string, { folders, files }: Places, paths: path.PlatformPath = path): boolean {
  const isBelow = (folder: string) => file.startsWith(folder.endsWith(paths.sep) ? folder : folder + paths.sep);
  return files.includes(file) || folders.some(isBelow);
}

function resolved(place: string): Promise<string> {
  return realpath(place).catch(() => path.resolve(place));
}
