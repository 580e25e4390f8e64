import * as vscode from 'vscode';
import { DatastoreError } from '../datastore/wire/errors.ts';
import { describeError, type ErrorDescription } from '../datastore/wire/errorWords.ts';
import { HttpError } from '../http/errors.ts';
import { cut } from '../base/oneLine.ts';
import type { Log } from './log.ts';
import { type MessageKind, showMessage } from './messages.ts';
import { Problem, type ProblemAction, Unreachable } from './problem.ts';
import { translate, windowLanguage } from './windowLanguage.ts';
import { PLATFORM_WORDS } from './platformWords.ts';

/** Longest message of a notification in UTF-16 units, without its hint. */
const LONGEST = 700;

/** A failure in words for people: what happened, to which server, what remains, and what to do next. */
export interface FailureWords extends ErrorDescription {
  readonly actions: readonly FailureAction[];
  /** Whether no answer came, so that the same request may succeed later. */
  readonly isUnreachable: boolean;
}

export interface FailureAction {
  readonly label: string;
  readonly run: () => unknown;
}

export interface ServerNames {
  /** The portal's name, or the host if it isn't listed. `host` includes the port. */
  readonly nameOf: (host: string) => string;
  /** The failure of a database that its process reported. Undefined for every other error. */
  readonly reworded: (error: unknown) => Problem | undefined;
}

/** Turns errors into words, in the same way for messages, form and grid. */
export class Failures {
  readonly #log: Log;
  #servers: ServerNames | undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  nameServers(servers: ServerNames): void {
    this.#servers = servers;
  }

  describe(thrown: unknown): FailureWords {
    const error = this.#servers?.reworded(thrown) ?? thrown;
    const nameOf = (host: string): string => this.#servers?.nameOf(host) ?? host;
    const isOfServer = error instanceof HttpError || error instanceof Unreachable;
    const words =
      error instanceof Problem
        ? { message: error.message, hint: error.hint, offersToken: false, actions: error.actions.map(actionOf) }
        : { ...describeError(error, windowLanguage, nameOf), actions: [] };
    const safe = (text: string): string => this.#log.withoutSecrets(text);
    return { ...words, message: safe(words.message), hint: safe(words.hint), isUnreachable: isOfServer };
  }

  log(what: string, error: unknown): FailureWords {
    this.#log.error(what, error);
    return this.describe(error);
  }

  /** Shows a message with buttons for the actions. Resolves when people have answered. */
  async show(what: string, error: unknown, actions: readonly FailureAction[] = []): Promise<void> {
    const { message, hint } = this.log(what, error);
    const offered = [...actions, ...this.#actionsFor(error)];
    const answer = await showMessage('error', inOneMessage({ message, hint }), ...offered.map(({ label }) => label));
    await offered.find(({ label }) => label === answer)?.run();
  }

  /** Shows a message with buttons without waiting for the answer. Failures of a button's action are shown, too. */
  offer(what: string, kind: MessageKind, text: string, actions: readonly FailureAction[]): void {
    showMessage(kind, text, ...actions.map(({ label }) => label))
      .then((answer) => actions.find(({ label }) => label === answer)?.run())
      .catch((error: unknown) => this.show(what, error));
  }

  /** Says what was done, with a button that undoes it. */
  offerUndo(text: string, run: () => Promise<void>): void {
    this.offer('Undo', 'information', text, [{ label: translate(PLATFORM_WORDS.undo), run }]);
  }

  /** Shows a problem as a warning with its buttons, without waiting for the answer. */
  offerProblem(what: string, problem: Problem): void {
    this.#log.warn(problem.message);
    this.offer(what, 'warning', inOneMessage(problem), problem.actions.map(actionOf));
  }

  #actionsFor(error: unknown): readonly FailureAction[] {
    const { actions } = this.describe(error);
    if (error instanceof Problem || actions.length > 0) return actions;
    const isExpected = error instanceof HttpError || error instanceof DatastoreError;
    return isExpected ? [] : [{ label: translate(PLATFORM_WORDS.showLog), run: () => this.#log.show() }];
  }
}

/** Message and hint in one text. Long words of a server are cut so that the hint stays visible. */
export function inOneMessage({ message, hint }: Pick<FailureWords, 'message' | 'hint'>): string {
  return `${cut(message, LONGEST)} ${hint}`.trim();
}

function actionOf({ label, command, arguments: passed = [] }: ProblemAction): FailureAction {
  return { label, run: () => vscode.commands.executeCommand(command, ...passed) };
}
