/** Asks for the values of a query's parameters, with those of the last run in this workspace. */
import * as v from 'valibot';
import { isList } from '../base/cells.ts';
import { readExact } from '../base/exactJson.ts';
import { holdsSecret } from '../base/secretText.ts';
import { parameterJson, wrongValue } from '../document/kept/fillQuery.ts';
import type { KeptQuery, ParameterType, ParameterValues, QueryParameter } from '../document/kept/keptQuery.ts';
import { askText } from '../platform/messages.ts';
import { choose } from '../platform/quickPick.ts';
import { type Storage, StoredList } from '../platform/state/stored.ts';
import { translate } from '../platform/windowLanguage.ts';
import { KEPT_EDITOR_WORDS as WORDS } from './keptEditorWords.ts';

const Filled = v.object({ document: v.string(), name: v.string(), values: v.record(v.string(), v.string()) });

/** A text that can't be told from others in a list with commas. */
const SPECIAL = /^$|[,[]|^\s|\s$/;

export class ParameterForm {
  readonly #filled: StoredList<typeof Filled>;

  constructor(state: Storage) {
    this.#filled = new StoredList(state, { key: 'queryParameters', item: Filled, most: 100, budget: 100_000 });
  }

  /** The values of the last run, and defaults for the others. A parameter without either is absent. */
  lastOf(document: string, { name, parameters }: KeptQuery): ParameterValues {
    const last = this.#filled.items.find((each) => each.document === document && each.name === name)?.values ?? {};
    const values = parameters.flatMap((parameter): [string, string][] => {
      const json = Object.hasOwn(last, parameter.name) ? last[parameter.name] : undefined;
      const fits = json !== undefined && typedText(parameter, json) !== undefined;
      const value = fits ? json : parameter.defaultJson;
      return value === undefined ? [] : [[parameter.name, value]];
    });
    return new Map(values);
  }

  /** Undefined if people cancel. A query without parameters asks nothing. */
  async ask(document: string, kept: KeptQuery): Promise<ParameterValues | undefined> {
    const { parameters } = kept;
    const values = new Map(this.lastOf(document, kept));
    const set = async (parameter: QueryParameter): Promise<boolean> => {
      const json = await askValue(kept, parameter, values.get(parameter.name));
      if (json !== undefined) values.set(parameter.name, json);
      return json !== undefined;
    };
    const [only, another] = parameters;
    if (only !== undefined && another === undefined) {
      if (!(await set(only))) return undefined;
    } else {
      for (const parameter of parameters) if (!values.has(parameter.name) && !(await set(parameter))) return undefined;
      while (parameters.length > 0) {
        const chosen = await chooseParameter(kept, values);
        if (chosen === undefined) return undefined;
        if (chosen === 'run') break;
        await set(chosen);
      }
    }
    await this.#remember(document, kept, values);
    return values;
  }

  async #remember(document: string, { name }: KeptQuery, values: ParameterValues): Promise<void> {
    const kept = [...values].filter(([, json]) => !holdsSecret(json));
    const filled = { document, name, values: Object.fromEntries(kept) };
    if (values.size > 0) await this.#filled.put(filled, (other) => other.document === document && other.name === name);
  }
}

function chooseParameter(
  { name, parameters }: KeptQuery,
  values: ParameterValues,
): Promise<QueryParameter | 'run' | undefined> {
  return choose<QueryParameter | 'run'>({
    title: translate(WORDS.fillTitle, { name }),
    placeholder: translate(WORDS.fillPick),
    items: [
      { label: translate(WORDS.runNow), icon: 'play', value: 'run' },
      ...parameters.map((parameter) => ({
        label: parameter.name,
        description: typedText(parameter, values.get(parameter.name) ?? '') ?? '',
        ...(parameter.description !== undefined && { detail: parameter.description }),
        value: parameter,
      })),
    ],
  });
}

/** The value as JSON. Undefined if people cancel. */
async function askValue(kept: KeptQuery, parameter: QueryParameter, last = ''): Promise<string | undefined> {
  const { name, type, description } = parameter;
  const title = translate(WORDS.fillTitle, { name: kept.name });
  const prompt = description ?? translate(type === 'list' ? WORDS.fillList : WORDS.fillPrompt, { name });
  if (type === 'boolean')
    return choose({
      ...{ title, placeholder: prompt, active: last },
      items: ['true', 'false'].map((value) => ({ label: value, value })),
    });
  const problem = (text: string): string | undefined => {
    const json = jsonOfTyped(type, text);
    return json === undefined ? translate(type === 'number' ? WORDS.notNumber : WORDS.notList, { text }) : undefined;
  };
  const typed = await askText({ title, prompt, value: typedText(parameter, last) ?? '', problem });
  return typed === undefined ? undefined : jsonOfTyped(type, typed);
}

/** What people typed for a parameter of this type, as JSON. Undefined if it isn't of the type. */
export function jsonOfTyped(type: ParameterType, text: string): string | undefined {
  const parts = text.split(',').map((part) => part.trim());
  const hasCommas = type === 'list' && !text.trimStart().startsWith('[');
  const json = hasCommas ? JSON.stringify(parts.filter((part) => part !== '')) : parameterJson({ type }, text);
  return wrongValue(type, json) === undefined ? json : undefined;
}

/** How people type a parameter's value. Undefined if the value isn't of the parameter's type. */
function typedText({ type }: QueryParameter, json: string): string | undefined {
  if (wrongValue(type, json) !== undefined) return undefined;
  const value = readExact(json);
  if (typeof value === 'string') return value;
  const texts = isList(value) ? value.filter((each) => typeof each === 'string') : [];
  const isPlain = isList(value) && texts.length === value.length && !texts.some((each) => SPECIAL.test(each));
  return isPlain ? texts.join(', ') : json;
}
