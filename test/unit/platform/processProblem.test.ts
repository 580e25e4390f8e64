import assert from 'node:assert/strict';
import { DatastoreError } from '../../../src/datastore/wire/errors.ts';
import { JobFailed } from '../../../src/service/process/jobProcess.ts';
import { REASONS } from '../../../src/service/resource/reasons.ts';
import { importProblem, servingProblem } from '../../../src/sources/local/localProblems.ts';
import { processProblem } from '../../../src/platform/problem.ts';
import { PROCESS_END_REASONS, ProcessEnded, type ProcessEnding } from '../../../src/service/resource/processEndings.ts';

describe('the message of a process that ended', () => {
  const showLog = ['Show Log', 'datastoreExplorer.showLog', undefined] as const;
  const limit = 'datastoreExplorer.local.memoryLimitMb';
  for (const [kind, ending, label, command, passed] of [
    ['serving', 'memory', 'Change Memory Limit', 'workbench.action.openSettings', [limit]],
    ['serving', 'crash', ...showLog],
    ['serving', 'killed', ...showLog],
    ['serving', 'noPermission', ...showLog],
    ['serving', 'diskFull', 'Clear Local Data…', 'datastoreExplorer.clearLocalData', undefined],
    ['database', 'memory', ...showLog],
    ['database', 'crash', ...showLog],
    ['database', 'killed', ...showLog],
  ] as const)
    it(`${kind}, ${ending}: its sentence, and ${label}`, () => {
      const { message, hint, actions } = processProblem(new ProcessEnded(kind, ending, 'X'), 'It was restarted.');
      const reasons: Partial<Record<ProcessEnding, string>> = PROCESS_END_REASONS[kind];
      assert.equal(message, reasons[ending]?.replace('{0}', 'X'));
      assert.equal(hint, 'It was restarted.');
      assert.deepEqual(
        actions.map((action) => [action.label, action.command, action.arguments]),
        [[label, command, passed]],
      );
    });

  for (const [ending, label] of [
    ['memory', 'Change Import Options…'],
    ['crash', 'Show Log'],
    ['killed', 'Show Log'],
    ['diskFull', 'Clear Local Data…'],
  ] as const)
    it(`import, ${ending}: which file couldn't be opened, why, and ${label} for that file`, () => {
      const error = new ProcessEnded('import', ending, '2 GB');
      const { message, hint, actions } = importProblem('/data/a.csv', { part: 's' }, error);
      assert.match(message, /^Couldn't open .*a\.csv/);
      assert.ok(message.endsWith(PROCESS_END_REASONS.import[ending].replace('{0}', '2 GB')), message);
      assert.equal(hint, "The file wasn't changed.");
      const file = { file: '/data/a.csv', choices: { part: 's' } };
      assert.deepEqual(
        actions.map((action) => [action.label, action.arguments]),
        [[label, ending === 'memory' ? [file] : undefined]],
      );
    });

  for (const [code, label] of [
    ['diskFull', 'Clear Local Data…'],
    ['diskQuota', 'Clear Local Data…'],
    ['invalidJson', 'Change Import Options…'],
    ['missing'],
    ['permission'],
    ['busy'],
  ] as const)
    it(`import, which itself says ${code}: why, and ${label ?? 'no way on of its own'}`, () => {
      const unreadable = { file: 'a.csv', reason: { code }, place: {} };
      const error = new JobFailed({ kind: 'failed', message: '', unreadable });
      const { message, actions } = importProblem('/data/a.csv', {}, error);
      assert.equal(message, `Couldn't open a.csv. ${REASONS[code]}`);
      assert.deepEqual(
        actions.map((action) => action.label),
        label === undefined ? [] : [label],
      );
    });

  it('serving, which answers that its disk is full: the sentence, and Clear Local Data…; other answers as they are', () => {
    const answered = (serverMessage: string) =>
      servingProblem(new DatastoreError('server', '127.0.0.1:1', { status: 507, serverMessage }));
    const { message, actions } = answered(PROCESS_END_REASONS.serving.diskFull) ?? {};
    assert.deepEqual([message, actions?.[0]?.label], [PROCESS_END_REASONS.serving.diskFull, 'Clear Local Data…']);
    assert.equal(answered('The disk is full'), undefined);
    assert.equal(servingProblem(new Error(PROCESS_END_REASONS.serving.diskFull)), undefined);
  });
});
