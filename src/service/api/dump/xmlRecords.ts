/** Records as CKAN's XML dump (ckanext/datastore/writer.py), their numbers with all digits. */
import { parseExact } from '../../../base/exactJson.ts';
import { ExactNumber, type ExactValue, isList, isObject } from '../../../base/cells.ts';
import type { OutputField, Values } from '../../engine/datastore.ts';
import { pythonNumber } from '../../ckan/pythonText.ts';
import { textOfValue } from '../search/copyText.ts';

export class XmlRecords {
  readonly isText = false;
  readonly #columns: readonly OutputField[];
  readonly #names: readonly string[];

  constructor(columns: readonly OutputField[]) {
    this.#columns = columns;
    const names = new Map<string, string>();
    const ids = columns.slice(this.#idPlaces).map(({ id }) => id);
    for (const id of ids) names.set(id, uniqueName(elementName(id), new Set(names.values())));
    this.#names = ids.map((id) => names.get(id) ?? '');
  }

  begin(): string {
    return '<data xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n';
  }

  record(values: Values): string {
    const places = this.#idPlaces;
    const texts = this.#columns.map((column, index) => {
      const value = values[index] ?? null;
      return value === null ? null : textOfValue(column, value);
    });
    const attribute = places === 1 ? ` _id="${escapedAttribute(texts[0] ?? 'null')}"` : '';
    const elements = this.#columns.slice(places).map((column, index) => {
      const text = texts[index + places] ?? null;
      return element(this.#names[index] ?? '', text !== null && column.isJson ? parsed(text, column) : text);
    });
    return elements.length === 0 ? `<row${attribute} />\n` : `<row${attribute}>${elements.join('')}</row>\n`;
  }

  end(): string {
    return '</data>\n';
  }

  /** `_id` stands in front as an attribute, if it comes first. */
  get #idPlaces(): 0 | 1 {
    return this.#columns[0]?.id === '_id' ? 1 : 0;
  }
}

/** Floats are doubles, in Python's spelling; other numbers keep their digits. */
function parsed(text: string, { type }: OutputField): ExactValue {
  if (type.startsWith('float') && /^-?\d/.test(text)) return new ExactNumber(pythonNumber(text));
  try {
    return parseExact(text);
  } catch {
    return text;
  }
}

function element(name: string, value: ExactValue, key?: string): string {
  const attribute = key === undefined ? '' : ` key="${escapedAttribute(key)}"`;
  if (value === null) return `<${name} xsi:nil="true"${attribute} />`;
  const inner = innerXml(value);
  return inner === '' ? `<${name}${attribute} />` : `<${name}${attribute}>${inner}</${name}>`;
}

function innerXml(value: ExactValue): string {
  if (isList(value)) return value.map((each, index) => element('value', each, String(index))).join('');
  if (isObject(value))
    return Object.entries(value)
      .map(([key, each]) => element('value', each, key))
      .join('');
  if (value === true) return 'True';
  if (value === false) return 'False';
  return escaped(value instanceof ExactNumber ? value.text : String(value));
}

function escapedAttribute(text: string): string {
  return escaped(text).replaceAll('"', '&quot;');
}

/** Control characters can't stand in XML in any spelling. */
function escaped(text: string): string {
  return (
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      // eslint-disable-next-line no-control-regex -- exactly those that XML 1.0 has not
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
  );
}

/** CKAN's rules, in its order; a name of which nothing is left is `field`. */
function elementName(id: string): string {
  const name = id
    .normalize('NFC')
    .replace(/^(\p{Nd}*xml\p{Nd}*|\p{Nd}+)/iu, '')
    .replace(/\s+/gu, '_')
    .replace(/[^\p{L}\p{N}_.-]/gu, '')
    .replace(/^[\p{Nd}.-]+/u, '');
  return name === '' ? 'field' : name;
}

function uniqueName(name: string, taken: ReadonlySet<string>): string {
  let unique = name;
  for (let suffix = 0; taken.has(unique); suffix += 1) unique = `${name}_${String(suffix)}`;
  return unique;
}
