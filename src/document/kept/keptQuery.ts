/** A query of a query document: where it is asked, what it asks, and what is expected of the answer. */
import type { DatastoreQuery } from '../../datastore/query/query.ts';
import type { ChartChoice } from '../../datastore/query/chartChoice.ts';
import type { ReadingChoices } from '../../service/index.ts';
import type { DocumentProblem, TextRange } from '../sqlDocument.ts';
import type { Expectations } from '../check/expectations.ts';

export type KeptPlace =
  | { readonly kind: 'portal'; readonly baseUrl: string; readonly resourceId: string }
  /** `path` is as the document says it: a file in the document's folder. */
  | { readonly kind: 'file'; readonly path: string; readonly choices?: ReadingChoices };

export const PARAMETER_TYPES = ['text', 'number', 'boolean', 'list'] as const;
export type ParameterType = (typeof PARAMETER_TYPES)[number];

/** A value that people choose for each run. It replaces a whole JSON value, never a part of a text. */
export interface QueryParameter {
  readonly name: string;
  readonly type: ParameterType;
  /** JSON text. Absent if each run needs a value. */
  readonly defaultJson?: string;
  readonly description?: string;
}

export interface KeptQuery {
  readonly name: string;
  readonly place: KeptPlace;
  readonly parameters: readonly QueryParameter[];
  readonly expect?: Expectations;
  readonly chart?: ChartChoice;
  /** The whole member of `queries`, from its name's quote to its value's last brace. */
  readonly range: TextRange;
  readonly nameRange: TextRange;
  /** The JSON text of the query's object, whose parameters aren't replaced. */
  readonly json: string;
}

/** JSON texts by the names of parameters. */
export type ParameterValues = ReadonlyMap<string, string>;

/** A query whose parameters have values, or what is wrong with them, in words for people. */
export type FilledQuery = { readonly query: DatastoreQuery } | { readonly problem: string };

/** What people keep of a panel: enough to write a query into a document. */
export interface QueryToKeep {
  readonly place: KeptPlace;
  /** The query's `resourceId` is not written where the place is a file. */
  readonly query: DatastoreQuery;
  readonly chart?: ChartChoice;
}

export interface QueryProblem extends DocumentProblem {
  /** An error stops the query, or the whole document if no query is named. A warning stops nothing. */
  readonly severity: 'error' | 'warning';
  readonly queryName?: string;
  /** Whether the JSON language or the document's JSON schema says so, too. */
  readonly isOfSchema: boolean;
}

export interface QueryDocument {
  /** Queries whose place can be read, in the order of the text. Of two with one name, the last one. */
  readonly queries: readonly KeptQuery[];
  readonly problems: readonly QueryProblem[];
}

/** A change of a text. Changes of one list don't overlap, and their ranges are those of the text before all of them. */
export interface TextChange {
  readonly range: TextRange;
  readonly text: string;
}
