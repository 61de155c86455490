import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, inArray, lte, max, sql } from 'drizzle-orm';
import type { SubscriptionEvent } from '#api/domain/subscription-webhooks.ts';
import type { Database } from '#db/client.ts';
import { userRefColumns } from '#db/queries/user-refs.ts';
import { findNextDeliveryAt, isNextDelivery } from '#db/queries/webhook-deliveries.ts';
import { subscriptionWebhooks, users, webhookEndpoints } from '#db/schema/index.ts';
import type { Statement } from '#db/write.ts';

export type WebhookRow = typeof subscriptionWebhooks.$inferSelect;
/** What one attempt needs. `productId` of the address. */
export type DueWebhook = WebhookRow & Pick<typeof webhookEndpoints.$inferSelect, 'url' | 'secret' | 'productId'>;

const countStatus = (status: 'queued' | 'failed') =>
  sql<number>`(SELECT count(*) FROM ${subscriptionWebhooks}
    WHERE ${subscriptionWebhooks.endpointId} = ${webhookEndpoints.id} AND ${subscriptionWebhooks.status} = ${status})`;

/** The addresses, the newest first, each with its newest webhook. With `id` that one alone. */
export async function listEndpointRows(db: Database, id?: number) {
  const rows = await db.orm
    .select({
      endpoint: webhookEndpoints,
      queued: countStatus('queued'),
      failed: countStatus('failed'),
      ...userRefColumns,
    })
    .from(webhookEndpoints)
    .leftJoin(users, eq(users.id, webhookEndpoints.userId))
    .where(id === undefined ? undefined : eq(webhookEndpoints.id, id))
    .orderBy(desc(webhookEndpoints.id));
  const newest = db.orm
    .select({ id: max(subscriptionWebhooks.id) })
    .from(subscriptionWebhooks)
    .groupBy(subscriptionWebhooks.endpointId);
  const last = await db.orm.select().from(subscriptionWebhooks).where(inArray(subscriptionWebhooks.id, newest));
  return rows.map((row) => ({ ...row, last: last.find(({ endpointId }) => endpointId === row.endpoint.id) ?? null }));
}
export type EndpointRow = Awaited<ReturnType<typeof listEndpointRows>>[number];

/** The webhooks of an address, the newest first. */
export const listWebhookRows = (db: Database, endpointId: number, limit: number): Promise<WebhookRow[]> =>
  db.orm
    .select()
    .from(subscriptionWebhooks)
    .where(eq(subscriptionWebhooks.endpointId, endpointId))
    .orderBy(desc(subscriptionWebhooks.id))
    .limit(limit);

export const findWebhookRow = (db: Database, id: number): Promise<WebhookRow | undefined> =>
  db.orm.query.subscriptionWebhooks.findFirst({ where: eq(subscriptionWebhooks.id, id) });

type NewWebhook = {
  type: SubscriptionEvent;
  subscriptionId: string;
  userId: number | null;
  entitlement: object | null;
  /** Which addresses get it: those that are told about the product, all of them, or one. */
  to: { productId: number } | 'all' | { endpointId: number };
  now: number;
};

/** Queues a webhook for each address that is to get it. */
export function enqueueStatement({ type, subscriptionId, userId, entitlement, to, now }: NewWebhook): Statement {
  const json = entitlement && JSON.stringify(entitlement);
  return sql`
    INSERT INTO ${subscriptionWebhooks}
      (event_id, type, endpoint_id, subscription_id, user_id, entitlement, next_attempt_at, created_at)
    SELECT ${`evt_${randomUUID()}_`} || ${webhookEndpoints.id}, ${type}, ${webhookEndpoints.id}, ${subscriptionId},
      ${userId}, ${json}, ${now}, ${now}
    FROM ${webhookEndpoints} WHERE ${matchEndpoints(to)}`;
}

function matchEndpoints(to: NewWebhook['to']) {
  if (to === 'all') return sql`TRUE`;
  if ('endpointId' in to) return sql`${webhookEndpoints.id} = ${to.endpointId}`;
  return sql`${webhookEndpoints.productId} IS NULL OR ${webhookEndpoints.productId} = ${to.productId}`;
}

/** Webhooks about one subscription, or one user, to one address are sent in their order. */
const isNext = isNextDelivery(subscriptionWebhooks, [
  subscriptionWebhooks.endpointId,
  subscriptionWebhooks.subscriptionId,
]);

/** Webhooks that are to be sent now, the longest due first. */
export async function listDueWebhooks(db: Database, now: number, limit: number): Promise<DueWebhook[]> {
  const rows = await db.orm
    .select({
      webhook: subscriptionWebhooks,
      url: webhookEndpoints.url,
      secret: webhookEndpoints.secret,
      productId: webhookEndpoints.productId,
    })
    .from(subscriptionWebhooks)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, subscriptionWebhooks.endpointId))
    .where(and(isNext, lte(subscriptionWebhooks.nextAttemptAt, now)))
    .orderBy(asc(subscriptionWebhooks.nextAttemptAt), asc(subscriptionWebhooks.id))
    .limit(limit);
  return rows.map(({ webhook, ...rest }) => ({ ...webhook, ...rest }));
}

/** When the next webhook is due (UTC ms), or null when none is queued. */
export const findNextAttemptAt = (db: Database): Promise<number | null> =>
  findNextDeliveryAt(db, subscriptionWebhooks, isNext);
