/** One grid, in a fresh page: arrival, first paint at 1M, work for each step of the wheel, blank jumps, heap; and 10M rows. */
const STEP = 240;

export async function measure(browser, url) {
  return { ...(await arrival(browser, url)), ...(await million(browser, url)), ...(await tenMillion(browser, url)) };
}

async function arrival(browser, url) {
  return inPage(browser, url, async (page) => ({
    'arrival, 32k x 20 (ms)': await page.evaluate(() => bench.arrive(32_000, 0)),
  }));
}

async function million(browser, url) {
  return inPage(browser, url, async (page, cdp) => {
    const firstPaint = await page.evaluate(() => bench.arrive(1_000_000, 5));
    const before = await busyMs(cdp);
    await wheel(page, 30);
    const busy = (await busyMs(cdp)) - before;
    const blanks = [];
    for (const share of [0.5, 0.1, 0.9, 1, 0.33]) blanks.push(await page.evaluate((to) => bench.jump(to), share));
    await cdp.send('HeapProfiler.collectGarbage');
    const { usedSize } = await cdp.send('Runtime.getHeapUsage');
    return {
      'first paint, 1M x 20 async (ms)': firstPaint,
      'main thread for a step of the wheel, 1M (ms)': busy / 30,
      'heap, 1M (MB)': usedSize / 1e6,
      'blank share 100 ms after a jump, 1M': Math.max(...blanks),
    };
  });
}

async function tenMillion(browser, url) {
  return inPage(browser, url, async (page) => {
    await page.evaluate(() => bench.arrive(10_000_000, 5));
    await page.evaluate(() => bench.jump(0.5));
    await page.evaluate(() => bench.untilDrawn());
    const [from] = await page.evaluate(() => bench.rows());
    await wheel(page, 20);
    await page.evaluate(() => bench.untilDrawn());
    const [to] = await page.evaluate(() => bench.rows());
    const { p95, longestBlank } = await page.evaluate(() => bench.drag(60));
    await page.evaluate(() => bench.jump(1));
    await page.evaluate(() => bench.untilDrawn());
    const last = (await page.evaluate(() => bench.rows())).at(-1);
    return {
      'rows moved by 20 notches of 240 px, 10M': to - from,
      'last row reached, 10M': last === 9_999_999,
      'p95 frame while dragging, 10M (ms)': p95,
      'longest blank while dragging, 10M (ms)': longestBlank,
    };
  });
}

async function inPage(browser, url, use) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 760 } });
  const page = await context.newPage();
  const violations = [];
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) violations.push(message.text());
  });
  page.on('pageerror', (error) => violations.push(String(error)));
  try {
    const cdp = await context.newCDPSession(page);
    await cdp.send('Performance.enable');
    await page.goto(url);
    // The page before this one, and the loading of this one, come to their end first.
    await page.evaluate(() => bench.rest());
    const figures = await use(page, cdp);
    return { ...figures, faults: violations.length };
  } finally {
    await context.close();
  }
}

async function wheel(page, notches) {
  await page.mouse.move(600, 400);
  for (let step = 0; step < notches; step += 1) {
    await page.mouse.wheel(0, STEP);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }
}

async function busyMs(cdp) {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return 1000 * metrics.find(({ name }) => name === 'TaskDuration').value;
}
