/** Converts literals of JSON, JavaScript, Python and PowerShell to JSON text. Numbers keep their digits. */

/** Limit for nesting, which parameters never reach. */
const DEEPEST = 20;
/**
 * Limits how often a text may be read in total, and the UTF-16 code units that are always allowed. In a hostile text
 * every attempt could run to the end; in real calls, few characters are read more than twice.
 */
const MOST_READINGS = 4;
const LEAST_BUDGET = 20_000;

interface Read {
  readonly json: string;
  readonly end: number;
}

/** Python's prefixes, then the mark that starts and ends the string. */
const STRING_START = /[rbuf]{0,2}("""|'''|["'`])/iy;
const STRING_REST: Readonly<Record<string, RegExp>> = {
  '"': /[^"\\\n]*(?:\\[^][^"\\\n]*)*/y,
  "'": /[^'\\\n]*(?:\\[^][^'\\\n]*)*/y,
  '`': /[^`\\]*(?:\\[^][^`\\]*)*/y,
  '"""': /[^"]*(?:"(?!"")[^"]*)*/y,
  "'''": /[^']*(?:'(?!'')[^']*)*/y,
};
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y;
const WORD = /\$?(true|false|null|none|undefined)\b/iy;
const NAME = /[A-Za-z_$][\w$]*/y;
const SPACE = /(?:\s|(?:#|\/\/)[^\n]*(?:\n|$))*/y;
/** Objects also appear as `dict(…)` in Python and `@{…}` in PowerShell. */
const OBJECT_START = /dict(?=\()|@(?=\{)|(?=\{)/y;
const LIST_START = /\[|@\(/y;
/** Reads literals at any positions of a text, in time proportional to its length. */
export class LiteralReader {
  readonly #text: string;
  #budget: number;

  constructor(text: string) {
    this.#text = text;
    this.#budget = LEAST_BUDGET + MOST_READINGS * text.length;
  }

  /** Reads the object at a bracket: `{…}`, or the arguments of a call `(a=1, b='x')`. */
  objectAt(at: number, depth = 0): Read | undefined {
    const end = this.#text[at] === '(' ? ')' : '}';
    const members: string[] = [];
    for (let place = this.#skip(at + 1); depth < DEEPEST && this.#budget > 0;) {
      if (this.#text[place] === end) return { json: `{${members.join(',')}}`, end: place + 1 };
      const name = this.#nameAt(place);
      if (name === undefined) return undefined;
      const mark = this.#skip(name.end);
      if (!/[:=]/.test(this.#text[mark] ?? '')) return undefined;
      const value = this.#valueAt(this.#skip(mark + 1), depth + 1);
      if (value === undefined) return undefined;
      members.push(`${name.json}:${value.json}`);
      place = this.#skip(value.end);
      if (/[,;]/.test(this.#text[place] ?? '')) place = this.#skip(place + 1);
      // In PowerShell, a line break separates members.
      else if (this.#text[place] !== end && !this.#text.slice(value.end, place).includes('\n')) return undefined;
    }
    return undefined;
  }

  stringAt(at: number): { readonly value: string; readonly end: number } | undefined {
    const start = this.#match(STRING_START, at);
    const mark = start?.replace(/^[rbuf]+/i, '') ?? '';
    const rest = STRING_REST[mark];
    if (start === undefined || rest === undefined) return undefined;
    const from = at + start.length;
    const end = from + (this.#match(rest, from)?.length ?? 0);
    if (this.#text.startsWith(mark, end))
      return { value: unescaped(this.#text.slice(from, end)), end: end + mark.length };
    // Three marks that are never closed are an empty text and the start of another one.
    return mark.length === 3 ? { value: '', end: from - 1 } : undefined;
  }

  #valueAt(at: number, depth: number): Read | undefined {
    const string = this.stringAt(at);
    if (string !== undefined) return { json: JSON.stringify(string.value), end: string.end };
    const number = this.#match(NUMBER, at);
    if (number !== undefined) return { json: number, end: at + number.length };
    const word = this.#match(WORD, at);
    if (word !== undefined) {
      const plain = word.replace('$', '').toLowerCase();
      return { json: /^(?:true|false)$/.test(plain) ? plain : 'null', end: at + word.length };
    }
    const object = this.#match(OBJECT_START, at);
    if (object !== undefined) return this.objectAt(at + object.length, depth);
    const list = this.#match(LIST_START, at);
    return list === undefined ? undefined : this.#listAt(at + list.length, list === '[' ? ']' : ')', depth);
  }

  #listAt(at: number, end: string, depth: number): Read | undefined {
    const items: string[] = [];
    for (let place = this.#skip(at); depth < DEEPEST && this.#budget > 0;) {
      if (this.#text[place] === end) return { json: `[${items.join(',')}]`, end: place + 1 };
      const item = this.#valueAt(place, depth + 1);
      if (item === undefined) return undefined;
      items.push(item.json);
      place = this.#skip(item.end);
      if (this.#text[place] === ',') place = this.#skip(place + 1);
      else if (this.#text[place] !== end) return undefined;
    }
    return undefined;
  }

  #nameAt(at: number): Read | undefined {
    const string = this.stringAt(at);
    if (string !== undefined) return { json: JSON.stringify(string.value), end: string.end };
    const name = this.#match(NAME, at);
    return name === undefined ? undefined : { json: JSON.stringify(name), end: at + name.length };
  }

  #skip(at: number): number {
    return at + (this.#match(SPACE, at)?.length ?? 0);
  }

  #match(pattern: RegExp, at: number): string | undefined {
    if (this.#budget <= 0) return undefined;
    pattern.lastIndex = at;
    const match = pattern.exec(this.#text)?.[0];
    this.#budget -= 1 + (match?.length ?? 0);
    return match;
  }
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
