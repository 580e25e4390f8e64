/** A long text on its way out: becomes bytes piece by piece, because at once that would hold up everybody else. */
const PIECE = 1 << 16;

export class TextPieces {
  readonly #pieces: Buffer[] = [];
  #open = '';

  add(text: string): void {
    this.#open += text;
    if (this.#open.length >= PIECE) this.#close();
  }

  end(): readonly Buffer[] {
    this.#close();
    return this.#pieces;
  }

  #close(): void {
    this.#pieces.push(Buffer.from(this.#open));
    this.#open = '';
  }
}
