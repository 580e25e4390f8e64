import { printable } from '../base/printable.ts';
import { hideSecrets } from '../base/secretText.ts';
import * as vscode from 'vscode';

/** A log line holds at most this many UTF-16 units, so that a hostile answer can't flood the log (docs/security.md 19). */
const LINE_LIMIT = 4096;
const HIDDEN = '<token>';

/** One printable line, cut at 4 KiB. */
export function safeLine(text: string): string {
  const visible = printable(text);
  return visible.length <= LINE_LIMIT ? visible : `${visible.slice(0, LINE_LIMIT - 1)}…`;
}

/** Takes secrets out of every text that leaves the program, in the shapes that encoders give them (docs/security.md 9). */
export class Redactor {
  readonly #shapes = new Set<string>();

  hide(secret: string): void {
    // A very short secret would blot out ordinary words, and gives nothing away that guessing would not.
    if (secret.length < 4) return;
    this.#shapes.add(secret);
    this.#shapes.add(encodeURIComponent(secret));
    this.#shapes.add(JSON.stringify(secret).slice(1, -1));
    this.#shapes.add(
      Buffer.from(secret)
        .toString('base64')
        .replace(/={1,2}$/, ''),
    );
  }

  /** Takes out the secrets that are known, and what looks like one. */
  redact(text: string): string {
    let safe = text;
    for (const shape of this.#shapes) safe = safe.replaceAll(shape, HIDDEN);
    return hideSecrets(safe);
  }
}

/** The only writer of the program's log. Its lines never hold a token or a raw control character. */
export class Log implements vscode.Disposable {
  readonly #redactor = new Redactor();
  readonly #channel = vscode.window.createOutputChannel('Datastore Explorer', { log: true });

  /** From now on this secret is shown as a placeholder, in every text. */
  hide(secret: string): void {
    this.#redactor.hide(secret);
  }

  /** For texts that are shown: a server may repeat a token in what it says, people paste one into an address. */
  withoutSecrets(text: string): string {
    return this.#redactor.redact(text);
  }

  debug(text: string): void {
    this.#channel.debug(this.#line(text));
  }

  info(text: string): void {
    this.#channel.info(this.#line(text));
  }

  warn(text: string): void {
    this.#channel.warn(this.#line(text));
  }

  /** The error with its causes: enough to find the place, on as many lines as there are causes. */
  error(what: string, error: unknown): void {
    this.#channel.error(this.#line(`${what}: ${String(error)}`));
    if (!(error instanceof Error)) return;
    for (let cause = causeOf(error), depth = 0; cause && depth < 5; cause = causeOf(cause), depth += 1)
      this.#channel.error(this.#line(`caused by ${String(cause)}`));
    this.#channel.debug(this.#line(error.stack ?? ''));
  }

  show(): void {
    this.#channel.show(true);
  }

  dispose(): void {
    this.#channel.dispose();
  }

  #line(text: string): string {
    return safeLine(this.#redactor.redact(text));
  }
}

function causeOf(error: Error): Error | undefined {
  return error.cause instanceof Error ? error.cause : undefined;
}
