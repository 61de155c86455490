import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, openDatabase } from '#db/client.ts';
import { ADMIN, type LoggedServer, startLoggedServer } from '../faults/logged-server.ts';
import { type FakeSmtpServer, startFakeSmtpServer } from '../mail/fake-smtp-server.ts';
import { startBucket, startLibsqlServer } from './engines.ts';

const POLL_MS = 50;

export type SharedTestSite = Awaited<ReturnType<typeof startSharedSite>>;

let prepared: Promise<string> | undefined;

/** The database and the bucket of a site with its first release, made once in a worker: every test would render it again. */
async function prepareSharedSite(): Promise<string> {
  const template = mkdtempSync(join(tmpdir(), 'shared-template-'));
  const site = await startSharedSite();
  const server = await site.start('a');
  await server.waitUntil(async () => (await server.call('GET', '/api/ready')).status === 200);
  await site.end('SIGTERM');
  for (const name of ['database', 'bucket'])
    cpSync(join(site.directory, name), join(template, name), { recursive: true });
  rmSync(site.directory, { recursive: true, force: true });
  return template;
}

/** The same over a copy of a site that has its first release already. */
export async function startReleasedSite(): Promise<SharedTestSite> {
  prepared ??= prepareSharedSite();
  const directory = mkdtempSync(join(tmpdir(), 'shared-'));
  cpSync(await prepared, directory, { recursive: true });
  return startSharedSite({}, directory);
}

/** A libSQL server, a bucket, a mail server and as many built servers over them as are started. */
export async function startSharedSite(
  settings: Record<string, string> = {},
  directory = mkdtempSync(join(tmpdir(), 'shared-')),
) {
  const [database, bucket, smtp] = await Promise.all([
    startLibsqlServer(join(directory, 'database')),
    startBucket(join(directory, 'bucket')),
    startFakeSmtpServer(),
  ]);
  const servers: LoggedServer[] = [];
  let db: Database | null = null;

  async function start(
    name: string,
    {
      projectRoot,
      isAwaited,
      own = {},
    }: { projectRoot?: string; isAwaited?: boolean; own?: Record<string, string> } = {},
  ): Promise<LoggedServer> {
    const server = await startLoggedServer({
      dataDirectory: join(directory, name),
      logFile: join(directory, `${name}.log`),
      projectRoot,
      isAwaited,
      settings: {
        NODE_ENV: 'production',
        SITE_URL: 'http://localhost',
        APP_SECRET: 'the same secret on all servers of a test',
        SMTP_URL: smtp.url,
        MAIL_FROM: 'post@example.com',
        OG_IMAGES: 'false',
        DATABASE_URL: database.url,
        ...bucket.settings,
        ...settings,
        ...own,
      },
    });
    servers.push(server);
    return server;
  }

  /** First the servers, then what they need. */
  async function end(signal: NodeJS.Signals): Promise<void> {
    await Promise.all(servers.map((server) => server.stop(signal)));
    db?.client.close();
    await Promise.all([database.stop(signal), bucket.stop(signal), smtp.close()]);
  }

  return {
    directory,
    database,
    bucket,
    smtp,
    start,
    /** Its files stay. */
    end,
    /** The database itself, as no server sees it. */
    async open(): Promise<Database> {
      db ??= await openDatabase(database.url);
      return db;
    },
    async signIn(server: LoggedServer): Promise<string> {
      return signInByMail(server, smtp);
    },
    async stop(): Promise<void> {
      await end('SIGKILL');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The servers that lead, by their port; one, unless a change is under way. */
export async function findLeader(db: Database): Promise<number | null> {
  const { rows } = await db.client.execute(
    "SELECT servers.name FROM leases JOIN servers ON servers.id = holder WHERE leases.name = 'lead'",
  );
  const name = rows[0]?.[0];
  return name === undefined ? null : Number(String(name).split(':').at(-1));
}

async function signInByMail(server: LoggedServer, smtp: FakeSmtpServer): Promise<string> {
  const before = smtp.received.length;
  const started = await server.call('POST', '/api/auth/email/start', { email: ADMIN });
  if (started.status !== 200) throw new Error(`Sign-in: ${started.status}`);
  const findCode = () =>
    smtp.received
      .slice(before)
      .map(({ parsed }) => /\b(\d{6})\b/.exec(`${parsed.subject} ${parsed.text}`)?.[1])
      .find((code) => code !== undefined);
  while (!findCode()) await sleep(POLL_MS);
  const { status, body } = await server.call('POST', '/api/auth/email/verify', { email: ADMIN, code: findCode() });
  if (status !== 200) throw new Error(`Sign-in: ${status}`);
  return String(body.token);
}
