/** The languages in which a query can be copied as code, in the order of the list. */
import { ckanapiCode, pythonCode } from './pythonCode.ts';
import {
  type CodePlace,
  codeRequest,
  type CodeRequest,
  PAGE_SIZE,
  TOKEN_VARIABLE,
  bodyLiteral,
  type Literals,
  jsonLiteral,
} from './codeRequest.ts';
import type { Unsaid } from './codeWords.ts';
import { quotedName, quotedText } from '../../base/quotes.ts';
import { parametersOf } from '../../datastore/wire/request.ts';

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

/** bash with curl and jq. jq before 1.7 rounds numbers, so that it only counts, and the answers are printed whole. */
function curlCode({ url, body, limit, tokenHeader }: CodeRequest): string {
  // The header comes from a file, because other users can see the arguments of programs.
  const header = tokenHeader === undefined ? '' : ` -H @<(printf '${tokenHeader}: %s\\n' "\${${TOKEN_VARIABLE}:-}")`;
  const last = limit === undefined ? 'true' : `(( offset < ${String(limit)} ))`;
  const rest =
    limit === undefined ? '' : `  (( size <= ${String(limit)} - offset )) || size=$(( ${String(limit)} - offset ))\n`;
  return `#!/usr/bin/env bash
# Prints the API's answers, one a line, until no records follow. The records: jq -c '.result.records[]' (jq 1.7 or newer)
set -euo pipefail
url=${shellText(url)}
query=${shellText(body.slice(1, -1))}
offset=0
while ${last}; do
  size=${String(PAGE_SIZE)}
${rest}  answer=$(printf '{%s,"limit":%d,"offset":%d}' "$query" "$size" "$offset" |
    curl -gsS --fail-with-body -H 'Content-Type: application/json'${header} --data-binary @- "$url") ||
    { printf '%s\\n' "$answer" >&2; exit 1; }
  count=$(jq '.result.records | length' <<<"$answer")
  (( count > 0 )) || break
  printf '%s\\n' "$answer"
  offset=$(( offset + count ))
done
`;
}

/** A text in single quotes, in which bash reads no character but the quote itself. */
function shellText(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Types of DuckDB by the names of CKAN's. All other values stay texts. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['int', 'BIGINT'],
  ['int4', 'BIGINT'],
  ['int8', 'BIGINT'],
  ['bool', 'BOOLEAN'],
  ['date', 'DATE'],
  ['timestamp', 'TIMESTAMP'],
]);

/** SQL for DuckDB, which asks by GET. Its JSON reader keeps 17 digits of a decimal. */
function duckdbCode({ url, body, limit, fields = [] }: CodeRequest): string {
  const asked = `${url}?${String(parametersOf(body))}`;
  const total = "(content::JSON->>'/result/total')::BIGINT";
  const last = limit === undefined ? total : `least(${total}, ${String(limit)})`;
  const size = limit === undefined ? 'size' : `least(size, ${String(limit)} - place)`;
  const columns = fields.map(({ id, type }) => {
    const value = `record->>${quotedText(pointerOf(id))}`;
    const sqlType = TYPES.get(type);
    return `${sqlType === undefined ? value : `(${value})::${sqlType}`} AS ${quotedName(id)}`;
  });
  return `INSTALL httpfs;
LOAD httpfs;
SET VARIABLE query = ${quotedText(asked)};
-- Servers limit each answer: the first one tells how many records they give at most, and how many there are.
SET VARIABLE pages = (
  SELECT list(getvariable('query') || '&limit=' || ${size} || '&offset=' || place ORDER BY place)
  FROM (
    SELECT unnest(range(0, greatest(last, 1), size)) AS place, size
    FROM (
      SELECT ${last} AS last, greatest(json_array_length(content::JSON, '/result/records'), 1)::BIGINT AS size
      FROM read_text(getvariable('query') || '&limit=${String(Math.min(limit ?? PAGE_SIZE, PAGE_SIZE))}')
    )
  )
);
SELECT ${columns.length === 0 ? 'record' : columns.join(',\n  ')}
FROM (
  SELECT unnest(from_json(content::JSON->'/result/records', '["JSON"]')) AS record
  FROM read_text(getvariable('pages'))
);
`;
}

