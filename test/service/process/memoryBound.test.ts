/** Every child process is ended above its memory limit, however busy it is, with a message that says so. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { BoundedProcess } from '../../../src/service/process/childProcess.ts';
import { engineLimitMb } from '../../../src/service/process/memoryBound.ts';
import type { ChildMessage } from '../../../src/service/process/protocol.ts';
import {
  endingText,
  memoryText,
  PROCESS_END_REASONS,
  type ProcessEnding,
  type ProcessKind,
  withEnding,
} from '../../../src/service/resource/processEndings.ts';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';

const BOUND_MB = 200;
/** What a process may take above its limit before that is noticed, in MiB. */
const ABOVE_MB = 512;
const GROW = 'const kept = []; for (;;) kept.push(Buffer.alloc(1 << 20, 1));';
const memoryBoundPath = path.join(projectRoot, 'src/service/process/memoryBound.ts');

describe('a process of ours', function () {
  this.timeout(60_000);
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'bound-test-'));
  });
  after(() => rm(folder, { recursive: true }));

  const start = async (program: string): Promise<BoundedProcess> => {
    const servicePath = path.join(folder, 'program.mjs');
    await writeFile(servicePath, program);
    return new BoundedProcess({ ...{ kind: 'import', servicePath, boundMb: BOUND_MB, log: () => undefined } });
  };

  for (const [what, program, ending] of [
    ['grows while its main thread is busy', GROW, 'memory'],
    [
      "fills V8's heap",
      `import v8 from 'node:v8';
       v8.setFlagsFromString('--max-old-space-size=20');
       const kept = []; for (;;) kept.push({ number: Math.random() });`,
      'memory',
    ],
    ['fails', 'process.exit(3)', 'crash'],
    ['ends without an answer', '', 'crash'],
    ['is killed by the system', "process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000)", 'killed'],
  ] as const)
    it(`that ${what}: ${ending}`, async () => {
      const child = await start(program);
      const ended = await child.ended;
      assert.equal(ended.ending, ending);
      assert.equal(ended.message, PROCESS_END_REASONS.import[ending].replace('{0}', `${BOUND_MB} MB`));
    });

  it('that was killed because its work was canceled is gone when `ended` resolves', async () => {
    const child = await start('setInterval(() => {}, 1000)');
    child.kill();
    assert.equal((await child.ended).ending, 'killed');
    assert.equal(child.channel.signalCode, 'SIGKILL');
  });

  it('keeps no answer that it gave, however long it lives', async () => {
    const child = await start("process.on('message', (message) => process.send(message))");
    const answers: WeakRef<ChildMessage>[] = [];
    for (let times = 0; times < 1000; times += 1) {
      const answer = await child.ask<ChildMessage>({ kind: 'cancel' }, (message, { resolve }) => resolve(message));
      answers.push(new WeakRef(answer));
    }
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    // An answer can't be collected in the turn in which its WeakRef was made.
    await setTimeout(10);
    collectGarbage();
    const kept = answers.filter((answer) => answer.deref() !== undefined);
    assert.ok(kept.length < 10, `${kept.length} of 1000 answers are kept`);
    assert.deepEqual([child.isAlive, child.channel.listenerCount('message')], [true, 0]);
    await child.end();
  });

  it("ends itself where its parent can't watch it, with a last line, even if its main thread is busy", async () => {
    const program = path.join(folder, 'watched.mjs');
    await writeFile(
      program,
      `import { endAbove } from ${JSON.stringify(memoryBoundPath)};
       endAbove(${BOUND_MB}, 'more than ${BOUND_MB} MB');
       await new Promise((resolve) => setTimeout(resolve, 300));
       const kept = [];
       for (;;) {
         kept.push(Buffer.alloc(1 << 20, 1));
         const until = performance.now() + 1;
         while (performance.now() < until);
         if (kept.length % 64 === 0 && process.memoryUsage.rss() > ${(BOUND_MB + ABOVE_MB) * 2 ** 20}) process.exit(7);
       }`,
    );
    const child = spawn(process.execPath, [program], { stdio: ['ignore', 'ignore', 'pipe'] });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    assert.deepEqual([code, signal], [null, 'SIGKILL']);
    assert.match(stderr, new RegExp(`more than ${BOUND_MB} MB\n$`));
  });

  it('with a fixed bound never gives its engine so much memory that it exceeds its own bound', () => {
    assert.equal(engineLimitMb('import', 1024), 1024);
    assert.equal(engineLimitMb('import', 16_000), 1536);
    assert.equal(engineLimitMb('sql', 16_000), 768);
  });
});

describe('the words for how a process ended', () => {
  const all = Object.entries(PROCESS_END_REASONS).flatMap(([kind, reasons]) =>
    Object.keys(reasons).map((ending) => [kind, ending] as [ProcessKind, ProcessEnding]),
  );
  for (const [process, ending] of all)
    it(`${process}, ${ending}: a sentence with its detail filled in`, () => {
      const text = endingText({ process, ending, detail: 'DETAIL' });
      assert.match(text, /^[A-Z].*\.$/);
      assert.doesNotMatch(text, /[{}]/);
      const names = ['memory', 'time', 'noPermission', 'portTaken'].includes(ending);
      assert.equal(text.includes('DETAIL'), names);
    });

  for (const [megabytes, text] of [
    [2048, '2 GB'],
    [1536, '1.5 GB'],
    [576, '576 MB'],
  ] as const)
    it(`${megabytes} MiB are ${text}`, () => {
      assert.equal(memoryText(megabytes), text);
    });

  it('errors of the system get words, others stay as they are', () => {
    const taken = withEnding(Object.assign(new Error(), { code: 'EADDRINUSE' }), '8080');
    assert.match((taken as Error).message, /^Another program uses port 8080 /);
    const denied = withEnding(Object.assign(new Error(), { code: 'EACCES' }), '/data');
    assert.match((denied as Error).message, /^You don't have permission to write to \/data/);
    const other = new Error('other');
    assert.equal(withEnding(other, ''), other);
  });
});
