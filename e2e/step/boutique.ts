import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder of the programs that were built for the tests. */
export const PROGRAMS = process.env.VITRINE_PROGRAMS ?? '../target/tests';
/** How long the demonstration may take to write its company. */
const START_MS_MAX = 120_000;

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

/** Starts the built product with a fresh demonstration whose last days may wait to be posted; answers what ends it. */
export default async function boutique(openDays: number): Promise<() => void> {
  const data = mkdtempSync(join(tmpdir(), 'vitrine-e2e-'));
  const port = await freePort();
  const args = ['demo', '--data', data, '--port', String(port), '--days', '20', '--open-days', String(openDays)];
  const child = spawn(join(PROGRAMS, 'vitrine'), args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const end = () => {
    child.kill('SIGTERM');
    rmSync(data, { recursive: true, force: true });
  };
  const deadline = Date.now() + START_MS_MAX;
  for (;;) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then((r) => r.ok, () => false);
    if (ready && said.includes('Tax-free')) break;
    if (child.exitCode !== null || Date.now() > deadline) {
      end();
      throw new Error(`the boutique did not open: ${said}`);
    }
    await new Promise((wake) => setTimeout(wake, 100));
  }
  process.env.VITRINE_URL = `http://127.0.0.1:${port}`;
  process.env.TERMINAL_URL = /Card terminals\s+(\S+?)\/?\s/.exec(said)?.[1] ?? '';
  process.env.PRINTER_URL = /Receipt printer\s+(\S+?)\/?\s/.exec(said)?.[1] ?? '';
  process.env.TAX_FREE_URL = /Tax-free\s+(\S+?)\/?\s/.exec(said)?.[1] ?? '';
  process.env.QR_URL = /QR payments\s+(\S+?)\/?\s/.exec(said)?.[1] ?? '';
  process.env.MAIL_URL = /Mailbox\s+(\S+?)\/?\s/.exec(said)?.[1] ?? '';
  return end;
}
