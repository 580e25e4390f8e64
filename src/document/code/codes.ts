/** The languages in which a query can be copied as code, in the order of the list. */
import { ckanapiCode, pythonCode } from './pythonCode.ts';
import { type CodePlace, codeRequest, type CodeRequest } from './codeRequest.ts';
import type { Unsaid } from './codeWords.ts';
import { curlCode } from './curlCode.ts';
import { duckdbCode } from './duckdbCode.ts';
import { javascriptCode } from './javascriptCode.ts';
import { rCode } from './rCode.ts';

interface CodeLanguage {
  /** The name of the language and of its library, which isn't translated. */
  readonly title: string;
  readonly extension: string;
  readonly readsToken: boolean;
  readonly write: (request: CodeRequest) => string;
}

export const CODE_LANGUAGES = {
  curl: { title: 'curl', extension: 'sh', readsToken: true, write: curlCode },
  python: { title: 'Python (requests, pandas)', extension: 'py', readsToken: true, write: pythonCode },
  ckanapi: { title: 'Python (ckanapi)', extension: 'py', readsToken: true, write: ckanapiCode },
  r: { title: 'R (httr2)', extension: 'R', readsToken: true, write: rCode },
  javascript: { title: 'JavaScript (fetch)', extension: 'mjs', readsToken: true, write: javascriptCode },
  duckdb: { title: 'DuckDB SQL', extension: 'sql', readsToken: false, write: duckdbCode },
} as const satisfies Readonly<Record<string, CodeLanguage>>;

export type CodeLanguageName = keyof typeof CODE_LANGUAGES;
export const CODE_LANGUAGE_NAMES = Object.keys(CODE_LANGUAGES) as readonly CodeLanguageName[];

/** A whole program that prints all records of the query, or why there is none. */
export function queryCode(name: CodeLanguageName, place: CodePlace): string | Unsaid {
  const { readsToken, write }: CodeLanguage = CODE_LANGUAGES[name];
  if (place.tokenHeader !== undefined && !readsToken) return { reason: 'needsToken' };
  const request = codeRequest(place);
  return 'reason' in request ? request : write(request);
}
