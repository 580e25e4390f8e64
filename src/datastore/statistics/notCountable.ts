/** `tooMany`: more records came than are read. `tooLarge`: so do their values. `distinct`: older portals give only a part of these. */
export class NotCountable extends Error {
  override readonly name = 'NotCountable';
  readonly reason: 'tooMany' | 'tooLarge' | 'distinct';
  constructor(reason: NotCountable['reason']) {
    super(reason);
    this.reason = reason;
  }
}
