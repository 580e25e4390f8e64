import { SECRET_OPTIONS } from '../../base/commandText.ts';
import { isSecretName } from '../../base/secretText.ts';
import type { PastedProblem, RawCall } from './rawCall.ts';
import { isRealSecret } from './secretHeader.ts';
import { shellWords } from './shellWords.ts';

type OptionKind = 'data' | 'raw' | 'json' | 'encoded' | 'form' | 'header' | 'secret' | 'url' | 'other';

/** Options with a value, by purpose. `other` options don't change the query. */
const NAMES: Readonly<Record<OptionKind, string>> = {
  data: '-d --data --data-ascii --data-binary',
  raw: '--data-raw',
  json: '--json',
  encoded: '--data-urlencode --url-query',
  form: '-F --form --form-string -T --upload-file',
  header: '-H --header --proxy-header',
  secret: SECRET_OPTIONS.curl.join(' '),
  url: '--url',
  other:
    '-X --request -o --output --output-dir -A --user-agent -e --referer -x --proxy --preproxy --noproxy -m --max-time --connect-timeout -w --write-out -c --cookie-jar --cacert --capath --retry --retry-delay --retry-max-time --resolve --connect-to --max-redirs --max-filesize -D --dump-header --interface --limit-rate --ciphers -y --speed-time -Y --speed-limit -r --range -C --continue-at -z --time-cond -K --config --netrc-file --stderr --trace --trace-ascii --unix-socket --aws-sigv4',
};
const KINDS: ReadonlyMap<string, OptionKind> = new Map(
  (Object.entries(NAMES) as [OptionKind, string][]).flatMap(([kind, names]) =>
    names.split(' ').map((name) => [name, kind] as const),
  ),
);

interface Said {
  readonly option: string;
  readonly value: string;
}

/** Reads a `curl` command for bash, cmd or PowerShell. */
export function curlCall(line: string): RawCall | PastedProblem {
  const words = shellWords(line);
  const said = optionsOf(words.slice(words.findIndex((word) => /^curl(?:\.exe)?$/i.test(word)) + 1));
  const of = (...kinds: readonly OptionKind[]) =>
    said.filter(({ option }) => kinds.some((kind) => KINDS.get(option) === kind));
  const isGet = said.some(({ option }) => option === '-G' || option === '--get');
  const bodies: string[] = [];
  const asked: string[] = [];
  for (const { option, value } of of('data', 'raw', 'json', 'encoded', 'form')) {
    const kind = KINDS.get(option);
    if (kind !== 'raw' && isFile(kind, value)) return { problem: 'file' };
    const text = kind === 'encoded' || kind === 'form' ? encoded(value) : value;
    (isGet || option === '--url-query' ? asked : bodies).push(text);
  }
  const first = said.find(({ option }) => option === '--url');
  if (first === undefined) return { problem: 'noAddress' };
  const mark = first.value.includes('?') ? '&' : '?';
  const url = asked.length > 0 ? first.value + mark + asked.join('&') : first.value;
  const isJson = bodies.some((body) => body.trim().startsWith('{'));
  const isSecret = ({ value }: Said) =>
    isSecretName(value.split(':', 1)[0] ?? '') && isRealSecret(value.slice(value.indexOf(':') + 1));
  return {
    url,
    ...(bodies.length > 0 && { body: bodies.join(isJson ? '' : '&') }),
    hasSecret: of('secret').length > 0 || of('header').some(isSecret),
  };
}

/** Short options may be combined (`-sSL`), and values may be attached (`-XPOST`, `--user=ann`). */
function optionsOf(words: readonly string[]): readonly Said[] {
  const said: Said[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word.startsWith('--')) {
      const [, option = word, own] = /^(--[\w-]+)=([^]*)$/.exec(word) ?? [];
      const hasValue = KINDS.has(option) && own === undefined;
      said.push({ option, value: own ?? (hasValue ? (words[at + 1] ?? '') : '') });
      if (hasValue) at += 1;
    } else if (/^-./.test(word)) {
      const place = Array.from(word).findIndex((letter, index) => index > 0 && KINDS.has(`-${letter}`));
      const flags = place < 0 ? word.slice(1) : word.slice(1, place);
      for (const flag of flags) said.push({ option: `-${flag}`, value: '' });
      if (place < 0) continue;
      const own = word.slice(place + 1);
      said.push({ option: `-${word.charAt(place)}`, value: own === '' ? (words[at + 1] ?? '') : own });
      if (own === '') at += 1;
    } else said.push({ option: '--url', value: word });
  }
  return said;
}

function isFile(kind: string | undefined, value: string): boolean {
  if (kind === 'encoded') return /^[^=]*@/.test(value);
  return kind === 'form' ? /^[^=]*=[@<]|^[^=]*$/.test(value) : value.startsWith('@');
}

/** Encodes the value of an option such as --data-urlencode: `name=content`, `=content` or `content`. */
function encoded(value: string): string {
  const place = value.indexOf('=');
  const name = value.slice(0, Math.max(place, 0));
  const content = encodeURIComponent(value.slice(place + 1));
  return name === '' ? content : `${name}=${content}`;
}
