import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { createSecrets } from '#api/adapters/secrets.ts';
import { systemClock } from '#api/clock.ts';
import { readEnv } from '#api/env.ts';
import { newChallenge } from '#api/features/auth/challenges.ts';
import { openAndMigrate } from '#api/server.ts';
import { write } from '#db/write.ts';
import type { BenchOptions } from '../../scripts/bench.ts';
import { ensureBuild, startSite, stop } from './built-server.ts';
import { round } from './figures.ts';
import { timeStarts } from './start-timing.ts';
import { startsWithoutMail } from './start-without-mail.ts';

const APP_SECRET = 'the secret of the bench, which guards nothing';
/** More codes than can be entered in a second. */
const CODES_PER_SECOND = 2_500;
const PER_BATCH = 1_000;

type Call = { path: string; body: object };

/**
 * Signing in and joining over HTTP at the built server, each call for another person from another network; then
 * the time of a start for addresses with an account, without one, and blacklisted, and while no mail gets out.
 */
export async function benchAuth(options: BenchOptions): Promise<object> {
  ensureBuild();
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-auth-'));
  try {
    const count = CODES_PER_SECOND * options.seconds;
    options.log(`Making ${count} codes`);
    const codes = await makeCodes(dataDir, count);
    const server = await startSite(dataDir, { APP_SECRET, TRUSTED_PROXIES: '1' });
    const verify = await load(server.port, 'verify', options, (n) => {
      const { email, code } = codes[n % codes.length] ?? { email: '', code: '' };
      return { path: '/api/auth/email/verify', body: { email, code } };
    });
    const join_ = await load(server.port, 'join', options, (n) => ({
      path: '/api/waitinglist',
      body: { email: `joiner${n}@example.com`, firstName: 'Mere', intent: 'A book about the harbour', productId: 4 },
    }));
    await stop(server);
    return {
      connections: options.connections,
      verify,
      join: join_,
      start: await timeStarts(options),
      start_without_mail: await startsWithoutMail(options),
    };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function makeCodes(dataDir: string, count: number): Promise<{ email: string; code: string }[]> {
  const env = readEnv({ DATA_DIR: dataDir, LOG_LEVEL: 'error', DEMO_CONTENT: 'false' });
  const db = await openAndMigrate(env, systemClock, { wasClean: true, release: () => undefined });
  const deps = { db, clock: systemClock, secrets: createSecrets(APP_SECRET) };
  const codes: { email: string; code: string }[] = [];
  for (let at = 0; at < count; at += PER_BATCH) {
    const made = Array.from({ length: Math.min(PER_BATCH, count - at) }, (_, n) => {
      const email = `person${at + n}@example.com`;
      return { email, ...newChallenge(deps, { email, firstName: null, lastName: null, browserHash: `b${at + n}` }) };
    });
    await write(
      db,
      made.flatMap(({ statements }) => statements),
    );
    codes.push(...made.map(({ email, code }) => ({ email, code })));
  }
  db.client.close();
  return codes;
}

async function load(port: number, name: string, options: BenchOptions, callOf: (n: number) => Call) {
  let sent = 0;
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: options.connections,
    duration: options.seconds,
    requests: [
      {
        method: 'POST',
        setupRequest: (request) => {
          const { path, body } = callOf(sent);
          const network = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`;
          sent += 1;
          const headers = { 'content-type': 'application/json', 'x-forwarded-for': network };
          return { ...request, path, headers, body: JSON.stringify(body) };
        },
      },
    ],
  });
  const figures = {
    requests_per_second: Math.round(result.requests.average),
    p50_ms: round(result.latency.p50),
    p99_ms: round(result.latency.p99),
    errors: result.errors + result.non2xx + result.timeouts,
  };
  options.log(`  ${name}: ${JSON.stringify(figures)}`);
  return figures;
}
