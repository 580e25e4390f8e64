/** R1: each fault of docs/network.md is made, and ends as the table says: what is done, what people read, what is kept. */
import assert from 'node:assert/strict';
import tls from 'node:tls';
import { DatastoreError } from '../../src/datastore/wire/errors.ts';
import { describeError } from '../../src/datastore/wire/errorWords.ts';
import { HttpError } from '../../src/http/errors.ts';
import { RULES_OF_KINDS, type RetryRule } from '../../src/http/retry.ts';
import { FAULT_TABLE } from './table/faultTable.ts';
import type { NetworkFault } from './table/networkFault.ts';
import { ruleForAnswer } from '../../src/http/retry.ts';
import { wordsOf } from './table/faultDocs.ts';
import { count } from '../support/results/figures.ts';
import { answerScenes } from './answerScenes.ts';
import { releaseAll } from './client.ts';
import { connectionScenes, rawScenes } from './connectionScenes.ts';
import { runScenes } from './runScenes.ts';
import { CAP, play, type Outcome, type Scene, type Stage } from './scene.ts';
import { LineCheck } from './tableServer.ts';

const scenes = [...rawScenes, ...connectionScenes, ...answerScenes, ...runScenes];

/** The rule for what it was taken for. Undefined: something else than the network ended it. */
function ruleOf(error: unknown): RetryRule | undefined {
  if (error instanceof HttpError) return RULES_OF_KINDS[error.kind];
  if (!(error instanceof DatastoreError) || error.status === undefined) return undefined;
  return ruleForAnswer(error.status, error.kind === 'emptyAnswer');
}

function judgeAction({ action, seen }: NetworkFault, { sends: wanted, asksAhead }: Scene, outcome: Outcome): void {
  const { error, sends } = outcome;
  if (error instanceof HttpError) assert.ok(seen.includes(error.kind), error.kind);
  if (error instanceof DatastoreError && seen.length > 0)
    assert.ok(seen.includes(error.status ?? 0), String(error.status));
  const rule = ruleOf(error);
  if (rule?.fewer === true) {
    const limits = sends.map(({ limit = Infinity }) => limit);
    const falling = limits.slice(limits.findLastIndex((limit, at) => at === 0 || limit >= (limits[at - 1] ?? 0)));
    assert.ok(falling.length > 1, `asked for ${limits.join(', ')}`);
    assert.ok(falling.length === 3 || falling.at(-1) === 1, `asked for ${limits.join(', ')}`);
    return;
  }
  assert.notEqual(action, 'fewer');
  const expected = wanted ?? rule?.tries ?? 1;
  if (asksAhead === true && sends.length > expected) {
    assert.ok(sends.length <= expected + 2, 'two pages ahead');
    assert.equal(new Set(sends.map(({ body }) => body)).size, sends.length, 'none is asked for twice');
  } else assert.equal(sends.length, expected, 'requests');
  if (action === 'stop') return;
  assert.ok(
    sends.every(({ body }) => body === sends[0]?.body),
    'the same again',
  );
  if (action === 'plain')
    assert.deepEqual(
      sends.map(({ acceptsEncoding }) => acceptsEncoding),
      ['gzip, br', 'identity'],
    );
}

/** Words of the table, with what is filled in. */
function judgeWords({ words, number }: NetworkFault, { error, host }: Outcome): void {
  // A cancelled export says nothing, and a disk error says it in the words of the system.
  if (words.length === 0) {
    assert.ok([73, 75].includes(number));
    return;
  }
  const { message, hint } = describeError(error);
  const templates = words.map((key) => wordsOf(key) ?? '');
  const isSaid = templates.some((text) => asPattern(text).test(message));
  assert.ok(isSaid, `“${message}” is none of “${templates.join('”, “')}”`);
  if (templates.some((text) => text.includes('{host}'))) assert.ok(message.includes(host), `${message}: ${host}`);
  assert.match(hint, /^\p{Lu}.+\.$/su);
  assert.doesNotMatch(`${message} ${hint}`, /[{}]|undefined|fetch failed|UND_ERR|E[A-Z]{6,}/);
}

function asPattern(template: string): RegExp {
  const parts = template.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  // A server's own words may end anyhow.
  return new RegExp(`^${parts.join('.+')}[.!?]?$`, 'su');
}

/** Records that were in the table from the beginning to the end must appear once and unchanged. */
function judgeRecords(text: string | undefined, { table }: Stage, line: (text: string) => string): void {
  assert.ok(text !== undefined, 'no file');
  const check = new LineCheck(table, line);
  check.add(text);
  const { lost, doubled, altered } = check;
  assert.deepEqual({ lost, doubled, altered }, { lost: 0, doubled: 0, altered: 0 });
}

const same = (text: string): string => text;

function idOf(line: string): number {
  return Number(/^\{"_id":(\d+),/.exec(line)?.[1]);
}

function judge(fault: NetworkFault, scene: Scene, stage: Stage, outcome: Outcome): void {
  const { line = same, notices = [], waitsMs = 0 } = scene;
  if (fault.kept === 'everything' || scene.heals === true) {
    assert.equal(outcome.error, undefined);
    judgeRecords(outcome.file, stage, (text) => (idOf(text) > CAP ? line(text) : text));
    assert.deepEqual(outcome.notices, notices);
  } else {
    assert.ok(outcome.error !== undefined, 'no error');
    judgeAction(fault, scene, outcome);
    judgeWords(fault, outcome);
    assert.equal(outcome.file, undefined);
    const [lines = ''] = /^[^]*\n/.exec(outcome.part ?? '') ?? [];
    assert.match(lines, /^(?:\{[^\n]+\}\n){9,}$/, 'the records that came are kept');
    assert.ok(outcome.resumed?.startsWith(lines), 'and gone on with');
    judgeRecords(outcome.resumed, stage, same);
  }
  assert.ok(Math.max(0, ...outcome.pauses) >= waitsMs, `waits: ${outcome.pauses.join(', ')}`);
  scene.check?.(stage, outcome);
}

describe('R1: each fault of docs/network.md', function () {
  this.timeout(60_000);
  const authorities = tls.getCACertificates('default');
  afterEach(releaseAll);
  after(() => tls.setDefaultCACertificates(authorities));

  const right = new Set(FAULT_TABLE.filter(({ never }) => never !== undefined).map(({ number }) => number));
  const wrong = new Set<number>();
  for (const fault of FAULT_TABLE)
    for (const scene of scenes.filter(({ row }) => row === fault.number))
      it(`${String(fault.number)}: ${scene.what}`, async () => {
        wrong.add(fault.number);
        const { stage, outcome } = await play(scene);
        judge(fault, scene, stage, outcome);
        wrong.delete(fault.number);
        right.add(fault.number);
      });

  it('ends as the table says', () => {
    count({
      name: 'R1',
      what: 'faults are made and end as their row says, or can’t happen for the reason that it gives',
      score: [...right].filter((number) => !wrong.has(number)).length,
      total: FAULT_TABLE.length,
    });
  });
});
