import { render } from 'lit-html';
import type { DraftRevision, QueryDraft } from '../../datastore/query/draft.ts';
import type { FormHost, FormInit, FormView, RunState } from '../../messages/formProtocol.ts';
import { type Handlers, messageOf } from '../../messages/rpc.ts';
import type { PageFrame } from '../ui/frame.ts';
import { holdsFocus } from '../ui/focus.ts';
import { insertText } from '../ui/insertText.ts';
import { scrollToShow } from '../ui/scrollToShow.ts';
import type { FormCommands } from './control.ts';
import {
  type Control,
  contentOf,
  enteredDraft,
  entryOf,
  type FormEntry,
  isSameDraft,
  restoredEntry,
  type SavedForm,
  savedForm,
} from './formEntry.ts';
import { type FormAction, type FormState, initialState, reduce } from './formModel.ts';
import { formView } from './formView.ts';
import { summaryInput } from './summarizeControl.ts';
import { announcement, controlsWithErrors, problemsAt } from './visibleProblems.ts';

const CHECK_AFTER_MS = 150;
const COPIED_FOR_MS = 2000;

export class FormController implements Handlers<FormView> {
  readonly #frame: PageFrame<FormHost, SavedForm>;
  readonly #host: PageFrame<FormHost, SavedForm>['host'];
  readonly #init: Pick<FormInit, 'strings' | 'isBesideTree'>;
  #state: FormState;
  #announced = '';
  /** A new object after each edit. */
  #revision: DraftRevision;
  #checkTimer: number | undefined;
  #fieldsAbort = new AbortController();
  /** False while an address is being typed. */
  #isAddressWhole = true;
  #isDrawing = false;
  /** The caret's position when the focused box got the focus. */
  #focusedAt: number | undefined;
  #press: PointerEvent | undefined;
  #left: { readonly element: HTMLElement; readonly action: FormAction }[] = [];

