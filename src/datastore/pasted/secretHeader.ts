/** Headers with a token or a cookie; examples have placeholders there, which hold nothing. */
const HEADER =
  /(?:["'`]?\b(authorization|cookie|(?:x-ckan-)?api[-_]?key)["'`]?\s*[:=]\s*["'`]([^"'`\n]*)|^\s*(authorization|cookie|x-ckan-api-key)\s*:([^\n]*))/gim;

const PLACEHOLDER = /^(?:(?:bearer|token)\s*)?(?:<.*|\$.*|%.*|\{.*|your.*|x{3,}|\.{3}|…)?$/i;

export function hasSecretHeader(text: string): boolean {
  return [...text.matchAll(HEADER)].some(([, , quoted, , bare]) => isRealSecret(quoted ?? bare ?? ''));
}

export function isRealSecret(value: string): boolean {
  return !PLACEHOLDER.test(value.trim());
}
