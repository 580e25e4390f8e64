/** CSV as programs and people write it: where the table begins and ends, and in which dialect it is. */
import assert from 'node:assert/strict';
import type { ReadingChoices } from '../../../src/service/resource/reading.ts';
import { ReadingFolder } from '../reading/readings.ts';

type Row = readonly (string | null)[];

interface Case {
  readonly name?: string;
  readonly content: string | Buffer;
  readonly choices?: ReadingChoices;
  readonly fields: readonly string[];
  readonly rows: readonly Row[];
  /** Texts of lines that are listed as left out. */
  readonly below?: readonly string[];
}

const AB = { fields: ['a', 'b'], rows: [['1', 'x'], ['2', 'y']] }; // prettier-ignore
const ABC = { fields: ['a', 'b', 'c'], rows: [['1', 'x', '2'], ['2', 'y', '3']] }; // prettier-ignore
const abc = (delimiter: string): string => 'a,b,c\n1,x,2\n2,y,3\n'.replaceAll(',', delimiter);

const cases: Readonly<Record<string, Case>> = {
  'a line that names the delimiter': { content: 'sep=~\r\na~b\r\n1~x\r\n2~y\r\n', ...AB },
  'a title': { content: 'Rainfall\na,b\n1,x\n2,y\n', ...AB },
  'a quoted title with the delimiter': { content: '"Rain, 2024"\n"a","b"\n1,"x"\n2,"y"\n', ...AB },
  'a record like the header, right behind it': { content: 'a,b\na,b\n', fields: ['a', 'b'], rows: [['a', 'b']] },
  'titles and an empty line': { content: 'Rainfall by station\nAs of 2024\n\na,b\n1,x\n2,y\n', ...AB },
  'remarks above the header': { content: '# one\n# two: three\na,b\n1,x\n2,y\n', ...AB },
  'remarks between the records': { content: '# one\na,b\n1,x\n# two\n2,y\n', ...AB },
  'remarks of a chosen mark': { content: '% one\na,b\n1,x\n% 2,z\n2,y\n', choices: { comment: '%' }, ...AB },
  'a padded title above records that all end with a delimiter': {
    content: 'One||\nTwo||\nThree||\n\na|b|c|\n1|x|2|\n2|y|3|\n3|z|4|\n4|w|5|\n',
    fields: ['a', 'b', 'c', 'field 4'],
    rows: [['1', 'x', '2', null], ['2', 'y', '3', null], ['3', 'z', '4', null], ['4', 'w', '5', null]],
  },
  'a padded title that is shorter than the records, which all end with a delimiter': {
    content: 'Population,,\nUnit,Owner,Share,\n2,x,3,\n3,y,4,\n',
    fields: ['Unit', 'Owner', 'Share', 'field 4'],
    rows: [['2', 'x', '3', null], ['3', 'y', '4', null]],
  },
  'no name above the first field, beside amounts with a sign of currency': {
    content: 'b,c\n86,97698,$6739.22\n480,23340,$78369.64\n',
    fields: ['field 1', 'b', 'c'],
    rows: [['86', '97698', '$6739.22'], ['480', '23340', '$78369.64']],
  },
  'no name above the first field, and as many decimal commas as delimiters': {
    content: 'b;c;d\n855;149,6;73,37 €;-1,17\n360;996,5;39,35 €;-505,29\n',
    fields: ['field 1', 'b', 'c', 'd'],
    rows: [['855', '149,6', '73,37 €', '-1,17'], ['360', '996,5', '39,35 €', '-505,29']],
  },
  'a mark of its own between values with a comma for thousands': {
    content: '580!1974-07-15!JP!$72,571.47!open\n727!2018-11-28!AO!$14,429.29!shut\n472!1982-03-19!AO!$67,742.43!open\n',
    fields: ['field 1', 'field 2', 'field 3', 'field 4', 'field 5'],
    rows: [
      ['580', '1974-07-15', 'JP', '$72,571.47', 'open'],
      ['727', '2018-11-28', 'AO', '$14,429.29', 'shut'],
      ['472', '1982-03-19', 'AO', '$67,742.43', 'open'],
    ],
  },
  'a mark of its own below titles, with notes at the end': {
    content: 'Air quality\nby district\na^b^c\n1^x^2\n2^y^3\n3^z^4\n4^w^5\n\nSource: the city\nprovisional\n',
    fields: ['a', 'b', 'c'],
    rows: [
      ['1', 'x', '2'],
      ['2', 'y', '3'],
      ['3', 'z', '4'],
      ['4', 'w', '5'],
    ],
    below: ['Source: the city', 'provisional'],
  },
  'decimal commas and semicolons without a header': {
    content: '399;1.556.343,19;93.531,68\n413;-1.317.026,47;23.284,13-\n604;-1.766.477,99;14.502,36\n',
    fields: ['field 1', 'field 2', 'field 3'],
    rows: [
      ['399', '1.556.343,19', '93.531,68'],
      ['413', '-1.317.026,47', '23.284,13-'],
      ['604', '-1.766.477,99', '14.502,36'],
    ],
  },
  'decimal commas and bars without a header': {
    content: '684|784,86|949,3\n3|-52,4|1,0\n71|0,25|12,5\n',
    fields: ['field 1', 'field 2', 'field 3'],
    rows: [['684', '784,86', '949,3'], ['3', '-52,4', '1,0'], ['71', '0,25', '12,5']],
  },
  'a title above two names, of which one is a year': {
    content: 'Report\nStreet;2011\n1;132\n2;462\n3;91\n',
    fields: ['Street', '2011'],
    rows: [['1', '132'], ['2', '462'], ['3', '91']],
  },
  'padded facts about the table above its names': {
    content: 'Source;Office;;;\nDate;2024-02-01;;;\n;;;;\nLand;2021;2022;2023;sum\nA;1;2;3;6\nB;2;3;4;9\n',
    fields: ['Land', '2021', '2022', '2023', 'sum'],
    rows: [['A', '1', '2', '3', '6'], ['B', '2', '3', '4', '9']],
  },
  'facts about the table as the World Bank writes them': {
    content: '"Source","Bank",\n\n"Date","2024-05-30",\n\n"Name","Code","2021","2022",\n"A","AA","1","",\n"B","BB","2","3",\n',
    fields: ['Name', 'Code', '2021', '2022', 'field 5'],
    rows: [['A', 'AA', '1', '', null], ['B', 'BB', '2', '3', null]],
  },
  'a title with more commas than the table': {
    content: 'People by age, sex, region, and year, 2024\na,b,c\nx,1,2\ny,3,4\nz,5,6\n',
    fields: ['a', 'b', 'c'],
    rows: [['x', '1', '2'], ['y', '3', '4'], ['z', '5', '6']],
  },
  'a chosen first row, with more lines above and below than in the table': {
    content: 'one\ntwo, three\nfour\nfive\n;2021;2022\nA;1;2\nB;3;4\n_____\nFigures of the year before.\n_____\n(c) Office\n',
    choices: { headerLine: 5 },
    fields: ['field 1', '2021', '2022'],
    rows: [['A', '1', '2'], ['B', '3', '4']],
    below: ['_____', 'Figures of the year before.', '_____', '(c) Office'],
  },
  'notes with delimiters': {
    content: 'a;b;c\nx;1;2\ny;3;4\n\nSource: Office; own figures\nNote: rounded; see text\n',
    fields: ['a', 'b', 'c'],
    rows: [['x', '1', '2'], ['y', '3', '4']],
    below: ['Source: Office; own figures', 'Note: rounded; see text'],
  },
  'spaces on the last lines': { content: 'a,b\n1,x\n2,y\n  \n \t\n', ...AB },
  'a space behind each delimiter, also before quotes': {
    content: 'id, name\n1, "Smith, J."\n2, "Doe, J."\n',
    fields: ['id', 'name'],
    rows: [['1', 'Smith, J.'], ['2', 'Doe, J.']],
  },
  'decimal commas in the only column': { content: 'value\n1,5\n2\n3,75\n', fields: ['value'], rows: [['1,5'], ['2'], ['3,75']] },
  'a backslash before a delimiter': { content: 'a,b\n1\\,5,x\n2,y\n', fields: ['a', 'b'], rows: [['1,5', 'x'], ['2', 'y']] },
  'a chosen backslash before tabs alone': {
    content: 'a\tb\n1\\\t5\tC:\\dir\n\\N\ty\n',
    choices: { escape: '\\', quote: '' },
    fields: ['a', 'b'],
    rows: [['1\t5', 'C:\\dir'], ['\\N', 'y']],
  },
  'titles with a comma above single quotes': {
    content: "Report\nPeople, 2023\n\n'a';'b'\n'937,16';'429,9'\n'490,08';'947,6'\n'644,00';'756,1'\n",
    fields: ['a', 'b'],
    rows: [['937,16', '429,9'], ['490,08', '947,6'], ['644,00', '756,1']],
  },
  'single quotes around columns with missing values, without a header': {
    content: "11;'2024-01-02';'x y'\n268;'2024-01-03';\n308;'2024-01-04';'z'\n416;;'z'\n",
    fields: ['field 1', 'field 2', 'field 3'],
    rows: [['11', '2024-01-02', 'x y'], ['268', '2024-01-03', null], ['308', '2024-01-04', 'z'], ['416', null, 'z']],
  },
  'single quotes around names, one of which is missing': {
    content: "'b';'c'\n28;49.7;5,5\n719;-21.2;2,4\n25;48.9;3,7\n",
    fields: ['field 1', 'b', 'c'],
    rows: [['28', '49.7', '5,5'], ['719', '-21.2', '2,4'], ['25', '48.9', '3,7']],
  },
  'single quotes around the same columns of records without a header': {
    content: "1;'2024-01-02';'x y'\n2;'2024-01-03';'it''s'\n3;'2024-01-04';'z'\n4;'2024-01-05';'z'\n",
    fields: ['field 1', 'field 2', 'field 3'],
    rows: [['1', '2024-01-02', 'x y'], ['2', '2024-01-03', "it's"], ['3', '2024-01-04', 'z'], ['4', '2024-01-05', 'z']],
  },
  'a delimiter of three characters below titles': {
    content: `Rain\nby station\n${abc('|@|')}3|@|z|@|4\n`,
    fields: ['a', 'b', 'c'],
    rows: [['1', 'x', '2'], ['2', 'y', '3'], ['3', 'z', '4']],
  },
  'quotes that enclose values of tab-separated text': { content: 'a\tb\n1\t"x\ty"\n', fields: ['a', 'b'], rows: [['1', 'x\ty']] },
  'a backslash before a quote': { content: 'a,b\n1,"x \\"y\\", z"\n', fields: ['a', 'b'], rows: [['1', 'x "y", z']] },
  'a chosen escape character': { content: "a,b\n1,'x^'y'\n", choices: { quote: "'", escape: '^' }, fields: ['a', 'b'], rows: [['1', "x'y"]] },
  'no name above the first field': { content: '"a","b"\n"r",1,x\n"s",2,y\n', fields: ['field 1', 'a', 'b'], rows: [['r', '1', 'x'], ['s', '2', 'y']] },
  'two records of R': { content: '"a" "b"\n"r" 1 "x"\n"s" 2 "y"\n', fields: ['field 1', 'a', 'b'], rows: [['r', '1', 'x'], ['s', '2', 'y']] },
  'a delimiter at the end of each record': { content: 'a,b\n1,x,\n2,y,\n', ...AB },
  'a last value that all records lack': { content: 'a,b,c\n1,x\n2,y\n', fields: ['a', 'b', 'c'], rows: [['1', 'x', null], ['2', 'y', null]] },
  'line ends of several kinds': { content: 'a,b\r1,x\n2,y\r\n', ...AB },
  'two carriage returns before each line feed': { content: 'a,b\r\r\n1,x\r\r\n2,y\r\r\n', ...AB },
  'NEL as line end': { content: 'a,b\u00851,x\u00852,y\u0085', ...AB },
  'NEL in a value': { content: 'a,b\n1,x\u0085z\n', fields: ['a', 'b'], rows: [['1', 'x\u0085z']] },
  'a line separator in a value': { content: 'a,b\n1,x\u2028z\n', fields: ['a', 'b'], rows: [['1', 'x\u2028z']] },
  'byte order marks of files that were joined': { content: '\ufeff\ufeffa,b\n1,x\n\ufeff"2",y\n', ...AB },
  'byte order marks of UTF-16': { content: Buffer.from('\ufeffa,b\n1,x\n\ufeff2,y\n', 'utf16le'), ...AB },
  'headers of files that were joined': { content: 'a,b\n1,x\na,b\n2,y\n', ...AB },
  'headers and byte order marks of files that were joined': { content: '\ufeffa,b\n1,x\n\ufeffa,b\n2,y\n', ...AB },
  'a table of one field below remarks': { content: '# one\n# two\nname\nx\n', choices: { comment: '#' }, fields: ['name'], rows: [['x']] },
  ...Object.fromEntries(
    ['^', '~', '¦', '§', '\u001f', '\u0001', '||', '::'].map((delimiter) => [
      `the delimiter ${JSON.stringify(delimiter)}`,
      { content: abc(delimiter), ...ABC },
    ]),
  ),
  'a note with a sign of its own below an empty line': { content: 'a,b\n1,x\n2,y\n\nAs of May\n© City 2023\n', ...AB, below: ['As of May', '© City 2023'] },
  'notes that are padded and quoted': { content: 'a;b;c\n1;x;2\n2;y;3\n;;\n"As of May; ""old""";;\n', ...ABC, below: [';;', '"As of May; ""old""";;'] },
  'a short note between others': { content: 'a;b;c\n1;x;2\n2;y;3\n;;\nNote A;;\nNote B;;\n* C;;\n', ...ABC, below: [';;', 'Note A;;', 'Note B;;', '* C;;'] },
  'lines of tabs at the end': { content: 'a\tb\n1\tx\n2\ty\n\t\n\t\n', ...AB, below: ['', ''] },
  'no names above records, and a note below': { content: '1,x\n2,y\n\nSource: the city\n', fields: ['field 1', 'field 2'], rows: [['1', 'x'], ['2', 'y']], below: ['Source: the city'] },
  'a title above names without the first': { content: 'Rain\n"a","b","c"\n"r",1,x,2\n"s",2,y,3\n"t",3,z,4\n', fields: ['field 1', 'a', 'b', 'c'], rows: [['r', '1', 'x', '2'], ['s', '2', 'y', '3'], ['t', '3', 'z', '4']] },
  'no names above codes with zeros in front': { content: '1,00307,x\n2,79910,y\n', fields: ['field 1', 'field 2', 'field 3'], rows: [['1', '00307', 'x'], ['2', '79910', 'y']] },
  'a last value whose lines look like notes': { content: 'a,b\n1,x\n2,"y\n\n- and a long note\n- and another one"\n', fields: ['a', 'b'], rows: [['1', 'x'], ['2', 'y\n\n- and a long note\n- and another one']] },
  'lines of an unusual delimiter at the end': { content: 'a¦b¦c\n1¦x¦2\n2¦y¦3\n¦¦\n¦¦\n', ...ABC, below: ['¦¦', '¦¦'] },
  'a decimal comma in each record, and no names': { content: '37¦7318¦567,25\n688¦2697¦534,78\n86¦3857¦36,96\n', fields: ['field 1', 'field 2', 'field 3'], rows: [['37', '7318', '567,25'], ['688', '2697', '534,78'], ['86', '3857', '36,96']] },
  'two decimal commas in each record, and no names': { content: '26~155,35~"a"~1.677,26\n11~593,38~"b"~4.983,66\n35~481,91~"a"~2.095,84\n', fields: ['field 1', 'field 2', 'field 3', 'field 4'], rows: [['26', '155,35', 'a', '1.677,26'], ['11', '593,38', 'b', '4.983,66'], ['35', '481,91', 'a', '2.095,84']] },
  'empty values above an old mark of the end': { content: 'a\tb\n1\t\n2\t\n\u001a', fields: ['a', 'b'], rows: [['1', null], ['2', null]] },
  'a title with a comma': { content: 'Rain by station, 2024\na,b,c,d\n1,x,2,u\n2,y,3,v\n3,z,4,w\n', fields: ['a', 'b', 'c', 'd'], rows: [['1', 'x', '2', 'u'], ['2', 'y', '3', 'v'], ['3', 'z', '4', 'w']] },
  'a delimiter at the end of each record, and a note': { content: 'a,b\n1,x,\n2,y,\n\nSource: the city\n', ...AB, below: ['Source: the city'] },
  'spaces between names of all fields but the first': { content: '"a" "b"\n"r" 1 2\n"s" 2 3\n"t" 3 4\n', fields: ['field 1', 'a', 'b'], rows: [['r', '1', '2'], ['s', '2', '3'], ['t', '3', '4']] },
  'lines that end with NEL, and a note': { content: 'a,b\u00851,x\u00852,y\u0085\u0085Source: the city\u0085', ...AB, below: ['Source: the city'] },
  'NEL, and other line ends within quotes': { content: 'a,b\u00851,"x\n\ny"\u00852,y\u0085', fields: ['a', 'b'], rows: [['1', 'x\n\ny'], ['2', 'y']] },
  'single quotes below a padded title': { content: "'Rain';;\n'a';'b';'c'\n'1';'x';'2'\n'2';'y';'3'\n", ...ABC },
  'Shift JIS, and an old mark of the end': { content: Buffer.from('a,b\n1,\x89\xa1\x95\x6c\x8e\x73\x92\x86\x89\x9b\x8c\xf6\x89\x80\n2,y\n\x1a', 'latin1'), choices: { encoding: 'shift_jis' }, fields: ['a', 'b'], rows: [['1', '横浜市中央公園'], ['2', 'y']] },
  'no names, and an old mark of the end': { content: '1,x\n2,y\n\u001a', fields: ['field 1', 'field 2'], rows: [['1', 'x'], ['2', 'y']] },
  'empty lines above the header': { content: '\n\na,b\n1,x\n2,y\n', ...AB },
  'an unusual delimiter between numbers with commas': { content: 'a§b§c\n1,5§x§2,5\n2,5§y§3,5\n', fields: ['a', 'b', 'c'], rows: [['1,5', 'x', '2,5'], ['2,5', 'y', '3,5']] },
  'an unusual delimiter that no list has': { content: abc('!'), ...ABC },
  'an unusual delimiter below a title': { content: 'Rain, 2024\n\na!b!c\n1,5!x!2,5\n2,5!y!3,5\n', fields: ['a', 'b', 'c'], rows: [['1,5', 'x', '2,5'], ['2,5', 'y', '3,5']] },
  'single quotes below a title': { content: "Rain\n'a','b'\n'1','x'\n'2','y'\n", ...AB },
  'a delimiter of several characters around a bar': { content: abc('|@|'), ...ABC },
  'spaces between quoted texts': { content: '"a" "b c"\n1,5 "x y"\n2,5 "y"\n', fields: ['a', 'b c'], rows: [['1,5', 'x y'], ['2,5', 'y']] },
  'a list of names with a space each': { content: 'Full name\nAda Byron\nAlan Turing\n', fields: ['Full name'], rows: [['Ada Byron'], ['Alan Turing']] },
  'a list of addresses with a sign each': { content: 'a@b.org\nc@d.org\n', fields: ['a@b.org'], rows: [['c@d.org']] },
  'two rows of names': {
    content: 'Umsätze 2024\nOrt;2023;;2024;\n;Männer;Frauen;Männer;Frauen\nA;1;2;3;4\nB;5;6;7;8\n',
    fields: ['Ort', '2023 / Männer', '2023 / Frauen', '2024 / Männer', '2024 / Frauen'],
    rows: [['A', '1', '2', '3', '4'], ['B', '5', '6', '7', '8']],
  },
  'two rows of names whose last bytes would be spaces in Latin-1': {
    content: 'Ort;2023;;2024;\n;Età;Proprietà;Età;Proprietà\nA;1;2;3;4\nB;5;6;7;8\n',
    fields: ['Ort', '2023 / Età', '2023 / Proprietà', '2024 / Età', '2024 / Proprietà'],
    rows: [['A', '1', '2', '3', '4'], ['B', '5', '6', '7', '8']],
  },
  'a note whose last byte would be a space in Latin-1': {
    content: 'a,b\n1,x\n2,y\n\nFonte: la città\n', ...AB, below: ['Fonte: la città'] },
  'repeated names above others': {
    content: 'a,a,b,b\nx,y,x,y\n1,2,3,4\n5,6,7,8\n',
    fields: ['a / x', 'a / y', 'b / x', 'b / y'],
    rows: [['1', '2', '3', '4'], ['5', '6', '7', '8']],
  },
  'two rows of names, joined by a chosen text': {
    content: 'a,b\nx,y\n"1",2\n',
    choices: { headerSeparator: '_' },
    fields: ['a_x', 'b_y'],
    rows: [['1', '2']],
  },
  'one row of names by choice': {
    content: 'a,a,b,b\nx,y,x,y\n1,2,3,4\n5,6,7,8\n',
    choices: { headerSeparator: '' },
    fields: ['a', 'a (2)', 'b', 'b (2)'],
    rows: [['x', 'y', 'x', 'y'], ['1', '2', '3', '4'], ['5', '6', '7', '8']],
  },
  'a missing name above texts': {
    content: 'a,,b\nx,y,3\nz,w,4\nq,r,5\n',
    fields: ['a', 'field 2', 'b'],
    rows: [['x', 'y', '3'], ['z', 'w', '4'], ['q', 'r', '5']],
  },
  'missing names above years': {
    content: 'a,,b\n2020,2021,2022\n2021,2022,2023\n2022,2023,2024\n',
    fields: ['a', 'field 2', 'b'],
    rows: [['2020', '2021', '2022'], ['2021', '2022', '2023'], ['2022', '2023', '2024']],
  },
  'tabs by the name of the file, not the commas within': { name: 'a.TSV', content: 'a,b\tc,d\n1,2\t3,4\n', fields: ['a,b', 'c,d'], rows: [['1,2', '3,4']] },
  'a column of texts with commas, by the name of the file': { name: 'a.tsv', content: 'name\nSmith, John\nDoe, Jane\n', fields: ['name'], rows: [['Smith, John'], ['Doe, Jane']] },
  'bars by the name of the file': { name: 'a.psv', content: 'a|b,c\n1|2,3\n', fields: ['a', 'b,c'], rows: [['1', '2,3']] },
  'commas, whatever the name of the file': { name: 'a.tsv', content: abc(','), ...ABC },
  'a chosen delimiter of several characters': { content: abc('<>'), choices: { delimiter: '<>' }, ...ABC },
}; // prettier-ignore

