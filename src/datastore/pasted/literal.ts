/** Objects as programs write them down: JSON, JavaScript, Python, PowerShell. As JSON text, so that numbers keep their digits. */

/** Deeper ones are no parameters. */
const DEEPEST = 20;

interface Read {
  readonly json: string;
  readonly end: number;
}

const STRING =
  /(?:[rbuf]{0,2})("""[^]*?"""|'''[^]*?'''|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|`(?:[^`\\]|\\[^])*`)/iy;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y;
const WORD = /\$?(true|false|null|none|undefined)\b/iy;
const NAME = /[A-Za-z_$][\w$]*/y;
const SPACE = /(?:\s|#[^\n]*\n|\/\/[^\n]*\n)*/y;

/** The object that begins at a bracket: `{…}`, PowerShell's `@{…}`, or the arguments of a call `(a=1, b='x')`. */
export function objectAt(text: string, at: number, depth = 0): Read | undefined {
  const end = text[at] === '(' ? ')' : '}';
  const members: string[] = [];
  for (let place = skip(text, at + 1); depth < DEEPEST;) {
    if (text[place] === end) return { json: `{${members.join(',')}}`, end: place + 1 };
    const name = nameAt(text, place);
    if (name === undefined) return undefined;
    const mark = skip(text, name.end);
    if (!/[:=]/.test(text[mark] ?? '')) return undefined;
    const value = valueAt(text, skip(text, mark + 1), depth + 1);
    if (value === undefined) return undefined;
    members.push(`${name.json}:${value.json}`);
    place = skip(text, value.end);
    if (/[,;]/.test(text[place] ?? '')) place = skip(text, place + 1);
    // PowerShell has a line a member.
    else if (text[place] !== end && !text.slice(value.end, place).includes('\n')) return undefined;
  }
  return undefined;
}

/** Of a text in quotes: what it says, and where it ends. */
export function stringAt(
  text: string,
  at: number,
): { readonly value: string; readonly end: number } | undefined {
  const found = match(STRING, text, at);
  if (found === undefined) return undefined;
  const quoted = found.replace(/^[rbuf]{1,2}(?=["'])/i, '');
  const mark = /^("""|''')/.exec(quoted)?.[0].length ?? 1;
  return { value: unescaped(quoted.slice(mark, -mark)), end: at + found.length };
}

function valueAt(text: string, at: number, depth: number): Read | undefined {
  const string = stringAt(text, at);
  if (string !== undefined) return { json: JSON.stringify(string.value), end: string.end };
  const number = match(NUMBER, text, at);
  if (number !== undefined) return { json: number, end: at + number.length };
  const word = match(WORD, text, at);
  if (word !== undefined) {
    const plain = word.replace('$', '').toLowerCase();
    return { json: /^(?:true|false)$/.test(plain) ? plain : 'null', end: at + word.length };
  }
  if (text[at] === '{') return objectAt(text, at, depth);
  if (text.startsWith('@{', at)) return objectAt(text, at + 1, depth);
  if (text[at] === '[') return listAt(text, at + 1, ']', depth);
  return text.startsWith('@(', at) ? listAt(text, at + 2, ')', depth) : undefined;
}

function listAt(text: string, at: number, end: string, depth: number): Read | undefined {
  const items: string[] = [];
  for (let place = skip(text, at); depth < DEEPEST;) {
    if (text[place] === end) return { json: `[${items.join(',')}]`, end: place + 1 };
    const item = valueAt(text, place, depth + 1);
    if (item === undefined) return undefined;
    items.push(item.json);
    place = skip(text, item.end);
    if (text[place] === ',') place = skip(text, place + 1);
    else if (text[place] !== end) return undefined;
  }
  return undefined;
}

function nameAt(text: string, at: number): Read | undefined {
  const string = stringAt(text, at);
  if (string !== undefined) return { json: JSON.stringify(string.value), end: string.end };
  const name = match(NAME, text, at);
  return name === undefined ? undefined : { json: JSON.stringify(name), end: at + name.length };
}

function skip(text: string, at: number): number {
  return at + (match(SPACE, text, at)?.length ?? 0);
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '\n': '' };

function unescaped(text: string): string {
  return text.replace(
    /\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([^]))/g,
    (_, unit?: string, byte?: string, other?: string) => {
      const code = unit ?? byte;
      return code === undefined
        ? (ESCAPES[other ?? ''] ?? other ?? '')
        : String.fromCharCode(Number.parseInt(code, 16));
    },
  );
}
