import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnv } from '#api/env.ts';
import { PublishedSite } from '#api/published-site.ts';
import { readReleaseEntries } from '#api/releases/release-rows.ts';
import { type Database, openDatabase } from '#db/client.ts';
import { resetSiteSources } from '../app/site-sources.ts';
import { startFakeSmtpServer } from '../mail/fake-smtp-server.ts';
import { WebhookReceiver } from '../openshelf/webhook-receiver.ts';
import { createSeededRandom } from '../random/seeded-random.ts';
import type { Stage } from './actor.ts';
import { startSharedBackends } from './backends.ts';
import { createBalancedClient } from './balanced-client.ts';
import { playBuyers, startStripe } from './buyers.ts';
import { checkEffects } from './checks/effects.ts';
import { checkIntegrity } from './checks/integrity.ts';
import { compareServedSites, compareWithFullBuild, readServedSites } from './checks/live-site.ts';
import { checkLeader, watchLease } from './checks/lease-watch.ts';
import { checkLogs } from './checks/logs.ts';
import { waitUntilQuiet } from './checks/quiet.ts';
import { checkReadable } from './checks/readable.ts';
import { checkSessionsAndUploads } from './checks/sessions-and-uploads.ts';
import { checkStored } from './checks/stored.ts';
import { playEditor } from './editor.ts';
import { createFaultLog } from './fault-log.ts';
import { playFaults } from './faults.ts';
import { createFindings } from './findings.ts';
import { startFront } from './front.ts';
import { createLedger } from './ledger.ts';
import { playPeople, type Session, signIn } from './people.ts';
import { ProductServer } from './product-server.ts';
import { playVisitor, type SeenVersions } from './visitor.ts';
import { playPublishingService } from './works.ts';

const EDITORS = 3;
const VISITORS = 4;
const ADMINS = Array.from({ length: EDITORS + 1 }, (_, n) => `admin${n}@example.com`);
const SERVICE_KEY = 'the key of the publishing service under torture';
const METRICS_TOKEN = 'the metrics of the torture';

export type TortureOptions = {
  seed: number;
  minutes: number;
  /** With one, the database is a file and there is no bucket. */
  servers: number;
  print(line: string): void;
  /** The folder of the run stays, with logs and data. */
  isKept: boolean;
};

export type TortureResult = { findings: string[]; purchases: number; pages: number; faults: number };