describe('tables in CSV files', () => {
  let folder: ReadingFolder;
  before(async () => {
    folder = await ReadingFolder.open();
  });
  after(() => folder.close());

  for (const [what, { name = 'table.csv', content, choices = {}, fields, rows, below = [] }] of Object.entries(cases))
    it(`${what}: read`, async () => {
      const read = await folder.import(name, content, choices);
      const { records, skipped } = read;
      assert.deepEqual([read.fields, records], [fields, rows]);
      assert.deepEqual(
        skipped.map(({ text }) => text),
        below,
      );
    });

  for (const [name, content, message] of [
    ['one record with a value more', 'a,b\n1,x\n2,y,z\n3,w\n', /line 3: The row has 3 values/],
    [
      'a value behind the delimiter at the end of each record',
      'a,b\n1,x,\n2,y,z\n3,w,\n',
      /line 2: The row has 3 values/,
    ],
    [
      'a quote behind a space, below remarks',
      '# one\na,b\n1,x\n2, "y"\n3,z\n# two\n',
      /line 4, field "b": A quote follows a space/,
    ],
    ['a last record that is cut', 'a,b,c\n1,x,2\n2,y', /line 3: The row has 2 values/],
    ['text behind a quote in a rewritten file', '# one\na,b\n1,"x"y\n2,y\n', /line 3, field "b": Text follows/],
    [
      'a quote that never ends in a rewritten file',
      'Title\na,b\n1,"x\n2,y\n',
      /line 3, field "b": A quoted value begins here/,
    ],
    [
      'a quote that takes in lines up to the next one',
      'a,b,c\n1,"x,2\n2,y,3\n4,z",5,6\n',
      /line 2: The row has 4 values, but the header has 3\. .*set the option Quotes to None/,
    ],
    ['a quote that never ends', 'a,b\n1,"x\n2,y\n', /line 2, field "b": A quoted value begins.* Quotes to None/],
    ['a wrong record below remarks', '# one\n# two\na,b\n1,x\n# three\n2\n3,z\n', /line 6: The row has 1 value/],
  ] as const)
    it(`${name}: refused with its line`, () => assert.rejects(folder.import('wrong.csv', content, {}), message));

  it('a note below a small table: left out of the preview, too', async () => {
    const { sample } = await folder.inspect('small.csv', 'a,b\n1,x\n\nSource: the city\n');
    assert.deepEqual(sample, [['1', 'x']]);
  });

  it('refuses a chosen first row behind the end of the file', async () => {
    await assert.rejects(folder.import('end.csv', 'a;b\n1;2\n', { headerLine: 9 }), /line 9: The first line is empty/);
  });

  it('says that two rows of names were detected', async () => {
    const { resource } = await folder.import('two.csv', 'a,a,b\nx,y,z\n1,2,3\n4,5,6\n');
    assert.deepEqual(resource.notices, [{ code: 'twoHeaderRows', details: [' / '] }]);
  });

  for (const [code, content] of [
    ['withoutFirst', 'a\nr,2\ns,4\n'],
    ['withoutLast', 'a,b\n1,x,\n2,y,\n'],
    ['oneMore', 'a,b,c\n1,x\n2,y\n'],
  ] as const)
    it(`says that records don't fit the names: ${code}`, async () => {
      const { resource } = await folder.import('fit.csv', content);
      assert.deepEqual(resource.notices, [{ code }]);
    });

  it('says that headers of files that were joined are left out', async () => {
    const { resource } = await folder.import('joined.csv', `a,b\n${'1,x\n'.repeat(5000)}\ufeffa,b\n2,y\na,b\n`);
    assert.equal(resource.records, 5001);
    assert.deepEqual(resource.notices, [{ code: 'headerAgain', details: ['2', '5002'] }]);
  });

  it('says where lines in a quoted value look like records', async () => {
    const { resource } = await folder.import('over.csv', 'a,b,c\n1,2,"x\n3,4,y"\n5,6,z\n');
    assert.deepEqual(resource.notices, [{ code: 'quotesOff', details: [{ code: 'overLines', details: ['2'] }] }]);
    const plain = await folder.import('plain.csv', 'a,b,c\n1,2,"x\n3, 4"\n5,6,z\n');
    assert.equal(plain.resource.notices, undefined);
  });

  it('many short lines below a table: refused in time that grows with them', async () => {
    const begun = performance.now();
    const content = `a,b,c\n1,2,3\n${'x\n'.repeat(120_000)}`;
    await assert.rejects(folder.import('short.csv', content, {}), /line 3: The row has 1 value/);
    assert.ok(performance.now() - begun < 20_000);
  });

  it('two rows of names: a wrong record has its line', () =>
    assert.rejects(folder.import('wrong.csv', 'a,a,b\nx,y,z\n1,2,3\n4,5,6\n7,8\n'), /line 5: The row has 2 values/));

  it('a broken character in a rewritten file: refused', () =>
    assert.rejects(
      folder.import('broken.csv', Buffer.from('# one\na,b\n1,caf\u00e9\n2,\u00e9\u00e9\n', 'latin1'), { encoding: 'utf-8' }),
      /line 3: These bytes aren't UTF-8 text/,
    )); // prettier-ignore
});
