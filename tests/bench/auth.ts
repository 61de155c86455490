import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchOptions } from '../../scripts/bench.ts';
import { ensureBuild, run, startSite, stop } from './built-server.ts';
import type { IssuedCode } from './make-codes.ts';
import { timeStarts } from './start-timing.ts';
import { type Call, createLoad } from './http-load.ts';
import { benchStartsWithoutMail } from './start-without-mail.ts';

const APP_SECRET = 'the secret of the bench, which guards nothing';
/** More codes than the server can verify in a second. */
const CODES_PER_SECOND = 2_500;
/** Never reached, because a proof of work is not measured here. */
const BREAKER_JOINS_PER_HOUR = '100000000';
/** The rate that the server has to sustain. */
const TARGET_PER_SECOND = 220;

/**
 * Signing in and joining over HTTP at the built server, each call for another user from another network; then
 * the time of a start for addresses with an account, without one, and blacklisted, and while the mail server is down.
 */
export async function benchAuth(options: BenchOptions): Promise<object> {
  ensureBuild();
  const directory = await mkdtemp(join(tmpdir(), 'bench-auth-'));
  const dataDir = join(directory, 'data');
  try {
    const count = CODES_PER_SECOND * options.seconds;
    options.log(`Making ${count} codes`);
    const codes = await makeCodes(directory, dataDir, count);
    const server = await startSite(dataDir, { APP_SECRET, TRUSTED_PROXIES: '1', BREAKER_JOINS_PER_HOUR });
    const verify = await measureAtTargetAndMaximum(server.port, 'verify', options, (n) => {
      const { email, code } = codes[n] ?? { email: '', code: '' };
      return { path: '/api/auth/email/verify', body: { email, code } };
    });
    const joined = await measureAtTargetAndMaximum(server.port, 'join', options, (n) => ({
      path: '/api/waitinglist',
      body: { email: `joiner${n}@example.com`, firstName: 'Mere', intent: 'A book about the harbour', productId: 4 },
    }));
    await stop(server);
    return {
      connections: options.connections,
      offered_per_second: TARGET_PER_SECOND,
      verify,
      join: joined,
      start: await timeStarts(options),
      start_without_mail: await benchStartsWithoutMail(options),
    };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** In a process of its own: the server must be the only one that has the database open. */
async function makeCodes(directory: string, dataDir: string, count: number): Promise<IssuedCode[]> {
  const file = join(directory, 'codes.json');
  await run(fileURLToPath(new URL('./make-codes.ts', import.meta.url)), [dataDir, String(count), APP_SECRET, file]);
  return JSON.parse(await readFile(file, 'utf8')) as IssuedCode[];
}

/** At the target rate, then as fast as possible. */
async function measureAtTargetAndMaximum(
  port: number,
  name: string,
  options: BenchOptions,
  createCall: (n: number) => Omit<Call, 'headers'>,
) {
  let next = 0;
  const load = createLoad(port, options.connections, () => {
    const n = next;
    next += 1;
    return { ...createCall(n), headers: { 'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` } };
  });
  await load.warmUp();
  const offered = await load.offer(TARGET_PER_SECOND, options.seconds);
  options.log(`  ${name}, ${TARGET_PER_SECOND} a second: ${JSON.stringify(offered)}`);
  const maximum = await load.saturate(options.seconds);
  options.log(`  ${name}, as fast as possible: ${JSON.stringify(maximum)}`);
  load.close();
  return { offered, most: maximum };
}