/** A JSON pointer to a member of any name (RFC 6901). */
function pointerOf(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

const LITERALS: Literals = {
  constants: { true: 'true', false: 'false', null: 'null' },
  number: (digits) => (isExactDouble(digits) ? digits : `JSON.rawJSON(${jsonLiteral(digits)})`),
  // In a literal, this name without brackets would set the object's prototype.
  key: (name) => (name === '__proto__' ? '["__proto__"]' : jsonLiteral(name)),
};

function isExactDouble(digits: string): boolean {
  return String(Number(digits)) === digits;
}

/** JavaScript with fetch, a module for Node.js 22 and newer. */
function javascriptCode(request: CodeRequest): string {
  const { url, limit, tokenHeader } = request;
  const token = `process.env.${TOKEN_VARIABLE}`;
  const header = tokenHeader === undefined ? '' : `if (${token}) headers[${jsonLiteral(tokenHeader)}] = ${token};\n`;
  return `// A module for Node.js 22 and newer: save it as records.mjs.
const url = ${jsonLiteral(url)};
const query = ${bodyLiteral(request, LITERALS, '  ')};
const limit = ${limit === undefined ? 'Infinity' : String(limit)};
const headers = { "Content-Type": "application/json" };
${header}
// Numbers with more digits than JavaScript can hold stay texts.
const exact = (name, value, context) =>
  typeof value === "number" && context.source.replace(/\\D/g, "").length > 15 ? context.source : value;

// Yields all records. Servers limit each answer, so that they come page by page.
async function* records() {
  for (let offset = 0; offset < limit; ) {
    const body = JSON.stringify({ ...query, limit: Math.min(${String(PAGE_SIZE)}, limit - offset), offset });
    const answer = await fetch(url, { method: "POST", headers, body });
    if (!answer.ok) throw new Error(\`\${answer.status} \${await answer.text()}\`);
    const page = JSON.parse(await answer.text(), exact).result.records;
    if (page.length === 0) return;
    yield* page;
    offset += page.length;
  }
}

for await (const record of records()) console.log(JSON.stringify(record));
`;
}

/** R with httr2. Whole numbers that a double can't hold become texts. R has no decimals. */
function rCode({ url, body, limit, tokenHeader }: CodeRequest): string {
  const variable = jsonLiteral(TOKEN_VARIABLE);
  const header =
    tokenHeader === undefined
      ? ''
      : `if (nzchar(Sys.getenv(${variable}))) {
  search <- req_headers(search, ${jsonLiteral(tokenHeader)} = Sys.getenv(${variable}))
}
`;
  return `library(httr2)

query <- ${rawText(body.slice(1, -1))}
limit <- ${limit === undefined ? 'Inf' : String(limit)}
search <- request(${jsonLiteral(url)})
${header}
# Servers limit each answer, so that the records come page by page.
pages <- list()
offset <- 0
while (offset < limit) {
  size <- min(${String(PAGE_SIZE)}, limit - offset)
  body <- paste0("{", query, sprintf(",\\"limit\\":%.0f,\\"offset\\":%.0f}", size, offset))
  answer <- req_perform(req_body_raw(search, body, "application/json"))
  page <- jsonlite::fromJSON(resp_body_string(answer), bigint_as_char = TRUE)$result$records
  if (length(page) == 0) break
  pages <- c(pages, list(page))
  offset <- offset + nrow(page)
}
data <- do.call(rbind, pages)
print(data)
`;
}

/** A raw string, whose delimiters have as many dashes as the text makes necessary. */
function rawText(text: string): string {
  const longest = [...text.matchAll(/\)(-*)"/g)].map(([, dashes = '']) => dashes.length + 1);
  const dashes = '-'.repeat(Math.max(0, ...longest));
  return `r"${dashes}(${text})${dashes}"`;
}
