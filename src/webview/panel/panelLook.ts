import type { GridAction } from '../../messages/gridActions.ts';
import type { GridLook } from '../../messages/gridLook.ts';
import type { GridResult, PanelView } from '../../messages/gridProtocol.ts';
import type { GridStrings } from '../../messages/gridStrings.ts';
import type { PanelContext, PanelPart } from './panelPart.ts';

export interface LookContext extends Pick<PanelContext, 'grid' | 'announce' | 'saveSoon'> {
  readonly strings: Pick<GridStrings, 'valuesRaw' | 'valuesFormatted'>;
}

/** The look of values in this panel: as in the settings, until people toggle raw values. */
export class PanelLook implements PanelPart {
  readonly #context: LookContext;
  #settings: GridLook;
  #isRaw: boolean | undefined;

  constructor(look: GridLook, context: LookContext) {
    this.#settings = look;
    this.#context = context;
  }

  get look(): GridLook {
    if (this.#isRaw === undefined) return this.#settings;
    if (this.#isRaw) return { ...this.#settings, numbers: 'raw', dates: 'raw', booleans: 'raw' };
    // If the settings format no values at all, the toggle formats all kinds of values.
    return isRaw(this.#settings)
      ? { ...this.#settings, numbers: 'grouped', dates: 'localised', booleans: 'marks' }
      : this.#settings;
  }

  show(_result: GridResult, view?: PanelView): void {
    if (view?.raw === undefined || view.raw === this.#isRaw) return;
    this.#isRaw = view.raw;
    this.#context.grid()?.setLook(this.look);
  }

  view(): Pick<PanelView, 'raw'> {
    return this.#isRaw === undefined ? {} : { raw: this.#isRaw };
  }

  setSettings(look: GridLook): void {
    this.#settings = look;
    this.#isRaw = undefined;
    this.#context.grid()?.setLook(look);
  }

  perform(action: GridAction): boolean {
    if (action !== 'toggleRawValues') return false;
    const { strings, grid, announce, saveSoon } = this.#context;
    this.#isRaw = !(this.#isRaw ?? isRaw(this.#settings));
    grid()?.setLook(this.look);
    saveSoon();
    announce(this.#isRaw ? strings.valuesRaw : strings.valuesFormatted);
    return true;
  }
}

function isRaw({ numbers, dates, booleans }: GridLook): boolean {
  return [numbers, dates, booleans].every((format) => format === 'raw');
}
