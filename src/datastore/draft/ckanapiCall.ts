import { SECRET_OPTIONS } from '../../base/commandText.ts';
import { readExact, stringifyExact } from '../../base/exactJson.ts';
import type { ExactValue } from '../../base/cells.ts';
import type { PastedProblem, RawCall } from './rawCall.ts';
import { shellWords } from './shellWords.ts';

/** ckanapi's options that take a value. */
const OPTIONS: Readonly<Record<string, 'remote' | 'secret' | 'other'>> = {
  ...Object.fromEntries(SECRET_OPTIONS.ckanapi.map((option) => [option, 'secret'])),
  ...{ '-r': 'remote', '--remote': 'remote' },
  ...{ '-c': 'other', '--config': 'other', '-u': 'other', '--ckan-user': 'other' },
};

/** Reads `ckanapi action datastore_search resource_id=… limit:5 -r https://…`: `=` text, `:` JSON, `@` file. */
export function ckanapiCall(line: string): RawCall | PastedProblem {
  const words = shellWords(line, 'bash');
  const [action = '', ...rest] = words.slice(words.indexOf('action') + 1);
  const body: Record<string, ExactValue> = Object.create(null) as Record<string, ExactValue>;
  let remote: string | undefined;
  let hasSecret = false;
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at] ?? '';
    const [, option = word, own] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? [];
    const kind = OPTIONS[option];
    if (kind !== undefined) {
      const value = own ?? rest[(at += 1)] ?? '';
      if (kind === 'remote') remote = value;
      hasSecret ||= kind === 'secret';
    } else if (/^-[iI]|^--input/.test(word)) return { problem: 'file' };
    else if (!word.startsWith('-')) {
      const [, name = '', mark, value = ''] = /^([^=:@]+)([=:@])(.*)$/s.exec(word) ?? [];
      if (mark === '@') return { problem: 'file' };
      if (mark === undefined) return { problem: 'unclear' };
      const read = mark === '=' ? value : readExact(value);
      if (read === undefined) return { problem: 'unclear' };
      body[name] = read;
    }
  }
  if (remote === undefined) return { problem: 'noAddress' };
  return { url: `${remote.replace(/(?<!\/)\/+$/, '')}/api/action/${action}`, body: stringifyExact(body), hasSecret };
}
