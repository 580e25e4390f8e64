// `npm run test:planted [-- WORDS]`: proves that tests fail when the program is wrong. Each entry of test/planted.json is
// a defect: a change to one file of `src`, and the test that must fail because of it. WORDS choose the defects whose
// description contains them. The defects are put one by one into copies of the sources, so that nothing changes here.
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from './steps/progress.mjs';

/** Copies that are tested side by side. */
const COPIES = 2;
const LIMIT_SECONDS = 180;

const words = process.argv.slice(2).join(' ');
const planted = JSON.parse(fs.readFileSync(path.join(root, 'test/planted.json'), 'utf8'));
const chosen = planted.filter(({ what }) => what.includes(words));
const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'datastore-planted-'));

/** Copies the sources and tests as they are, with changes that aren't committed. */
function copyOf(name) {
  const folder = path.join(temporary, name);
  const git = ['ls-files', '-co', '--exclude-standard', 'src', 'test', 'tools', 'media', 'scripts', '*.json'];
  const files = execFileSync('git', git, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 })
    .trim()
    .split('\n');
  for (const file of files.filter((each) => fs.existsSync(path.join(root, each))))
    fs.cpSync(path.join(root, file), path.join(folder, file));
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

/** Runs the tests with these titles. Resolves to the titles of those that passed and failed, each once. */
async function runTests(folder, defects) {
  const output = path.join(folder, 'result.json');
  fs.rmSync(output, { force: true });
  const titles = defects.map(({ title }) => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const args = ['--no-config', '--require', './test/support/host/useVscode.ts', '--timeout', '40000', '--exit'];
  const report = ['--reporter', 'json', '--reporter-option', `output=${output}`, '--grep', `^(?:${titles.join('|')})$`];
  const mocha = path.join('node_modules', 'mocha', 'bin', 'mocha.js');
  const files = new Set(defects.map(({ test }) => test));
  const child = spawn(process.execPath, [mocha, ...args, ...report, ...files], { cwd: folder, stdio: 'ignore' });
  const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_SECONDS * 1000);
  await new Promise((resolve) => child.on('exit', resolve));
  clearTimeout(timer);
  // A change that isn't a program any more leaves no result.
  if (!fs.existsSync(output)) return { passed: new Set(), failed: new Set() };
  const { passes, failures } = JSON.parse(fs.readFileSync(output, 'utf8'));
  const titlesOf = (tests) => new Set(tests.map(({ fullTitle }) => fullTitle));
  return { passed: titlesOf(passes), failed: titlesOf(failures) };
}

/** Why the defect stays unseen. Undefined if its test fails because of it. */
async function complaintAbout(folder, defect) {
  const file = path.join(folder, defect.file);
  const honest = fs.readFileSync(file, 'utf8');
  const places = honest.split(defect.from).length - 1;
  if (places !== 1) return `${defect.file} has its text ${places} times`;
  fs.writeFileSync(
    file,
    honest.replace(defect.from, () => defect.to),
  );
  const { failed } = await runTests(folder, [defect]);
  fs.writeFileSync(file, honest);
  return failed.has(defect.title) ? undefined : `${defect.test} doesn't fail: ${defect.title}`;
}

let caught = 0;
try {
  const folders = Array.from({ length: COPIES }, (_, at) => copyOf(String(at)));
  const { passed } = await runTests(folders[0], chosen);
  const left = [...chosen];
  const work = async (folder) => {
    for (let defect = left.shift(); defect !== undefined; defect = left.shift()) {
      const complaint = passed.has(defect.title)
        ? await complaintAbout(folder, defect)
        : `${defect.test} has no such test that passes without it: ${defect.title}`;
      if (complaint === undefined) caught += 1;
      else console.log(`missed: ${defect.what}: ${complaint}`);
    }
  };
  await Promise.all(folders.map(work));
} finally {
  fs.rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
}
const isWhole = chosen.length > 0 && caught === chosen.length;
console.log(`planted ${caught} ${chosen.length} ${isWhole ? 'ok' : 'missed'}`);
process.exit(isWhole ? 0 : 1);
