import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchOptions } from '../../scripts/bench.ts';
import { ensureBuild, run, startSite, stop } from './built-server.ts';
import type { MadeCode } from './make-codes.ts';
import { timeStarts } from './start-timing.ts';
import { type Call, createLoad } from './http-load.ts';
import { startsWithoutMail } from './start-without-mail.ts';

const APP_SECRET = 'the secret of the bench, which guards nothing';
/** More codes than can be entered in a second. */
const CODES_PER_SECOND = 2_500;
/** More than can be sent in an hour: the calls come from no browser, and a proof of work is not what is measured. */
const BREAKER_JOINS_PER_HOUR = '100000000';
/** What the server is to bear. */
const OFFERED_PER_SECOND = 220;

/**
 * Signing in and joining over HTTP at the built server, each call for another person from another network; then
 * the time of a start for addresses with an account, without one, and blacklisted, and while no mail gets out.
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
    const verify = await loadBoth(server.port, 'verify', options, (n) => {
      const { email, code } = codes[n] ?? { email: '', code: '' };
      return { path: '/api/auth/email/verify', body: { email, code } };
    });
    const join_ = await loadBoth(server.port, 'join', options, (n) => ({
      path: '/api/waitinglist',
      body: { email: `joiner${n}@example.com`, firstName: 'Mere', intent: 'A book about the harbour', productId: 4 },
    }));
    await stop(server);
    return {
      connections: options.connections,
      offered_per_second: OFFERED_PER_SECOND,
      verify,
      join: join_,
      start: await timeStarts(options),
      start_without_mail: await startsWithoutMail(options),
    };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** In a process of its own: the server must be the only one that has the database open. */
async function makeCodes(directory: string, dataDir: string, count: number): Promise<MadeCode[]> {
  const file = join(directory, 'codes.json');
  await run(fileURLToPath(new URL('./make-codes.ts', import.meta.url)), [dataDir, String(count), APP_SECRET, file]);
  return JSON.parse(await readFile(file, 'utf8')) as MadeCode[];
}

/** At the rate that is to be borne, then as much as goes through. */
async function loadBoth(
  port: number,
  name: string,
  options: BenchOptions,
  callOf: (n: number) => Omit<Call, 'headers'>,
) {
  let next = 0;
  const load = createLoad(port, options.connections, () => {
    const n = next;
    next += 1;
    return { ...callOf(n), headers: { 'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` } };
  });
  await load.warmUp();
  const offered = await load.offer(OFFERED_PER_SECOND, options.seconds);
  options.log(`  ${name}, ${OFFERED_PER_SECOND} a second: ${JSON.stringify(offered)}`);
  const most = await load.saturate(options.seconds);
  options.log(`  ${name}, as many as go: ${JSON.stringify(most)}`);
  load.close();
  return { offered, most };
}
