import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '#api/clock.ts';
import { type Database, openDatabase } from '#db/client.ts';
import { findFreePort } from '../app/free-port.ts';
import { type ServerSession, signInAtServer } from '../app/server-sign-in.ts';
import { TEST_SERVICE_KEY } from '../app/test-app.ts';
import { copyCrashData, type CrashProcess, kill, startCrashProcess } from '../faults/crash-process.ts';
import { PublishingService } from './publishing-service.ts';
import { createPublications } from '../app/publications.ts';
import { WebhookReceiver } from './webhook-receiver.ts';

/** A server that can be killed and started again later, with a reviewer, and a publishing service that receives webhooks. */
export type KillableSite = Awaited<ReturnType<typeof startKillableSite>>;

/** With so many works in the queue. */
export async function startKillableSite(works = 0) {
  const directory = await copyCrashData();
  const readDatabase = async <Result>(read: (db: Database) => Promise<Result>): Promise<Result> => {
    const db = await openDatabase(`file:${join(directory, 'app.db')}`);
    return read(db).finally(() => db.client.close());
  };
  const ids = works === 0 ? [] : await readDatabase((db) => createPublications({ db, clock: systemClock }, works));
  const [port, webhookPort] = [await findFreePort(), await findFreePort()];
  const origin = `http://127.0.0.1:${port}`;
  const settings = {
    OPENSHELF_SERVICE_KEY: TEST_SERVICE_KEY,
    OPENSHELF_WEBHOOK_URL: `http://127.0.0.1:${webhookPort}/webhooks`,
  };
  let clockOffsetMs = 0;
  const receiver = new WebhookReceiver({ serviceKey: TEST_SERVICE_KEY, now: () => Date.now() + clockOffsetMs });
  await receiver.start(webhookPort);
  const start = (): Promise<CrashProcess> => startCrashProcess(directory, port, { settings, clockOffsetMs });
  const server = await start();
  const reviewer: ServerSession = await signInAtServer(origin, directory);
  const site = {
    origin,
    /** The works in the queue. */
    ids,
    receiver,
    reviewer,
    service: new PublishingService({
      serviceKey: TEST_SERVICE_KEY,
      send: (path, init) => fetch(`${origin}${path}`, init),
    }),
    server,
    readDatabase,
    /** Kills the server, and starts it again so much later by its clock. */
    async restart(laterMs = 0): Promise<void> {
      await kill(site.server);
      clockOffsetMs += laterMs;
      site.server = await start();
    },
    async close(): Promise<void> {
      await kill(site.server);
      await receiver.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
  return site;
}
