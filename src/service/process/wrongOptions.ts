export class WrongOptions extends Error {
  override readonly name = 'WrongOptions';
}
