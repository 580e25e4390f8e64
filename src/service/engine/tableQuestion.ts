/**
 * What is asked of the records of a table, in no engine's language: names are fields of the table, values are what people
 * sent. Whatever can be refused was refused when the question was made (api/search/askedQuestion.ts); an engine turns it into
 * a statement of its own, in which no text of it stands unquoted.
 */
import type { ExactValue } from '../../base/cells.ts';

/** Of a page: JSON, or text as PostgreSQL's COPY spells it. */
export const RECORDS_FORMATS = ['objects', 'lists', 'csv', 'tsv'] as const;
export type RecordsFormat = (typeof RECORDS_FORMATS)[number];

export function isJsonFormat(format: RecordsFormat): boolean {
  return format === 'objects' || format === 'lists';
}

export type Comparator = '=' | '>' | '>=' | '<' | '<=';

/** A value that a field is compared with. */
export interface Operand {
  /** As it was sent. */
  readonly given: Exclude<ExactValue, null>;
  /** As the values of the field's type are ordered (types/fieldTypes.ts); of `_id` its digits. */
  readonly key: string;
}

export type RecordCondition =
  | { readonly kind: 'and' | 'or'; readonly of: readonly RecordCondition[] }
  /** Holds for every record for which the other condition doesn't, also where that compares NULL. */
  | { readonly kind: 'not'; readonly of: RecordCondition }
  | { readonly kind: 'null'; readonly field: string }
  /** The text that the file or the database has of the value contains another one, or starts with it, in any case. */
  | { readonly kind: 'contains' | 'startsWith'; readonly field: string; readonly text: string }
  /** Without an operand, which is NULL, it holds for no record. */
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
  /** `word:*` */
  readonly isPrefix: boolean;
}

/** Over whole words (api/search/textExpression.ts). */
export type TextExpression =
  | ExpressionWord
  | { readonly kind: 'and' | 'or'; readonly of: readonly TextExpression[] }
  | { readonly kind: 'not'; readonly of: TextExpression }
  /** `steps[i]` words lie between one part and the next, less one: 1 for neighbours. */
  | { readonly kind: 'phrase'; readonly of: readonly TextExpression[]; readonly steps: readonly number[] }
  /** Weights other than D, and `<0>`: no record has them. */
  | { readonly kind: 'nothing' };

/** What counts as part of a word, for who reads an expression and for an engine's patterns. */
export const WORD_CHARACTER = String.raw`\p{L}\p{N}\p{M}`;

/** A text that is looked for, whatever its case: in one field, or in any. */
export type WantedText =
  /** Contained as it stands; nothing contains an empty one. */
  | { readonly kind: 'contains'; readonly field?: string; readonly text: string }
  /** Without an expression, because there is no word in it, it holds for no record. */
  | {
      readonly kind: 'words';
      readonly field?: string;
      readonly expression: TextExpression | undefined;
    };

/** What is given out of each record. */
export type Selected =
  | {
      readonly kind: 'field';
      readonly id: string;
      /** The file's texts of a field that spells its values in a way of its own: in a list of both, or alone. */
      readonly fileTexts?: 'beside' | 'alone' | undefined;
    }
  /** Higher where the text stands more often; between 0 and 1. `of` is one of the question's texts. */
  | { readonly kind: 'rank'; readonly id: string; readonly of: WantedText };

export interface SortKey {
  readonly by: Selected;
  readonly descends: boolean;
  readonly nullsFirst: boolean;
}

export interface TableQuestion {
  readonly where: RecordCondition | undefined;
  /** All of them must be found. */
  readonly texts: readonly WantedText[];
  readonly select: readonly Selected[];
  /** Equal records in what is selected are one. */
  readonly distinct: boolean;
  /** What it leaves undecided, the table's own order decides. */
  readonly order: readonly SortKey[];
  /** Infinity for all. */
  readonly limit: number;
  readonly offset: number;
  /** Somebody wants to know how many records there are. */
  readonly counts: boolean;
  /** If there are more than so many, an estimate is as good. Undefined: as the engine likes. */
  readonly estimateFrom: number | undefined;
  /** An engine that can gives records as their text in this format. */
  readonly format: RecordsFormat | undefined;
}
