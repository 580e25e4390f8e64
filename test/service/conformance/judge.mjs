// Reads what a case checks from an answer, and compares it with CKAN's recorded one.
import { difference, typeName } from './compare.mjs';

/** CKAN serves every dump with this type; a better one is accepted. */
const ANY_TYPE = 'application/octet-stream';

/** `answer` has status, headers, bytes, text, and json if it's JSON. */
export function reading(step, answer) {
  if (answer.status >= 500) return { crash: answer.status };
  const seen = { status: answer.status };
  if (step.heads)
    seen.headers = Object.fromEntries(step.heads.map((name) => [name, answer.headers[name.toLowerCase()] ?? null]));
  const { text } = answer;
  if (step.see === 'status') return seen;
  if (step.see === 'digest') return { ...seen, digest: digestOf(answer) };
  if (step.see === 'edges') return { ...seen, edges: { head: text.slice(0, 4), tail: text.trimEnd().slice(-3) } };
  if (step.see === 'body') return { ...seen, body: text };
  return { ...seen, ...envelopeReading(step, answer) };
}

/** Undefined if the answer is as expected. Only CKAN itself may crash, where it did when recorded. */
export function verdict(step, expected, got, isStrict) {
  if (!expected) return 'nothing recorded';
  if (expected.skip) return undefined;
  if (expected.crash || got.crash) {
    if (expected.crash && !isStrict) return got.crash ? `a crash (${got.crash})` : undefined;
    if (Boolean(expected.crash) === Boolean(got.crash)) return undefined;
    const words = ({ crash, status }) => (crash ? `a crash (${crash})` : `status ${status}`);
    return `expected ${words(expected)}, got ${words(got)}`;
  }
  if (step.bug && !isStrict && (got.success !== undefined || got.body !== undefined)) return undefined;
  const options = { unordered: step.unordered, exactNumbers: step.exactNumbers };
  for (const part of ['status', 'headers', 'success', 'error', 'plain', 'body', 'digest', 'edges', 'distinct']) {
    if (!(part in expected)) continue;
    const found =
      part === 'headers'
        ? headersDifference(expected.headers, got.headers, isStrict)
        : difference(expected[part], got[part], options, part);
    if (found !== undefined) return found;
  }
  for (const [path, value] of Object.entries(expected.json ?? {})) {
    const found = difference(value, got.json?.[path], options, path);
    if (found !== undefined) return found;
  }
  return undefined;
}

function envelopeReading(step, { status, text, json }) {
  if (json === undefined) return status < 300 ? { body: text } : {};
  if (typeName(json) !== 'object') return { plain: json };
  const success = json.success ?? null;
  if (success !== true) return { success, error: errorReading(json.error, step.loose) };
  const records = pick(json, 'result.records') ?? [];
  const distinct = Object.fromEntries(
    (step.distinctOf ?? []).map((field) => [
      field,
      new Set(records.map((record) => JSON.stringify(record[field]))).size,
    ]),
  );
  const copy = JSON.parse(JSON.stringify(json));
  for (const path of step.mask ?? []) mask(copy, path);
  const paths = (step.check ?? ['result']).map((path) => [path, pick(copy, path) ?? absentOrNull(copy, path)]);
  return { success, ...(step.distinctOf && { distinct }), json: Object.fromEntries(paths) };
}

/** PostgreSQL's own words in `info` are never compared. */
function errorReading(error, isLoose) {
  if (error === null || typeof error !== 'object') return error ?? null;
  const { __type = null, ...messages } = error;
  delete messages.info;
  return { __type, keys: Object.keys(messages).sort(), ...(!isLoose && { messages }) };
}

function digestOf({ bytes, text }) {
  return { length: bytes.length, head: text.slice(0, 60), tail: text.slice(-40), lines: text.split('\n').length };
}

function headersDifference(expected, got, isStrict) {
  const counted = (headers) =>
    Object.fromEntries(
      Object.entries(headers ?? {})
        .filter(([, value]) => isStrict || value !== ANY_TYPE)
        .map(([name, value]) => [name, value && value.replace(/\s/g, '').toLowerCase()]),
    );
  const wanted = counted(expected);
  const seen = Object.fromEntries(Object.entries(counted(got)).filter(([name]) => name in wanted));
  return difference(wanted, seen, {}, 'headers');
}

/** The path `keys:result` returns the sorted keys of `result`. */
function pick(value, path) {
  if (path.startsWith('keys:')) {
    const found = pick(value, path.slice(5));
    return found && typeof found === 'object' ? Object.keys(found).sort() : found;
  }
  return path
    .split('.')
    .reduce(
      (at, part) => (at !== null && typeof at === 'object' && Object.hasOwn(at, part) ? at[part] : undefined),
      value,
    );
}

function absentOrNull(value, path) {
  return pick(value, path) === null ? null : { $absent: true };
}

/** At paths such as `result.records[].rank*`, only the type of a value is compared. */
function mask(value, path) {
  const parts = path.replaceAll('[]', '.[]').split('.');
  const walk = (at, depth) => {
    if (at === null || typeof at !== 'object') return;
    const part = parts[depth];
    const isLast = depth === parts.length - 1;
    const keys =
      part === '[]'
        ? Array.isArray(at)
          ? [...at.keys()]
          : []
        : Object.keys(at).filter((key) => (part.endsWith('*') ? key.startsWith(part.slice(0, -1)) : key === part));
    for (const key of keys) {
      if (isLast) at[key] = { $type: typeName(at[key]) };
      else walk(at[key], depth + 1);
    }
  };
  walk(value, 0);
}
