/** Thrown for invalid arguments; `message` says why. */
export class WrongOptions extends Error {
  override readonly name = 'WrongOptions';
}
