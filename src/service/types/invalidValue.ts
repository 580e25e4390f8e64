/** Thrown for a value that a field can't hold, in PostgreSQL's words. */
export class InvalidValue extends Error {
  override readonly name = 'InvalidValue';
}

/** Thrown for a value of another type, even if a text of the same content could be read. */
export class WrongType extends Error {
  override readonly name = 'WrongType';
  /** PostgreSQL's name of the value's type. */
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
