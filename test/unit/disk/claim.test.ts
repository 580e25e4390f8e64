import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Claim } from '../../../src/disk/claim.ts';
import { ownName } from '../../../src/disk/owner.ts';

const claiming = path.join(import.meta.dirname, 'claimingProcess.ts');

describe('a claim', () => {
  let folder: string;
  const children: ChildProcess[] = [];
  beforeEach(() => (folder = fs.mkdtempSync(path.join(tmpdir(), 'claim-'))));
  afterEach(async () => {
    await Promise.all(children.splice(0).map(kill));
    fs.rmSync(folder, { recursive: true });
  });

  const kill = async (child: ChildProcess): Promise<void> => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  /** Starts a process that is ready to take the claim. */
  const start = async (): Promise<ChildProcess> => {
    const child = fork(claiming, [folder, 'work']);
    children.push(child);
    await once(child, 'message');
    return child;
  };
  const takenBy = async (child: ChildProcess): Promise<boolean> => {
    const answer = once(child, 'message');
    child.send('take');
    return ((await answer) as [boolean])[0];
  };

  it('is the first one’s of two in this process, and free again when that one has released it', async () => {
    const [first, second] = await Promise.all([Claim.take(folder, 'work'), Claim.take(folder, 'work')]);
    assert.deepEqual([first !== undefined, second], [true, undefined]);
    assert.equal(await Claim.isHeld(folder, 'work'), true);
    await first?.release();
    assert.equal(await Claim.isHeld(folder, 'work'), false);
    assert.deepEqual(fs.readdirSync(folder), []);
  });

  it('is another one’s of another name', async () => {
    const [first, second] = await Promise.all([Claim.take(folder, 'work'), Claim.take(folder, 'more')]);
    assert.ok(first && second);
    await Promise.all([first.release(), second.release()]);
  });

  it('is never of two processes, also where they try at the same time', async () => {
    const both = await Promise.all([start(), start(), start()]);
    const taken = await Promise.all(both.map(takenBy));
    assert.ok(taken.filter(Boolean).length <= 1, taken.join());
  });

  it('ends with its process, however that ends', async () => {
    const other = await start();
    assert.equal(await takenBy(other), true);
    assert.equal(await Claim.isHeld(folder, 'work'), true);
    assert.equal(await Claim.take(folder, 'work'), undefined);
    await kill(other);
    children.length = 0;
    assert.equal(await Claim.isHeld(folder, 'work'), false);
    await (await Claim.take(folder, 'work'))?.release();
  });

  it('is free where a file of this process stayed, or one that only looks like a claim is there', async () => {
    for (const name of [`work.${ownName()}.lock`, 'work.lock', 'work.2.lock'])
      fs.writeFileSync(path.join(folder, name), '');
    const claim = await Claim.take(folder, 'work');
    assert.ok(claim);
    await claim.release();
  });
});
