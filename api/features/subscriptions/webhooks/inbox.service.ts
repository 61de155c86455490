import { PaymentError, type ProviderEvent } from '#api/adapters/payments.ts';
import type { Deps } from '#api/deps.ts';
import { requirePayments } from '#api/features/subscriptions/provider.service.ts';
import { invalidFieldError } from '#api/http/errors.ts';
import { write } from '#db/write.ts';
import { needsWork } from './targets.service.ts';
import { findLastDelivery, findLastReceivedAt, insertEventStatement, listDeliveredIds } from './webhooks.queries.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Stripe lists the events of 30 days (ms). */
const LISTED_MS = 30 * 24 * HOUR_MS;
/** Events that are stored in one batch. */
const BATCH_SIZE = 100;

type InboxDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'payments' | 'billingWorker' | 'stripeCheck'>;

/**
 * Stores the event of a webhook. Nothing else is done before it is acknowledged: Stripe waits a short while only, and
 * repeats what is not answered. @throws validation_failed for one that Stripe did not sign, unavailable without Stripe.
 */
export async function receiveWebhook(deps: InboxDeps, body: Buffer, signature: string): Promise<void> {
  const payments = requirePayments(deps);
  let event: ProviderEvent;
  try {
    event = payments.readWebhook(body.toString('utf8'), signature);
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    deps.log.warn({ reason: error.message }, 'webhook refused');
    const { code } = error;
    if (code === 'malformed') throw invalidFieldError('body', 'This isn’t an event of Stripe.');
    const eventId = findEventId(body);
    const reason = code === 'mode' || code === 'timestamp' ? code : 'signature';
    if (eventId !== null) await deps.stripeCheck.recordRefusal({ eventId, reason });
    throw invalidFieldError('stripe-signature', 'This webhook isn’t signed by Stripe.');
  }
  await storeEvents(deps, [event], { isDelivery: true });
  deps.stripeCheck.recordDelivery(event.type);
  deps.billingWorker.wake();
}

/** Of a body that nothing proves. Only Stripe and the account know the ids of its events, so one that Stripe has says who sent it. */
const findEventId = (body: Buffer): string | null =>
  /"id"\s*:\s*"(evt_\w{1,250})"/.exec(body.toString('utf8'))?.[1] ?? null;

/** What this site knows of deliveries, and which of these events were delivered to it. */
export async function readDeliveries(
  { db }: Pick<Deps, 'db'>,
  eventIds: readonly string[],
): Promise<{ last: { type: string; at: number } | null; delivered: string[] }> {
  const [last, delivered] = await Promise.all([findLastDelivery(db), listDeliveredIds(db, eventIds)]);
  return { last, delivered };
}

/** Answers how many were new, of those that change something here. */
async function storeEvents(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  events: readonly ProviderEvent[],
  { isDelivery }: { isDelivery: boolean },
): Promise<number> {
  const now = clock.now();
  const statements = events.map((event) =>
    insertEventStatement(db, event, { status: needsWork(event) ? 'received' : 'ignored', now, isDelivery }),
  );
  const results = await write(db, statements);
  return results.reduce((sum, { rowsAffected }, index) => {
    const event = events[index];
    return event && needsWork(event) ? sum + rowsAffected : sum;
  }, 0);
}

/**
 * Stores the events that Stripe has and we did not receive, as after an outage. Answers how many there were, and whether
 * they are the first of all, which is no outage.
 */
export async function catchUpEvents(
  deps: Pick<Deps, 'db' | 'clock'> & { payments: NonNullable<Deps['payments']> },
  { isStart }: { isStart: boolean },
): Promise<{ stored: number; isFirst: boolean }> {
  const now = deps.clock.now();
  const last = await findLastReceivedAt(deps.db);
  // An event may have been lost shortly before the last one that came.
  const since = isStart && last !== null ? Math.max(last - HOUR_MS, now - LISTED_MS) : now - 2 * HOUR_MS;
  let stored = 0;
  let batch: ProviderEvent[] = [];
  for await (const event of deps.payments.listEvents(since)) {
    batch.push(event);
    if (batch.length < BATCH_SIZE) continue;
    stored += await storeEvents(deps, batch, { isDelivery: false });
    batch = [];
  }
  stored += await storeEvents(deps, batch, { isDelivery: false });
  return { stored, isFirst: last === null };
}
