import { writeFileSync } from 'node:fs';
import { expect, test } from '../step/story.js';
import { ask, Till } from '../step/till.js';

const ROUNDS = 9;
const SCANS = 40;
/** The figures, for `bench --till`. */
const OUTPUT = process.env.VITRINE_TILL_FIGURES ?? 'result/till.json';

interface Tile {
  available: number;
  sizes: { barcode: string | null }[];
}

const middle = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

test('the till in a browser whose cache is empty, and from the scan to the line', async ({ browser, page }) => {
  const till = new Till(page);
  await till.open();
  await till.logIn('seller');
  await till.chooseSalesperson('Camille Aubert');
  const state = await page.context().storageState();
  const catalogue = till.say('sale', 'catalogue.name');

  const ready: number[] = [];
  const bytes: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const context = await browser.newContext({ storageState: state, viewport: { width: 1440, height: 900 } });
    const fresh = await context.newPage();
    const network = await context.newCDPSession(fresh);
    await network.send('Network.enable');
    const own = new Set<string>();
    let loaded = 0;
    let isReady = false;
    // What is asked for later, such as the payment in advance, is not needed for the first scan.
    network.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (!isReady && new URL(request.url).pathname.startsWith('/pos/')) own.add(requestId);
    });
    network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (own.has(requestId)) loaded += encodedDataLength;
    });
    await fresh.goto(`${process.env.VITRINE_URL}/pos/sale`, { waitUntil: 'commit' });
    // Usable: pieces are shown, and the field takes a scan.
    ready.push(
      await fresh.evaluate(
        (name) =>
          new Promise<number>((done) => {
            const look = (): void => {
              const list = document.querySelector(`[aria-label="${name}"]`);
              const field = document.querySelector('input:not([disabled])');
              if (list?.querySelector('img, button') && field) done(performance.now());
              else requestAnimationFrame(look);
            };
            look();
          }),
        catalogue,
      ),
    );
    isReady = true;
    // The live events keep the network busy for ever.
    await fresh.waitForTimeout(1_500);
    bytes.push(loaded);
    await context.close();
  }

  const { items } = (await ask('/item?limit=200')) as { items: Tile[] };
  const codes = items.filter((tile) => tile.sizes.length === 1 && tile.available > 0).map((tile) => tile.sizes[0]?.barcode ?? '');
  expect(codes.length).toBeGreaterThan(SCANS);
  const scans: number[] = [];
  for (const [index, code] of codes.slice(0, SCANS).entries()) {
    scans.push(
      await page.evaluate(
        ([text, lines]) =>
          new Promise<number>((done) => {
            const press = (key: string): void => {
              (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
            };
            for (const key of text) press(key);
            const start = performance.now();
            press('Enter');
            const look = (): void => {
              const shown = document.querySelectorAll(`[aria-label="${lines}"] li`).length;
              if (shown > Number(sessionStorage.getItem('shown') ?? '0')) {
                sessionStorage.setItem('shown', String(shown));
                done(performance.now() - start);
              } else requestAnimationFrame(look);
            };
            requestAnimationFrame(look);
          }),
        [code, till.say('sale', 'basket.lines')] as const,
      ),
    );
    await expect(till.lines()).toHaveCount(index + 1);
  }
  expect(till.faults).toEqual([]);
  const figures = { tillReady: middle(ready), tillBytes: middle(bytes), scanToLine: middle(scans) };
  writeFileSync(OUTPUT, JSON.stringify(figures));
  console.log(figures, { ready, scans });
});
