import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchOptions } from '../../scripts/bench.ts';
import { type SmtpMode, type FakeSmtpServer, startFakeSmtpServer } from '../support/mail/fake-smtp-server.ts';
import { startSite, stop } from './built-server.ts';
import { quantile, round } from './figures.ts';

const MODES: SmtpMode[] = ['down', '421', 'stall', 'drop-in-data'];
/** Below the global limit. */
const STARTS = 280;
const AT_ONCE = 8;
const TIMEOUT_MS = 60_000;

/**
 * The time of a start, ms, at the built server while the mail server is down, refuses, stalls or disconnects; and
 * how many emails arrived, and how many twice, once it was back.
 */
export async function benchStartsWithoutMail(options: BenchOptions) {
  const figures: Record<string, object> = {};
  for (const mode of MODES) {
    const smtp = await startFakeSmtpServer();
    const dataDir = await mkdtemp(join(tmpdir(), 'bench-mail-'));
    await smtp.setMode(mode);
    const site = await startSite(dataDir, { SMTP_URL: smtp.url, TRUSTED_PROXIES: '1' });
    try {
      const times = await postStarts(site.port);
      await smtp.setMode('up');
      figures[mode] = {
        p50_ms: round(quantile(times, 0.5)),
        p99_ms: round(quantile(times, 0.99)),
        ...(await countMails(smtp)),
      };
      options.log(`  start, mail server ${mode}: ${JSON.stringify(figures[mode])}`);
    } finally {
      await stop(site);
      await smtp.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  }
  return figures;
}

async function postStarts(port: number): Promise<number[]> {
  const times: number[] = [];
  let next = 0;
  const sendNext = async () => {
    while (next < STARTS) {
      const n = next;
      next += 1;
      const began = performance.now();
      const response = await fetch(`http://127.0.0.1:${port}/api/auth/email/start`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.2.${n >> 8}.${n & 255}` },
        body: JSON.stringify({ email: `person${n}@example.com` }),
      });
      await response.text();
      times.push(performance.now() - began);
      if (response.status !== 200) throw new Error(`A start was answered with ${response.status}.`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendNext));
  return times;
}

/** Waits for one email per start, then one second for duplicates. */
async function countMails({ received }: FakeSmtpServer) {
  for (const deadline = performance.now() + TIMEOUT_MS; performance.now() < deadline; await sleep(100)) {
    if (received.length >= STARTS) break;
  }
  await sleep(1_000);
  const addresses = new Set(received.flatMap((mail) => mail.to));
  return { starts: STARTS, mails: addresses.size, twice: received.length - addresses.size };
}
