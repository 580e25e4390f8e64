import { hideSecrets } from './secretText.ts';

const HIDDEN = '<token>';

/** Removes secrets from every text that leaves the program, in each encoder's form (docs/security.md 9). */
export class Redactor {
  readonly #shapes = new Set<string>();

  hide(secret: string): void {
    // Hiding a very short secret would blot out ordinary words, and such a secret can be guessed anyway.
    if (secret.length < 4) return;
    this.#shapes.add(secret);
    this.#shapes.add(encodeURIComponent(secret));
    this.#shapes.add(JSON.stringify(secret).slice(1, -1));
    this.#shapes.add(inBase64(secret).replace(/={1,2}$/, ''));
  }

  redact(text: string): string {
    return hideSecrets(this.withoutHidden(text));
  }

  /** The text without the secrets that were told. Other texts stay, even if they look like secrets. */
  withoutHidden(text: string): string {
    let safe = text;
    for (const shape of this.#shapes) safe = safe.replaceAll(shape, HIDDEN);
    return safe;
  }
}

function inBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
