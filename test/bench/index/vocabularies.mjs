// Records of three vocabularies that people have: names and streets (faker from PyPI), codes and numbers (Debian's index
// of packages), and prose (Debian's manual pages and reference). Values are drawn at random, the same in every run.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { seeded } from '../service/records.ts';

const PEOPLE = 100_000;
const MANUALS = ['manpages', 'manpages-dev', 'debian-reference-en'];
/** Numbers of words in a record of prose. */
const WORDS = [12, 38];
const LARGEST_OUTPUT = 1 << 28;
const RECORDS_A_PIECE = 5000;

/** For each vocabulary, the names of its fields, and a function that gives a random record's values. */
const VOCABULARIES = { names, codes, prose };
export const VOCABULARY_NAMES = Object.keys(VOCABULARIES);

/** Writes a CSV file of so many records, unless it is there. @returns its path */
export async function vocabularyFile(folder, vocabulary, count) {
  const file = path.join(folder, `${vocabulary}-${String(count)}.csv`);
  if (fs.existsSync(file)) return file;
  fs.mkdirSync(folder, { recursive: true });
  const random = seeded(42);
  const below = (limit) => Math.floor(random() * limit);
  const { fields, draw } = VOCABULARIES[vocabulary](folder, below);
  const out = fs.createWriteStream(`${file}.part`);
  out.write(`id,${fields.join(',')}\n`);
  for (let first = 0; first < count; first += RECORDS_A_PIECE) {
    const places = Array.from({ length: Math.min(RECORDS_A_PIECE, count - first) }, (_, place) => first + place);
    const lines = places.map((place) => [String(place + 1), ...draw()].map(csvValue).join(','));
    if (!out.write(`${lines.join('\n')}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'close');
  fs.renameSync(`${file}.part`, file);
  return file;
}

function csvValue(value) {
  return /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

function names(folder, below) {
  const home = path.join(folder, 'faker');
  const python = path.join(home, 'bin', 'python');
  if (!fs.existsSync(python)) {
    execFileSync('python3', ['-m', 'venv', home], { stdio: 'inherit' });
    execFileSync(python, ['-m', 'pip', 'install', '--quiet', 'faker'], { stdio: 'inherit' });
  }
  const lines = output(python, [path.join(import.meta.dirname, 'fakerSide.py'), String(PEOPLE)]);
  const people = lines.trimEnd().split('\n');
  const columns = people.map((person) => person.split('\t'));
  const value = (field) => columns[below(columns.length)][field];
  return {
    fields: ['name', 'street', 'postcode', 'city', 'phone'],
    draw: () => {
      const place = columns[below(columns.length)];
      return [value(0), value(1), place[2], place[3], value(4)];
    },
  };
}

function codes(_, below) {
  const packages = output('apt-cache', ['dumpavail']).split('\n\n').map(facts);
  const any = (field) => packages[below(packages.length)][field] ?? '';
  return {
    fields: ['package', 'version', 'section', 'installed', 'size', 'md5sum'],
    draw: () => {
      const { Package, Section } = packages[below(packages.length)];
      // Two halves make sums that are as different as those of as many packages.
      const sum = any('MD5sum').slice(0, 16) + any('MD5sum').slice(16);
      return [Package ?? '', any('Version'), Section ?? '', any('Installed-Size'), any('Size'), sum];
    },
  };
}

function facts(paragraph) {
  return Object.fromEntries(Array.from(paragraph.matchAll(/^([\w-]+): (.*)$/gm), ([, name, value]) => [name, value]));
}

function prose(folder, below) {
  const home = path.join(folder, 'manuals');
  if (!fs.existsSync(home)) {
    fs.mkdirSync(`${home}.part`, { recursive: true });
    execFileSync('apt-get', ['-qq', 'download', ...MANUALS], { cwd: `${home}.part`, stdio: 'inherit' });
    for (const each of fs.readdirSync(`${home}.part`))
      execFileSync('dpkg-deb', ['-x', each, 'unpacked'], { cwd: `${home}.part` });
    fs.renameSync(`${home}.part`, home);
  }
  const entries = fs.readdirSync(path.join(home, 'unpacked'), { recursive: true, withFileTypes: true });
  const texts = entries
    .filter((entry) => entry.isFile() && /^(?!changelog).*\.(?:[1-9]\w*|txt)\.gz$/.test(entry.name))
    .map(({ parentPath, name }) => ({ name, text: plainText(path.join(parentPath, name)) }));
  const words = texts
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap(({ name, text }) => text.split(/\s+/).map((word) => ({ page: name.replace(/\.gz$/, ''), word })))
    .filter(({ word }) => word !== '');
  const [least, most] = WORDS;
  return {
    fields: ['page', 'text'],
    draw: () => {
      const first = below(words.length - most);
      const some = words.slice(first, first + least + below(most - least + 1));
      return [words[first].page, some.map(({ word }) => word).join(' ')];
    },
  };
}

/** The text of a manual page without requests and escapes of roff. */
function plainText(file) {
  const text = gunzipSync(fs.readFileSync(file)).toString('utf8');
  return text
    .replaceAll(/^['.]\\".*$|^\.(?:TH|de|ig|if|ie|el|ds|nr)\b.*$|^[.'][A-Za-z]*/gm, ' ')
    .replaceAll(/\\(?:f[A-Z]|f\[[^\]]*\]|s[-+]?\d+|\*?\([a-z]{2}|[&/|^%])/g, '')
    .replaceAll(/\\-/g, '-')
    .replaceAll(/\\e/g, '\\');
}

function output(command, parameters) {
  return execFileSync(command, parameters, { maxBuffer: LARGEST_OUTPUT, encoding: 'utf8' });
}
