import assert from 'node:assert/strict';
import type { Uri as VscodeUri } from 'vscode';
import type { CommandCall } from '../../../../src/commands/call.ts';
import { fileToRead } from '../../../../src/commands/targets.ts';
import { LocalOpening, type LocalOpeningDeps } from '../../../../src/sources/local/localOpening.ts';
import type { LocalFiles } from '../../../../src/sources/local/localFiles.ts';
import type { LocalResource } from '../../../../src/service/resource/localResource.ts';
import { Uri } from '../../../support/host/vscode.ts';

describe('Explore in Datastore', () => {
  const file = `${import.meta.dirname}/loadedFile.test.ts`;
  const explore = async (read: Partial<LocalResource> | undefined, showsLoaded = true) => {
    let isAsked = false;
    const localFiles = {
      requireEngine: () => undefined,
      list: () => Promise.resolve([{ id: 'r', file, ...(read && { read }) }]),
      prepare: () => () => undefined,
    } as unknown as LocalFiles;
    const settings = { askHowToRead: { value: 'always' } };
    const opening = new LocalOpening({ localFiles, settings } as unknown as LocalOpeningDeps);
    opening.options.ask = () => {
      isAsked = true;
      return Promise.resolve({ kind: 'left' });
    };
    const uri: object = Object.assign(Uri.file(file), { with: (): object => uri });
    const uris = [uri] as unknown as readonly VscodeUri[];
    const ref = await opening.askAndOpen(uris, showsLoaded);
    return { resourceId: ref?.resourceId, isAsked };
  };
  const loaded = { id: 'r', file } as Partial<LocalResource>;

  it('shows the records of a file that is loaded, without a question', async () => {
    assert.deepEqual(await explore(loaded), { resourceId: 'r', isAsked: false });
  });

  for (const [what, read] of [
    ['isn’t loaded', undefined],
    ['is loaded in part', { ...loaded, isPartial: true as const }],
  ] as const)
    it(`shows the import options of a file that ${what}`, async () => {
      assert.deepEqual(await explore(read), { resourceId: undefined, isAsked: true });
    });

  it('isn’t Open Local File…, which asks each time', async () => {
    assert.equal((await explore(loaded, false)).isAsked, true);
  });
});

describe('Change Import Options', () => {
  const reading = { format: 'csv', compression: 'none', unreadable: 'refuse', encoding: 'windows-1250' } as const;
  for (const [what, facts, choices] of [
    ['stays', {}, reading],
    [
      'is made anew if it is unsure',
      { unsure: ['encoding'] },
      { format: 'csv', compression: 'none', unreadable: 'refuse' },
    ],
    ['stays if people chose it', { chosen: ['encoding'] }, { encoding: 'windows-1250' }],
    ['is made anew if people chose nothing', { chosen: [] }, {}],
  ] as const)
    it(`the encoding of a file that is read again ${what}`, async () => {
      const read = { id: 'r', file: '/a.csv', reading, ...facts };
      const localFiles = { portal: { id: 'local' }, find: () => Promise.resolve({ id: 'r', file: '/a.csv', read }) };
      const deps = { localFiles, panels: {} } as unknown as Parameters<typeof fileToRead>[0];
      const call = { ref: { portalId: 'local', resourceId: 'r' }, title: '' } as unknown as CommandCall;
      assert.deepEqual((await fileToRead(deps, call))?.choices, choices);
    });
});

describe('Use for Similar Files', () => {
  it('closes the options before it asks which files', async () => {
    const closed: string[] = [];
    const localFiles = {
      requireEngine: () => undefined,
      prepare: () => () => undefined,
      inspect: () => Promise.reject(new Error('unreadable')),
    } as unknown as LocalFiles;
    const settings = { askHowToRead: { value: 'always' } };
    const opening = new LocalOpening({ localFiles, settings } as unknown as LocalOpeningDeps);
    opening.options.ask = (target) => Promise.resolve({ kind: 'open', file: target, isForSimilar: true });
    opening.options.close = (path) => void closed.push(path);
    const file = `${import.meta.dirname}/loadedFile.test.ts`;
    const uri: object = Object.assign(Uri.file(file), { with: (): object => uri });
    await assert.rejects(opening.askAndOpen([uri] as unknown as readonly VscodeUri[]), /unreadable/);
    assert.deepEqual(closed, [file]);
  });
});
