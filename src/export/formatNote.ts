/** What a format could not hold as the records have it. */
export interface FormatNote {
  /** `asText`: values that no type of the format holds exactly are texts. */
  readonly kind: 'asText';
  /** Its id. Absent where the note is of all fields. */
  readonly field?: string;
  /** Values; absent where it is all of the field. */
  readonly count?: number;
}
