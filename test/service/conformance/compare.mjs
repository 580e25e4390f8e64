import { canonicalNumber, isNumber, numberText } from './exactAnswer.mjs';

/**
 * Describes the first difference; undefined if equal. `{"$absent"}` stands for nothing, `{"$type"}` for any value of a
 * type. `unordered` ignores the order of records, `exactNumbers` compares the spelling of numbers.
 */
export function difference(wanted, got, options = {}, at = '') {
  const tell = () => `${at || '(value)'}: expected ${short(wanted)}, got ${short(got)}`;
  const isAbsent = got === undefined || got?.$absent === true;
  if (wanted?.$absent) return isAbsent ? undefined : tell();
  if (typeof wanted?.$type === 'string') return (got?.$type ?? typeName(got)) === wanted.$type ? undefined : tell();
  if (isAbsent) return `${at}: expected ${short(wanted)}, got nothing`;
  if (isNumber(wanted) || isNumber(got)) return sameNumber(wanted, got, options) ? undefined : tell();
  if (Array.isArray(wanted)) return Array.isArray(got) ? listDifference(wanted, got, options, at, tell) : tell();
  if (wanted === null || typeof wanted !== 'object') return wanted === got ? undefined : tell();
  if (got === null || typeof got !== 'object' || Array.isArray(got)) return tell();
  return objectDifference(wanted, got, options, at);
}

export function typeName(value) {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return isNumber(value) ? 'number' : typeof value;
}

export function short(value) {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 400 ? `${text.slice(0, 400)}…(${text.length})` : text;
}

function sameNumber(wanted, got, { exactNumbers }) {
  if (!isNumber(wanted) || !isNumber(got)) return false;
  const [one, other] = [numberText(wanted), numberText(got)];
  return exactNumbers ? one === other : canonicalNumber(one) === canonicalNumber(other);
}

function listDifference(wanted, got, options, at, tell) {
  if (wanted.length !== got.length) return tell();
  const inOrder = (list) => (options.unordered && /records$/.test(at) ? sorted(list) : list);
  const [one, other] = [inOrder(wanted), inOrder(got)];
  for (const [index, value] of one.entries()) {
    const found = difference(value, other[index], options, `${at}[${index}]`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function objectDifference(wanted, got, options, at) {
  for (const [key, value] of Object.entries(wanted)) {
    const found = difference(value, got[key], options, at ? `${at}.${key}` : key);
    if (found !== undefined) return found;
  }
  const extra = Object.keys(got).find((key) => !(key in wanted));
  return extra === undefined ? undefined : `${at}: unexpected key ${JSON.stringify(extra)} = ${short(got[extra])}`;
}

function sorted(list) {
  const text = (value) => JSON.stringify(withSortedKeys(value));
  return [...list].sort((one, other) => (text(one) < text(other) ? -1 : 1));
}

function withSortedKeys(value) {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, withSortedKeys(value[key])]),
  );
}
