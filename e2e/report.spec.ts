import { readFile } from 'node:fs/promises';
import { seen } from './step/look.js';
import { expect, test } from './step/story.js';
import { pieceInStock, Till } from './step/till.js';

test('what was sold today is in the report: the chart, its figures, and what to look at', async ({ page }) => {
  const till = new Till(page);
  const say = (key: string, values?: Record<string, string>): string => till.say('report', key, values);
  await till.open();
  await till.logIn('manager');
  await till.chooseSalesperson('Camille Aubert');
  const { barcode } = await pieceInStock();
  await till.scan(barcode);
  await expect(till.lines()).toContainText(till.say('sale', 'basket.reserved'));
  await till.lines().getByRole('button').first().focus();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('button', { name: till.say('sale', 'basket.undo') })).toBeVisible();
  await till.scan(barcode);
  await till.startPayment();
  await till.takeRestInCash();
  await till.beginNewSale();

  await page.getByRole('link', { name: till.say('shell', 'section.report') }).click();
  await expect(page.getByRole('heading', { name: say('title'), exact: true })).toBeVisible();
  await expect(page.getByText(say('notClosed'))).toBeVisible();
  const hours = page.getByRole('region', { name: say('chart.hour') }).last();
  const rows = hours.getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  const sold = await rows.evaluateAll((all) => all.slice(1).reduce((sum, row) => sum + Number(row.children[1]?.textContent), 0));
  expect(sold).toBeGreaterThan(0);
  // What tenders brought is told when nobody counts any more.
  await expect(page.getByText(say('tender.waiting'))).toBeVisible();

  // The arrow keys move what is looked at.
  const chart = page.getByRole('group', { name: say('chart.name', { title: say('chart.hour') }) });
  await chart.focus();
  await page.keyboard.press('ArrowRight');
  await expect(chart.getByRole('status')).not.toBeEmpty();
  await page.keyboard.press('Escape');
  await expect(chart.getByRole('status')).toBeEmpty();
  await seen(page, 'report');

  await page.getByRole('button', { name: new RegExp(`^${till.say('order', 'days.name')}`) }).click();
  await page.getByRole('button', { name: till.say('order', 'days.week') }).click();
  await expect(page.getByRole('region', { name: say('chart.day') }).first()).toBeVisible();
  await page.getByRole('radio', { name: say('hour') }).click();
  await expect(page.getByRole('region', { name: say('chart.hour') }).first()).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: say('export') }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^report-.*\.csv$/);
  expect(await readFile(await file.path(), 'utf8')).toContain('"total",');
  const list = page.waitForEvent('download');
  await page.getByRole('button', { name: say('exception.export') }).click();
  const exceptions = await list;
  expect(exceptions.suggestedFilename()).toMatch(/^to-look-at-.*\.csv$/);
  expect(await readFile(await exceptions.path(), 'utf8')).toContain('"lineVoid"');
  const print = page.waitForEvent('download');
  await page.getByRole('button', { name: say('exportPdf') }).click();
  const paper = await print;
  expect(paper.suggestedFilename()).toMatch(/^report-.*\.pdf$/);
  expect(await readFile(await paper.path(), 'latin1')).toMatch(/^%PDF-/);
  expect(till.faults).toEqual([]);
});

test('whoever may not see reports has no way there', async ({ page }) => {
  const till = new Till(page);
  await till.open();
  await till.logIn('seller');
  await expect(page.getByRole('link', { name: till.say('shell', 'section.sale') })).toBeVisible();
  await expect(page.getByRole('link', { name: till.say('shell', 'section.report') })).toHaveCount(0);
});
