/** Random sheets of OpenDocument spreadsheets, with everything allowed around, between and in rows, cells and texts. */
import fc from 'fast-check';

type Gen = fc.GeneratorValue;

/** Limits that keep elements within the 64 levels that a reader allows. */
const MOST_GROUPS = 12;
const MOST_SPANS = 6;

/** Children of `office:spreadsheet`, and the names of its sheets. */
export function randomBook(gen: Gen): { readonly xml: string; readonly names: readonly string[] } {
  const names = Array.from({ length: upTo(gen, 2) + 1 }, (_, index) => `Sheet ${String(index)}`);
  const sheets = names.map((name) => element('table:table', ` table:name="${name}"`, sheet(gen)));
  const xml =
    rarely(
      gen,
      `<table:tracked-changes><table:cell-content-change><table:change-track-table-cell office:value-type="string"><text:p>old</text:p></table:change-track-table-cell></table:cell-content-change>${otherTable}</table:tracked-changes>`,
    ) +
    rarely(
      gen,
      '<table:calculation-settings table:case-sensitive="false"><table:iteration/></table:calculation-settings>',
    ) +
    sheets.join(rarely(gen, '<!-- <table:table> -->\n')) +
    rarely(
      gen,
      `<table:named-expressions><table:named-range table:name="n"/></table:named-expressions><table:dde-links><table:dde-link>${otherTable}</table:dde-link></table:dde-links>`,
    );
  return { xml, names };
}

const otherTable =
  '<table:table table:name="Other"><table:table-row><table:table-cell office:value-type="string"><text:p>other</text:p></table:table-cell></table:table-row></table:table>';

/** Elements at the beginning of a sheet whose texts aren't its values. */
const BEFORE_ROWS = [
  '<table:title>A title</table:title><table:desc>What it is</table:desc>',
  '<office:forms form:automatic-focus="false"><form:form><form:text form:name="t"><form:properties/></form:text></form:form></office:forms>',
  `<table:shapes><draw:frame><draw:text-box><text:p>shape</text:p></draw:text-box></draw:frame><draw:frame>${otherTable}</draw:frame></table:shapes>`,
  '<table:table-column-group><table:table-header-columns><table:table-column table:number-columns-repeated="2"/></table:table-header-columns><table:table-column/></table:table-column-group>',
  '<table:table-columns><table:table-column table:visibility="collapse"/></table:table-columns>',
  '<office:dde-source/><table:scenario table:is-active="true"/>',
];
const BETWEEN_ROWS = ['<text:soft-page-break/>', '<!-- a comment -->', '<?a processing instruction?>', '\n  ', ''];

function sheet(gen: Gen): string {
  const before = BEFORE_ROWS.map((each) => rarely(gen, each)).join('');
  const header = [gen(fc.constant, 'name'), 'b', '', 'd & e', 'f  g'].slice(0, upTo(gen, 4) + 1);
  const head = row(gen, header.map((name) => (name === '' ? '<table:table-cell/>' : named(gen, name))).join(''), '');
  const inHead = rarely(gen, 'y') === '' ? head : element('table:table-header-rows', '', head);
  const trailing = rarely(
    gen,
    '<table:table-row table:number-rows-repeated="1040000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>',
  );
  const around = upTo(gen, 3) === 0 ? 'table:table-row-group' : '';
  const rows = inHead + group(gen, 0);
  return (
    before + (around === '' ? rows : element(around, '', rows)) + trailing + rarely(gen, '<table:named-expressions/>')
  );
}

function named(gen: Gen, name: string): string {
  return element('table:table-cell', ' office:value-type="string"', inline(gen, escaped(name)));
}

/** Makes rows and groups of rows, in any nesting. */
function group(gen: Gen, depth: number): string {
  let rows = '';
  for (let count = upTo(gen, 4); count > 0; count -= 1) {
    rows += pick(gen, BETWEEN_ROWS);
    const kind = upTo(gen, 5);
    if (kind < 3 || depth === MOST_GROUPS) rows += row(gen, cells(gen), rowAttributes(gen));
    else {
      const name = pick(gen, ['table:table-row-group', 'table:table-header-rows', 'table:table-rows']);
      const display = name === 'table:table-row-group' ? rarely(gen, ' table:display="false"') : '';
      rows += element(name, display, group(gen, depth + 1));
    }
  }
  return rows + pick(gen, BETWEEN_ROWS);
}

function row(gen: Gen, content: string, attributes: string): string {
  return element('table:table-row', ` table:style-name="ro1"${attributes}`, content + rarely(gen, '\n'));
}

function rowAttributes(gen: Gen): string {
  const hidden = rarely(gen, ` table:visibility="${pick(gen, ['filter', 'collapse', 'visible'])}"`);
  return hidden + rarely(gen, ` table:number-rows-repeated="${String(upTo(gen, 3) + 1)}"`);
}

function cells(gen: Gen): string {
  let result = '';
  for (let count = upTo(gen, 5); count > 0; count -= 1) result += cell(gen);
  return result + rarely(gen, '<table:table-cell table:number-columns-repeated="16300" table:style-name="ce1"/>');
}

const ANNOTATION =
  '<office:annotation office:display="true"><dc:creator>A</dc:creator><dc:date>2024-01-01T00:00:00</dc:date><text:p>comment <text:span>one</text:span></text:p><text:p/><text:list><text:list-item><text:p>two</text:p></text:list-item></text:list></office:annotation>';
const FRAME =
  '<draw:frame><draw:text-box><text:p>frame<text:s/><text:span>text</text:span></text:p></draw:text-box><svg:title>title</svg:title></draw:frame>';
const SHAPE =
  '<draw:custom-shape><svg:title>title</svg:title><text:p>in a shape</text:p><draw:enhanced-geometry/></draw:custom-shape>';