/** Everything at once: people work, faults come, all faults cease, and then everything must be as people were told. */
export async function torture(options: TortureOptions): Promise<TortureResult> {
  const { seed, minutes, servers: count, print, isKept } = options;
  const findings = createFindings(seed, print);
  const folder = mkdtempSync(join(tmpdir(), 'torture-'));
  const closers: (() => Promise<unknown> | unknown)[] = [];
  try {
    // Servers under torture begin with the demo's pages and plans, which this process sells, too.
    resetSiteSources();
    const [smtp, receiver, stripe] = [
      await startFakeSmtpServer(),
      new WebhookReceiver({ serviceKey: SERVICE_KEY }),
      await startStripe(),
    ];
    closers.push(
      smtp.close,
      () => receiver.stop(),
      () => stripe.sandbox.stop(),
    );
    const shared = count > 1 ? await startSharedBackends(folder) : null;
    if (shared) closers.push(shared.close);
    const settings = {
      APP_SECRET: randomBytes(24).toString('hex'),
      SITE_URL: 'http://localhost:4321',
      LOG_LEVEL: 'warn',
      DEMO_CONTENT: 'pages',
      OG_IMAGES: 'false',
      RELEASES_KEPT: '1000',
      TRUSTED_PROXIES: '1',
      BREAKER_STARTS_PER_HOUR: '100000',
      BREAKER_JOINS_PER_HOUR: '100000',
      ADMIN_EMAILS: ADMINS.join(','),
      METRICS_TOKEN,
      SMTP_URL: smtp.url,
      OPENSHELF_SERVICE_KEY: SERVICE_KEY,
      OPENSHELF_WEBHOOK_URL: await receiver.start(),
      ...stripe.settings,
      ...shared?.settings,
    };
    const servers = Array.from({ length: count }, (_, n) => {
      const onUnexpectedEnd = (log: string) => findings.add(`server ${n + 1} ended by itself: ${log}`);
      return new ProductServer({ index: n + 1, folder, settings, onUnexpectedEnd });
    });
    closers.push(() => Promise.all(servers.map((server) => server.close({ isKept }))));
    for (const server of servers) {
      await server.prepare();
      if (!(await server.start())) throw new Error(`${server.name} did not start: ${server.readLog().slice(-1_000)}`);
    }
    const probePath = count > 1 ? '/api/ready' : '/api/health';
    const client = createBalancedClient(servers, probePath);
    closers.push(client.close);
    const front = await startFront(client);
    closers.push(front.close);
    await stripe.connect(`${front.origin}/api/stripe/webhook`);

    let isOn = true;
    const base = { client, findings, ledger: createLedger(), faults: createFaultLog(), isOn: () => isOn };
    const createStage = (actor: number): Stage => ({ ...base, random: createSeededRandom(seed * 1_000 + actor) });
    const stage = createStage(0);
    const [reviewer, ...editors] = await signInAdmins(stage, smtp);
    findings.note(`${count} servers, seed ${seed}, ${minutes} minutes, in ${folder}`);

    const seen: SeenVersions = new Map();
    const work = [
      ...editors.map(({ token }, n) => playEditor(createStage(10 + n), n, token)),
      ...Array.from({ length: VISITORS }, (_, n) => playVisitor(createStage(20 + n), seen)),
      playPeople(createStage(30), smtp),
      playBuyers(createStage(40), { smtp, sandbox: stripe.sandbox, offer: stripe.offer }),
      playPublishingService(createStage(50), SERVICE_KEY, reviewer?.token ?? ''),
      ...(shared ? [watchLease(createStage(60), servers, shared.directUrl)] : []),
      playFaults({
        backends: { servers, database: shared?.database ?? null, bucket: shared?.bucket ?? null },
        faults: base.faults,
        findings,
        random: createSeededRandom(seed),
        isOn: () => isOn,
      }),
    ];
    const timer = setTimeout(() => {
      isOn = false;
    }, minutes * 60_000);
    // An actor that fails is a fault of the harness, and ends the run.
    await Promise.all(work).finally(() => clearTimeout(timer));

    await waitUntilQuiet({ stage, servers, metricsToken: METRICS_TOKEN, probePath });
    for (const server of servers.slice(0, 1)) await checkReadable(stage, server, reviewer?.token ?? '');
    if (shared) await checkLeader(stage, shared.directUrl);
    await checkSessionsAndUploads(stage, servers);
    const served = await readServedSites(stage, servers, await listAddresses(stage, servers));
    await client.close();
    for (const server of servers) {
      const code = await server.end('SIGTERM');
      if (code !== 0) findings.add(`${server.name} ended with ${code} after SIGTERM`);
    }
    const databaseFile = shared?.databaseFile ?? join(servers[0]?.dataDirectory ?? '', 'app.db');
    const databaseUrl = shared?.directUrl ?? `file:${databaseFile}`;
    const db = await openDatabase(databaseUrl);
    try {
      // The full build below is that of the site as its owner has it now, as a server reads it at its start.
      await PublishedSite.open(db);
      await checkStored(stage, db);
      await checkEffects(stage, { db, smtp, receiver, sandbox: stripe.sandbox });
      compareServedSites(stage, served, await readReleaseEntries(db, null));
      await compareWithFullBuild(stage, db, readEnv({ ...settings, DATA_DIR: join(folder, 'build'), PORT: '0' }));
      await noteSizes(stage, db);
    } finally {
      db.client.close();
    }
    await shared?.stopDatabase();
    checkIntegrity(findings, databaseFile);
    checkLogs(stage, servers);
    const { requests, writes, unknown, refused } = base.ledger.counts;
    findings.note(
      `${base.faults.count()} faults; ${requests} pages; ${writes} writes, of them ${refused} refused and ${unknown} without an outcome`,
    );
    const purchases = base.ledger.purchases.filter(({ isPaid }) => isPaid).length;
    return { findings: findings.found, purchases, pages: requests, faults: base.faults.count() };
  } finally {
    for (const close of closers.reverse()) await close();
    if (isKept) print(`Kept: ${folder}`);
    else rmSync(folder, { recursive: true, force: true });
  }
}

async function signInAdmins(stage: Stage, smtp: Parameters<typeof signIn>[1]): Promise<Session[]> {
  const sessions: Session[] = [];
  for (const email of ADMINS) {
    const session = await signIn(stage, smtp, email);
    if (!session) throw new Error(`${email} can’t sign in.`);
    sessions.push(session);
  }
  return sessions;
}

/** What the sitemap and the list name, with everything else that a visitor knows. */
async function listAddresses({ client, ledger }: Stage, [server]: ProductServer[]): Promise<string[]> {
  const posts = [...ledger.posts.values()].map(({ slug }) => `/blogs/${slug}`);
  const sitemap = server ? await client.readFrom(server, '/sitemap.xml') : null;
  const named = [...(sitemap?.bytes.toString() ?? '').matchAll(/<loc>([^<]+)<\/loc>/g)];
  return [
    ...new Set([
      '/',
      '/blogs',
      '/rss.xml',
      '/sitemap.xml',
      ...posts,
      ...named.map(([, url]) => new URL(url ?? '/').pathname),
    ]),
  ];
}

async function noteSizes({ findings }: Stage, db: Database): Promise<void> {
  const { rows } = await db.client.execute(
    'SELECT (SELECT count(*) FROM blogs), (SELECT count(*) FROM releases), (SELECT count(*) FROM outbox)',
  );
  const [posts, releases, mails] = Array.from(rows[0] ?? []);
  findings.note(`${posts} posts, ${releases} releases, ${mails} mails in the outbox`);
}
