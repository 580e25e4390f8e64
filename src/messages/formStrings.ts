/**
 * Every text of the query form. The host fills it with `l10n.t` (query/formStrings.ts); `{0}`, `{1}` are
 * filled in by the form.
 */
export interface FormStrings {
  /** Accessible name of the whole form. */
  readonly form: string;

  /** Empty state: nothing to search yet. */
  readonly welcome: string;
  readonly addPortal: string;
  readonly openLocalFile: string;

  readonly portal: string;
  readonly portalPlaceholder: string;
  readonly resource: string;
  readonly resourcePlaceholder: string;
  /** In the list of a portal without resources. */
  readonly noResources: string;

  /** Name of the button that opens a list of choices. */
  readonly showChoices: string;
  /** Choice that takes `{0}` as it was typed. */
  readonly useTyped: string;
  /** Below a long list: `{0}` more choices. */
  readonly moreChoices: string;

  readonly search: string;
  /** What `q` means on this portal; `searchAnywhere` when the portal is not known. */
  readonly searchContains: string;
  readonly searchWords: string;
  readonly searchAnywhere: string;

  readonly filters: string;
  /** Toggle of the raw mode, and its explanations. */
  readonly json: string;
  readonly editAsJson: string;
  readonly editAsRows: string;
  readonly jsonLabel: string;
  readonly jsonHint: string;
  readonly addFilter: string;
  /** Accessible name of filter row number `{0}`. */
  readonly filterRow: string;
  /** Removes the filter on field `{0}`. */
  readonly removeFilter: string;
  readonly field: string;
  readonly fieldPlaceholder: string;
  readonly loadingFields: string;
  /** Fields could not be had; `{0}` says why. */
  readonly fieldsFailed: string;
  readonly fieldsWithoutResource: string;
  readonly tryAgain: string;

  /** Accessible name of the input that adds a value for field `{0}`. */
  readonly valueOf: string;
  readonly valuePlaceholder: string;
  /** Value `{0}` of type `{1}`: the button that edits it. */
  readonly editValue: string;
  readonly removeValue: string;
  /** How a value goes out, because "5" and 5 differ on the wire. */
  readonly valueType: string;
  /** Follows the field, which is `{0}`. */
  readonly typeAuto: string;
  readonly typeText: string;
  readonly typeNumber: string;
  readonly typeBoolean: string;
  readonly typeTrue: string;
  readonly typeFalse: string;
  readonly typeNull: string;

  /** The order that was chosen in the grid: fields, each `ascending` or `descending`. */
  readonly order: string;
  readonly ascending: string;
  readonly descending: string;
  readonly removeOrder: string;
  readonly onlyFields: string;
  readonly allFields: string;
  readonly distinct: string;
  readonly distinctNote: string;
  readonly notDistinct: string;
  /** Stands for a field whose name is empty. */
  readonly noName: string;

  readonly limit: string;
  readonly limitPlaceholder: string;

  readonly run: string;
  readonly running: string;
  readonly cancel: string;
  readonly setToken: string;
  /** `{0}` problems, the first is `{1}`. */
  readonly problems: string;

  readonly request: string;
  readonly noRequest: string;
  readonly tokenWithheld: string;
  readonly copyRequest: string;
  readonly copied: string;
}
