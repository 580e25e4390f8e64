import * as vscode from 'vscode';
import { DatastoreError } from '../datastore/wire/errors.ts';
import { describeError, type ErrorDescription } from '../datastore/wire/errorWords.ts';
import { HttpError } from '../http/errors.ts';
import { cut } from '../base/oneLine.ts';
import type { Log } from './log.ts';
import { type MessageKind, showMessage } from './messages.ts';
import { Problem, type ProblemAction, Unreachable } from './problem.ts';
import { windowLanguage } from './windowLanguage.ts';
import { translate } from './windowLanguage.ts';
import { PLATFORM_WORDS } from './platformWords.ts';

/** UTF-16 units of a notification, the hint behind it not counted. */
const LONGEST = 700;

/** A failure for people: what happened, to which server; what is kept, what to do next. */
export interface FailureWords extends ErrorDescription {
  /** What can be done about this failure alone. */
  readonly actions: readonly FailureAction[];
  /** No answer came: the same request may succeed later. */
  readonly isUnreachable: boolean;
}

export interface FailureAction {
  readonly label: string;
  readonly run: () => unknown;
}

/** What `Failures` asks of portals. */
export interface ServerNames {
  /** The portal's name, or the host itself. `host`: with its port. */
  readonly nameOf: (host: string) => string;
  /** A failure of a database that its process reported. Undefined for every other error. */
  readonly reworded: (error: unknown) => Problem | undefined;
}

/** The edge where errors become words, the same for messages, form and grid. */
export class Failures {
  readonly #log: Log;
  #servers: ServerNames | undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  /** What people call servers, once the portals are there. */
  nameServers(servers: ServerNames): void {
    this.#servers = servers;
  }

  describe(thrown: unknown): FailureWords {
    const error = this.#servers?.reworded(thrown) ?? thrown;
    const nameOf = (host: string): string => this.#servers?.nameOf(host) ?? host;
    const isOfServer = error instanceof HttpError || error instanceof Unreachable;
    const words =
      error instanceof Problem
        ? {
            message: error.message,
            hint: error.hint,
            offersToken: false,
            actions: error.actions.map(actionOf),
          }
        : { ...describeError(error, windowLanguage, nameOf), actions: [] };
    const safe = (text: string): string => this.#log.withoutSecrets(text);
    return { ...words, message: safe(words.message), hint: safe(words.hint), isUnreachable: isOfServer };
  }

  /** Logs the error and describes it. */
  log(what: string, error: unknown): FailureWords {
    this.#log.error(what, error);
    return this.describe(error);
  }

  /** Shows one message, with what can be done about it. Resolves when it was answered. */
  async show(what: string, error: unknown, actions: readonly FailureAction[] = []): Promise<void> {
    const { message, hint } = this.log(what, error);
    const offered = [...actions, ...this.#actionsFor(error)];
    const answer = await showMessage(
      'error',
      inOneMessage({ message, hint }),
      ...offered.map(({ label }) => label),
    );
    await offered.find(({ label }) => label === answer)?.run();
  }

  /** Shows a message with what can be done next, and waits for no answer: what goes wrong then is shown in turn. */
  offer(what: string, kind: MessageKind, text: string, actions: readonly FailureAction[]): void {
    showMessage(kind, text, ...actions.map(({ label }) => label))
      .then((answer) => actions.find(({ label }) => label === answer)?.run())
      .catch((error: unknown) => this.show(what, error));
  }

  /** Shows a problem as a warning, with the buttons that help, and waits for no answer. */
  offerProblem(what: string, problem: Problem): void {
    this.#log.warn(problem.message);
    this.offer(what, 'warning', inOneMessage(problem), problem.actions.map(actionOf));
  }

  #actionsFor(error: unknown): readonly FailureAction[] {
    if (error instanceof Problem) return this.describe(error).actions;
    const isExpected = error instanceof HttpError || error instanceof DatastoreError;
    return isExpected ? [] : [{ label: translate(PLATFORM_WORDS.showLog), run: () => this.#log.show() }];
  }
}

/** A server's words may be long; what to do next is said all the same. */
export function inOneMessage({ message, hint }: Pick<FailureWords, 'message' | 'hint'>): string {
  return `${cut(message, LONGEST)} ${hint}`.trim();
}

function actionOf({ label, command, arguments: passed = [] }: ProblemAction): FailureAction {
  return { label, run: () => vscode.commands.executeCommand(command, ...passed) };
}
