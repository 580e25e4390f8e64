import { type CodeRequest, PAGE_SIZE, TOKEN_VARIABLE } from './codeRequest.ts';

/** bash with curl and jq. jq before 1.7 rounds numbers, so that it only counts, and the answers are printed whole. */
export function curlCode({ url, body, limit, tokenHeader }: CodeRequest): string {
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
