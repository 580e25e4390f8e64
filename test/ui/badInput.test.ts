/** Every error is shown where it belongs and names the server. Nothing that was typed or shown is lost. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { type Answer, message } from '../faults/rawServer.ts';
import { eventually } from '../support/drivers/eventually.ts';
import { Explorer, type FormInput, type FormPart, shownRecords } from '../support/drivers/explorer.ts';
import { FakeCkan, refusal } from '../support/fakes/fakeCkan.ts';
import { FaultyCkan } from '../support/fakes/faultyCkan.ts';
import { until } from '../../tools/vscode/until.ts';
import { useWorkbench } from '../support/drivers/useWorkbench.ts';

const TREES = '0f3c1c2a-6a51-4b0c-9c7e-0d6c1f2a3b21';
const QUERY: FormInput = { q: 'o', filters: [{ field: 'kind', values: ['oak', 'box'] }], limit: '2' };

const MIB = 2 ** 20;
const says =
  (status: number, text: string, headers: Readonly<Record<string, string>> = {}): Answer =>
  (_request, socket) =>
    socket.write(message(status, headers, text));
const refuses = (status: number, type: string, error: object): Answer =>
  says(status, refusal(status, type, error).text);
const closesHalfWay: Answer = (_request, socket) =>
  socket.end(message(200, { 'content-length': '9000' }, '{"success": tr'));
const never: Answer = () => undefined;

describe('Bad input', () => {
  let portal: FaultyCkan;
  const plain = new FakeCkan({ resources: {} });
  let plainUrl = '';
  before('two portals listen', async () => {
    plainUrl = await plain.listen();
    portal = await FaultyCkan.start({
      title: 'City',
      resources: {
        [TREES]: {
          name: 'Trees',
          fields: [{ id: 'kind', type: 'text' }],
          rows: ['oak', 'elm', 'box', 'oak'].map((kind) => [kind]),
        },
      },
    });
  });
  const workbench = useWorkbench({ settings: { 'datastoreExplorer.request.timeoutSeconds': 4 } });
  after('the portals end', () => Promise.all([portal.close(), plain.close()]));
  const vsc = () => workbench().vsc;
  const explorer = () => new Explorer(vsc());

  const kinds = async () => (await shownRecords(await explorer().panel())).map(({ kind }) => kind);
  const typed = async () => {
    const form = await explorer().form();
    const inputs = await form.locator('#portal, #resource, #q, #limit').all();
    const values = await Promise.all(inputs.map((input) => input.inputValue()));
    return [...values, ...(await form.locator('.chip').allInnerTexts())];
  };
  before('a resource is shown, and a query for it stands in the form', async function () {
    this.timeout(120_000);
    await explorer().addPortal(`${portal.baseUrl}/dataset/parks/resource/${TREES}`, 'City');
    await vsc().row('Trees').waitFor();
    await explorer().select('Trees');
    await explorer().run(QUERY);
    await eventually(kinds, ['oak', 'box']);
  });

  describe('from a server', () => {
    const table: readonly (readonly [what: string, fault: Answer, part: FormPart, words: RegExp])[] = [
      [
        'a login page with status 200',
        says(200, '<!DOCTYPE html><title>Sign in</title>'),
        'portal',
        /web page instead of data: Sign in/,
      ],
      [
        '404: no such resource',
        refuses(404, 'Not Found Error', { message: 'Not found: gone' }),
        'resource',
        /doesn't have this resource in its datastore: Not found: gone/,
      ],
      [
        '403',
        refuses(403, 'Authorization Error', { message: 'Access denied' }),
        'portal',
        /doesn't let you see this resource: Access denied/,
      ],
      [
        '409: an unknown field',
        refuses(409, 'Validation Error', { filters: ['invalid value "kind"'] }),
        'filters',
        /rejected the query: filters: invalid value "kind"/,
      ],
      ['an empty answer', says(200, ''), 'portal', /returned an empty response/],
      ['an answer that is not JSON', says(200, '{"success": truth}'), 'portal', /isn't JSON/],
      ['an answer of more than 64 MiB', says(200, ' '.repeat(64 * MIB + 1)), 'limit', /too large/],
      ['a server that closes half way', closesHalfWay, 'portal', /ended early/],
      ['a server that never answers', never, 'portal', /didn't answer in time/],
    ];
    for (const [what, fault, part, words] of table)
      it(`${what} is told at ${part} and in the panel`, async () => {
        const before = await typed();
        portal.fault = fault;
        const form = await explorer().form();
        await form.locator('#run').click();
        const panel = await explorer().panel();
        for (const errors of [await explorer().problem(part), panel.locator('.banner .message.error')])
          await errors.filter({ hasText: words }).filter({ hasText: 'City' }).waitFor();
        assert.deepEqual(await typed(), before);
        assert.deepEqual(await kinds(), ['oak', 'box']);
      });

    it('Retry in the panel asks again, and both failures are gone', async () => {
      portal.fault = undefined;
      const panel = await explorer().panel();
      await panel.getByRole('button', { name: 'Try Again' }).click();
      await panel.locator('.banner .message').waitFor({ state: 'detached' });
      await (await explorer().problem('portal')).waitFor({ state: 'detached' });
      await eventually(kinds, ['oak', 'box']);
    });

    it('Cancel ends the waiting within a second, and the records stay @timed', async () => {
      portal.fault = never;
      const form = await explorer().form();
      await form.locator('#run').click();
      const panel = await explorer().panel();
      const cancel = panel.getByRole('button', { name: 'Cancel' });
      await cancel.waitFor();
      await form.locator('#cancel').waitFor();
      const start = performance.now();
      await cancel.click();
      await panel.locator('.banner').getByText('Canceled.').waitFor();
      const elapsed = performance.now() - start;
      await form.locator('#cancel').waitFor({ state: 'detached' });
      assert.ok(elapsed < 1000, `${String(Math.round(elapsed))} ms`);
      assert.deepEqual(await kinds(), ['oak', 'box']);
      portal.fault = undefined;
    });

    it('the answer that a hidden form waited for is given up, and does not reach the form that is shown next', async () => {
      const held = new Map<string, () => void>();
      const givenUp: string[] = [];
      portal.fault = ({ body }, socket) => {
        const id = String((JSON.parse(body) as { resource_id: unknown }).resource_id);
        const result = { fields: [{ id: `field of ${id}`, type: 'text' }], records: [], total: 0 };
        held.set(id, () => socket.write(message(200, {}, JSON.stringify({ success: true, result }))));
        socket.on('close', () => givenUp.push(id));
      };
      const isAsked = (id: string) => until(() => held.has(id), `the fields of ${id} are asked for`);
      const hideAndShow = async () => {
        const form = await explorer().form();
        await vsc().command('View: Toggle Primary Side Bar Visibility');
        await until(() => form.isDetached(), "the form's page is gone");
        await vsc().command('View: Toggle Primary Side Bar Visibility');
      };
      /** Both pages make the same calls, so that the second’s could be taken for the first’s. */
      const askForFields = async (resource: string) => {
        const form = await explorer().form();
        await form.locator('#resource').fill(resource);
        await form.locator('.preview', { hasText: resource }).waitFor();
        await form.locator('.filter-row').getByRole('combobox').first().press('ArrowDown');
        await isAsked(resource);
        return form;
      };
      const form = await explorer().fill({ portal: 'City', resource: 'none' });
      await form.locator('#add-filter').click();
      await form.locator('.filter-row').waitFor();
      await hideAndShow();
      await askForFields('first');
      await hideAndShow();
      const next = await askForFields('second');
      held.get('first')?.();
      held.get('second')?.();
      await eventually(() => next.locator('.filter-row .list-option .list-label').allInnerTexts(), ['field of second']);
      assert.ok(givenUp.includes('first'), 'what the hidden form asked for is given up');
      portal.fault = undefined;
      await explorer().fill({ portal: 'City', resource: TREES, ...QUERY });
    });
  });

  describe('in the form', () => {
    const table: readonly (readonly [what: string, input: FormInput, part: FormPart, words: string])[] = [
      ['a negative limit', { limit: '-1' }, 'limit', '"-1" isn\'t a whole number'],
      ['half a limit', { limit: '1.5' }, 'limit', '"1.5" isn\'t a whole number'],
      ['a limit in words', { limit: 'ten' }, 'limit', '"ten" isn\'t a whole number'],
      ['a portal that is no URL', { portal: "the city's portal" }, 'portal', "isn't a URL"],
      ['a portal of another kind', { portal: 'ftp://data.example' }, 'portal', 'http'],
    ];
    for (const [what, input, part, words] of table)
      it(`${what} is told at ${part}, and nothing is sent`, async () => {
        await explorer().run({ portal: 'City', resource: TREES, ...QUERY, ...input });
        const before = await typed();
        const asked = portal.requests.length;
        await (await explorer().problem(part)).filter({ hasText: words }).waitFor();
        const form = await explorer().form();
        await form.locator('#run').click();
        await eventually(() => form.evaluate(() => document.activeElement?.id), part);
        assert.equal(await form.locator(`#${part}`).getAttribute('aria-invalid'), 'true');
        assert.deepEqual(await typed(), before);
        assert.equal(portal.requests.length, asked);
      });

    it('raw filters that are not JSON are told at the filters, with line and column', async () => {
      await explorer().fill({ portal: 'City', resource: TREES, ...QUERY });
      const form = await explorer().form();
      await form.getByRole('button', { name: 'Edit Filters as JSON' }).click();
      const json = '{\n  "kind": ["oak" "box"]\n}';
      await form.locator('#filters-json').fill(json);
      const asked = portal.requests.length;
      await form.locator('#run').click();
      await (await explorer().problem('filters')).filter({ hasText: 'Invalid JSON at line 2, column 18.' }).waitFor();
      assert.equal(await form.locator('#filters-json').inputValue(), json);
      assert.equal(portal.requests.length, asked);
      await form.locator('#filters-json').fill('{}');
      await form.getByRole('button', { name: 'Edit Filters as JSON' }).click();
      await form.locator('#add-filter').waitFor();
    });
  });

  describe('as a base URL', () => {
    for (const [what, address, words] of [
      ['https where http is spoken', () => plainUrl.replace('http:', 'https:'), /doesn't support https/],
      ['a website without CKAN', () => `${portal.baseUrl}/shop`, /has no datastore API at this address/],
      [
        'a host that does not exist',
        () => 'http://no-such-host.invalid',
        /Couldn't find the host no-such-host\.invalid/,
      ],
      ['a port where nothing listens', () => 'http://127.0.0.1:9', /connection refused/],
    ] as const)
      it(`${what} is told at portal and in the panel`, async () => {
        await explorer().run({ portal: address(), resource: TREES, ...QUERY });
        await (
          await explorer().problem('portal')
        )
          .filter({ hasText: words })
          .filter({ hasText: what === 'a website without CKAN' ? 'City' : new URL(address()).host })
          .waitFor();
        const panel = await explorer().panel();
        await panel.locator('.message.error').filter({ hasText: words }).waitFor();
        assert.deepEqual(await typed(), [address(), TREES, 'o', '2', 'oak', 'box']);
      });

    it('Add Portal… says what is no address before it is taken', async () => {
      await vsc().command('Datastore: Add Portal…');
      await vsc().quickInput.fill("the city's portal");
      await vsc().quickInput.rows().filter({ hasText: "the city's portal" }).waitFor();
      await vsc().quickInput.cancel();
    });

    it('Add Portal… says what answers without CKAN, and lets the address be edited', async () => {
      portal.fault = says(404, '<!DOCTYPE html><title>No such page</title>');
      const address = `${portal.baseUrl.replace('127.0.0.1', 'localhost')}/shop/`;
      await vsc().command('Datastore: Add Portal…');
      await vsc().quickInput.enter(address);
      await vsc().pressInToast(/localhost:\d+ has no datastore API at this address\./, 'Edit Address');
      portal.fault = undefined;
      await explorer().changeProposed(address, portal.baseUrl);
      await vsc().dismissToast('City is already in the list.');
    });
  });

  describe('as a file', () => {
    const file = (name: string) => path.join(workbench().folder, name);
    const open = async (name: string) => {
      await vsc().command('Datastore: Open Local File…');
      await vsc().quickInput.openFile(file(name), name);
      await explorer().acceptOptions(name);
    };

    it('what is no CSV is told with its name, and what to do', async () => {
      fs.writeFileSync(file('picture.csv'), Buffer.from('89504e470d0a1a0a0000000d49484452000000010000', 'hex'));
      await vsc().command('Datastore: Open Local File…');
      await vsc().quickInput.openFile(file('picture.csv'), 'picture.csv');
      const options = await explorer().importOptions('picture.csv');
      await options
        .getByText(
          'picture.csv: This file has neither text nor a kind of data that can be read. ' +
            'Open it in its own program and save it as .csv.',
        )
        .first()
        .waitFor();
      assert.equal(await options.locator('#accept').isDisabled(), true);
      await options.getByRole('button', { name: 'Cancel' }).click();
    });

    it('one that vanishes is shown as it was last read', async () => {
      fs.writeFileSync(file('short.csv'), 'kind,height\nfir,1.50\n');
      await open('short.csv');
      await eventually(kinds, ['fir']);
      fs.rmSync(file('short.csv'));
      await explorer().run({ limit: '1' });
      await explorer().records(/^1 matching record/);
      await eventually(kinds, ['fir']);
    });
  });
});
