import type { GridAction } from '../../messages/gridActions.ts';
import type { GridLook } from '../../messages/gridLook.ts';
import type { GridResult, GridView } from '../../messages/gridProtocol.ts';
import type { GridStrings } from '../../messages/gridStrings.ts';
import type { PanelContext, PanelPart } from './panelPart.ts';

export interface LookContext extends Pick<PanelContext, 'grid' | 'say' | 'changed'> {
  readonly strings: Pick<GridStrings, 'valuesRaw' | 'valuesFormatted'>;
}

/** How this panel draws records: as the settings say, or the other way once somebody has asked for it here. */
export class PanelLook implements PanelPart {
  readonly #context: LookContext;
  #set: GridLook;
  #isRaw: boolean | undefined;

  /** `look`: as the settings have it. */
  constructor(look: GridLook, context: LookContext) {
    this.#set = look;
    this.#context = context;
  }

  get look(): GridLook {
    if (this.#isRaw === undefined) return this.#set;
    if (this.#isRaw) return { ...this.#set, numbers: 'raw', dates: 'raw', booleans: 'raw' };
    // Without any format in the settings, the one key shows them all.
    return isRaw(this.#set)
      ? { ...this.#set, numbers: 'grouped', dates: 'localised', booleans: 'marks' }
      : this.#set;
  }

  show(_result: GridResult, view?: GridView): void {
    if (view?.raw === undefined || view.raw === this.#isRaw) return;
    this.#isRaw = view.raw;
    this.#context.grid()?.setLook(this.look);
  }

  view(): Pick<GridView, 'raw'> {
    return this.#isRaw === undefined ? {} : { raw: this.#isRaw };
  }

  /** The settings have changed. */
  take(look: GridLook): void {
    this.#set = look;
    this.#isRaw = undefined;
    this.#context.grid()?.setLook(look);
  }

  perform(action: GridAction): boolean {
    if (action !== 'toggleRawValues') return false;
    const { strings, grid, say, changed } = this.#context;
    this.#isRaw = !(this.#isRaw ?? isRaw(this.#set));
    grid()?.setLook(this.look);
    changed();
    say(this.#isRaw ? strings.valuesRaw : strings.valuesFormatted);
    return true;
  }
}

function isRaw({ numbers, dates, booleans }: GridLook): boolean {
  return [numbers, dates, booleans].every((format) => format === 'raw');
}
