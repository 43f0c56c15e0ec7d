import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { freePort, PROGRAMS } from './step/boutique.js';
import { violations } from './step/look.js';
import { Till } from './step/till.js';

const PASSWORD = 'four plain words here';

/** An empty installation, and the code that it prints. */
async function emptyInstallation(): Promise<{ url: string; code: string; end: () => void }> {
  const data = mkdtempSync(join(tmpdir(), 'vitrine-setup-'));
  const port = await freePort();
  const child = spawn(join(PROGRAMS, 'vitrine'), ['serve', '--data', data, '--port', String(port), '--log', 'warn'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await expect.poll(() => /\w{4}-\w{4}-\w{4}-\w{4}/.exec(said)?.[0], { timeout: 30_000 }).toBeTruthy();
  const end = (): void => {
    child.kill('SIGTERM');
    rmSync(data, { recursive: true, force: true });
  };
  return { url: `http://127.0.0.1:${port}`, code: /\w{4}-\w{4}-\w{4}-\w{4}/.exec(said)?.[0] ?? '', end };
}

test('a new installation is opened with its code, and its administrator logs in', async ({ page }) => {
  const { url, code, end } = await emptyInstallation();
  const known = process.env.VITRINE_URL;
  process.env.VITRINE_URL = url;
  try {
    const till = new Till(page);
    const field = (name: string) => till.say('session', `setup.field.${name}`);
    const within = (section: string) => page.getByRole('group', { name: till.say('session', `setup.${section}`) });
    await page.goto(`${url}/pos/?lang=en`);
    await expect(page.getByRole('heading', { name: till.say('session', 'setup.title') })).toBeVisible();
    await page.getByLabel(field('code'), { exact: true }).fill('AAAA-BBBB-CCCC-DDDD');
    await within('company').getByLabel(field('company.name'), { exact: true }).fill('Maison Orée SAS');
    await within('store').getByLabel(field('store.countryCode'), { exact: true }).selectOption('FR');
    await within('store').getByLabel(field('store.name'), { exact: true }).fill('Paris');
    await within('store').getByLabel(field('store.storeNo'), { exact: true }).fill('PAR01');
    await within('store').getByLabel(field('store.address'), { exact: true }).fill('16 rue de Sèvres');
    await within('store').getByLabel(field('store.city'), { exact: true }).fill('Paris');
    await within('till').getByLabel(field('terminal.terminalNo'), { exact: true }).fill('PAR01-1');
    const me = within('administrator');
    await me.getByLabel(field('administrator.firstName'), { exact: true }).fill('Camille');
    await me.getByLabel(field('administrator.lastName'), { exact: true }).fill('Aubert');
    await me.getByLabel(field('administrator.username'), { exact: true }).fill('camille');
    await me.getByLabel(till.say('session', 'password'), { exact: true }).fill(PASSWORD);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: till.say('session', 'setup.submit') }).click();
    await expect(page.getByText(till.say('error', 'setup.code_wrong')).first()).toBeVisible();

    await page.getByLabel(field('code'), { exact: true }).fill(code);
    await page.getByRole('button', { name: till.say('session', 'setup.submit') }).click();
    // The form of the installation asks for a user name, too.
    await expect(page.getByRole('heading', { name: till.say('session', 'setup.title') })).toBeHidden();
    await expect(page.getByLabel(till.say('session', 'username'))).toBeVisible();
    await page.getByLabel(till.say('session', 'username')).fill('camille');
    await page.getByLabel(till.say('session', 'password'), { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Paris').first()).toBeVisible();
    await expect(page).not.toHaveURL(/session/);
    // The wrong code was refused, as the browser notes.
    expect(till.faults.filter((fault) => !fault.includes('403'))).toEqual([]);
  } finally {
    if (known) process.env.VITRINE_URL = known;
    end();
  }
});
