/** What versions of CKAN and look-alikes take and answer, as their sources say it (docs/ckan.md). */

/** A higher limit is lowered: with the limit that was used, or with the number of records that came. */
type Cap = 'none' | 'limit' | 'records';

export interface FakeDialect {
  /** Of `datastore_search`. */
  readonly parameters: readonly string[];
  /** What of the question stands in the answer: nothing, what was given, or that with what CKAN adds. */
  readonly echoes: 'nothing' | 'given' | 'all';
  readonly cap: Cap;
  /** Records without `sort` and `q` come by `_id`; otherwise in no order. */
  readonly sortsById: boolean;
  /** `q` brings a rank: as a field, only in the records, or not at all. `worst`: the best hits come last. */
  readonly rank: 'field' | 'records' | 'worst' | 'none';
  /** PostgreSQL's name for its type, or CKAN's. */
  readonly rankType: 'float4' | 'float';
  /** Numbers that Python 2 has no plain int or float for are texts. */
  readonly hasNumbersAsTexts: boolean;
  /** A list in `filters` is alternatives. */
  readonly hasAlternatives: boolean;
  /** Ranges in `filters`, and `distinct` before `limit`. */
  readonly hasRanges: boolean;
  /** A sort may name only fields that are asked for. */
  readonly sortsShownOnly: boolean;
  /** A page without records has no total. */
  readonly losesTotal: boolean;
  /** `fields` lists all of them, whatever was asked for. */
  readonly describesAll: boolean;
  /** Records with a null are left out of lists. */
  readonly listsLoseNulls: boolean;
  /** A field named `j` takes the place of the record. */
  readonly breaksOnJ: boolean;
  /** `total_was_estimated`. */
  readonly mayEstimate: boolean;
  /** Every record has an `_id`. */
  readonly hasIds: boolean;
  /** Answers GET at /api/3/action only, knows no other action, calls an empty answer no success, and writes numbers as texts. */
  readonly isDrupal: boolean;
}

/** CKAN 2.11 (docs/ckan.md 9 to 34). */
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

/** CKAN 2.9.11. */
const NINE: FakeDialect = { ...NEW, parameters: without('full_text'), breaksOnJ: false };

/** COPY and JSON came with it (docs/ckan.md 11, 16, 32). */
const SEVEN: FakeDialect = {
  ...NINE,
  parameters: without('full_text', 'total_estimation_threshold'),
  cap: 'none',
  rank: 'records',
  describesAll: true,
  listsLoseNulls: true,
  mayEstimate: false,
};

/** ckanext/datastore/db.py (docs/ckan.md 11, 15, 33, 51). */
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

/** The same file, before plugins could take part in a search (docs/ckan.md 50). */
const TWO: FakeDialect = {
  ...THREE,
  parameters: THREE.parameters.filter((name) => name !== 'distinct'),
  rank: 'worst',
  hasAlternatives: false,
  sortsShownOnly: true,
};

/** Takes nothing but the API document's parameters, `fields`, `sort`, `distinct` and `offset`, and echoes nothing. */
const PLAIN: FakeDialect = {
  ...THREE,
  parameters: without(
    ...'full_text plain language total_estimation_threshold include_total records_format'.split(' '),
  ),
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
  /** Knows nothing but the API document's parameters. */
  bare: { ...PLAIN, parameters: ['resource_id', 'limit', 'q', 'filters'] },
  /** As DKAN 1's module dkan_datastore_api answers, but that it reads `filters` as CKAN does (docs/ckan.md 53). */
  dkan: {
    ...PLAIN,
    parameters: PLAIN.parameters.filter((name) => name !== 'distinct'),
    cap: 'records',
    hasIds: false,
    isDrupal: true,
  },
} as const satisfies Record<string, FakeDialect>;

export type FakeVersion = keyof typeof FAKE_DIALECTS;
