import { eq, sql } from 'drizzle-orm';
import { isPrivateHost } from '#api/adapters/safe-fetch/public-host.ts';
import { generateToken } from '#api/adapters/secrets.ts';
import type { Deps } from '#api/deps.ts';
import { findProduct } from '#api/domain/catalogue.ts';
import { LISTED_WEBHOOKS_MAX, WEBHOOK_ENDPOINTS_MAX } from '#api/domain/subscription-webhooks.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { conflictError, notFoundError } from '#api/http/errors.ts';
import { validationError } from '#api/http/validation.ts';
import { replayStatement } from '#db/queries/webhook-deliveries.ts';
import { subscriptionWebhooks, webhookEndpoints } from '#db/schema/index.ts';
import { onGuardRollback, rollbackIfNoRows, write } from '#db/write.ts';
import type {
  EndpointRequest,
  SubscriptionWebhookJson,
  WebhookEndpointJson,
} from './subscription-webhooks.contract.ts';
import { toEndpointJson, toWebhookJson } from './subscription-webhooks.mapper.ts';
import * as queries from './subscription-webhooks.queries.ts';

const PRIVATE_ADDRESS =
  'This address belongs to a private network or to this server. Enter one that can be reached from the internet.';

const SECRET_PREFIX = 'whsec_';

type ChangeDeps = Pick<Deps, 'db' | 'clock'>;
type SendDeps = ChangeDeps & Pick<Deps, 'subscriptionWebhooks'>;

export const listEndpoints = async ({ db }: Pick<Deps, 'db'>): Promise<WebhookEndpointJson[]> =>
  (await queries.listEndpointRows(db)).map(toEndpointJson);

async function getEndpoint({ db }: Pick<Deps, 'db'>, id: number): Promise<WebhookEndpointJson> {
  const [row] = await queries.listEndpointRows(db, id);
  if (!row) throw notFoundError('Webhook address not found');
  return toEndpointJson(row);
}

/**
 * Adds an address. Only this answer has the secret with which its webhooks are signed.
 * @throws validation_failed for an address of a private network; conflict when there are too many.
 */
export async function createEndpoint(
  deps: ChangeDeps & Pick<Deps, 'secrets'>,
  { url, product_id: productId }: EndpointRequest,
  userId: number,
): Promise<{ secret: string; data: WebhookEndpointJson }> {
  const { db, clock, secrets } = deps;
  if (productId !== null && !findProduct(productId)) {
    throw validationError([{ path: 'product_id', message: 'Choose a product.' }]);
  }
  if (await isPrivateHost(new URL(url).hostname)) throw validationError([{ path: 'url', message: PRIVATE_ADDRESS }]);
  const secret = `${SECRET_PREFIX}${generateToken()}`;
  const now = clock.now();
  const [inserted] = await write(db, [
    sql`INSERT INTO ${webhookEndpoints} (url, product_id, secret, user_id, created_at)
      SELECT ${url}, ${productId}, ${secrets.encrypt(secret)}, ${userId}, ${now}
      WHERE (SELECT count(*) FROM ${webhookEndpoints}) < ${WEBHOOK_ENDPOINTS_MAX}`,
    rollbackIfNoRows,
    insertAuditStatement(db, {
      at: now,
      action: 'webhook_endpoint.created',
      actorId: userId,
      subject: sql`(SELECT 'webhook-endpoint:' || max(${webhookEndpoints.id}) FROM ${webhookEndpoints})`,
      after: { url, product_id: productId },
    }),
  ]).catch(
    onGuardRollback(async () =>
      conflictError(`There can be ${WEBHOOK_ENDPOINTS_MAX} addresses. Remove one that is no longer used.`),
    ),
  );
  return { secret, data: await getEndpoint(deps, Number(inserted?.lastInsertRowid)) };
}

/** Removes an address, and what was still to be sent to it. @throws not_found */
export async function deleteEndpoint({ db, clock }: ChangeDeps, id: number, actorId: number): Promise<void> {
  const endpoint = await getEndpoint({ db }, id);
  await write(db, [
    db.orm.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id)),
    rollbackIfNoRows,
    insertAuditStatement(db, {
      at: clock.now(),
      action: 'webhook_endpoint.deleted',
      actorId,
      subject: `webhook-endpoint:${id}`,
      before: { url: endpoint.url, product_id: endpoint.product?.id ?? null },
    }),
  ]).catch(onGuardRollback(async () => notFoundError('Webhook address not found')));
}

/** The newest webhooks of an address. @throws not_found */
export async function listWebhooks({ db }: Pick<Deps, 'db'>, endpointId: number): Promise<SubscriptionWebhookJson[]> {
  await getEndpoint({ db }, endpointId);
  return (await queries.listWebhookRows(db, endpointId, LISTED_WEBHOOKS_MAX)).map(toWebhookJson);
}

/** Sends an event that is about nobody. @throws not_found */
export async function sendTest(deps: SendDeps, id: number, actorId: number): Promise<SubscriptionWebhookJson> {
  const { db, clock } = deps;
  await getEndpoint(deps, id);
  const now = clock.now();
  const event = { type: 'webhook.test', subscriptionId: '', userId: null, entitlement: null } as const;
  await write(db, [
    queries.enqueueStatement({ ...event, to: { endpointId: id }, now }),
    rollbackIfNoRows,
    insertAuditStatement(db, {
      at: now,
      action: 'webhook_endpoint.tested',
      actorId,
      subject: `webhook-endpoint:${id}`,
    }),
  ]).catch(onGuardRollback(async () => notFoundError('Webhook address not found')));
  deps.subscriptionWebhooks.wake();
  const [row] = await queries.listWebhookRows(db, id, 1);
  if (!row) throw notFoundError('Webhook address not found');
  return toWebhookJson(row);
}

/** Sends a webhook again, also one that was delivered. @throws not_found, conflict for one that was never sent. */
export async function replayWebhook(deps: SendDeps, id: number, actorId: number): Promise<SubscriptionWebhookJson> {
  const { db, clock } = deps;
  const now = clock.now();
  const refuse = async () =>
    (await queries.findWebhookRow(db, id))
      ? conflictError('This webhook is still waiting to be sent for the first time.')
      : notFoundError('Webhook not found');
  await write(db, [
    replayStatement(subscriptionWebhooks, id, now),
    rollbackIfNoRows,
    insertAuditStatement(db, {
      at: now,
      action: 'subscription_webhook.replayed',
      actorId,
      subject: `subscription-webhook:${id}`,
    }),
  ]).catch(onGuardRollback(refuse));
  deps.subscriptionWebhooks.wake();
  const row = await queries.findWebhookRow(db, id);
  if (!row) throw notFoundError('Webhook not found');
  return toWebhookJson(row);
}
