/** A private resource: asked for with a token, which goes to its portal only and is seen nowhere. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { eventually } from '../support/drivers/eventually.ts';
import { Explorer, shownRecords } from '../support/drivers/explorer.ts';
import { FakeCkan, refusal } from '../support/fakes/fakeCkan.ts';
import { until } from '../../tools/vscode/until.ts';
import { SECRET_NAMES } from '../support/samples/secretNames.ts';
import { useWorkbench } from '../support/drivers/useWorkbench.ts';

const STAFF = '0f3c1c2a-6a51-4b0c-9c7e-0d6c1f2a3b11';
const TREES = '0f3c1c2a-6a51-4b0c-9c7e-0d6c1f2a3b12';
const TOKEN = 'eyJ0eXAi.right-token/+==';
const WRONG = 'eyJ0eXAi.wrong-token/+==';
const CANARY = 'canary-4f1d9c27b8';
const fields = [{ id: 'name', type: 'text' }];

describe('An API token', () => {
  const city = new FakeCkan({
    title: 'City',
    token: TOKEN,
    resources: { [STAFF]: { name: 'Staff', fields, rows: [['Ada'], ['Grace']], isPrivate: true } },
    // Some servers say whom they do not know.
    fault: ({ authorization }, honest) =>
      authorization === WRONG
        ? refusal(403, 'Authorization Error', { message: `Access denied: ${authorization} is unknown` })
        : honest,
  });
  const village = new FakeCkan({
    title: 'Village',
    resources: { [TREES]: { name: 'Trees', fields, rows: [['oak']] } },
  });
  const baseUrls = { city: '', village: '' };
  before('two portals listen', async () => {
    Object.assign(baseUrls, { city: await city.listen(), village: await village.listen() });
  });
  const workbench = useWorkbench();
  after('the portals end', () => Promise.all([city.close(), village.close()]));
  beforeEach(() => {
    city.calls.splice(0);
    village.calls.splice(0);
  });
  const vsc = () => workbench().vsc;
  const explorer = () => new Explorer(vsc());
  const row = (name: string) => vsc().row(name).first();
  const authorizations = (portal: FakeCkan) => portal.calls.map(({ authorization }) => authorization);
  const names = async () => {
    const records = await explorer().records(/matching record/);
    return (await shownRecords(records)).map(({ name }) => name);
  };

  it('is offered when a resource that is to be added is not public', async () => {
    await explorer().addPortal(`${baseUrls.city}/dataset/people/resource/${STAFF}`, 'City');
    const toast = vsc().toast("doesn't let you see this resource").first();
    await toast.getByText(/^City doesn't/).waitFor();
    await toast.getByRole('button', { name: 'Set API Token…' }).waitFor();
    await vsc().pressInToast("doesn't let you see this resource", 'Add Anyway');
    await row(STAFF).waitFor();
  });

  it('is offered at the form and in the panel when a run is refused', async () => {
    const form = await explorer().select(STAFF);
    await form.locator('#run').click();
    const problem = await explorer().problem('portal');
    await problem.filter({ hasText: 'Access denied' }).getByRole('button', { name: 'Set API Token…' }).waitFor();
    const panel = await explorer().panel();
    await panel.locator('.message').getByText("doesn't let you see this resource").waitFor();
    await panel.getByRole('button', { name: 'Set API Token…' }).waitFor();
    assert.deepEqual(authorizations(city), [undefined]);
  });

  it('is asked for with a password box, which says what no token can be', async () => {
    const panel = await explorer().panel();
    await panel.getByRole('button', { name: 'Set API Token…' }).click();
    const { quickInput } = vsc();
    await quickInput.title().filter({ hasText: 'API token for City' }).waitFor();
    assert.equal(await quickInput.box().getAttribute('type'), 'password');
    await quickInput
      .message()
      .filter({ hasText: `sent only to ${baseUrls.city}` })
      .waitFor();
    await quickInput.fill('łamane');
    await quickInput.message().filter({ hasText: "a character that a token can't have" }).waitFor();
    await quickInput.accept();
    assert.equal(await quickInput.box().inputValue(), 'łamane', 'the box stays open');
    await quickInput.cancel();
    assert.deepEqual(authorizations(city), []);
  });

  it('runs the query again by itself, and goes out raw', async () => {
    const panel = await explorer().panel();
    await panel.getByRole('button', { name: 'Set API Token…' }).click();
    await vsc().quickInput.title().filter({ hasText: 'API token for City' }).waitFor();
    // A token that is copied from a page often has the end of its line.
    await vsc().page.evaluate((text) => navigator.clipboard.writeText(text), `${TOKEN}\n`);
    await vsc().quickInput.box().press('Control+v');
    await vsc().quickInput.accept();
    await eventually(names, ['Ada', 'Grace']);
    assert.deepEqual(authorizations(city), [TOKEN]);
    await row('token set').waitFor();
  });

  it('the failure is gone from the form then', async () => {
    await (await explorer().problem('portal')).waitFor({ state: 'detached' });
  });

  it('is a placeholder in the request that is shown and copied', async () => {
    const form = await explorer().form();
    await eventually(
      async () => /^Authorization: .*$/m.exec(await form.locator('.preview').innerText())?.[0],
      'Authorization: <API token>',
    );
    await form.getByRole('button', { name: 'Copy Request' }).click();
    await eventually(
      async () => /^Authorization: .*$/m.exec(await vsc().clipboard())?.[0],
      'Authorization: <API token>',
    );
  });

  it('is checked: whose it is is said, and nothing else of it', async () => {
    await vsc().contextMenu(row('City'), 'Check API Token');
    const toast = vsc().toast('This API token belongs to A Member (member) on City.').first();
    await toast.waitFor();
    assert.ok(!(await toast.innerText()).includes(TOKEN));
    await vsc().dismissToast('This API token belongs to');
  });

  it('does not go to another portal, be it on the same host', async () => {
    await explorer().addPortal(`${baseUrls.village}/dataset/parks/resource/${TREES}`, 'Village');
    await row('Trees').waitFor();
    await explorer().select('Trees');
    await explorer().run({ limit: '1' });
    await eventually(names, ['oak']);
    assert.ok(village.calls.length > 0);
    assert.deepEqual(new Set(authorizations(village)), new Set([undefined]));
  });

  it('a wrong one is refused in the server’s own words, but without the token; the records stay', async () => {
    await vsc()
      .tab(/Records/)
      .first()
      .click();
    // VS Code gives a webview the focus when it has loaded, which closes a quick pick that is open by then.
    const shown = await explorer().records(/^2 matching records/);
    await until(() => shown.evaluate(() => document.hasFocus()), 'the focus is in the records');
    await vsc().command('Datastore: Set API Token…');
    await vsc().quickInput.pick('City');
    await explorer().giveToken('City', WRONG);
    await explorer().select(STAFF);
    await explorer().run({ limit: '1' });
    const problem = await explorer().problem('portal');
    await problem.filter({ hasText: 'Access denied: <token> is unknown' }).waitFor();
    const panel = await explorer().panel();
    await panel.locator('.banner').getByText('Access denied: <token> is unknown').waitFor();
    assert.deepEqual(await names(), ['Ada', 'Grace']);
    assert.deepEqual(authorizations(city), [WRONG]);
  });

  it('is replaced from the form, which runs again', async () => {
    const form = await explorer().form();
    await form.getByRole('button', { name: 'Set API Token…' }).click();
    await explorer().giveToken('City', TOKEN);
    await eventually(names, ['Ada']);
    assert.deepEqual(authorizations(city), [TOKEN]);
  });

  it('Remove API Token takes it back', async () => {
    await vsc().contextMenu(row('City'), 'Remove API Token');
    await vsc().dismissToast(`Removed the API token for ${baseUrls.city}.`);
    await row('token set').waitFor({ state: 'detached' });
    await explorer().run({ limit: '1' });
    await (await explorer().problem('portal')).filter({ hasText: 'Access denied' }).waitFor();
    assert.deepEqual(authorizations(city), [undefined]);
  });

  it('goes with its portal', async () => {
    await vsc().contextMenu(row('City'), 'Set API Token…');
    await explorer().giveToken('City', TOKEN);
    await row('token set').waitFor();
    await vsc().contextMenu(row('City'), 'Remove Portal');
    await vsc().dialog('Remove Portal "City"?').getByRole('button', { name: 'Remove', exact: true }).click();
    await row('City').waitFor({ state: 'detached' });
    await explorer().addPortal(baseUrls.city, 'City');
    await row('City').waitFor();
    assert.equal(await row('token set').count(), 0);
    await explorer().run({ portal: 'City', resource: STAFF });
    await (await explorer().problem('portal')).filter({ hasText: 'Access denied' }).waitFor();
    assert.deepEqual(new Set(authorizations(city)), new Set([undefined]));
  });

  describe('typed where none belongs', () => {
    const REFUSAL = 'Remove user names, passwords and tokens from the address';
    const addresses = [
      `https://me:${CANARY}@data.example`,
      `me:${CANARY}@data.example/x`,
      ...SECRET_NAMES.map((name) => `https://data.example/api/action/datastore_search?resource_id=x&${name}=${CANARY}`),
    ];

    it('is refused in an address, whatever its name', async function () {
      this.timeout(60_000);
      const form = await explorer().form();
      const parts = ['portal', 'resource'] as const;
      for (let next = 0; next < addresses.length; next += parts.length) {
        for (const [index, part] of parts.entries()) {
          await form.locator(`#${part}`).fill(addresses[next + index] ?? '');
          await form.locator(`#${part}`).press('Escape');
        }
        for (const part of parts) await (await explorer().problem(part)).filter({ hasText: REFUSAL }).waitFor();
        await explorer().fill({ portal: 'City', resource: STAFF });
        for (const part of parts) await (await explorer().problem(part)).waitFor({ state: 'detached' });
      }
    });

    for (const command of ['Add Portal…', 'Add Resource…'])
      it(`is refused by ${command}`, async () => {
        await vsc().command(`Datastore: ${command}`);
        await vsc().quickInput.fill(addresses.at(-1) ?? '');
        const { quickInput } = vsc();
        const said = command === 'Add Portal…' ? quickInput.rows() : quickInput.message();
        await said.filter({ hasText: REFUSAL }).waitFor();
        await quickInput.cancel();
      });

    it('is not repeated when the address it was pasted with does not answer', async () => {
      await vsc().command('Datastore: Add Portal…');
      await vsc().quickInput.enter(`http://127.0.0.1:9/data?ref=${CANARY}`);
      const toast = vsc().toast('connection refused').first();
      await toast.waitFor();
      assert.ok(!(await toast.innerText()).includes(CANARY));
      await vsc().dismissToast(/127\.0\.0\.1:9/);
    });

    it('is searched for, but not kept with its panel', async () => {
      const address = `https://me:${CANARY}@data.example`;
      await explorer().run({ portal: 'Village', resource: TREES, q: address, limit: '7' });
      await explorer().records(/^0 matching records/);
      assert.ok(village.searches.at(-1)?.includes(CANARY));
    });

    it('is forgotten by the form over a reload, and all else that was typed is there', async function () {
      this.timeout(90_000);
      const [password = '', , token = ''] = addresses;
      const form = await explorer().fill({
        portal: password,
        resource: token,
        q: `${token} `,
        filters: [{ field: 'name', values: ['kept', password] }],
        limit: '5',
      });
      await (await explorer().problem('resource')).filter({ hasText: REFUSAL }).waitFor();
      await form.locator('#limit').fill('56');
      await vsc().reload();
      const restored = await explorer().form();
      await eventually(() => restored.locator('#limit').inputValue(), '56');
      assert.deepEqual(await restored.locator('.chip').allInnerTexts(), ['kept', '""']);
      for (const id of ['portal', 'resource', 'q']) assert.equal(await restored.locator(`#${id}`).inputValue(), '', id);
    });
  });

  describe('after all this', () => {
    it('stands in no page, no log, no file and no storage of the browser', async () => {
      const secrets = [TOKEN, WRONG, CANARY, encodeURIComponent(TOKEN), Buffer.from(TOKEN).toString('base64')];
      for (const frame of vsc().page.frames()) {
        const content = await frame.content().catch(() => '');
        for (const secret of secrets) assert.ok(!content.includes(secret), frame.url());
      }
      const { userDataDir } = workbench();
      const files = fs
        .readdirSync(userDataDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath, entry.name));
      const texts = files.map((file) => [file, fs.readFileSync(file, 'latin1')] as const);
      const log = texts.find(([file]) => file.endsWith('Datastore Explorer.log'))?.[1] ?? '';
      assert.match(log, /datastore_search/);
      const kept = await vsc().page.context().storageState({ indexedDB: true });
      const inBrowser = JSON.stringify(kept);
      // The right place was looked at: what is no secret is there.
      assert.match(inBrowser, /memento\/webviewView\.datastoreExplorer/);
      for (const [place, text] of [...texts, ['the browser', inBrowser] as const])
        for (const secret of secrets) assert.ok(!text.includes(secret), place);
    });
  });
});
