import { printable } from '../base/printable.ts';
import { Redactor } from '../base/secretText.ts';
import * as vscode from 'vscode';

/** Longest log line in UTF-16 units, so that a hostile answer can't flood the log (docs/security.md 19). */
const LINE_LIMIT = 4096;

export function safeLine(text: string): string {
  const visible = printable(text);
  return visible.length <= LINE_LIMIT ? visible : `${visible.slice(0, LINE_LIMIT - 1)}…`;
}

/** The only writer of the program's log. Its lines never contain a token or a raw control character. */
export class Log implements vscode.Disposable {
  readonly #redactor = new Redactor();
  readonly #channel = vscode.window.createOutputChannel('Datastore Explorer', { log: true });
  #isClosed = false;
  /** Replaces this secret by a placeholder in all later texts. */
  readonly hide = (secret: string): void => this.#redactor.hide(secret);
  /** Removes secrets from a shown text: a server may repeat a token, and people may paste one into an address. */
  readonly withoutSecrets = (text: string): string => this.#redactor.redact(text);
  readonly debug = (text: string): void => this.#write('debug', text);
  readonly info = (text: string): void => this.#write('info', text);
  readonly warn = (text: string): void => this.#write('warn', text);

  error(what: string, error: unknown): void {
    this.#write('error', `${what}: ${String(error)}`);
    if (!(error instanceof Error)) return;
    for (let cause = causeOf(error), depth = 0; cause && depth < 5; cause = causeOf(cause), depth += 1)
      this.#write('error', `caused by ${String(cause)}`);
    this.#write('debug', error.stack ?? '');
  }

  show(): void {
    if (!this.#isClosed) this.#channel.show(true);
  }

  dispose(): void {
    this.#isClosed = true;
    this.#channel.dispose();
  }

  /** A closed channel throws, but work that ends while the window closes must still clean up after its last line. */
  #write(level: 'debug' | 'info' | 'warn' | 'error', text: string): void {
    if (!this.#isClosed) this.#channel[level](safeLine(this.#redactor.redact(text)));
  }
}

function causeOf(error: Error): Error | undefined {
  return error.cause instanceof Error ? error.cause : undefined;
}
