import { isSecretName } from '../../base/secretText.ts';
import type { PastedProblem, RawCall } from './pastedCall.ts';
import { isRealSecret } from './secretHeader.ts';
import { shellWords } from './shellWords.ts';

/** Options with a value behind them, by what they are for; those that change nothing about the question are `other`. */
const OPTIONS: Readonly<
  Record<string, 'data' | 'raw' | 'json' | 'encoded' | 'form' | 'header' | 'secret' | 'url' | 'other'>
> = {
  ...{ '-d': 'data', '--data': 'data', '--data-ascii': 'data', '--data-binary': 'data', '--data-raw': 'raw' },
  ...{
    '--json': 'json',
    '--data-urlencode': 'encoded',
    '--url-query': 'encoded',
    '-F': 'form',
    '--form': 'form',
  },
  ...{ '--form-string': 'form', '-H': 'header', '--header': 'header', '--url': 'url' },
  ...{
    '-u': 'secret',
    '--user': 'secret',
    '-b': 'secret',
    '--cookie': 'secret',
    '--oauth2-bearer': 'secret',
  },
  ...{ '-E': 'secret', '--cert': 'secret', '--key': 'secret', '--pass': 'secret', '-U': 'secret' },
  ...{ '--proxy-user': 'secret', '-X': 'other', '--request': 'other', '-o': 'other', '--output': 'other' },
  ...{ '-A': 'other', '--user-agent': 'other', '-e': 'other', '--referer': 'other', '-x': 'other' },
  ...{
    '--proxy': 'other',
    '-m': 'other',
    '--max-time': 'other',
    '--connect-timeout': 'other',
    '-w': 'other',
  },
  ...{
    '--write-out': 'other',
    '-c': 'other',
    '--cookie-jar': 'other',
    '--cacert': 'other',
    '--retry': 'other',
  },
  ...{ '--resolve': 'other', '-T': 'form', '--upload-file': 'form', '--max-redirs': 'other', '-D': 'other' },
};

interface Said {
  readonly option: string;
  readonly value: string;
}

/** `curl` as bash, cmd or PowerShell take it. */
export function curlCall(line: string): RawCall | PastedProblem {
  const words = shellWords(line);
  const said = optionsOf(words.slice(words.findIndex((word) => /^curl(?:\.exe)?$/i.test(word)) + 1));
  const of = (...kinds: readonly string[]) =>
    said.filter(({ option }) => kinds.includes(OPTIONS[option] ?? option));
  const isGet = said.some(({ option }) => option === '-G' || option === '--get');
  const bodies: string[] = [];
  const asked: string[] = [];
  for (const { option, value } of of('data', 'raw', 'json', 'encoded', 'form')) {
    const kind = OPTIONS[option];
    if (kind !== 'raw' && isFile(kind, value)) return { problem: 'file' };
    const text = kind === 'encoded' ? encoded(value) : kind === 'form' ? encoded(value) : value;
    (isGet || option === '--url-query' ? asked : bodies).push(text);
  }
  const [first] = of('url');
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

/** Short options stand together (`-sSL`), and their value may stand with them (`-XPOST`). */
function optionsOf(words: readonly string[]): readonly Said[] {
  const said: Said[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word.startsWith('--')) {
      const hasValue = OPTIONS[word] !== undefined;
      said.push({ option: word, value: hasValue ? (words[at + 1] ?? '') : '' });
      if (hasValue) at += 1;
    } else if (/^-./.test(word)) {
      const place = Array.from(word).findIndex(
        (letter, index) => index > 0 && OPTIONS[`-${letter}`] !== undefined,
      );
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

/** `name=content`, `=content`, `content`. */
function encoded(value: string): string {
  const place = value.indexOf('=');
  const name = value.slice(0, Math.max(place, 0));
  const content = encodeURIComponent(value.slice(place + 1));
  return name === '' ? content : `${name}=${content}`;
}
