import { SECRET_OPTIONS } from '../../base/commandText.ts';
import { isSecretName } from '../../base/secretText.ts';
import type { PastedProblem, RawCall } from './pastedCall.ts';
import { isRealSecret } from './secretHeader.ts';
import { shellWords } from './shellWords.ts';

/** Options with a value behind them. */
const WITH_VALUE = new Set<string>([
  ...SECRET_OPTIONS.httpie,
  ...['-A', '--auth-type', '-o', '--output', '-p', '--print', '-s', '--style', '--pretty', '--proxy'],
  ...['--verify', '--ssl', '--ciphers', '--timeout', '--max-redirects', '--max-headers', '--default-scheme'],
  ...['--raw', '--boundary', '--response-charset', '--response-mime', '--format-options'],
]);
const METHOD = /^[A-Z]+$/;
/** The separators of HTTPie's items; the first one in the word counts, and of those at one place the longest. */
const ITEM = /^([^=:@]*)(==@|:=@|=@|==|:=|=|:|@)([^]*)$/;

/** `http [METHOD] URL name==value name=value name:=json Header:value`, as HTTPie (also `https`) and xh read it. */
export function httpieCall(line: string): RawCall | PastedProblem {
  const words = shellWords(line);
  const start = words.findIndex((word) => /^(?:https?|xhs?)$/.test(word));
  const scheme = words[start]?.endsWith('s') ? 'https' : 'http';
  const places: string[] = [];
  let hasSecret = false;
  let raw: string | undefined;
  for (let at = start + 1; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [, option = word, own] = /^(--[\w-]+)=([^]*)$/.exec(word) ?? [];
    if (!option.startsWith('-')) places.push(word);
    else if (WITH_VALUE.has(option)) {
      const value = own ?? words[(at += 1)] ?? '';
      hasSecret ||= SECRET_OPTIONS.httpie.some((secret) => secret === option);
      if (option === '--raw') raw = value;
    }
  }
  const [address, ...items] = METHOD.test(places[0] ?? '') ? places.slice(1) : places;
  if (address === undefined) return { problem: 'noAddress' };
  const url = `${/^https?:\/\//i.test(address) ? '' : `${scheme}://`}${address.replace(/^:(?=\d)/, 'localhost:')}`;
  const asked = new URLSearchParams();
  const members: string[] = [];
  for (const item of items) {
    const [, name = '', mark, value = ''] = ITEM.exec(item) ?? [];
    if (mark === undefined) return { problem: 'unclear' };
    if (mark.endsWith('@')) return { problem: 'file' };
    if (mark === '==') asked.append(name, value);
    else if (mark === ':') hasSecret ||= isSecretName(name) && isRealSecret(value);
    else members.push(`${JSON.stringify(name)}:${mark === ':=' ? value : JSON.stringify(value)}`);
  }
  const query = asked.size === 0 ? '' : `${url.includes('?') ? '&' : '?'}${String(asked)}`;
  const body = raw ?? (members.length === 0 ? undefined : `{${members.join(',')}}`);
  return { url: url + query, ...(body !== undefined && { body }), hasSecret };
}
