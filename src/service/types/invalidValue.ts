/** A value that a field can't hold, in PostgreSQL's words. */
export class InvalidValue extends Error {
  override readonly name = 'InvalidValue';
}

/** A value of another type, where the text of one would have been read. */
export class WrongType extends Error {
  override readonly name = 'WrongType';
  /** PostgreSQL's name for the type that was given. */
  readonly given: string;

  constructor(given: string) {
    super(`an expression of type ${given}`);
    this.given = given;
  }
}

export function invalidSyntax(type: string, text: string): InvalidValue {
  return new InvalidValue(`invalid input syntax for type ${type}: "${text}"`);
}

export function outOfRange(type: string, text: string): InvalidValue {
  return new InvalidValue(`"${text}" is out of range for type ${type}`);
}