  constructor(frame: PageFrame<FormHost, SavedForm>, init: FormInit) {
    this.#frame = frame;
    this.#host = frame.host;
    this.#init = init;
    // A saved entry may contain letters that the host never got, so it counts as an edit of the host's draft.
    this.#revision = { id: init.revision, edits: init.draft === null ? 1 : 0 };
    this.#state = initialState(init.portals, restoredEntry(frame.saved, init.draft));
    this.#watchPointer();
    // The check sends what was typed, because people may go to another panel, and the host keeps a draft per panel.
    window.addEventListener('blur', () => {
      if (this.#checkTimer !== undefined) this.#check();
    });
    document.addEventListener('focusin', ({ target }) => {
      const { selectionStart = null } = target as Partial<HTMLInputElement>;
      this.#focusedAt = selectionStart ?? undefined;
    });
    // A command that focuses the view focuses only its frame, where typed text would be lost.
    window.addEventListener('focus', () => {
      if (document.activeElement === document.body && this.#press === undefined) this.focus();
    });
    this.#draw();
    this.#check();
  }

  show(draft: QueryDraft, id: string, edits: number | null): void {
    if (edits !== null && edits !== this.#revision.edits) {
      this.#revision = { ...this.#revision, id };
      this.#check();
      return;
    }
    const entry = entryOf(draft);
    // An equal draft isn't replaced, so that focus and half-typed values stay.
    if (!isSameDraft(entry, this.#state.entry)) this.#send({ kind: 'shown', entry });
    this.#revision = { id, edits: 0 };
    this.#check();
  }

  portals(portals: FormInit['portals']): void {
    this.#send({ kind: 'portalsChanged', portals });
    // A new base URL or token changes the request of the draft.
    this.#check();
  }

  runState(run: RunState): void {
    const hadFocus = holdsFocus(document.getElementById('cancel'));
    this.#send({ kind: 'runChanged', run }, hadFocus ? 'run' : undefined);
    if (this.#state.run.kind === 'failed') scrollToShow(unfolded(`${this.#state.run.problem.control}-problems`));
  }

  focus(): void {
    const empty = (['portal', 'resource', 'q'] as const).find((part) => contentOf(part, this.#state.entry) === '');
    document.getElementById(empty ?? 'q')?.focus();
  }

  type(text: string): void {
    if (document.hasFocus()) insertText(text, this.#focusedAt);
  }

  readonly #commands: FormCommands = {
    run: () => this.#report(this.#run()),
    cancel: () => this.#report(this.#host.cancel()),
    copyRequest: () => this.#report(this.#copy()),
    setToken: () => this.#report(this.#host.setToken(enteredDraft(this.#state.entry))),
    addPortal: () => this.#report(this.#host.addPortal()),
    openLocalFile: () => this.#report(this.#host.openLocalFile()),
    toggleJson: () => this.#report(this.#convert()),
    needFields: () => {
      if (this.#state.fields.kind === 'unknown') void this.#loadFields();
    },
    retryFields: () => void this.#loadFields(),
  };

  readonly #send = (action: FormAction, focus?: string): void => {
    // lit sends focusout while it removes a focused element.
    if (this.#isDrawing) {
      queueMicrotask(() => this.#send(action, focus));
      return;
    }
    const before = this.#state;
    this.#state = reduce(before, action);
    this.#noteAddress(action);
    if (this.#state.entry !== before.entry) this.#entryChanged(before.entry);
    if (this.#state.fields.kind === 'unknown') this.#fieldsAbort.abort();
    if (this.#state !== before) this.#draw();
    if (focus) document.getElementById(focus)?.focus();
  };

  #noteAddress(action: FormAction): void {
    if (action.kind === 'portalTyped' || (action.kind === 'typed' && action.part === 'resource'))
      this.#isAddressWhole = action.isPasted === true;
    else if (action.kind === 'settled' && !this.#isAddressWhole) {
      this.#isAddressWhole = true;
      this.#checkSoon();
    }
  }

  readonly #onLeave =
    (action: FormAction) =>
    ({ currentTarget, relatedTarget }: FocusEvent): void => {
      const element = currentTarget as HTMLElement;
      if (relatedTarget instanceof Node && element.contains(relatedTarget)) return;
      if (this.#press) this.#left.push({ element, action });
      else this.#send(action);
    };

  #watchPointer(): void {
    const pressed = (event: PointerEvent) => {
      // The list of a select and the context menu swallow the release.
      const endsHere = event.button === 0 && !(event.target instanceof HTMLSelectElement);
      this.#press = endsHere ? event : undefined;
    };
    const released = () => {
      const press = this.#press;
      // The click follows the release, and sometimes the next press does, too.
      setTimeout(() => {
        if (this.#press !== press) return;
        this.#press = undefined;
        for (const { element, action } of this.#left.splice(0))
          if (!element.contains(document.activeElement)) this.#send(action);
      });
    };
    window.addEventListener('pointerdown', pressed, true);
    window.addEventListener('pointerup', released, true);
    window.addEventListener('pointercancel', released, true);
  }

  #draw(): void {
    const { strings, isBesideTree } = this.#init;
    this.#isDrawing = true;
    try {
      const context = {
        ...{ state: this.#state, words: strings, isBesideTree },
        ...{ send: this.#send, onLeave: this.#onLeave, commands: this.#commands },
      };
      render(formView(context), this.#frame.root);
    } finally {
      this.#isDrawing = false;
    }
    const news = announcement(this.#state, strings);
    if (news !== this.#announced) this.#frame.announce(news);
    this.#announced = news;
  }

  #entryChanged(before: FormEntry): void {
    if (!isSameDraft(before, this.#state.entry))
      this.#revision = { ...this.#revision, edits: this.#revision.edits + 1 };
    this.#save();
    this.#checkSoon();
  }

  #checkSoon(): void {
    clearTimeout(this.#checkTimer);
    this.#checkTimer = setTimeout(() => this.#check(), CHECK_AFTER_MS);
  }

  #save(): void {
    this.#frame.save(savedForm(this.#state.entry, this.#revision.id));
  }

  #check(): void {
    clearTimeout(this.#checkTimer);
    this.#checkTimer = undefined;
    const { entry } = this.#state;
    this.#save();
    const answer = this.#host.check(enteredDraft(entry), this.#revision, this.#isAddressWhole).then((check) => {
      if (check === null || this.#state.entry !== entry) return;
      this.#send({ kind: 'checked', check, entry });
      // The fields decide whether a summary of another resource still fits.
      if (this.#isAddressWhole && entry.summary !== undefined) this.#commands.needFields();
    });
    this.#report(answer);
  }

  async #run(): Promise<void> {
    const { entry } = this.#state;
    const focused = document.activeElement;
    const problems = await this.#host.run(enteredDraft(entry), this.#revision);
    if (!problems.some(({ severity }) => severity === 'error')) return;
    this.#send({ kind: 'refused', problems, entry });
    const [first] = controlsWithErrors(this.#state);
    // People who already type elsewhere must not lose their text to another control.
    if (first && document.hasFocus() && document.activeElement === focused) unfolded(this.#inputOf(first))?.focus();
  }

  #inputOf(control: Control): string {
    const row = this.#state.entry.rows.find(({ key }) => control === `row-${key}`);
    if (control === 'summary') return summaryInput(this.#state);
    if (row) return `${control}-${problemsAt(this.#state, control)[0]?.rowPart ?? 'value'}`;
    if (control !== 'filters') return control;
    return this.#state.entry.filterMode === 'json' ? 'filters-json' : 'add-filter';
  }

  async #copy(): Promise<void> {
    await this.#host.copyRequest(enteredDraft(this.#state.entry));
    this.#send({ kind: 'copied', isCopied: true });
    setTimeout(() => this.#send({ kind: 'copied', isCopied: false }), COPIED_FOR_MS);
  }

  async #convert(): Promise<void> {
    const { entry } = this.#state;
    const revision = this.#revision;
    const to = entry.filterMode === 'json' ? 'rows' : 'json';
    const conversion =
      to === 'json'
        ? await this.#host.filtersToJson(enteredDraft(entry))
        : await this.#host.filtersToRows(entry.filterJson.trim() || '{}');
    if (this.#revision !== revision) return;
    this.#send({ kind: 'converted', to, conversion });
    if (to === 'json' && document.activeElement?.id === 'filters-json-toggle')
      document.getElementById('filters-json')?.focus();
  }

  async #loadFields(): Promise<void> {
    if (this.#state.entry.resource.trim() === '') return;
    this.#fieldsAbort.abort();
    this.#fieldsAbort = new AbortController();
    const { signal } = this.#fieldsAbort;
    this.#send({ kind: 'fieldsChanged', fields: { kind: 'loading' } });
    try {
      const fields = await this.#host.fields(enteredDraft(this.#state.entry), signal);
      if (signal.aborted) return;
      this.#send({ kind: 'fieldsChanged', fields: { kind: 'known', fields } });
      // The answer has shown which queries the portal supports.
      this.#checkSoon();
    } catch (error) {
      if (!signal.aborted) this.#send({ kind: 'fieldsChanged', fields: { kind: 'failed', message: messageOf(error) } });
    }
  }

  #report(call: Promise<void>): void {
    this.#frame.send(call, (message) => this.#send({ kind: 'hostFailed', message }));
  }
}

/** The element, whose section is unfolded if it is folded. */
function unfolded(id: string): HTMLElement | null {
  const element = document.getElementById(id);
  element?.closest('details')?.toggleAttribute('open', true);
  return element;
}
