/** The page of details: what it shows of a resource or dataset, and what it asks of the extension. */
import assert from 'node:assert/strict';
import type { About } from '../../src/messages/detailsProtocol.ts';
import { useDetails } from '../support/pages/details/useDetails.ts';
import { eventually } from '../support/drivers/eventually.ts';
import { themes } from '../support/pages/themes.ts';
import { violations } from '../support/pages/violations.ts';

const about: About = {
  state: 'shown',
  title: 'Trees',
  ...{ notes: '', datasetNotes: '', facts: [], hasWebsite: true, hasFile: false },
};

describe('the details in a page', () => {
  const details = useDetails();
  const texts = (selector: string) => details.page.locator(selector).allInnerTexts();
  const focused = () => details.page.evaluate(() => document.activeElement?.textContent.trim());

  it('lead to the records by Enter alone', async () => {
    await details.page.keyboard.press('Enter');
    await details.asked('openRecords', null);
  });

  it('lead to the records by one key, wherever the focus is', async () => {
    const open = details.button('Open Records');
    assert.equal(await open.getAttribute('aria-keyshortcuts'), 'S');
    assert.equal(await open.getAttribute('title'), 'Open records to search and filter them (S)');
    await details.button('Copy ID').focus();
    await details.page.keyboard.press('Control+s');
    await details.page.keyboard.press('Shift+s');
    await details.page.keyboard.press('s');
    await details.asked('openRecords', null);
    await details.page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await details.page.keyboard.press('s');
    const methods = async () => (await details.calls()).map(({ method }) => method);
    await eventually(methods, ['ready', 'openRecords', 'openRecords']);
  });

  it('show what the portal says: the title, facts, and descriptions as elements', async () => {
    assert.equal(await details.page.locator('h1').innerText(), 'trees.csv');
    assert.equal(await details.page.locator('.kind').innerText(), 'Resource · City of Example');
    assert.deepEqual(await texts('.facts dt'), ['Dataset', 'Organization', 'Format', 'License', 'Resource ID']);
    assert.equal(await details.page.locator('.notes strong').innerText(), 'height');
    assert.deepEqual(await texts('.notes h3'), ['Sources']);
    assert.deepEqual(await texts('.notes li'), ['every street', 'every park']);
    assert.equal(await details.page.locator('.notes pre').innerText(), 'SELECT *\n');
  });

  it('show the fields with what the data dictionary says, and exact values of the first records', async () => {
    assert.deepEqual(await texts('.fields thead th'), ['Field', 'Type', 'Label', 'Unit', 'Notes']);
    assert.deepEqual(await texts('.fields tbody tr:nth-child(3) :is(th, td)'), [
      'height',
      'numeric',
      '',
      'm',
      'Of the crown',
    ]);
    assert.equal(await details.page.locator('#sample-title').innerText(), 'Sample · 25,161 records');
    assert.deepEqual(await texts('.sample tbody td'), [
      ...['1', 'Lime', '12.50'],
      ...['2', 'NULL', '9007199254740993'],
      ...['3', 'Very long… (12,000 characters)', '7'],
    ]);
  });

  it('open links through the extension, by mouse and by keyboard', async () => {
    await details.page.getByRole('link', { name: 'map' }).click();
    await details.asked('openLink', 'https://city.test/map');
    await details.page.getByRole('link', { name: 'CC BY 4.0' }).focus();
    await details.page.keyboard.press('Enter');
    await details.asked('openLink', 'https://cc.test/by');
  });

  it('copy, and lead to the website, the file and the dataset', async () => {
    const ways: readonly [button: string, method: string, ...args: readonly unknown[]][] = [
      ['Copy ID', 'copy', 'id'],
      ['Copy URL', 'copy', 'address'],
      ['Copy Citation', 'copy', 'citation'],
      ['Open Website', 'openWebsite'],
      ['Open File', 'openFile'],
      ['Trees of the city', 'showDataset'],
    ];
    for (const [name, ...asked] of ways) {
      await details.button(name).click();
      await details.asked(...asked);
    }
    await details.page.getByRole('status').getByText('Copied.', { exact: true }).waitFor();
  });

  it('save the resource, and take it from the saved ones', async () => {
    await details.button('Save Resource').click();
    await details.asked('toggleSaved');
    await details.button('Remove from Saved').click();
    await details.button('Save Resource').waitFor();
  });

  it('list the resources of a dataset, and begin at its first records', async () => {
    await details.page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await details.show({
      ...{ kind: 'dataset', title: 'Trees', records: { state: 'none', words: '', canTry: false } },
      about: {
        ...about,
        resources: {
          first: [
            { id: 'r2', name: 'Report', facts: 'PDF', hasRecords: false },
            { id: 'r1', name: 'trees.csv', facts: 'CSV · May 3, 2026', hasRecords: true },
          ],
          ...{ count: '5,000', hasMore: true },
        },
      },
    });
    assert.deepEqual(await texts('.resources .resource-words'), ['Report\nPDF', 'trees.csv\nCSV · May 3, 2026']);
    assert.equal(await details.page.locator('#resources-title').innerText(), 'Resources (5,000)');
    await details.page.getByText('Showing the first 2 resources.').waitFor();
    await details.page.getByText('No description.').waitFor();
    await details.page.keyboard.press('Enter');
    await details.asked('openRecords', 'r1');
    await details.button('Report').click();
    await details.asked('showResource', 'r2');
    await details.button('Open Records of trees.csv').waitFor();
  });

  it('lead by the key to the records of the resource in focus, and to none where there are none', async () => {
    const listed = (id: string, hasRecords: boolean) => ({ id, name: id, facts: 'CSV', hasRecords });
    await details.show({
      ...{ kind: 'dataset', title: 'Trees', records: { state: 'none', words: '', canTry: false } },
      about: {
        ...about,
        resources: {
          first: [listed('r1', true), listed('r2', false), listed('r3', true)],
          ...{ count: '3', hasMore: false },
        },
      },
    });
    await details.button('r2').focus();
    await details.page.keyboard.press('s');
    await details.button('r3').focus();
    await details.page.keyboard.press('s');
    await details.asked('openRecords', 'r3');
    await details.button('Copy ID').focus();
    await details.page.keyboard.press('s');
    await details.asked('openRecords', 'r1');
    const asked = (await details.calls()).filter(({ method }) => method === 'openRecords');
    assert.equal(asked.length, 2);
  });

  it('say what went wrong with a part; the other stays', async () => {
    const failed = { state: 'failed', message: 'city.test is down.', hint: 'Try later.' } as const;
    await details.show({ records: { ...failed, offersToken: true } });
    assert.deepEqual(await texts('.problem-words'), ['city.test is down. Try later.']);
    assert.equal(await details.page.getByRole('status').innerText(), 'city.test is down.');
    await details.button('Set API Token…').click();
    await details.asked('setToken');
    await details.button('Try Again').click();
    await details.asked('retry', 'records');
    await details.show({ about: { ...failed, offersToken: false } });
    await details.button('Try Again').first().click();
    await details.asked('retry', 'about');
    assert.equal(await details.page.locator('.facts').count(), 0);
  });

  it('offer the file where there are no records, and to try them anyway', async () => {
    const words = 'This resource has no records to search.';
    await details.show({ records: { state: 'none', words, canTry: true } });
    assert.equal(await details.button('Open Records').count(), 0);
    await details.button('Try Its Records Anyway').click();
    await details.asked('retry', 'records');
  });

  it('say that they are loading', async () => {
    const loading = { state: 'loading' } as const;
    await details.show({ about: loading, records: loading });
    await details.page.getByRole('progressbar', { name: 'Loading details…' }).waitFor();
    assert.equal(await details.page.locator('main').getAttribute('aria-busy'), 'true');
    assert.equal(await focused(), 'Open Records');
  });

  it('wait in Restricted Mode until they are asked for', async () => {
    const words = "In Restricted Mode, these details aren't loaded until you select Load Details.";
    await details.show({
      ...{ kind: 'dataset', about: { state: 'waiting', words } },
      records: { state: 'none', words: '', canTry: false },
    });
    await details.page.getByText(words).waitFor();
    await details.button('Load Details').click();
    await details.asked('retry', 'about');
  });

  it('keep for a reload what they are about', async () => {
    assert.deepEqual(await details.page.evaluate(() => window.fakeDetails.saved()), {
      portalId: 'p1',
      resourceId: 'r1',
    });
  });

  it('make nothing but text of what a portal sends', async () => {
    const hostile = '<img src=x onerror=alert(1)>\u202e[go](command:workbench.action.quit)<script>x</script>';
    await details.show({
      ...{ title: hostile, place: hostile },
      about: {
        ...about,
        ...{ notes: `${hostile}\n\n${hostile}`, datasetNotes: `# ${hostile}\n- ${hostile}` },
        facts: [{ label: 'License', value: hostile }],
        resources: {
          first: [{ id: hostile, name: hostile, facts: hostile, hasRecords: true }],
          ...{ count: '1', hasMore: false },
        },
      },
      records: {
        ...{ state: 'shown', total: '', fieldCount: '1', hasMoreFields: false },
        fields: [{ id: hostile, type: hostile, isNumber: false, notes: hostile }],
        sample: [[hostile]],
      },
    });
    const found = await details.page.evaluate(() => ({
      elements: document.querySelectorAll('main :is(img, script, a, [href], iframe)').length,
      links: document.querySelectorAll('[role=link]').length,
      isHidden: document.body.innerText.includes('\u202e'),
    }));
    assert.deepEqual(found, { elements: 0, links: 0, isHidden: false });
    assert.equal(await details.page.locator('.sample td').innerText(), hostile.replace('\u202e', '‹U+202E›'));
  });

  for (const theme of themes)
    it(`can be read by everybody in ${theme.name}`, async () => {
      await details.reopen({ theme });
      assert.deepEqual(await violations(details.page, 'editor'), []);
    });

  it('has its head from side to side, however wide it is', async () => {
    await details.reopen({ width: 1600 });
    const width = await details.page.locator('.head').evaluate((head) => head.getBoundingClientRect().width);
    assert.equal(width, 1600);
  });

  it('fits into 400 pixels, where tables alone scroll', async () => {
    await details.reopen({ width: 400 });
    const { scrollWidth, clientWidth } = await details.page.evaluate(() => document.documentElement);
    assert.equal(scrollWidth, clientWidth);
  });
});
