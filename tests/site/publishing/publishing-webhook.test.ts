import { createHmac } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { createWebhookSender } from '#api/adapters/webhook-sender.ts';
import { PurgeWorker } from '#api/features/publishes/purges/worker.service.ts';
import { PurgeReceiver } from '../../support/site/purge-receiver.ts';
import { createPublishingSite } from '../../support/site/publishing-site.ts';

const SECRET = 'a secret of enough characters';
const NOW = Date.parse('2026-11-21T00:00:00Z');

it('sends the changed paths of each release, signed with a timestamp', async () => {
  const receiver = new PurgeReceiver();
  const url = await receiver.start();
  onTestFinished(() => receiver.stop());
  const site = await createPublishingSite({ purgesCdn: true });
  const send = createWebhookSender({ url, secret: SECRET, signatureHeader: 'x-site-signature', now: () => NOW });
  const worker = new PurgeWorker({ ...site.deps, send, release: () => site.manifest.release });
  onTestFinished(() => worker.stop());
  site.publisher.subscribe(({ kind }) => {
    if (kind === 'released') worker.wake();
  });
  await site.post();
  await receiver.whenCalled(1);
  const [call] = receiver.calls;
  const [purge] = receiver.purges;
  expect(call?.type).toBe('application/json');
  expect(purge).toMatchObject({
    type: 'site.published',
    release: 2,
    everything: false,
    published_at: '2026-11-21T00:00:00.000Z',
  });
  expect(purge?.paths).toEqual((await site.jobs()).at(-1)?.paths);
  const hmac = createHmac('sha256', SECRET)
    .update(`${NOW / 1000}.${call?.body}`)
    .digest('hex');
  expect(call?.signature).toBe(`t=${NOW / 1000},v1=${hmac}`);
});
