import { useGrid } from '../support/gridPage/useGrid.ts';
import { themes } from '../support/themes.ts';
describe('shots', () => {
  const { reopen } = useGrid();
  it(`dict`, async () => {
    const at = await reopen({ theme: themes[0]!, width: 1200 });
    await at.showRecords();
    await at.page.evaluate(async () => {
      const kinds = [['_id','int','number'],['subject','text','text'],['stage','int4','number'],['code','text','text'],['title','text','text'],['catalogue_no','int8','number'],['hours','numeric','number'],['starts','timestamp','date'],['open','bool','boolean'],['tags','json','json'],['note','text','text']];
      await (window.fakeGridHost.result as any)({ query: 'x', fields: kinds.map(([id,type,kind]) => ({id,type,kind, ...(id==='catalogue_no' && { label: 'Catalogue number of the library of Testville', notes: 'Given by the library when a lesson is filed.\nNever given twice.', unit: 'no.' }), ...(id==='hours' && {label:'Weekly hours', unit:'h'})})) });
    });
    await at.settled();
    await at.page.evaluate(() => window.fakeGridHost.view.perform('showFields'));
    const pane = at.page.getByRole('complementary', { name: 'Fields' });
    await pane.getByRole('button', { name: /^catalogue_no/ }).click();
    await pane.getByRole('button', { name: /^Count all/ }).click();
    await pane.getByText('Over all 12,501 records').waitFor();
    await at.page.screenshot({ path: `/tmp/f3/shots/c-dict.png` });
    await at.page.emulateMedia({ forcedColors: 'active' });
    await at.page.waitForTimeout(300);
    await at.page.screenshot({ path: `/tmp/f3/shots/c-forced.png` });
    await at.page.emulateMedia({ forcedColors: 'none' });
    await at.sample('hostile');
    await at.show({ rowCount: 40, query: 'h' });
    await at.settled();
    await pane.locator('.field-button').nth(1).click();
    await at.page.waitForTimeout(500);
    await at.page.screenshot({ path: `/tmp/f3/shots/c-hostile.png` });
  });
});
