// Parses JSON for the judge: a number that a double can't hold becomes {"$num": text}, and so do NaN and Infinity,
// which Python writes. The parser of src/ isn't used, so that the judge is independent of it.

const spaces = /[ \t\r\n]*/y;
const word = /[^\s,\]}]+/y;
const number = /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/;
const literals = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** Throws SyntaxError if the answer isn't JSON. */
export function parseAnswer(text) {
  return new AnswerReader(text).read();
}

export function isNumber(value) {
  return typeof value === 'number' || typeof value?.$num === 'string';
}

export function numberText(value) {
  return typeof value === 'number' ? String(value) : value.$num;
}

/** A unique spelling of each decimal value: sign, digits, power of ten. */
export function canonicalNumber(text) {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(text);
  if (!match) return text;
  const [, sign, whole, fraction = '', exponent = '0'] = match;
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  const power = Number(exponent) - fraction.length + digits.length - significant.length;
  return significant === '' ? '0' : `${sign}${significant}e${power}`;
}

class AnswerReader {
  #text;
  #at = 0;

  constructor(text) {
    this.#text = text;
  }

  read() {
    const value = this.#value();
    this.#skip();
    if (this.#at < this.#text.length) throw this.#wrong('more text');
    return value;
  }

  #value() {
    this.#skip();
    const first = this.#text[this.#at];
    if (first === '{') return this.#object();
    if (first === '[') return this.#list();
    return first === '"' ? this.#string() : this.#word();
  }

  #object() {
    const object = {};
    this.#members('}', () => {
      this.#skip();
      if (this.#text[this.#at] !== '"') throw this.#wrong('no key');
      const key = this.#string();
      this.#skip();
      if (this.#text[this.#at++] !== ':') throw this.#wrong('no colon');
      const value = this.#value();
      Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
    });
    return object;
  }

  #list() {
    const list = [];
    this.#members(']', () => list.push(this.#value()));
    return list;
  }

  #members(end, read) {
    this.#at += 1;
    this.#skip();
    if (this.#text[this.#at] === end) {
      this.#at += 1;
      return;
    }
    for (;;) {
      read();
      this.#skip();
      const next = this.#text[this.#at++];
      if (next === end) return;
      if (next !== ',') throw this.#wrong('no comma');
    }
  }

  #string() {
    const start = this.#at++;
    while (this.#text[this.#at] !== '"') {
      if (this.#at >= this.#text.length) throw this.#wrong('open string');
      this.#at += this.#text[this.#at] === '\\' ? 2 : 1;
    }
    this.#at += 1;
    return JSON.parse(this.#text.slice(start, this.#at));
  }

  #word() {
    word.lastIndex = this.#at;
    const [found] = word.exec(this.#text) ?? [];
    if (found === undefined) throw this.#wrong('no value');
    this.#at += found.length;
    if (literals.has(found)) return literals.get(found);
    if (['NaN', 'Infinity', '-Infinity'].includes(found)) return { $num: found };
    if (!number.test(found)) throw this.#wrong(`bad word ${found}`);
    return String(Number(found)) === found ? Number(found) : { $num: found };
  }

  #skip() {
    spaces.lastIndex = this.#at;
    spaces.test(this.#text);
    this.#at = spaces.lastIndex;
  }

  #wrong(what) {
    return new SyntaxError(`${what} at ${this.#at}`);
  }
}
