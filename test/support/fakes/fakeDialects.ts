/** The parameters and answers of versions of CKAN and similar portals, from their sources (docs/ckan.md). */

/**
 * What happens to a limit that is too high: it is lowered, and the answer contains the limit used or the number of
 * records.
 */
type Cap = 'none' | 'limit' | 'records';

export interface FakeDialect {
  /** The parameters that `datastore_search` accepts. */
  readonly parameters: readonly string[];
  /** The parts of the request that the answer repeats: none, the given ones, or those and CKAN's additions. */
  readonly echoes: 'nothing' | 'given' | 'all';
  readonly cap: Cap;
  /** Whether records without `sort` and `q` come by `_id`. Otherwise they come in no order. */
  readonly sortsById: boolean;
  /** How `q` adds a rank: as a field, only in the records, or not at all. `worst` puts the best hits last. */
  readonly rank: 'field' | 'records' | 'worst' | 'none';
  /** The rank's type by PostgreSQL's name, or by CKAN's. */
  readonly rankType: 'float4' | 'float';
  /** Whether numbers that aren't plain ints or floats in Python 2 are texts. */
  readonly hasNumbersAsTexts: boolean;
  /** Whether a list in `filters` means alternatives. */
  readonly hasAlternatives: boolean;
  /** Whether there are ranges in `filters`, and `distinct` applies before `limit`. */
  readonly hasRanges: boolean;
  /** Whether a sort may name only the requested fields. */
  readonly sortsShownOnly: boolean;
  /** Whether a page without records has no total. */
  readonly losesTotal: boolean;
  /** Whether `fields` lists all fields, whichever were requested. */
  readonly describesAll: boolean;
  /** Whether lists leave out records with a null. */
  readonly listsLoseNulls: boolean;
  /** Whether a field named `j` replaces the record. */
  readonly breaksOnJ: boolean;
  /** Whether answers may contain `total_was_estimated`. */
  readonly mayEstimate: boolean;
  /** Whether every record has an `_id`. */
  readonly hasIds: boolean;
  /**
   * Whether it is Drupal's: answers only GET at /api/3/action, has no other action, reports no success for an empty
   * answer, and writes numbers as texts.
   */
  readonly isDrupal: boolean;
}

/** The dialect of CKAN 2.10 and 2.11 (docs/ckan.md 9 to 34). */
const NEW: FakeDialect = {
  parameters: (
    'resource_id id q full_text plain language filters fields sort distinct limit offset include_total ' +
    'records_format total_estimation_threshold'
  ).split(' '),
  echoes: 'all',
  cap: 'limit',
  sortsById: true,
  rank: 'field',
  rankType: 'float',
  hasNumbersAsTexts: false,
  hasAlternatives: true,
  hasRanges: false,
  sortsShownOnly: false,
  losesTotal: false,
  describesAll: false,
  listsLoseNulls: false,
  breaksOnJ: true,
  mayEstimate: true,
  hasIds: true,
  isDrupal: false,
};

const without = (...names: readonly string[]): readonly string[] =>
  NEW.parameters.filter((name) => !names.includes(name));

/** The dialect of CKAN 2.9, read in 2.9.11. */
const NINE: FakeDialect = { ...NEW, parameters: without('full_text'), breaksOnJ: false };

/** The dialect of CKAN 2.7 and 2.8. 2.7 introduced COPY and JSON (docs/ckan.md 11, 16, 32). */
const SEVEN: FakeDialect = {
  ...NINE,
  parameters: without('full_text', 'total_estimation_threshold'),
  cap: 'none',
  rank: 'records',
  describesAll: true,
  listsLoseNulls: true,
  mayEstimate: false,
};

/** The dialect of CKAN 2.3 to 2.6, from ckanext/datastore/db.py (docs/ckan.md 11, 15, 33, 51). */
const THREE: FakeDialect = {
  ...SEVEN,
  parameters: without('full_text', 'total_estimation_threshold', 'include_total', 'records_format'),
  echoes: 'given',
  sortsById: false,
  rank: 'field',
  rankType: 'float4',
  hasNumbersAsTexts: true,
  losesTotal: true,
  describesAll: false,
  listsLoseNulls: false,
};

/** The dialect of CKAN 2.2, from the same file, before plugins could take part in a search (docs/ckan.md 50). */
const TWO: FakeDialect = {
  ...THREE,
  parameters: THREE.parameters.filter((name) => name !== 'distinct'),
  rank: 'worst',
  hasAlternatives: false,
  sortsShownOnly: true,
};

/**
 * A portal that accepts only the API document's parameters, `fields`, `sort`, `distinct` and `offset`, and repeats
 * nothing.
 */
const PLAIN: FakeDialect = {
  ...THREE,
  parameters: without(...'full_text plain language total_estimation_threshold include_total records_format'.split(' ')),
  echoes: 'nothing',
  sortsById: true,
  rank: 'none',
  hasNumbersAsTexts: false,
  losesTotal: false,
};

export const FAKE_DIALECTS = {
  '2.2': TWO,
  '2.3': THREE,
  '2.4': THREE,
  '2.5': THREE,
  '2.6': THREE,
  '2.7': SEVEN,
  '2.8': SEVEN,
  '2.9': NINE,
  '2.10': NEW,
  '2.11': NEW,
  '2.12': {
    ...NEW,
    parameters: [...NEW.parameters, 'include_next_page'],
    hasRanges: true,
    breaksOnJ: false,
    mayEstimate: false,
  },
  plain: PLAIN,
  /** A portal that accepts only the API document's parameters. */
  bare: { ...PLAIN, parameters: ['resource_id', 'limit', 'q', 'filters'] },
  /** Answers like DKAN 1's module dkan_datastore_api, except that it reads `filters` like CKAN (docs/ckan.md 53). */
  dkan: {
    ...PLAIN,
    parameters: PLAIN.parameters.filter((name) => name !== 'distinct'),
    cap: 'records',
    hasIds: false,
    isDrupal: true,
  },
} as const satisfies Record<string, FakeDialect>;

export type FakeVersion = keyof typeof FAKE_DIALECTS;
