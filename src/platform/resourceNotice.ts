import type { Disposing } from './disposables.ts';

/** Something to know about a resource itself, or about the records that a panel shows, for as long as they are looked at. */
export interface ResourceNotice {
  /** What it is about; there is one of a kind at a time. */
  readonly kind: 'partial' | 'broken' | 'changed' | 'gone' | 'skipped' | 'copy' | 'moved' | 'rows';
  readonly text: string;
  readonly actions: readonly NoticeAction[];
}

export interface NoticeAction {
  readonly label: string;
  /** `runAgain`: the panel that shows the notice asks its question again. */
  readonly does: 'runAgain' | (() => unknown);
}

/** Ends with `dispose`. */
export interface ResourceWatch extends Disposing {
  /** Looks now; resolves when the listener knows what is there. */
  look(): Promise<void>;
}

export interface ResourceListener {
  readonly notices: (notices: readonly ResourceNotice[]) => void;
  /** Other records stand behind the resource now: it was read again, or to its end. */
  readonly renewed: () => void;
}
