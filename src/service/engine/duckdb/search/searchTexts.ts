/** `q` and `full_text` as conditions and ranks, and the blocks of records that they leave. */
import type { ExactValue } from '../../../../base/cells.ts';
import { invalidQuery, invalidValue } from '../../../ckan/actionError.ts';
import { expressionSql, wantedWords } from './expressionSql.ts';
import { parseExpression } from './textExpression.ts';
import { Bindings } from '../bindings.ts';
import type { Column, Columns } from '../columns.ts';
import { SEARCH_COLUMN, SEPARATOR, BLOCK_TABLE } from '../layout.ts';
import { DuckDBBlobValue } from '@duckdb/node-api';
import { bucketsOf, sharedBlocks } from '../blockIndex.ts';
import type { Engine } from '../engine.ts';
import type { OpenResource } from '../servedFolder.ts';

/** What is searched for, as it was asked. */
export interface AskedTexts {
  /** Each in any field. */
  readonly anywhere: readonly string[];
  /** Each in that field; the values are not yet known to be texts. */
  readonly byField: readonly (readonly [field: string, text: ExactValue])[];
  /** The texts are contained as they stand; otherwise they are expressions over whole words. */
  readonly isPlain: boolean;
}

export interface TextSearch {
  readonly conditions: readonly string[];
  /** `rank`, `rank <field>`: higher where the text stands more often; between 0 and 1. */
  readonly ranks: readonly Column[];
}

/** Throws ActionError. */
export function textSearch(asked: AskedTexts, columns: Columns, bindings: Bindings): TextSearch {
  const anywhere = asked.anywhere.map((text) => {
    const whole = { id: 'rank', subject: SEARCH_COLUMN };
    return asked.isPlain ? contained(text, whole, columns, bindings) : expressed(text, whole, bindings);
  });
  const byField = asked.byField.map(([field, text]) => {
    const column = columns.get(field);
    if (column === undefined || typeof text !== 'string') throw invalidValue('q', field);
    const place = { id: `rank ${field}`, subject: `lower(${column.text}::varchar)` };
    return asked.isPlain ? contained(text, place, undefined, bindings) : expressed(text, place, bindings);
  });
  const found = [...anywhere.slice(-1), ...byField];
  return {
    conditions: [...anywhere, ...byField].map(({ condition }) => condition),
    // A field of that name is the person's own.
    ranks: found.map(({ rank }) => rank).filter(({ id }) => !columns.has(id)),
  };
}

interface Place {
  /** Of the rank. */
  readonly id: string;
  /** SQL: the text in lower case. */
  readonly subject: string;
}

interface Found {
  readonly condition: string;
  readonly rank: Column;
}

/** Both sides are folded by the engine: JavaScript folds `İ` and `Σ` in other ways. */
function contained(text: string, place: Place, columns: Columns | undefined, bindings: Bindings): Found {
  // As CKAN: no text in a field finds nothing, no text at all finds everything.
  if (text === '') return { condition: 'false', rank: rankOf(place, []) };
  const needle = `lower(${bindings.text(text)})`;
  // Only a text with the separator could match across fields.
  const condition =
    columns !== undefined && text.includes(SEPARATOR)
      ? `(${[...columns.values()]
          .filter(({ type }) => type !== 'int')
          .map((column) => `contains(lower(${column.text}), ${needle})`)
          .join(' or ')})`
      : `contains(${place.subject}, ${needle})`;
  return { condition, rank: rankOf(place, [needle]) };
}

function expressed(text: string, place: Place, bindings: Bindings): Found {
  const expression = parseExpression(text);
  if (expression === undefined) return { condition: 'false', rank: rankOf(place, []) };
  const needles = new Map<string, string>();
  const needle = (word: string): string => {
    const known = needles.get(word) ?? `lower(${bindings.text(word)})`;
    needles.set(word, known);
    return known;
  };
  const condition = expressionSql(expression, place.subject, needle);
  return {
    condition,
    rank: rankOf(
      place,
      wantedWords(expression).map(({ text: word }) => needle(word)),
    ),
  };
}

/** One occurrence ranks about as much as with CKAN (0.057). */
function rankOf({ id, subject }: Place, needles: readonly string[]): Column {
  const times = needles.map((needle) => `len(string_split(${subject}, ${needle})) - 1`).join(' + ');
  const rank = needles.length === 0 ? '0.0::double' : `(1 - 1 / (1 + 0.06 * (${times})))`;
  return { id, type: 'float', value: rank, text: rank, order: rank, isJson: true };
}

/** The text search configurations of PostgreSQL 15. We stem in no language, but know which there are. */
const LANGUAGES = new Set(
  (
    'simple arabic armenian basque catalan danish dutch english finnish french german greek hindi hungarian indonesian ' +
    'irish italian lithuanian nepali norwegian portuguese romanian russian serbian spanish swedish tamil turkish yiddish'
  ).split(' '),
);

/** Throws ActionError. */
export function checkLanguage(language: string): void {
  if (language !== '' && !LANGUAGES.has(language.replace(/^pg_catalog\./, '').toLowerCase()))
    throw invalidQuery(`text search configuration "${language}" does not exist`);
}

/** The blocks that may have all of the texts, a digit for each; undefined where that is not known, or no help. */
export async function blocksWith(
  { anywhere, isPlain }: AskedTexts,
  { description, database }: OpenResource,
  engine: Engine,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { hasBlockIndex, resource } = description;
  if (hasBlockIndex !== true || !isPlain) return undefined;
  const buckets = [...new Set(anywhere.flatMap(bucketsOf))];
  if (buckets.length === 0) return undefined;
  const sql = `select bits from ${database}.${BLOCK_TABLE} where k in (${buckets.join(', ')})`;
  const found: Uint8Array[] = [];
  for await (const rows of engine.rows(sql, new Bindings(), signal, 'page'))
    for (const [bits] of rows) if (bits instanceof DuckDBBlobValue) found.push(bits.bytes);
  // A bucket without any block is not there.
  const none = found.length < buckets.length ? [new Uint8Array()] : [];
  return sharedBlocks([...found, ...none], resource.records);
}
