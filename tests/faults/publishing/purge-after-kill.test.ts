import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { PublishPhase } from '#api/publishing/publisher-options.ts';
import { openDatabase } from '#db/client.ts';
import { purges } from '#db/schema/index.ts';
import { findFreePort } from '../../support/app/free-port.ts';
import { copyCrashData, kill, sendCommand, startCrashProcess } from '../../support/faults/crash-process.ts';
import { PurgeReceiver } from '../../support/site/purge-receiver.ts';

it.each<PublishPhase>(['committed', 'switched'])(
  'the purge of a release whose server is killed in the phase %s leaves after the restart',
  async (step) => {
    const directory = await copyCrashData();
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    const receiver = new PurgeReceiver();
    const settings = {
      PUBLISH_WEBHOOK_URL: await receiver.start(),
      PUBLISH_WEBHOOK_SECRET: 'a secret of enough characters',
    };
    onTestFinished(() => receiver.stop());
    const port = await findFreePort();
    const server = await startCrashProcess(directory, port, { settings });
    await sendCommand(server, { command: 'killAt', step });
    await sendCommand(server, { command: 'create', title: 'Killed', marker: 'killed' });
    await server.ended;
    expect(receiver.calls).toEqual([]);
    const db = await openDatabase(`file:${join(directory, 'app.db')}`);
    expect(await db.orm.select().from(purges)).toMatchObject([{ status: 'queued', attempts: 0 }]);
    db.client.close();

    const restarted = await startCrashProcess(directory, port, { settings });
    onTestFinished(async () => {
      await kill(restarted);
    });
    await receiver.whenCalled(1);
    const paths = receiver.purges.flatMap((purge) => purge.paths);
    expect(paths).toEqual(expect.arrayContaining(['/blogs/killed', '/blogs']));
  },
);
