import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { signWebhook } from './webhook-signature.ts';

const TIMEOUT_MS = 5_000;
const RETRY_DELAYS_MS = [0, 1_000, 10_000];

export type PublishNotification = { release: number; paths: string[]; published_at: string };

/**
 * Tells one outside address which paths changed, so that a CDN can be purged. The body is signed:
 * `X-Site-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`. Three tries; a failure is logged and stops nothing.
 */
export function createPublishWebhook(options: { url: string; secret: string; log: Logger; now: () => number }) {
  return async function notifyPublished(announcement: PublishNotification): Promise<void> {
    const body = JSON.stringify({ type: 'site.published', ...announcement });
    for (const pause of RETRY_DELAYS_MS) {
      await sleep(pause, undefined, { ref: false });
      if (await postWebhook(options, body)) return;
    }
    options.log.error({ release: announcement.release }, 'publish webhook rejected');
  };
}

async function postWebhook(options: { url: string; secret: string; log: Logger; now: () => number }, body: string) {
  try {
    const response = await fetch(options.url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'x-site-signature': signWebhook(options.secret, body, options.now()),
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return response.ok;
  } catch (error) {
    options.log.warn({ err: error }, 'publish webhook failed');
    return false;
  }
}
