import type { Failed } from './protocol.ts';

/** Why a job was not done; the message is for a person. */
export class JobFailed extends Error {
  override readonly name = 'JobFailed';
  /** One record is to blame: the file could be read without it. */
  readonly isAboutRecord: boolean;

  constructor({ message, isAboutRecord }: Failed) {
    super(message);
    this.isAboutRecord = isAboutRecord === true;
  }
}
