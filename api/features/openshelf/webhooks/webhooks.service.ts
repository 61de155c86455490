import type { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import type { listWebhooksQuery, replayWebhookResponse, webhooksResponse } from './webhooks.contract.ts';

type WebhookDeps = Pick<Deps, 'db' | 'clock' | 'openshelf' | 'openshelfWebhooks'>;

export async function listWebhooks(
  _deps: WebhookDeps,
  _query: z.infer<typeof listWebhooksQuery>,
): Promise<z.infer<typeof webhooksResponse>> {
  throw new Error('listWebhooks is not built yet.');
}

export async function replayWebhook(
  _deps: WebhookDeps,
  _id: number,
  _userId: number,
): Promise<z.infer<typeof replayWebhookResponse>> {
  throw new Error('replayWebhook is not built yet.');
}
