/**
 * Reads content.xml of an OpenDocument spreadsheet in the simplest way: a tree of the whole document, and functions
 * that walk through it. It shares no code with odsReader.ts, which must agree with it (odsNesting.test.ts).
 */

interface Element {
  /** The name includes its prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (Element | string)[];
}

export interface PlainValue {
  readonly kind: string;
  readonly text: string;
}

export interface PlainTable {
  readonly fields: readonly { readonly id: string; readonly type: string }[];
  readonly records: readonly (readonly (string | null)[])[];
}

/** Reads each sheet by its name. The first row with a value is the header. */
export function plainSheets(xml: string): ReadonlyMap<string, PlainTable> {
  const [spreadsheet] = descendants(treeOf(xml), 'office:spreadsheet');
  if (spreadsheet === undefined) throw new Error('No spreadsheet');
  return new Map(
    childrenOf(spreadsheet, 'table:table').map((table) => [
      table.attributes['table:name'] ?? '',
      tableOf(rowsOf(table)),
    ]),
  );
}

function treeOf(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [] };
  const open = [root];
  for (const [token] of xml.matchAll(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[[\s\S]*?\]\]>|<[^>]*>|[^<]+/g)) {
    const parent = open.at(-1) ?? root;
    if (token.startsWith('<!--') || token.startsWith('<?')) continue;
    if (token.startsWith('<![CDATA[')) parent.children.push(token.slice(9, -3));
    else if (!token.startsWith('<')) parent.children.push(decoded(token));
    else if (token.startsWith('</')) open.pop();
    else {
      const [, name = ''] = /^<([^\s/>]+)/.exec(token) ?? [];
      const attributes = [...token.matchAll(/([^\s=]+)="([^"]*)"/g)];
      const element: Element = {
        name,
        attributes: Object.fromEntries(attributes.map(([, key = '', value = '']) => [key, decoded(value)])),
        children: [],
      };
      parent.children.push(element);
      if (!token.endsWith('/>')) open.push(element);
    }
  }
  return root;
}

function decoded(text: string): string {
  const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replace(/&(\w+);/g, (_, entity: string) => entities[entity] ?? '');
}

function childrenOf(element: Element, ...names: readonly string[]): readonly Element[] {
  return element.children.filter((child) => typeof child !== 'string' && names.includes(child.name)) as Element[];
}

function descendants(element: Element, name: string): readonly Element[] {
  return element.children.flatMap((child) => {
    if (typeof child === 'string') return [];
    return child.name === name ? [child] : descendants(child, name);
  });
}

type Row = ReadonlyMap<number, PlainValue>;

/** Rows with a value, repeated ones as often as declared. */
function rowsOf(parent: Element): readonly Row[] {
  const groups = ['table:table-row-group', 'table:table-header-rows', 'table:table-rows'];
  return childrenOf(parent, 'table:table-row', ...groups).flatMap((child) => {
    if (child.name !== 'table:table-row') return rowsOf(child);
    const row = rowOf(child);
    const repeats = Number(child.attributes['table:number-rows-repeated'] ?? 1);
    return row.size === 0 ? [] : Array.from({ length: repeats }, () => row);
  });
}

function rowOf(element: Element): Row {
  const row = new Map<number, PlainValue>();
  let column = 0;
  for (const cell of childrenOf(element, 'table:table-cell', 'table:covered-table-cell')) {
    const read = valueOf(cell);
    const value = read?.text === '' && read.kind !== 'error' ? undefined : read;
    const end = column + Number(cell.attributes['table:number-columns-repeated'] ?? 1);
    for (; column < end; column += 1) {
      if (value === undefined) {
        column = end;
        break;
      }
      row.set(column, value);
    }
  }
  return row;
}

function valueOf(cell: Element): PlainValue | undefined {
  const { attributes } = cell;
  const paragraphs = paragraphsOf(cell);
  const text = paragraphs.length === 0 ? undefined : paragraphs.map(textOf).join('\n');
  if (attributes['calcext:value-type'] === 'error') return { kind: 'error', text: text ?? '' };
  switch (attributes['office:value-type']) {
    case 'float':
    case 'percentage':
    case 'currency':
      return { kind: 'numeric', text: attributes['office:value'] ?? text ?? '' };
    case 'boolean':
      return { kind: 'bool', text: attributes['office:boolean-value'] ?? text ?? '' };
    case 'date': {
      const date = attributes['office:date-value'] ?? text ?? '';
      return { kind: date.includes('T') ? 'timestamp' : 'date', text: date };
    }
    case 'time': {
      const time = attributes['office:time-value'] ?? text ?? '';
      const [, ...parts] = /^PT(\d+)H(\d+)M(\d+)S$/.exec(time) ?? [];
      return { kind: 'text', text: parts.length === 0 ? time : parts.join(':') };
    }
    case 'string':
      return { kind: 'text', text: attributes['office:string-value'] ?? text ?? '' };
    default:
      return text === undefined ? undefined : { kind: 'text', text };
  }
}

function paragraphsOf(element: Element): readonly Element[] {
  const lists = ['text:list', 'text:list-header', 'text:list-item'];
  return childrenOf(element, 'text:p', 'text:h', ...lists).flatMap((child) =>
    lists.includes(child.name) ? paragraphsOf(child) : [child],
  );
}

/** The text of a cell as people see it, without comments, notes, pronunciations and shapes. */
function textOf(element: Element): string {
  const parts = element.children.map((child) => {
    if (typeof child === 'string') return child;
    const { name, attributes } = child;
    if (name === 'text:s') return ' '.repeat(Number(attributes['text:c'] ?? 1));
    if (name === 'text:tab') return '\t';
    if (name === 'text:line-break') return '\n';
    const isBeside = ['text:note', 'text:ruby-text', 'text:script', 'text:bookmark'].includes(name);
    return isBeside || /^(office|draw|dr3d):/.test(name) ? '' : textOf(child);
  });
  return parts.join('');
}

function tableOf([header, ...rows]: readonly Row[]): PlainTable {
  if (header === undefined) return { fields: [], records: [] };
  const columns = [...new Set([header, ...rows].flatMap((row) => [...row.keys()]))].sort((one, other) => one - other);
  const fields = columns.map((column, index) => {
    const name = header.get(column)?.text ?? '';
    return { id: name === '' ? `field ${String(index + 1)}` : name, type: typeOf(rows.map((row) => row.get(column))) };
  });
  const textOfCell = (value: PlainValue | undefined) =>
    value === undefined || value.kind === 'error' ? null : value.text;
  return { fields, records: rows.map((row) => columns.map((column) => textOfCell(row.get(column)))) };
}

/** A text that is written like a number, a date … belongs to a column of these. */
function typeOf(values: readonly (PlainValue | undefined)[]): string {
  const cells = values.filter((value) => value !== undefined && value.kind !== 'error' && value.text.trim() !== '');
  const own = cells.map((value) => value?.kind).filter((kind) => kind !== 'text');
  if (own.length === 0) return 'text';
  const kinds = new Set(cells.map((value) => (value?.kind === 'text' ? lookOf(value.text.trim()) : value?.kind)));
  if (kinds.size === 2 && kinds.has('date') && kinds.has('timestamp')) return 'timestamp';
  return kinds.size === 1 ? ([...kinds][0] ?? 'text') : 'text';
}

function lookOf(text: string): string {
  if (/^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/.test(text)) return 'numeric';
  if (text === 'true' || text === 'false') return 'bool';
  return /^\d{4}-\d\d-\d\d$/.test(text) ? 'date' : 'text';
}
