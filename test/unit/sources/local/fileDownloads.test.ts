import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { DatastoreClient } from '../../../../src/datastore/client/client.ts';
import type { ResourceLink } from '../../../../src/datastore/wire/model.ts';
import { HttpError } from '../../../../src/http/errors.ts';
import type { FileAnswer, FileRequest } from '../../../../src/http/fileRequest.ts';
import { DownloadedFiles } from '../../../../src/sources/local/downloadedFiles.ts';
import { FileDownloads } from '../../../../src/sources/local/fileDownloads.ts';
import type { ListedFile } from '../../../../src/sources/local/localFile.ts';
import { readResourceFile } from '../../../../src/sources/local/resourceFile.ts';
import type { ResourceFile } from '../../../../src/platform/portal.ts';
import { Problem } from '../../../../src/platform/problem.ts';
import { UnfinishedTasks } from '../../../../src/platform/state/unfinishedTasks.ts';
import { people } from '../../../support/host/vscode.ts';

const REF = { portalId: 'p', resourceId: 'r' };
const TREES = { ...REF, url: 'https://city.test/files/1.csv', name: 'Trees: 2024/25', format: 'CSV' };

describe('the file of a portal’s resource', () => {
  let folder: string;
  beforeEach(() => {
    people.forget();
    folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'downloads-'));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  interface Serving {
    readonly status?: number;
    readonly text?: string;
    readonly error?: Error;
    /** The host that the server redirects to. */
    readonly leadsTo?: string;
    readonly link?: ResourceLink;
    readonly baseUrl?: string;
    /** Whether people close the import options. */
    readonly isLeft?: boolean;
  }

  const setUp = ({
    status = 200,
    text = 'a,b\n1,2\n',
    error,
    leadsTo,
    link,
    baseUrl = 'https://city.test/en',
    isLeft = false,
  }: Serving = {}) => {
    const asked: Omit<FileRequest, 'token'>[] = [];
    const opened: string[] = [];
    const listed: ListedFile[] = [];
    const shown: unknown[] = [];
    const downloads = new DownloadedFiles(folder);
    const file = async (_: string, request: Omit<FileRequest, 'token'>): Promise<FileAnswer> => {
      asked.push(request);
      const url = leadsTo === undefined ? request.url : new URL(leadsTo);
      if (leadsTo !== undefined && !(await request.mayGoTo(url)))
        throw new HttpError('redirect', request.url.host, { target: url.origin });
      async function* body() {
        yield await Promise.resolve(Buffer.from(text));
        if (error !== undefined) throw error;
      }
      return { status, headers: new Map(), url, size: text.length, body: body() };
    };
    const client = { resourceLink: () => Promise.resolve(link) } as unknown as DatastoreClient;
    const fileDownloads = new FileDownloads({
      portals: {
        find: (id) => (id === 'p' ? { id, name: 'City', baseUrl, resources: [] } : undefined),
        client: () => Promise.resolve(client),
        file,
        remember: (_, { name }) => Promise.resolve(void shown.push(name)),
        names: () => ({ resource: 'Known trees', server: 'city.test' }),
      },
      localFiles: { requireEngine: () => undefined, list: () => Promise.resolve(listed) },
      localOpening: {
        askAndOpen: ([uri]) => {
          opened.push(uri?.fsPath ?? '');
          return Promise.resolve(isLeft ? undefined : { portalId: 'local', resourceId: 'f' });
        },
      },
      downloads,
      settings: { maxDownloadMb: { value: 2 } as never },
      unfinished: new UnfinishedTasks({ get: () => undefined, update: () => Promise.resolve() }),
      openRecords: (ref) => shown.push(ref),
    });
    const problem = async (wanted: ResourceFile = TREES) => {
      const thrown = await fileDownloads.open(wanted).catch((error: unknown) => error);
      assert.ok(thrown instanceof Problem);
      return [thrown.message, thrown.hint, thrown.actions.map(({ label }) => label)];
    };
    const left = () => fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    return { fileDownloads, downloads, asked, opened, listed, shown, problem, left };
  };

  it('is opened as a local file, named after the resource, and its origin is kept', async () => {
    const { fileDownloads, downloads, asked, opened } = setUp();
    assert.deepEqual(await fileDownloads.open(TREES), { portalId: 'local', resourceId: 'f' });
    const [file = ''] = opened;
    assert.equal(path.basename(file), 'Trees_ 2024_25.csv');
    assert.equal(fs.readFileSync(file, 'utf8'), 'a,b\n1,2\n');
    const { downloaded, ...origin } = (await downloads.originOf(file)) ?? { downloaded: '' };
    assert.deepEqual(origin, { ...REF, baseUrl: 'https://city.test/en', url: 'https://city.test/files/1.csv' });
    assert.ok(Date.parse(downloaded) > 0);
    assert.deepEqual([asked[0]?.url.href, asked[0]?.maxBytes], ['https://city.test/files/1.csv', 2_000_000]);
    assert.deepEqual(people.asked, []);
    await downloads.remove(file);
    assert.deepEqual(fs.readdirSync(folder), []);
  });

  it('is asked of the portal where only the resource is known', async () => {
    const link = { url: '/files/2.json', name: 'Benches.json', format: '' };
    const { fileDownloads, asked, opened } = setUp({ link, text: '[{"a":1}]' });
    await fileDownloads.open(REF);
    assert.equal(asked[0]?.url.href, 'https://city.test/files/2.json');
    assert.equal(path.basename(opened[0] ?? ''), 'Benches.json');
  });

  it('that is gone with its resource is said', async () => {
    assert.deepEqual(await setUp().problem(REF), [
      'city.test doesn\'t have the resource "Known trees".',
      'It may have been removed.',
      ['Open on Portal Website'],
    ]);
  });

  for (const url of ['', 'ftp://city.test/a.csv', 'file:///etc/passwd', 'data:text/csv,a'])
    it(`isn't to be had at ${url === '' ? 'no address' : url}`, async () => {
      const { problem, asked } = setUp();
      const [message] = await problem({ ...TREES, url });
      assert.equal(message, '"Trees: 2024/25" has no file that can be downloaded.');
      assert.deepEqual(asked, []);
    });

  it('comes from another host only when people say so, once in a window', async () => {
    const { fileDownloads, asked } = setUp();
    const elsewhere = { ...TREES, url: 'https://files.test/1.csv?signature=s3cret' };
    assert.equal(await fileDownloads.open(elsewhere), undefined);
    assert.deepEqual(asked, []);
    const [{ text, isModal } = { text: '', isModal: false }] = people.asked;
    assert.match(text, /^Download from files\.test\? The file of "Trees: 2024\/25" isn't on City\./);
    assert.equal(isModal, true);
    people.answer = () => 'Download';
    await fileDownloads.open(elsewhere);
    await fileDownloads.open(elsewhere);
    assert.deepEqual([asked.length, people.asked.length], [2, 2]);
  });

  const ownOrigins = [
    ['https://city.test/en', 'https://city.test:443/1.csv'],
    ['https://city.test:8443/', 'https://city.test:8443/1.csv'],
    ['http://city.test/', 'http://city.test:80/1.csv'],
    ['http://city.test/', 'https://city.test/1.csv'],
    ['http://localhost:5000/', 'http://localhost:5000/1.csv'],
  ] as const;
  for (const [baseUrl, url] of ownOrigins)
    it(`at ${url} is the own file of ${baseUrl}: no question`, async () => {
      const { fileDownloads, asked } = setUp({ baseUrl });
      await fileDownloads.open({ ...TREES, url });
      assert.deepEqual([people.asked, asked.length], [[], 1]);
    });

  const otherPort = /not at the address of City\. Your API token isn't sent there\./;
  const otherOrigins = [
    ['https://city.test/', 'http://city.test/1.csv', otherPort, true],
    ['https://city.test/', 'http://city.test:443/1.csv', otherPort, true],
    ['https://city.test/', 'http://city.test:9200/_search', otherPort, true],
    ['https://city.test/', 'https://city.test:8443/1.csv', otherPort, false],
    ['http://city.test/', 'http://city.test:8080/1.csv', otherPort, true],
    ['http://city.test:8080/', 'https://city.test/1.csv', otherPort, false],
    ['http://localhost:5000/', 'http://localhost:9200/_search', otherPort, true],
    ['https://city.test/', 'https://www.city.test/1.csv', /isn't on City\./, false],
    ['https://city.test/', 'http://files.test/1.csv', /isn't on City\./, true],
  ] as const;
  for (const [baseUrl, url, detail, isPlain] of otherOrigins) {
    it(`at ${url} is asked about, for a portal at ${baseUrl}`, async () => {
      const { fileDownloads, asked } = setUp({ baseUrl });
      assert.equal(await fileDownloads.open({ ...TREES, url }), undefined);
      const [{ text } = { text: '' }] = people.asked;
      assert.deepEqual([people.asked.length, asked.length], [1, 0]);
      assert.ok(text.startsWith(`Download from ${new URL(url).host}?`), text);
      assert.match(text, detail);
      assert.equal(text.endsWith("\n\nThe connection isn't encrypted."), isPlain, text);
    });

    it(`behind a redirect to ${url} is asked about, for a portal at ${baseUrl}`, async () => {
      const { problem, opened } = setUp({ baseUrl, leadsTo: url });
      await problem({ ...TREES, url: new URL('/1.csv', baseUrl).href });
      assert.deepEqual([people.asked.length, opened], [1, []]);
    });
  }

  it('over https is allowed without allowing the same host over http, or on another port', async () => {
    const { fileDownloads } = setUp();
    people.answer = () => 'Download';
    for (const origin of ['https://files.test', 'https://files.test', 'http://files.test', 'https://files.test:444'])
      await fileDownloads.open({ ...TREES, url: `${origin}/1.csv` });
    assert.equal(people.asked.length, 3);
  });

  it('behind a redirect to another host is asked for too', async () => {
    const { problem, fileDownloads } = setUp({ leadsTo: 'https://files.test/1.csv' });
    assert.deepEqual(await problem(), [
      'city.test redirects to another address: https://files.test.',
      "The file wasn't downloaded.",
      ['Open on Portal Website'],
    ]);
    people.answer = () => 'Download';
    assert.notEqual(await fileDownloads.open(TREES), undefined);
  });

  it('is deleted again where its import options are left', async () => {
    const { fileDownloads, left } = setUp({ isLeft: true });
    assert.equal(await fileDownloads.open(TREES), undefined);
    assert.deepEqual(left(), []);
  });

  const website = 'Open on Portal Website';
  for (const [what, serving, message, actions] of [
    [
      '404',
      { status: 404 },
      'city.test doesn\'t have the file of "Trees: 2024/25" (status 404).',
      [website, 'Try Again'],
    ],
    [
      '403',
      { status: 403 },
      'city.test doesn\'t let you download the file of "Trees: 2024/25" (status 403).',
      ['Set API Token…', website],
    ],
    [
      '503',
      { status: 503 },
      'city.test couldn\'t send the file of "Trees: 2024/25" (status 503).',
      ['Try Again', website],
    ],
    [
      'too much',
      { error: new HttpError('tooLarge', 'city.test') },
      'The file of "Trees: 2024/25" is larger than 2 MB.',
      ['Change Limit', website],
    ],
    [
      'a cut',
      { error: new HttpError('truncated', 'city.test') },
      'The download of "Trees: 2024/25" from city.test ended early.',
      ['Try Again'],
    ],
    [
      'a web page',
      { text: '<!doctype html><title>Sign in</title>' },
      'city.test sent a web page instead of the file of "Trees: 2024/25".',
      [website],
    ],
    ['an archive', { text: 'Rar!' }, 'The file of "Trees: 2024/25" is an archive.', [website]],
    ['nothing', { text: '' }, 'The file of "Trees: 2024/25" is empty.', [website]],
  ] as const)
    it(`says that ${what} came, and keeps nothing of it`, async () => {
      const { problem, left } = setUp(serving);
      const [said, , offered] = await problem();
      assert.deepEqual([said, offered, left()], [message, actions, []]);
    });

  it('that was downloaded before stays when it can’t be had again, and can be opened', async () => {
    const before = setUp();
    await before.fileDownloads.open(TREES);
    const { problem, listed } = setUp({ status: 404 });
    listed.push({ id: 'f', file: before.opened[0] ?? '' });
    const [message, hint, actions] = await problem();
    assert.equal(message, 'city.test doesn\'t have the file of "Trees: 2024/25" (status 404).');
    assert.match(String(hint), /^The file from .+ is kept\. It may have been moved or removed\./);
    assert.deepEqual(actions, ['Open It', 'Open on Portal Website', 'Try Again']);
  });

  it('is one of three ways on from a resource without records', async () => {
    const { fileDownloads, asked, shown } = setUp();
    people.pick = () => ({ row: '$(table) Try Its Records Anyway' });
    assert.equal(await fileDownloads.offer(TREES), undefined);
    assert.deepEqual(
      people.rows.map(({ label }) => label),
      ['$(cloud-download) Open File', '$(table) Try Its Records Anyway', '$(link-external) Open on Portal Website'],
    );
    assert.deepEqual([shown, asked], [['Trees: 2024/25', REF], []]);
    people.pick = () => ({ row: '$(cloud-download) Open File' });
    assert.deepEqual(await fileDownloads.offer(TREES), { portalId: 'local', resourceId: 'f' });
  });

  it('is known from a row of the tree, and from what Find and buttons tell', () => {
    const resource = { id: 'r', name: 'Trees', url: 'https://city.test/1', format: 'CSV', hasRecords: false };
    const told = { ...REF, name: 'Trees', url: 'https://city.test/1', format: 'CSV' };
    assert.deepEqual(readResourceFile({ kind: 'resource', portal: { id: 'p' }, resource }), told);
    assert.deepEqual(readResourceFile(told), told);
    assert.deepEqual(readResourceFile({ ...REF, url: 5 }), REF);
    assert.equal(readResourceFile({ portalId: 'p' }), undefined);
    assert.equal(readResourceFile(undefined), undefined);
  });
});
