/**
 * Questions about a table's records, in no engine's language: names are fields, values are what was sent. What can be
 * refused was refused before (api/search/searchQuestion.ts). In statements, none of their texts stands unquoted.
 */
import type { ExactValue } from '../../base/cells.ts';
import type { Delimiter } from '../../base/quotes.ts';

/** Formats of a page: JSON, or text as in PostgreSQL's COPY. */
export const RECORDS_FORMATS = ['objects', 'lists', 'csv', 'tsv'] as const;
export type RecordsFormat = (typeof RECORDS_FORMATS)[number];

/** Records as `src/export` writes them (`xlsx`: rows of a sheet), and as JSON lists for the other formats. */
export const WRITTEN_KINDS = ['csv', 'tsv', 'json', 'ndjson', 'lists', 'parquet', 'xlsx'] as const;

export interface WrittenForm {
  readonly kind: (typeof WRITTEN_KINDS)[number];
  /** The rest is for CSV. */
  readonly delimiter: Delimiter;
  readonly lineEnd: '\n' | '\r\n';
  readonly isSafe: boolean;
  /** Values as the datastore returns them. Otherwise as in the file, if it has spellings of its own. */
  readonly isTyped: boolean;
}

export function isJsonFormat(format: RecordsFormat): boolean {
  return format === 'objects' || format === 'lists';
}

export type Comparator = '=' | '>' | '>=' | '<' | '<=';

export interface Operand {
  readonly given: Exclude<ExactValue, null>;
  /** Sort key by the field's type (types/fieldTypes.ts); of `_id` the digits. */
  readonly key: string;
}

export type RecordCondition =
  | { readonly kind: 'and' | 'or'; readonly of: readonly RecordCondition[] }
  /** True for records for which the other condition isn't true, even because of NULL. */
  | { readonly kind: 'not'; readonly of: RecordCondition }
  | { readonly kind: 'null'; readonly field: string }
  /** The value's text in the file or database contains another one, or starts with it, in any case. */
  | { readonly kind: 'contains' | 'startsWith'; readonly field: string; readonly text: string }
  /** Without an operand (NULL), no record matches. */
  | {
      readonly kind: 'compare';
      readonly field: string;
      readonly comparator: Comparator;
      readonly operand: Operand | undefined;
    }
  | { readonly kind: 'in'; readonly field: string; readonly operands: readonly Operand[] };

export interface ExpressionWord {
  readonly kind: 'word';
  readonly text: string;
  /** True for `word:*`, which matches longer words. */
  readonly isPrefix: boolean;
}

export type TextExpression =
  | ExpressionWord
  | { readonly kind: 'and' | 'or'; readonly of: readonly TextExpression[] }
  | { readonly kind: 'not'; readonly of: TextExpression }
  /** `steps[i]` is the distance in words from one part to the next: 1 for neighbours. */
  | { readonly kind: 'phrase'; readonly of: readonly TextExpression[]; readonly steps: readonly number[] }
  /** Weights other than D, and `<0>`, which no record matches. */
  | { readonly kind: 'nothing' };

export const WORD_CHARACTER = String.raw`\p{L}\p{N}\p{M}`;

/** A text to search for in any case, in one field or in all. */
export type WantedText =
  /** Contained literally. Nothing contains an empty text. */
  | { readonly kind: 'contains'; readonly field?: string; readonly text: string }
  /** Without an expression, because there is no word in it, no record matches. */
  | { readonly kind: 'words'; readonly field?: string; readonly expression: TextExpression | undefined };

export type Selected =
  | {
      readonly kind: 'field';
      readonly id: string;
      /** For fields that the file writes in its own way: its texts in a list with the values, or alone. */
      readonly fileTexts?: 'beside' | 'alone' | undefined;
    }
  /** Between 0 and 1, higher if the text occurs more often. `of` is one of the question's texts. */
  | { readonly kind: 'rank'; readonly id: string; readonly of: WantedText };

export interface TableSortKey {
  readonly by: Selected;
  readonly descends: boolean;
  readonly nullsFirst: boolean;
}

export interface TableQuestion {
  readonly where: RecordCondition | undefined;
  /** Records must match all of them. */
  readonly texts: readonly WantedText[];
  readonly select: readonly Selected[];
  readonly distinct: boolean;
  /** The table's own order decides ties. */
  readonly order: readonly TableSortKey[];
  /** Infinity stands for all records. */
  readonly limit: number;
  readonly offset: number;
  readonly counts: boolean;
  /** For more records than this, an estimate is enough. Undefined leaves it to the engine. */
  readonly estimateFrom: number | undefined;
  /** Whether the page may come in any order: no other page was requested with it, and no order. */
  readonly mayBeUnsorted?: boolean;
  readonly format: RecordsFormat | undefined;
}

export type Matching = Pick<TableQuestion, 'where' | 'texts' | 'distinct' | 'select'>;

/** Whether every record of the table matches, each for itself. */
export function isWhole({ where, texts, distinct }: Matching): boolean {
  return where === undefined && texts.length === 0 && !distinct;
}

export const EVERYTHING: Matching = { where: undefined, texts: [], distinct: false, select: [] };
