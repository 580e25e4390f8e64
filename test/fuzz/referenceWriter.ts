/** Writes the file of a recipe, with nothing of the program's own, and says what it must be read as. */
import { encoded } from './encoders.ts';
import type { Column } from './columns.ts';
import type { Dialect, Line, Recipe } from './recipe.ts';

export interface Written {
  readonly name: string;
  readonly bytes: Buffer;
  readonly truth: Truth;
}

export interface Truth {
  readonly names: readonly string[];
  readonly columns: readonly Column[];
  readonly records: number;
  /** What a person chooses who knows the file. */
  readonly choices: Readonly<Record<string, unknown>>;
}

class LineWriter {
  text = '';
  lines = 0;
  readonly #end: string;

  constructor(end: string) {
    this.#end = end;
  }

  line(text: string): void {
    const end = this.#end === 'mixed' ? (this.lines % 3 === 0 ? '\r\n' : '\n') : this.#end;
    this.text += text + end;
    this.lines += 1 + (text.match(/\n/g)?.length ?? 0);
  }

  withoutLastEnd(): string {
    return this.text.replace(/(?:\r\r\n|\r\n|\n|\r|\u0085)$/, '');
  }
}

export function written(recipe: Recipe): Written {
  const { dialect, columns, encoding, above, below, commentAt, end } = recipe;
  const out = new LineWriter(dialect.lineEnd);
  const extra = (line: Line): void => {
    out.line(
      line.isPadded ? valueText(line.text, dialect, true) + dialect.delimiter.repeat(columns.length - 1) : line.text,
    );
  };
  above.forEach(extra);
  const headerLine = out.lines + 1;
  const names = columns.map(({ name }) => name);
  const trailing = (isHeader: boolean): string =>
    dialect.trailing === 'all' || (dialect.trailing === 'records' && !isHeader) ? dialect.delimiter : '';
  const shown = dialect.header === 'withoutFirst' ? names.slice(1) : names;
  const row = (texts: readonly string[]): string =>
    texts.map((text) => valueText(text, dialect, false)).join(dialect.delimiter) + trailing(true);
  if (dialect.header === 'groups') {
    out.line(row(names.map((name, at) => (at === 0 ? name : at % 2 === 1 ? groupOf(at) : ''))));
    out.line(row(names.map((name, at) => (at === 0 ? '' : name))));
  } else if (dialect.header !== 'none') {
    out.line(row(shown));
  }
  const records = columns[0]?.cells.length ?? 0;
  for (let row = 0; row < records; row += 1) {
    if (row === commentAt) out.line('# checked');
    const values = columns.map(({ kind, cells }) => {
      const text = cells[row]?.text ?? null;
      return text === null ? '' : valueText(text, dialect, kind === 'number');
    });
    out.line(values.join(dialect.delimiter) + trailing(false));
  }
  const before = out.lines;
  below.forEach(extra);
  const text = (dialect.endsLastLine || end !== '' ? out.text : out.withoutLastEnd()) + end;
  return {
    name: `file.${recipe.ending}`,
    bytes: encoded(text, encoding),
    truth: {
      names: namesOf(dialect, names),
      columns: dialect.trailing === 'all' ? [...columns, emptyColumn(records)] : columns,
      records,
      choices: {
        encoding: encoding.name,
        delimiter: dialect.delimiter,
        quote: dialect.quote,
        ...(dialect.escape === 'backslash' && { escape: '\\' }),
        header: dialect.header !== 'none',
        headerLine,
        skipEnd: out.lines - before,
        ...(commentAt !== undefined && { comment: '#' }),
      },
    },
  };
}

/** A year above the names of two fields. */
function groupOf(at: number): string {
  return String(2000 + Math.ceil(at / 2));
}

/** The names that the program gives to fields without one, or with two. */
function namesOf({ header, trailing }: Dialect, names: readonly string[]): readonly string[] {
  if (header === 'none') return names.map((_, at) => `field ${String(at + 1)}`);
  if (header === 'groups') return names.map((name, at) => (at === 0 ? name : `${groupOf(at)} / ${name}`));
  if (header === 'withoutFirst') return ['field 1', ...names.slice(1)];
  return trailing === 'all' ? [...names, `field ${String(names.length + 1)}`] : names;
}

function emptyColumn(records: number): Column {
  return { name: '', kind: 'open', cells: Array.from({ length: records }, () => ({ text: null, value: null })) };
}

function valueText(text: string, { delimiter, quote, quoting, escape }: Dialect, isNumber: boolean): string {
  if (quote === '') return text;
  const isNeeded = text.includes(delimiter) || text.includes(quote) || /[\r\n]/.test(text) || /^\s|\s$/.test(text);
  if (text === '' || !(isNeeded || quoting === 'all' || (quoting === 'nonnumeric' && !isNumber))) return text;
  const inner =
    escape === 'doubled'
      ? text.replaceAll(quote, quote + quote)
      : text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`);
  return quote + inner + quote;
}
