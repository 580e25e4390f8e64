/** Every text of the records grid. The host fills it with `l10n.t` (records/gridStrings.ts). */
export interface GridStrings {
  readonly records: string;
}
