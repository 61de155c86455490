import type { Deps } from '#api/deps.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { onPaymentError, requirePayments } from '#api/features/subscriptions/provider.service.ts';
import { conflictError } from '#api/http/errors.ts';
import { write } from '#db/write.ts';
import { findOwnEndpoint, listMissingTypes } from './webhook-checks.service.ts';

const FAILED = 'Couldn’t add the events at Stripe. The key may lack ‘Webhook Endpoints: Write’; add them in Stripe.';

/** Makes Stripe send the events that its endpoint for this site lacks, then checks again. @throws conflict, unavailable. */
export async function addMissingEvents(deps: Deps, actorId: number): Promise<{ added: string[] }> {
  const { db, clock, stripeCheck } = deps;
  const { setup } = requirePayments(deps);
  const endpoints = await setup.listEndpoints().catch(onPaymentError(deps, FAILED));
  const own = findOwnEndpoint(endpoints, stripeCheck.webhookUrl);
  if (own === null) throw conflictError('Stripe has no endpoint for this site. Add one in Stripe first.');
  const added = listMissingTypes(own);
  if (added.length > 0) {
    const subject = `webhook_endpoint:${own.id}`;
    const entry = { action: 'billing.webhook_events_added', actorId, subject, detail: { events: added } } as const;
    await write(db, [insertAuditStatement(db, { ...entry, at: clock.now() })]);
    await setup.addEndpointEvents(own.id, added).catch(onPaymentError(deps, FAILED));
  }
  await stripeCheck.run();
  return { added };
}
