import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import type { SyncDeps } from '#api/features/subscriptions/sync/effects.service.ts';
import type { Statement } from '#db/write.ts';
import type { EventRow } from './webhooks.queries.ts';

/** Logs what a person must look at. Returns the audit rows for it. */
export function alertStatements({ db, clock, log, payments }: SyncDeps, event: EventRow): Statement[] {
  const { type, objectId, customerId } = event;
  const about = { event: event.id, object: objectId, customer: customerId };
  if (type === 'price.updated' || type === 'product.updated') {
    const isSold = type === 'product.updated' || payments.findPlanName(objectId ?? '') !== null;
    if (isSold && isArchived(event.payload)) log.error(about, `${type}: archived, no one can buy it any more`);
    return [];
  }
  log.error(about, `${type}: look at it in the Stripe dashboard`);
  if (type !== 'charge.dispute.created') return [];
  const subject = `dispute:${objectId}`;
  return [
    insertAuditStatement(db, {
      at: clock.now(),
      action: 'payment.disputed',
      actorId: null,
      subject,
      detail: { customer: customerId },
      dedupeKey: `payment.disputed:${objectId}`,
    }),
  ];
}

function isArchived(payload: string): boolean {
  const event = JSON.parse(payload) as { data?: { object?: { active?: boolean } } };
  return event.data?.object?.active === false;
}
