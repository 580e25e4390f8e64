/** VS Code's side of databases as portals: the answers of people, and databases with a password. */
import { AddPortal } from '../../../src/sources/addPortal.ts';
import { PortalActions } from '../../../src/sources/portalActions.ts';
import { DatabaseRefused, type DatabaseOptions } from '../../../src/service/index.ts';
import type { DatabaseRefusal } from '../../../src/service/resource/databaseReasons.ts';
import { FakeCkan } from '../fakes/fakeCkan.ts';
import { hostWith } from './twoPortals.ts';
import { people } from './vscode.ts';

export const PASSWORD = 'correct-horse-canary';

const noFiles = { portal: {}, resources: () => Promise.resolve([]) };

/** A database whose password is `PASSWORD`. `refuses` returns other reasons for a refusal. */
export const databaseHost = async (refuses?: () => DatabaseRefusal | undefined) => {
  const opened: DatabaseOptions[] = [];
  const ended: DatabaseOptions[] = [];
  const host = await hostWith({ 'city.test': new FakeCkan({ resources: {} }) }, noFiles, (options) => {
    opened.push(options);
    return {
      access: () => {
        const usual = options.password === PASSWORD ? undefined : 'password';
        const refusal = refuses === undefined ? usual : refuses();
        if (refusal !== undefined) return Promise.reject(new DatabaseRefused(refusal));
        return Promise.resolve({ baseUrl: `http://127.0.0.1:${String(opened.length)}`, token: 'of-process' });
      },
      dispose: () => void ended.push(options),
    };
  });
  const setToken = () => Promise.resolve(false);
  const addPortal = new AddPortal({ ...{ ...host, setToken }, knownPortals: () => Promise.resolve([]) });
  const portalActions = new PortalActions({ ...host, closePanels: () => undefined });
  return { ...host, opened, ended, addPortal, portalActions };
};

/** Answers questions by their prompts. Proposals of others are accepted. */
export const typing = (answers: Readonly<Record<string, string>>) => {
  const boxes: { prompt: string; value: string; isSecret: boolean }[] = [];
  people.type = (prompt, box) => {
    boxes.push({ prompt, ...box });
    return Object.entries(answers).find(([asked]) => prompt.includes(asked))?.[1] ?? box.value;
  };
  people.pick = (title) => ({ row: title.includes('Portal') ? '$(database) PostgreSQL Database…' : NONE });
  return boxes;
};
const NONE = '$(unlock) Not encrypted';
