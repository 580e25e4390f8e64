import { type CodeRequest, PAGE_SIZE, jsonLiteral, TOKEN_VARIABLE } from './codeRequest.ts';

/** R with httr2. Whole numbers that a double can't hold become texts. R has no decimals. */
export function rCode({ url, body, limit, tokenHeader }: CodeRequest): string {
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
