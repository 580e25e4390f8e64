// One step of `npm test`: a child process with its log file and its verdict.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { complaintAbout, loadResult } from '../../test/support/results/testResult.ts';
import { root, seconds } from './progress.mjs';

/**
 * Time for a step to end after it wrote its result. A process or socket left by a failed test would keep it waiting
 * until the limit.
 */
const graceSeconds = 60;
const shownLines = 150;
/**
 * Starts a process group of its own, which gets its own share of the processor. `nice` alone doesn't change that share.
 */
const lowest =
  process.platform === 'win32'
    ? []
    : ['/bin/sh', '-c', '{ echo 19 > /proc/self/autogroup; } 2> /dev/null; exec nice -n 19 "$@"', 'sh'];

/**
 * Runs a step and prints `ok|FAIL name: exit, seconds`, and after a failure the end of its output. A step with tests
 * passes only if its result file says that all passed, because the exit code is no proof. `isBeside` gives it the
 * lowest priority. After `limitMinutes` the step is ended. Returns `{ ok, result, failures }`, where each failure is one
 * line.
 */
export async function runStep(name, { tests = false, isBeside = false, limitMinutes = 40, ...step }, resultFile) {
  const started = performance.now();
  const command = isBeside ? [...lowest, ...step.command] : step.command;
  const logFile = resultFile.replace(/\.json$/, '.log');
  const exit = await runLogged(command, logFile, limitMinutes, { ...process.env, TEST_RESULT_FILE: resultFile });
  const result = loadResult(resultFile);
  const complaint = tests ? complaintAbout(result) : undefined;
  const ok = exit === 0 && complaint === undefined;

  const facts = [`exit ${exit}`, `${seconds(started)} s`];
  if (result) facts.push(`${result.passed} passed`);
  if (complaint) facts.push(complaint);
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name}: ${facts.join(', ')}`);
  for (const line of [...(result?.figures ?? []), ...measuredIn(logFile)]) console.log(`  ${line}`);
  const failures = linesOf(result?.failures);
  // The names come first, so that the beginning of a long output shows which tests failed.
  for (const line of failures) console.log(`  ✖ ${line}`);
  if (!ok) console.log(lastLines(logFile));
  return { ok, result, failures };
}

/**
 * Resolves to the exit code or a signal's name. Ctrl+C ends the step's whole process group, and so does the time limit.
 */
function runLogged([file, ...args], logFile, limitMinutes, env) {
  const begun = Date.now();
  const log = fs.openSync(logFile, 'w');
  const child = spawn(file, args, { cwd: root, env, stdio: ['ignore', log, log], detached: true });
  const end = () => process.kill(-child.pid, 'SIGTERM');
  const interrupted = () => {
    end();
    process.exit(130);
  };
  const timer = setTimeout(end, limitMinutes * 60_000);
  const hasEnded = () => {
    const written = fs.statSync(env.TEST_RESULT_FILE, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    return written > begun && Date.now() - written > graceSeconds * 1000;
  };
  const looking = setInterval(() => hasEnded() && end(), 5000);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, interrupted);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      clearTimeout(timer);
      clearInterval(looking);
      for (const name of signals) process.off(name, interrupted);
      fs.closeSync(log);
      resolve(code ?? signal);
    });
  });
}

/** Lines such as `cli-package-mb 0.59 5 ok`: a name, the value, its limit and the verdict. */
function measuredIn(logFile) {
  return fs.readFileSync(logFile, 'utf8').match(/(?<=^\s*)[a-z][\w-]*(?: -?\d+(?:\.\d+)?){2} (?:ok|missed)$/gm) ?? [];
}

function linesOf(failures = []) {
  return failures.map(({ title, error }) => `${title}: ${error.split('\n')[0]}`.slice(0, 400));
}

function lastLines(file) {
  const lines = fs.readFileSync(file, 'utf8').trimEnd().split('\n');
  const cut = lines.length > shownLines ? [`… the whole output: ${file}`] : [];
  return [...cut, ...lines.slice(-shownLines)].map((line) => `  | ${line}`).join('\n');
}
