/**
 * Why an export doesn't start. `fileExists`: the file exists and must not be overwritten. `partExists`: a part exists
 * that can be resumed. `otherQuestion`: the part belongs to another export. `partChanged`: the part isn't as it was
 * written. `running`: another export is writing it. `tooManyRecords`, `tooManyFields`: the format's limits are
 * exceeded.
 */
export type ExportRefusalKind =
  'fileExists' | 'partExists' | 'otherQuestion' | 'partChanged' | 'running' | 'tooManyRecords' | 'tooManyFields';

export class ExportRefusal extends Error {
  override readonly name = 'ExportRefusal';
  readonly kind: ExportRefusalKind;
  readonly file: string;
  /** The number of records or fields that are too many, if it is available. */
  readonly count?: number;

  constructor(kind: ExportRefusalKind, file: string, count?: number) {
    super(`${file}: ${kind}`);
    this.kind = kind;
    this.file = file;
    if (count !== undefined) this.count = count;
  }
}
