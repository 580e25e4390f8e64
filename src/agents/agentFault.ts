/** Why a tool can't answer, in words for an agent: what is wrong, and the next step, in sentences without names. */
export class AgentFault extends Error {
  override readonly name = 'AgentFault';
  readonly next: string;
  /** Words of a server or of the input, which stand between the marks of data. */
  readonly words: string;
  constructor(message: string, next: string, words = '') {
    super(message);
    this.next = next;
    this.words = words;
  }
}
