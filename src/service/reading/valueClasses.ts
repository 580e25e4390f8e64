/** One table finds classes of values byte by byte. Numbers, booleans and times must be written as they're returned. */

/** Classes are bits; a value may have several, and text has none. */
export const NUMERIC = 1;
export const BOOL = 2;
export const DATE = 4;
export const TIMESTAMP = 8;
export const EVERY_CLASS = NUMERIC | BOOL | DATE | TIMESTAMP;

type Step = (state: string, character: string) => string | undefined;

/** Up to this many digits after the point are counted. BEYOND stands for more, and for numbers with an exponent. */
const COUNTED = 18;
export const BEYOND = COUNTED + 1;

const isDigit = (character: string): boolean => character >= '0' && character <= '9';

/** Accepts the NUMBER_PATTERN of sortKeys.ts. */
const stepNumber: Step = (state, character) => {
  if (isDigit(character)) {
    if (state === '' || state === '-') return character === '0' ? '0' : 'whole';
    if (state === 'whole') return 'whole';
    if (state === '.') return 'fraction 1';
    if (state.startsWith('fraction')) return `fraction ${String(Math.min(scaleOf(state) + 1, BEYOND))}`;
    if (state === 'e' || state === 'sign') return 'e1';
    const exponent = /^e([1-8])$/.exec(state)?.[1];
    return exponent === undefined ? undefined : `e${String(Number(exponent) + 1)}`;
  }
  if (character === '-' && state === '') return '-';
  if (character === '.' && (state === '0' || state === 'whole')) return '.';
  if (/[eE]/.test(character) && /^(0|whole|fraction \d+)$/.test(state)) return 'e';
  return /[+-]/.test(character) && state === 'e' ? 'sign' : undefined;
};

function scaleOf(state: string): number {
  if (/^e\d$/.test(state)) return BEYOND;
  return Number(/^fraction (\d+)$/.exec(state)?.[1] ?? 0);
}

const stepBoolean: Step = (state, character) => {
  const text = state + character;
  return ['true', 'false'].some((word) => word.startsWith(text)) ? text : undefined;
};

/** The state keeps what matters of the text so far; of the year only whether it's 0000 or a leap year. */
const stepTime: Step = (state, character) => {
  const [place, memory = ''] = state.split(' ');
  const position = Number(place);
  const next = (kept: string): string => `${String(position + 1)} ${kept}`;
  const separator = { 4: '-', 7: '-', 10: 'T', 13: ':', 16: ':', 19: '.' }[position];
  if (separator !== undefined) return character === separator ? next(memory) : undefined;
  if (!isDigit(character)) return undefined;
  const text = memory + character;
  if (position === 1) return next(Number(text) === 0 ? '00' : Number(text) % 4 === 0 ? '04' : '01');
  if (position === 3) return yearOf(text, next);
  if (position === 6) return monthOf(text, next);
  if (position === 9) return dayOf(text, next);
  if (position === 12) return Number(text) < 24 ? next('') : undefined;
  if (position === 15 || position === 18) return Number(text) < 60 ? next('') : undefined;
  return position < 26 ? next(position > 19 ? '' : text) : undefined;
};

function yearOf(text: string, next: (kept: string) => string): string | undefined {
  if (text === '0000') return undefined;
  const century = Number(text.slice(0, 2));
  const year = Number(text.slice(2));
  return next((year === 0 ? century : year) % 4 === 0 ? '29:' : '28:');
}

function monthOf(text: string, next: (kept: string) => string): string | undefined {
  const [february = '', digits = ''] = text.split(':');
  const month = Number(digits);
  if (month < 1 || month > 12) return undefined;
  return next(`${month === 2 ? february : [4, 6, 9, 11].includes(month) ? '30' : '31'}:`);
}

function dayOf(text: string, next: (kept: string) => string): string | undefined {
  const [length = '', digits = ''] = text.split(':');
  return Number(digits) >= 1 && Number(digits) <= Number(length) ? next('') : undefined;
}

interface Automaton {
  /** Next state by `256 * state + byte`. State 0 is text, whatever follows; state 1 is the beginning. */
  readonly next: Uint8Array;
  readonly classes: Uint8Array;
  /** Digits after the point of a number that ends in a state, or BEYOND. */
  readonly scales: Uint8Array;
}

export const TEXT = 0;
export const BEGINNING = 1;

function build(): Automaton {
  const steps = [stepNumber, stepBoolean, stepTime] as const;
  const states: (readonly (string | undefined)[])[] = [
    [undefined, undefined, undefined],
    ['', '', '0 '],
  ];
  const indexes = new Map(states.map((state, index) => [state.join('|'), index]));
  const next = new Uint8Array(256 * 256);
  for (let index = BEGINNING; index < states.length; index += 1)
    for (let byte = 0x20; byte < 0x7f; byte += 1) {
      const state = steps.map((step, part) => {
        const before = states[index]?.[part];
        return before === undefined ? undefined : step(before, String.fromCharCode(byte));
      });
      const key = state.join('|');
      const target = indexes.get(key) ?? states.push(state) - 1;
      indexes.set(key, target);
      next[256 * index + byte] = target;
    }
  const accepted = (state: readonly (string | undefined)[]): number => {
    const [number = '', truth = '', time = ''] = state;
    const position = Number(time.split(' ')[0]);
    if (/^(0|whole|fraction \d+|e\d)$/.test(number)) return NUMERIC;
    if (truth === 'true' || truth === 'false') return BOOL;
    return position === 10 ? DATE : position === 19 || position > 20 ? TIMESTAMP : 0;
  };
  const scales = Uint8Array.from(states, ([number = '']) => scaleOf(number));
  return { next, classes: Uint8Array.from(states, accepted), scales };
}

export const { next: NEXT_STATE, classes: CLASSES, scales: SCALES } = build();

export function classesOf(text: string): number {
  let state = BEGINNING;
  for (let at = 0; at < text.length && state !== TEXT; at += 1) {
    const unit = text.charCodeAt(at);
    state = unit < 256 ? (NEXT_STATE[256 * state + unit] ?? TEXT) : TEXT;
  }
  return CLASSES[state] ?? 0;
}

export function typeOfClasses(classes: number): 'numeric' | 'bool' | 'date' | 'timestamp' | 'text' {
  if ((classes & NUMERIC) !== 0) return 'numeric';
  if ((classes & BOOL) !== 0) return 'bool';
  if ((classes & DATE) !== 0) return 'date';
  return (classes & TIMESTAMP) !== 0 ? 'timestamp' : 'text';
}
