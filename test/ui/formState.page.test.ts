/** What the form shows and keeps while the host goes its own ways. */
import assert from 'node:assert/strict';
import { EVERYTHING, useForm } from '../support/pages/form/useForm.ts';
import { until } from '../../tools/vscode/until.ts';

describe('the query form in a page', () => {
  const form = useForm();

  it('sends what was typed when the focus leaves it, without the usual rest', async () => {
    const sent = await form.page.evaluate(async () => {
      const input = document.querySelector<HTMLInputElement>('#q');
      if (!input) return undefined;
      input.value = 'half a wo';
      input.dispatchEvent(new Event('input', { bubbles: true }));
      window.dispatchEvent(new Event('blur'));
      await new Promise((resolve) => setTimeout(resolve));
      const last = window.fakeHost.calls.findLast(({ method }) => method === 'check');
      return (last?.args[0] as { q?: string } | undefined)?.q;
    });
    assert.equal(sent, 'half a wo');
  });

  describe('that gets the focus', () => {
    const focusFrame = () =>
      form.page.evaluate(() => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        window.dispatchEvent(new Event('focus'));
      });

    it('in no control, as by VS Code’s command for its view, has it in the first empty one', async () => {
      await focusFrame();
      const empty = await form.focused();
      await form.page.keyboard.type('oak');
      assert.equal(await form.control(empty ?? '').inputValue(), 'oak');
    });

    it('takes what was typed on the way before what is typed there', async () => {
      await form.control('q').fill('old ');
      await focusFrame();
      await form.control('q').focus();
      await form.page.keyboard.type('school');
      await form.page.evaluate(() => window.fakeHost.view.type('winter '));
      assert.equal(await form.control('q').inputValue(), 'old winter school');
      await form.page.keyboard.type('!');
      assert.equal(await form.control('q').inputValue(), 'old winter school!');
    });
  });

  describe('shows problems', () => {
    it('only at the control that has them, and leads to the first', async () => {
      await form.control('portal').fill('not a portal');
      await form.control('limit').fill('1.5');
      await form.button('Run').click();
      await form.messageAt('portal', '"not a portal" isn\'t a URL');
      await form.messageAt('resource', 'Select a resource or enter its ID.');
      await form.messageAt('limit', '"1.5" isn\'t a whole number');
      assert.equal(await form.focused(), 'portal');
      for (const id of ['portal', 'resource', 'limit']) {
        assert.equal(await form.control(id).getAttribute('aria-invalid'), 'true', id);
        assert.equal(await form.control(id).getAttribute('aria-describedby'), `${id}-problems`);
      }
      assert.equal(await form.control('q').getAttribute('aria-invalid'), null);
      const said = await form.page.locator('#root + [role=status]').textContent();
      assert.match(said ?? '', /^Problems: 3\. "not a portal" isn't a URL/);
    });

    it('not while a control is being filled in, then live until they are solved', async () => {
      await form.pickLessons();
      await form.control('limit').fill('ten');
      await form.draftBecomes('the limit is ten', ({ limit }) => limit === 'ten');
      assert.deepEqual(await form.messages('limit'), []);
      await form.press('Tab');
      await form.messageAt('limit', '"ten"');
      await form.control('limit').fill('10');
      await form.control('limit-problems').waitFor({ state: 'detached' });
    });

    it('of one filter at its row', async () => {
      await form.pickLessons();
      await form.addFilter(1, 'subject', 'math');
      await form.addFilter(2, 'stage', 'two');
      await form.control('q').click();
      await form.messageAt('row-2', '"two" isn\'t a number');
      assert.deepEqual(await form.messages('row-1'), []);
      assert.equal(await form.control('row-2-value').getAttribute('aria-describedby'), 'row-2-problems');
      await form.button('Remove Filter subject').click();
      await form.messageAt('row-2', '"two" isn\'t a number');
      await form.control('limit').press('Enter');
      await until(async () => (await form.focused()) === 'row-2-value', 'the focus goes to the row');
    });

    it('of one filter once, at its row, when it keeps the filters from being shown as JSON', async () => {
      await form.pickLessons();
      await form.button('Add Filter').click();
      await form.control('row-1-value').fill('abc');
      await form.control('filters-json-toggle').click();
      await form.messageAt('row-1', 'Select a field for "abc".');
      const said = form.page.locator('#root + [role=status]');
      await said.filter({ hasText: 'Select a field for "abc".' }).waitFor({ state: 'attached' });
      const shown = form.page.locator('.message', { hasText: 'Select a field for "abc".' });
      assert.equal(await shown.count(), 1);
    });

    it('of one filter at the input that is wrong, and nowhere else', async () => {
      const isWrong = async (part: string) =>
        (await form.control(`row-1-${part}`).getAttribute('aria-invalid')) === 'true';
      await form.pickLessons();
      await form.addFilter(1, 'stage', 'two');
      await form.control('q').click();
      await form.messageAt('row-1', '"two" isn\'t a number');
      assert.deepEqual([await isWrong('field'), await isWrong('value')], [false, true]);
      await form.control('row-1-field').fill('');
      await form.control('q').click();
      await form.messageAt('row-1', 'Select a field for "two".');
      assert.deepEqual([await isWrong('field'), await isWrong('value')], [true, false]);
      await form.button('Run').click();
      await until(async () => (await form.focused()) === 'row-1-field', 'the focus goes to the field');
    });

    it('of the JSON text under it', async () => {
      await form.pickLessons();
      await form.control('filters-json-toggle').click();
      await form.control('filters-json').fill('{"stage": }');
      await form.press('Control+Enter');
      await form.messageAt('filters', 'Invalid JSON at line 1, column 11.');
      assert.equal(await form.control('filters-json').getAttribute('aria-invalid'), 'true');
      assert.equal(await form.focused(), 'filters-json');
    });

    it('of a failed run at the control to blame, with the way out; what was typed stays', async () => {
      await form.show(EVERYTHING);
      await form.fail('resource', 'data.testville.example does not let you read this.', true);
      await form.messageAt('resource', 'data.testville.example does not let you read this.');
      await form.button('Set API Token…').click();
      await form.called('setToken');
      assert.deepEqual(await form.calls('setToken'), [EVERYTHING]);
      assert.equal(await form.control('q').inputValue(), 'draw');
      await form.tell('runState', { kind: 'running' });
      assert.deepEqual(await form.messages('resource'), []);
    });

    it('of the host itself', async () => {
      await form.setMood({ addPortalFails: 'The list of portals could not be written.' });
      await form.control('portal').click();
      await form.option('Add Portal…').click();
      await form.page.locator('.message', { hasText: 'The list of portals could not be written.' }).waitFor();
    });
  });

  describe('keeps', () => {
    it('what was typed while a run named its portal', async () => {
      await form.show(EVERYTHING);
      await form.control('q').fill('drawn');
      await form.show({ ...EVERYTHING, resource: 'settled' }, 0);
      assert.equal(await form.control('q').inputValue(), 'drawn');
      await form.control('q').fill('draw');
      await form.show({ ...EVERYTHING, resource: 'settled' }, 2);
      assert.equal(await form.control('resource').inputValue(), 'settled');
    });

    it('everything typed through a reload, half-typed values included', async () => {
      await form.show(EVERYTHING);
      await form.control('row-1-value').fill('mus');
      await form.control('q').fill('drawn');
      await form.reload();
      assert.equal(await form.control('q').inputValue(), 'drawn');
      assert.equal(await form.control('portal').inputValue(), 'City of Testville');
      assert.equal(await form.control('resource').inputValue(), 'Lessons');
      assert.equal(await form.control('limit').inputValue(), '100');
      await form.button('Run').click();
      const [subject, stage] = (await form.ran()).filterRows;
      assert.deepEqual(
        subject?.values.map(({ text }) => text),
        ['math', 'art', 'mus'],
      );
      assert.deepEqual(stage, EVERYTHING.filterRows[1]);
    });

    it('the JSON text as it was typed', async () => {
      await form.control('filters-json-toggle').click();
      await form.control('filters-json').fill('{ "half": ');
      await form.reload();
      assert.equal(await form.control('filters-json').inputValue(), '{ "half": ');
    });

    it('what is typed while a run goes on and fails', async () => {
      await form.show(EVERYTHING);
      await form.button('Run').click();
      await form.button('Cancel').waitFor();
      await form.control('q').fill('typed meanwhile');
      await form.fail('portal', 'data.testville.example did not answer in time.');
      assert.equal(await form.control('q').inputValue(), 'typed meanwhile');
    });

    it('no secret that stands in an address', async () => {
      await form.control('portal').fill('https://me:pa55word@host.example');
      await form.control('resource').fill('https://host.example/dump/x?token=pa55word');
      await form.control('q').fill('kept');
      const saved = () => form.page.evaluate(() => window.fakeHost.saved());
      await until(async () => (await saved()).includes('kept'), 'the form is saved');
      assert.ok(!(await saved()).includes('pa55word'));
    });
  });

  it('shows the request that Run will send, and has it copied', async () => {
    await form.show(EVERYTHING);
    const text = await form.page.locator('.preview').innerText();
    assert.match(text, /^POST https:\/\/data\.testville\.example\/en\/api\/action\/datastore_search\n/);
    assert.match(text, /^Authorization: <API token>$/m);
    assert.deepEqual(JSON.parse(text.slice(text.indexOf('{'))), {
      resource_id: EVERYTHING.resource,
      q: 'draw',
      filters: { subject: ['math', 'art'], stage: [2, '5'] },
      limit: 100,
    });
    await form.button('Copy Request').click();
    await form.button('Copied').waitFor();
    assert.deepEqual(await form.calls('copyRequest'), [EVERYTHING]);
  });

  it('says what q means on this portal', async () => {
    const note = form.control('q-note');
    const choices = form.control('q-mode').locator('option');
    await form.control('portal').click();
    await form.option('Local files').click();
    assert.deepEqual(await choices.allInnerTexts(), ['Contains', 'Starts with', 'Expression']);
    assert.equal(await note.innerText(), 'Finds the text anywhere in a value.');
    await form.pickLessons();
    assert.deepEqual(await choices.allInnerTexts(), ['Whole words', 'Starts with', 'Expression']);
    assert.equal(await note.innerText(), 'Finds records with all of these words.');
  });

  const noResources = [{ id: 'local', name: 'Local files', baseUrl: '', resources: [], qMeans: 'contains' }] as const;

  it('greets who has nothing to search yet, in the sidebar without the buttons of the tree', async () => {
    await form.tell('portals', noResources);
    const welcome = form.page.locator('.welcome');
    assert.equal(await welcome.innerText(), 'Add a portal or open a file to search its records.');
    assert.equal(await welcome.getByRole('button').count(), 0);
    await form.show(EVERYTHING);
    await welcome.waitFor({ state: 'detached' });
  });

  it('greets who has nothing to search yet, in an editor with buttons', async () => {
    await form.reload({ isBesideTree: false, portals: noResources });
    await form.button('Add Portal…').click();
    await form.button('Open Local File…').click();
    await form.called('openLocalFile');
    assert.equal((await form.calls('addPortal')).length, 1);
    await form.show(EVERYTHING);
    await form.button('Open Local File…').waitFor({ state: 'detached' });
  });

  it('puts the focus into its first empty control when asked', async () => {
    await form.tell('focus');
    assert.equal(await form.focused(), 'portal');
    await form.show({ ...EVERYTHING, resource: '' });
    await form.tell('focus');
    assert.equal(await form.focused(), 'resource');
  });
});
