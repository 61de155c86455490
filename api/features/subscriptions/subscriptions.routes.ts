import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { subscriptionChangeRoutes } from './changes/changes.routes.ts';
import { subscriptionSupportRoutes } from './support/support.routes.ts';
import { createCheckout, getCheckoutStatus } from './checkout/checkout.service.ts';
import { openInvoiceLink } from './invoices/invoice-links.service.ts';
import { getBillingDetails } from './invoices/invoices.service.ts';
import { findPayUrl } from './invoices/pay.service.ts';
import { openPortal } from './invoices/portal.service.ts';
import { listPlans } from './plans/plans.service.ts';
import {
  billingDetailsResponse,
  checkoutRequest,
  checkoutResponse,
  checkoutStatusResponse,
  invoiceLinkParams,
  plansResponse,
  portalRequest,
  portalResponse,
  productParams,
  sessionParams,
  subscriptionResponse,
  subscriptionsResponse,
  userParams,
} from './subscriptions.contract.ts';
import { findSubscription, listSubscriptions, requireOwner } from './subscriptions.service.ts';

const tag = 'Subscriptions';

export function subscriptionRoutes(deps: Deps) {
  return endpoints(deps, { tag, access: 'signed-in' })
    .get('/plans', { summary: 'List all plans with their prices', access: 'anyone', answer: plansResponse }, () =>
      listPlans(deps),
    )
    .post(
      '/create-checkout-session',
      {
        summary: 'Start buying a plan; returns the address of the payment page. Repeating it returns the same one',
        body: checkoutRequest,
        answer: checkoutResponse,
        fails: ['not_found', 'conflict', 'rate_limited'],
      },
      ({ body, caller }) => {
        requireOwner(caller, body.userId);
        return createCheckout(deps, body);
      },
    )
    .get(
      '/checkout/:sessionId',
      {
        summary: 'Get what became of a checkout session of yours',
        params: sessionParams,
        answer: checkoutStatusResponse,
        fails: ['not_found'],
      },
      ({ params, caller }) => getCheckoutStatus(deps, caller.user.id, params.sessionId),
    )
    .get(
      '/user/:userId',
      { summary: 'List your subscriptions, ended ones included', params: userParams, answer: subscriptionsResponse },
      async ({ params, caller }) => {
        const { userId } = params;
        requireOwner(caller, userId);
        return {
          subscriptions: await listSubscriptions(deps, { userId, viewerId: caller.user.id }),
        };
      },
    )
    .get(
      '/user/:userId/product/:productId',
      { summary: 'Get your subscription to a product', params: productParams, answer: subscriptionResponse },
      async ({ params, caller }) => {
        const { userId, productId } = params;
        requireOwner(caller, userId);
        const reader = { userId, viewerId: caller.user.id };
        return { subscription: await findSubscription(deps, reader, productId) };
      },
    )
    .get(
      '/user/:userId/billing',
      {
        summary: 'Get your card, your invoices and a payment that failed',
        params: userParams,
        answer: billingDetailsResponse,
      },
      ({ params, caller }) => {
        const { userId } = params;
        requireOwner(caller, userId);
        return getBillingDetails(deps, userId, caller.user.id);
      },
    )
    .get(
      '/pay/:token',
      {
        summary: 'Open the page where an invoice is paid, by the link of an email; without signing in',
        access: 'anyone',
        params: invoiceLinkParams,
        status: 303,
      },
      async ({ params, context }) => context.redirect(await findPayUrl(deps, params.token), 303),
    )
    .get(
      '/invoice-links/:token',
      {
        summary: 'Open an invoice, its receipt or the page where it is paid, by a link from your list of invoices',
        access: 'anyone',
        params: invoiceLinkParams,
        status: 303,
        fails: ['not_found', 'gone'],
      },
      async ({ params, context }) => context.redirect(await openInvoiceLink(deps, params.token), 303),
    )
    .post(
      '/portal',
      {
        summary: 'Open the page where you change your card',
        body: portalRequest,
        answer: portalResponse,
        fails: ['conflict'],
      },
      ({ body, caller }) => openPortal(deps, caller.user.id, body.flow ?? 'overview'),
    )
    .include('/', subscriptionChangeRoutes(deps))
    .include('/', subscriptionSupportRoutes(deps))
    .build();
}
