import { isSecretHeader } from '../../base/secretText.ts';

/** Headers in snippets, with a quoted name and value, and headers in requests. */
const QUOTED = /(?<![\w-])([\w-]+)(?![\w-])["'`]?\s*[:=]\s*["'`]([^"'`\n]*)/g;
const BARE = /^[ \t]*([\w-]+)[ \t]*:([^\n]*)/gm;
/** A login such as `auth=('u', 'p')`, `auth=HTTPBasicAuth('u', …` or `authenticate("u", …`. */
const LOGIN = /\bauth\w*\s*(?:=\s*\w*)?\(\s*["'`]/i;

const PLACEHOLDER = /^(?:(?:bearer|token)\s*)?(?:<.*|\$.*|%.*|\{.*|your.*|x{3,}|\.{3}|…)?$/i;

/** Whether a text contains a login, or a header with a token or a cookie. Placeholders in examples don't count. */
export function hasSecretHeader(text: string): boolean {
  const headers = [...text.matchAll(QUOTED), ...text.matchAll(BARE)];
  return LOGIN.test(text) || headers.some(([, name = '', value = '']) => isSecretHeader(name) && isRealSecret(value));
}

/** False for placeholders such as `<token>`, `$TOKEN` and `your-key`. */
export function isRealSecret(value: string): boolean {
  return !PLACEHOLDER.test(value.trim());
}
