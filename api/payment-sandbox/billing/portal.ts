import { z } from 'zod';
import { refuse, requireObject } from '../http/errors.ts';
import { text, url } from '../http/params.ts';
import { type Call, type Route, route } from '../http/route.ts';
import type { PortalSession } from '../objects/pages.ts';
import { isEnded } from '../objects/subscription.ts';
import { AUTHENTICATION_FAILURE, checkSetup, markSetUp } from '../cards/charge-card.ts';
import { attachPaymentMethod, type CardInput, createPaymentMethod } from '../cards/payment-methods.ts';
import type { Decline } from '../cards/test-cards.ts';
import type { Transaction } from '../state/transaction.ts';
import { updateCustomer } from './customer-currency.ts';
import { portalUrl } from './page-urls.ts';

const createParams = z.strictObject({
  configuration: text().optional(),
  customer: text(),
  flow_data: z
    .strictObject({
      type: z.enum(['payment_method_update']),
      after_completion: z.strictObject({
        type: z.enum(['redirect']),
        redirect: z.strictObject({ return_url: url() }),
      }),
    })
    .optional(),
  return_url: url().optional(),
});

function createSession({ tx, params, baseUrl }: Call<z.output<typeof createParams>>): PortalSession {
  const customer = requireObject(tx, 'customer', params.customer, 'customer');
  if (!params.configuration) throw refuse('No configuration provided, and there is no default configuration.');
  const configuration = requireObject(tx, 'billing_portal.configuration', params.configuration, 'configuration');
  if (params.flow_data && !configuration.features.payment_method_update.enabled) {
    throw refuse('This portal configuration does not have `payment_method_update` enabled.', {
      param: 'flow_data[type]',
    });
  }
  const id = tx.createId('billing_portal.session');
  const session = tx.put('billing_portal.session', {
    id,
    object: 'billing_portal.session',
    configuration: configuration.id,
    created: tx.now(),
    customer: customer.id,
    flow: params.flow_data ?? null,
    return_url: params.return_url ?? null,
    url: portalUrl(baseUrl, id),
  });
  tx.emit('billing_portal.session.created', session);
  return session;
}

export const portalRoutes: readonly Route[] = [
  route({ method: 'POST', path: '/v1/billing_portal/sessions', params: createParams, handle: createSession }),
];

type CardChange =
  | { status: 'complete' }
  | { status: 'declined'; decline: Decline }
  | { status: 'requires_action'; paymentMethod: string };

/** The card that is entered; `paymentMethod`: once the bank's challenge page has been there. */
export type CardEntry = { card: CardInput } | { paymentMethod: string; authentication: 'passed' | 'failed' };

/** A new card becomes the default of the customer and of every running subscription. */
export function replaceCard(tx: Transaction, customerId: string, page: CardEntry): CardChange {
  const id = 'card' in page ? createPaymentMethod(tx, page.card).id : page.paymentMethod;
  const authentication = 'authentication' in page ? page.authentication : undefined;
  const outcome = authentication === 'failed' ? AUTHENTICATION_FAILURE : checkSetup(tx, id);
  if (typeof outcome === 'object') return { status: 'declined', decline: outcome };
  if (outcome === 'requires_action' && authentication !== 'passed') {
    return { status: 'requires_action', paymentMethod: id };
  }
  if (authentication === 'passed') markSetUp(tx, id);
  tx.emit('payment_method.attached', attachPaymentMethod(tx, id, customerId));
  updateCustomer(tx, customerId, { invoice_settings: { default_payment_method: id } });
  for (const { id: subscription } of tx.list(
    'subscription',
    (each) => each.customer === customerId && !isEnded(each),
  )) {
    const after = tx.update('subscription', subscription, { default_payment_method: id });
    tx.emit('customer.subscription.updated', after);
  }
  return { status: 'complete' };
}
