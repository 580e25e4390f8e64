import { isSecretHeader } from '../../base/secretText.ts';

/** A name and a value in quotes, as snippets have it, and a header as requests have it. */
const QUOTED = /(?<![\w-])([\w-]+)(?![\w-])["'`]?\s*[:=]\s*["'`]([^"'`\n]*)/g;
const BARE = /^[ \t]*([\w-]+)[ \t]*:([^\n]*)/gm;
/** `auth=('u', 'p')`, `auth=HTTPBasicAuth('u', …`, `authenticate("u", …`. */
const LOGIN = /\bauth\w*\s*(?:=\s*\w*)?\(\s*["'`]/i;

const PLACEHOLDER = /^(?:(?:bearer|token)\s*)?(?:<.*|\$.*|%.*|\{.*|your.*|x{3,}|\.{3}|…)?$/i;

/** Headers with a token or a cookie, or a login; examples have placeholders there, which hold nothing. */
export function hasSecretHeader(text: string): boolean {
  const headers = [...text.matchAll(QUOTED), ...text.matchAll(BARE)];
  return (
    LOGIN.test(text) ||
    headers.some(([, name = '', value = '']) => isSecretHeader(name) && isRealSecret(value))
  );
}

export function isRealSecret(value: string): boolean {
  return !PLACEHOLDER.test(value.trim());
}
