import { DuckDBBlobValue } from '@duckdb/node-api';
import type { TextExpression, WantedText } from '../../../question/tableQuestion.ts';
import { Bindings } from '../bindings.ts';
import { bucketsOf, sharedBlocks } from '../blockIndex.ts';
import { columnOf, type Columns } from '../columns.ts';
import type { Engine } from '../engine.ts';
import { SEARCH_COLUMN, BLOCK_TABLE } from '../layout.ts';
import type { OpenResource } from '../servedFolder.ts';
import { SEPARATOR, wantedWords } from '../../../question/wordPattern.ts';
import { expressionSql } from './expressionSql.ts';

/** SQL of each text's condition and of its rank. */
export type FoundTexts = ReadonlyMap<WantedText, FoundText>;

interface FoundText {
  readonly condition: string;
  readonly rank: string;
}

export function foundTexts(texts: readonly WantedText[], columns: Columns, bindings: Bindings): FoundTexts {
  return new Map(
    texts.map((wanted) => {
      const column = wanted.field === undefined ? undefined : columnOf(columns, wanted.field);
      const subject = column === undefined ? SEARCH_COLUMN : `lower(${column.text}::varchar)`;
      const found =
        wanted.kind === 'contains'
          ? contained(wanted.text, subject, column === undefined ? columns : undefined, bindings)
          : expressed(wanted.expression, subject, bindings);
      return [wanted, found];
    }),
  );
}

/** DuckDB folds both sides, because JavaScript folds `İ` and `Σ` differently. `subject` is SQL of a lower-case text. */
function contained(text: string, subject: string, columns: Columns | undefined, bindings: Bindings): FoundText {
  // CKAN finds nothing for an empty text in a field.
  if (text === '') return { condition: 'false', rank: rankOf(subject, []) };
  const needle = `lower(${bindings.text(text)})`;
  // Only a text with the separator could match across fields.
  const condition =
    columns !== undefined && text.includes(SEPARATOR)
      ? `(${[...columns.values()]
          .filter(({ type }) => type !== 'int')
          .map((column) => `contains(lower(${column.text}), ${needle})`)
          .join(' or ')})`
      : `contains(${subject}, ${needle})`;
  return { condition, rank: rankOf(subject, [needle]) };
}

function expressed(expression: TextExpression | undefined, subject: string, bindings: Bindings): FoundText {
  if (expression === undefined) return { condition: 'false', rank: rankOf(subject, []) };
  const needles = new Map<string, string>();
  const needle = (word: string): string => {
    const known = needles.get(word) ?? `lower(${bindings.text(word)})`;
    needles.set(word, known);
    return known;
  };
  const condition = expressionSql(expression, subject, needle);
  const wanted = wantedWords(expression).map(({ text }) => needle(text));
  return { condition, rank: rankOf(subject, wanted) };
}

/** One occurrence ranks about as much as in CKAN (0.057). */
function rankOf(subject: string, needles: readonly string[]): string {
  const times = needles.map((needle) => `len(string_split(${subject}, ${needle})) - 1`).join(' + ');
  return needles.length === 0 ? '0.0::double' : `(1 - 1 / (1 + 0.06 * (${times})))`;
}

/** The blocks that may contain all texts, a digit for each. Undefined if unknown, or of no help. */
export async function blocksWith(
  texts: readonly WantedText[],
  { description, database }: OpenResource,
  engine: Engine,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { hasBlockIndex, resource } = description;
  if (hasBlockIndex !== true) return undefined;
  const anywhere = texts.flatMap((wanted) =>
    wanted.kind === 'contains' && wanted.field === undefined ? [wanted.text] : [],
  );
  const buckets = [...new Set(anywhere.flatMap(bucketsOf))];
  if (buckets.length === 0) return undefined;
  const sql = `select bits from ${database}.${BLOCK_TABLE} where k in (${buckets.join(', ')})`;
  const found: Uint8Array[] = [];
  for await (const rows of engine.rows(sql, new Bindings(), signal, 'page'))
    for (const [bits] of rows) if (bits instanceof DuckDBBlobValue) found.push(bits.bytes);
  // A bucket that no block has isn't stored.
  const none = found.length < buckets.length ? [new Uint8Array()] : [];
  return sharedBlocks([...found, ...none], resource.records);
}
