/** Every text of the query form. The host fills it with `l10n.t` (query/formStrings.ts). */
export interface FormStrings {
  readonly portal: string;
}