const SUB_TABLE = otherTable.replace('<table:table ', '<table:table table:is-sub-table="true" ');
const BESIDE_PARAGRAPHS = [
  ANNOTATION,
  FRAME,
  SHAPE,
  SUB_TABLE,
  '<table:detective><table:operation/></table:detective>',
  '<draw:g><draw:rect><text:p>g</text:p></draw:rect></draw:g>',
  '\n   ',
];

/** Each type with its attribute and values. The first value is also shown if the attribute is missing. */
const TYPES: readonly (readonly [type: string, attribute: string, values: readonly string[]])[] = [
  ['float', 'office:value', ['1.50', '-3', '1E-7', '12345678901234567890']],
  ['percentage', 'office:value', ['0.125', '1']],
  ['currency', 'office:currency="EUR" office:value', ['9.90', '0']],
  ['date', 'office:date-value', ['2024-02-29', '2024-02-29T12:00:00', '1850-06-01']],
  ['time', 'office:time-value', ['PT18H00M00S', 'PT30H59M07S']],
  ['boolean', 'office:boolean-value', ['true', 'false']],
  ['string', 'office:string-value', ['result', '', 'a &amp; b']],
];

function cell(gen: Gen): string {
  const name = upTo(gen, 7) === 0 ? 'table:covered-table-cell' : 'table:table-cell';
  const repeated = rarely(gen, ` table:number-columns-repeated="${String(upTo(gen, 4) + 1)}"`);
  const spanned = rarely(gen, ' table:number-columns-spanned="2" table:number-rows-spanned="1"');
  if (upTo(gen, 5) === 0) return element(name, repeated + spanned, rarely(gen, ANNOTATION));
  const [type, attribute, values] = pick(gen, TYPES);
  const isString = type === 'string';
  const hasAttribute = isString ? upTo(gen, 4) === 0 : upTo(gen, 6) > 0;
  const value = hasAttribute ? ` ${attribute}="${pick(gen, values)}"` : '';
  const isError = isString && upTo(gen, 9) === 0;
  const calc = isError ? ' calcext:value-type="error"' : ` calcext:value-type="${type}"`;
  const attributes = ` office:value-type="${type}"${value}${calc}${repeated}${spanned}`;
  // A type without its value is read from the text, which must then be only the value.
  if (!hasAttribute && !isString) return element(name, attributes, inline(gen, values[0] ?? ''));
  return element(name, upTo(gen, 12) === 0 ? repeated : attributes, paragraphs(gen));
}

function paragraphs(gen: Gen): string {
  let result = beside(gen);
  for (let count = upTo(gen, 3); count > 0; count -= 1) {
    const kind = upTo(gen, 9);
    const one = kind === 0 ? element('text:h', ' text:outline-level="1"', words(gen, 0)) : inline(gen, words(gen, 0));
    result += kind === 1 ? element('text:list', '', element('text:list-item', '', one)) : one;
    result += beside(gen);
  }
  return result;
}

function beside(gen: Gen): string {
  return rarely(gen, pick(gen, BESIDE_PARAGRAPHS));
}

/** A paragraph with this text, perhaps in formatted parts. */
function inline(gen: Gen, text: string): string {
  let inner = text;
  for (let depth = upTo(gen, 2); depth > 0; depth -= 1) inner = element('text:span', ' text:style-name="T1"', inner);
  return element('text:p', '', rarely(gen, BOOKMARK) + inner + rarely(gen, INLINE_ANNOTATION));
}

const BOOKMARK = '<text:bookmark-start text:name="m"/><text:bookmark text:name="m"/><text:bookmark-end text:name="m"/>';
const INLINE_ANNOTATION = `${ANNOTATION}<office:annotation-end/>`;
const MARKS = [
  ...['<text:s/>', '<text:s text:c="3"/>', '<text:s text:c="0"/>', '<text:tab/>', '<text:line-break/>'],
  ...[BOOKMARK, INLINE_ANNOTATION, FRAME, SHAPE, '<text:soft-page-break/>', '<text:reference-mark text:name="r"/>'],
  '<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>note</text:p></text:note-body></text:note>',
  '<text:ruby><text:ruby-base>base</text:ruby-base><text:ruby-text>ruby</text:ruby-text></text:ruby>',
  ...['<text:change-start text:change-id="c"/>', '<text:sheet-name>S</text:sheet-name>', '<text:title>T</text:title>'],
  ...['<![CDATA[ <c> & d ]]>', '<!-- no text -->', '<text:script script:language="x">run()</text:script>'],
];
const WORDS = ['a', 'b c', ' ', '  two  ', 'ü', '😀', '&lt;&amp;', '\n', '00307', '12', 'x'];

function words(gen: Gen, depth: number): string {
  let result = '';
  for (let count = upTo(gen, 3); count > 0; count -= 1) {
    const kind = upTo(gen, 4);
    if (kind < 2) result += pick(gen, WORDS);
    else if (kind < 4 || depth === MOST_SPANS) result += pick(gen, MARKS);
    else result += element(pick(gen, ['text:span', 'text:a', 'text:meta']), '', words(gen, depth + 1));
  }
  return result;
}

function element(name: string, attributes: string, content: string): string {
  return content === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** A random number from 0 to `most`. */
function upTo(gen: Gen, most: number): number {
  return gen(fc.nat, { max: most });
}

function pick<T>(gen: Gen, choices: readonly T[]): T {
  return gen(fc.constantFrom<T[]>, ...choices);
}

/** The text in one of four cases, otherwise nothing. */
function rarely(gen: Gen, text: string): string {
  return upTo(gen, 3) === 3 ? text : '';
}
