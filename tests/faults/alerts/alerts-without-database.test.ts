import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadAlertMemory } from '#api/features/alerts/alert-memory.service.ts';
import { startAlertReceiver } from '../../support/alerts/alert-receiver.ts';
import { createDrillControl } from '../../support/alerts/drill-control.ts';
import { ADMIN, type LoggedServer } from '../../support/faults/logged-server.ts';
import { startLibsqlServer } from '../../support/machines/engines.ts';
import { startReleasedSite } from '../../support/machines/shared-site.ts';

const METRICS_TOKEN = 'the metrics of the test of alerts';
/** Longer than the database must fail before anyone is told. */
const WAIT_MS = 61_000;

async function readPart(server: LoggedServer, part: string): Promise<string | undefined> {
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
  const response = await fetch(`${server.origin}/metrics`, { headers });
  expect(response.status).toBe(200);
  return new RegExp(`^part_up\\{part="${part}"\\} (\\d)`, 'm').exec(await response.text())?.[1];
}

it('F27 while the database is gone, admins are mailed and the webhook is called once, also over a restart, and once when it is over; metrics are always answered', async () => {
  const site = await startReleasedSite();
  const receiver = await startAlertReceiver();
  const control = createDrillControl(join(site.directory, 'drill.json'));
  let { database } = site;
  onTestFinished(async () => {
    await site.stop();
    await Promise.all([receiver.close(), database.stop('SIGKILL')]);
  });
  const own = { METRICS_TOKEN, ALERT_WEBHOOK_URL: receiver.url, ...control.settings };
  const start = () => site.start('a', { own });
  const listMails = () => site.smtp.received.filter(({ to }) => to.includes(ADMIN)).map(({ parsed }) => parsed.subject);
  const listPosts = () => receiver.received.map(({ alert, state }) => `${alert} ${state}`);

  const first = await start();
  await site.signIn(first);
  const mailsBefore = site.smtp.received.length;
  await first.waitUntil(async () => (await readPart(first, 'database')) === '1');
  await database.stop('SIGKILL');
  await first.waitUntil(async () => (await readPart(first, 'database')) === '0');
  control.advanceClock(WAIT_MS);
  const BEGUN = 'The database can’t be reached';
  await first.waitUntil(() => listMails().includes(BEGUN) && listPosts().includes('database begun'));
  // A message that was accepted and not noted before the kill would be sent again.
  await first.waitUntil(() => {
    const told = loadAlertMemory(join(site.directory, 'a', 'alerts.json')).alerts.database;
    return told?.state === 'begun' && told.due.length === 0;
  });

  await first.stop('SIGKILL');
  const second = await start();
  await second.waitUntil(async () => (await readPart(second, 'database')) === '0');
  control.advanceClock(WAIT_MS);
  database = await startLibsqlServer(join(site.directory, 'database'), Number(new URL(database.httpUrl).port));
  await second.waitUntil(async () => (await readPart(second, 'database')) === '1');
  control.advanceClock(WAIT_MS);
  await second.waitUntil(() => listMails().includes(`Over: ${BEGUN}`) && listPosts().includes('database over'));
  expect(listMails().slice(mailsBefore)).toEqual([BEGUN, `Over: ${BEGUN}`]);
  expect(listPosts()).toEqual(['database begun', 'database over']);
});
