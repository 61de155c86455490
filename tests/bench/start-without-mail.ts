import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchOptions } from '../../scripts/bench.ts';
import { type SmtpMode, type FakeSmtpServer, startFakeSmtpServer } from '../support/mail/fake-smtp-server.ts';
import { startSite, stop } from './built-server.ts';
import { quantile, round } from './figures.ts';

const MOODS: SmtpMode[] = ['down', '421', 'stall', 'drop-in-data'];
/** Below what trips the breaker. */
const STARTS = 280;
const AT_ONCE = 8;
const PATIENCE_MS = 60_000;

/**
 * The time of a start, ms, at the built server while the mail server is away, refuses, says nothing or breaks off; and
 * how many mails came, and came twice, once it was back.
 */
export async function startsWithoutMail(options: BenchOptions) {
  const figures: Record<string, object> = {};
  for (const mood of MOODS) {
    const double = await startFakeSmtpServer();
    const dataDir = await mkdtemp(join(tmpdir(), 'bench-mail-'));
    await double.setMode(mood);
    const site = await startSite(dataDir, { SMTP_URL: double.url, TRUSTED_PROXIES: '1' });
    try {
      const times = await startAll(site.port);
      await double.setMode('up');
      figures[mood] = {
        p50_ms: round(quantile(times, 0.5)),
        p99_ms: round(quantile(times, 0.99)),
        ...(await countMails(double)),
      };
      options.log(`  start, mail server ${mood}: ${JSON.stringify(figures[mood])}`);
    } finally {
      await stop(site);
      await double.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  }
  return figures;
}

async function startAll(port: number): Promise<number[]> {
  const times: number[] = [];
  let next = 0;
  const visitor = async () => {
    while (next < STARTS) {
      const n = next;
      next += 1;
      const began = performance.now();
      const answer = await fetch(`http://127.0.0.1:${port}/api/auth/email/start`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.2.${n >> 8}.${n & 255}` },
        body: JSON.stringify({ email: `person${n}@example.com` }),
      });
      await answer.text();
      times.push(performance.now() - began);
      if (answer.status !== 200) throw new Error(`A start was answered with ${answer.status}.`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, visitor));
  return times;
}

/** Waits until as many mails came as were asked for, and a little longer for those that come twice. */
async function countMails({ received }: FakeSmtpServer) {
  for (const deadline = performance.now() + PATIENCE_MS; performance.now() < deadline; await sleep(100)) {
    if (received.length >= STARTS) break;
  }
  await sleep(1_000);
  const addresses = new Set(received.flatMap((mail) => mail.to));
  return { starts: STARTS, mails: addresses.size, twice: received.length - addresses.size };
}
