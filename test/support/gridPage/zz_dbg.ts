import { GridPage } from './gridPage.ts';
const grid = await GridPage.start();
const { page } = await grid.open();
await page.evaluate(() => window.fakeGridHost.result());
await page.waitForTimeout(300);
console.log(await page.evaluate(() => {
  const c = document.querySelectorAll('.header .cell')[1] as HTMLElement;
  const n = c.querySelector('.name')!, t = c.querySelector('.type')!;
  const ctx = document.createElement('canvas').getContext('2d')!;
  const f = getComputedStyle(document.querySelector('.records-grid')!).fontFamily;
  ctx.font = `600 13px ${f}`; const a = ctx.measureText('subject').width; const font = ctx.font;
  ctx.font = `11.05px ${f}`; const b = ctx.measureText('text').width;
  return { cell: c.getBoundingClientRect().width, scroll: c.scrollWidth, n: n.getBoundingClientRect().width, t: t.getBoundingClientRect().width, a, b, font, fam: f };
}));
await grid.stop();
