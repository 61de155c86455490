import type { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { conflictError, notFoundError } from '#api/http/errors.ts';
import { toPaginationJson } from '#api/http/pagination.ts';
import { replayStatement } from '#db/queries/webhook-deliveries.ts';
import { openshelfWebhooks as table } from '#db/schema/index.ts';
import { onGuardRollback, rollbackIfNoRows, write } from '#db/write.ts';
import type { listWebhooksQuery, replayWebhookResponse, webhooksResponse } from './webhooks.contract.ts';
import { toWebhookJson } from './webhooks.mapper.ts';
import * as queries from './webhooks.queries.ts';

type ListDeps = Pick<Deps, 'db' | 'openshelf'>;
type ReplayDeps = Pick<Deps, 'db' | 'clock' | 'openshelfWebhooks'>;

/** A page of the webhooks, the newest first, and how many there are of each status. */
export async function listWebhooks(
  { db, openshelf }: ListDeps,
  query: z.infer<typeof listWebhooksQuery>,
): Promise<z.infer<typeof webhooksResponse>> {
  const [rows, total, counts] = await Promise.all([
    queries.listWebhookRows(db, query),
    queries.countWebhooks(db, query),
    queries.countWebhooksByStatus(db),
  ]);
  return {
    data: {
      webhooks: rows.map(toWebhookJson),
      pagination: toPaginationJson(query, total),
      counts,
      webhook_url: toShownUrl(openshelf.webhookUrl),
    },
  };
}

/** A password or token in the address is not shown. */
function toShownUrl(address: string | null): string | null {
  const url = URL.parse(address ?? '');
  return url && `${url.origin}${url.pathname}`;
}

/** Sends a webhook again, also one that was delivered. @throws not_found, conflict for one that was never sent. */
export async function replayWebhook(
  { db, clock, openshelfWebhooks }: ReplayDeps,
  id: number,
  actorId: number,
): Promise<z.infer<typeof replayWebhookResponse>> {
  const now = clock.now();
  const refuse = async () =>
    (await queries.findWebhookRow(db, id))
      ? conflictError('This webhook is still waiting to be sent for the first time.')
      : notFoundError('Webhook not found');
  await write(db, [
    insertAuditStatement(db, {
      at: now,
      action: 'openshelf_webhook.replayed',
      actorId,
      subject: `openshelf-webhook:${id}`,
      before: queries.selectWebhookValues(id),
      after: { status: 'queued', attempts: 0 },
    }),
    replayStatement(table, id, now),
    rollbackIfNoRows,
  ]).catch(onGuardRollback(refuse));
  openshelfWebhooks.wake();
  const row = await queries.findWebhookRow(db, id);
  if (!row) throw notFoundError('Webhook not found');
  return { message: 'The webhook is being sent again.', data: toWebhookJson(row) };
}
