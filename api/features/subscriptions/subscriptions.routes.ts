import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { allowAnyone, requireSession } from '#api/middleware/access.ts';
import { subscriptionChangeRoutes } from './changes/changes.routes.ts';
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
  return new Hono()
    .get(
      '/plans',
      allowAnyone,
      documentRoute({ summary: 'List all plans with their prices', tag, ok: plansResponse }),
      (context) => context.json(listPlans(deps)),
    )
    .post(
      '/create-checkout-session',
      requireSession(deps),
      documentRoute({
        summary: 'Start buying a plan; returns the address of the payment page. Repeating it returns the same one',
        tag,
        ok: checkoutResponse,
        fails: ['not_found', 'conflict', 'rate_limited'],
      }),
      validateRequest('json', checkoutRequest),
      async (context) => {
        const input = context.req.valid('json');
        requireOwner(context.var.caller, input.userId);
        return context.json(await createCheckout(deps, input));
      },
    )
    .get(
      '/checkout/:sessionId',
      requireSession(deps),
      documentRoute({
        summary: 'Get what became of a checkout session of yours',
        tag,
        ok: checkoutStatusResponse,
        fails: ['not_found'],
      }),
      validateRequest('param', sessionParams),
      async (context) =>
        context.json(await getCheckoutStatus(deps, context.var.caller.user.id, context.req.valid('param').sessionId)),
    )
    .get(
      '/user/:userId',
      requireSession(deps),
      documentRoute({ summary: 'List your subscriptions, ended ones included', tag, ok: subscriptionsResponse }),
      validateRequest('param', userParams),
      async (context) => {
        const { userId } = context.req.valid('param');
        requireOwner(context.var.caller, userId);
        return context.json({
          subscriptions: await listSubscriptions(deps, { userId, viewerId: context.var.caller.user.id }),
        });
      },
    )
    .get(
      '/user/:userId/product/:productId',
      requireSession(deps),
      documentRoute({ summary: 'Get your subscription to a product', tag, ok: subscriptionResponse }),
      validateRequest('param', productParams),
      async (context) => {
        const { userId, productId } = context.req.valid('param');
        requireOwner(context.var.caller, userId);
        const reader = { userId, viewerId: context.var.caller.user.id };
        return context.json({ subscription: await findSubscription(deps, reader, productId) });
      },
    )
    .get(
      '/user/:userId/billing',
      requireSession(deps),
      documentRoute({
        summary: 'Get your card, your invoices and a payment that failed',
        tag,
        ok: billingDetailsResponse,
      }),
      validateRequest('param', userParams),
      async (context) => {
        const { userId } = context.req.valid('param');
        requireOwner(context.var.caller, userId);
        return context.json(await getBillingDetails(deps, userId, context.var.caller.user.id));
      },
    )
    .get(
      '/pay/:token',
      allowAnyone,
      documentRoute({
        summary: 'Open the page where an invoice is paid, by the link of an email; without signing in',
        tag,
        status: 303,
      }),
      validateRequest('param', invoiceLinkParams),
      async (context) => context.redirect(await findPayUrl(deps, context.req.valid('param').token), 303),
    )
    .get(
      '/invoice-links/:token',
      allowAnyone,
      documentRoute({
        summary: 'Open an invoice, its receipt or the page where it is paid, by a link from your list of invoices',
        tag,
        status: 303,
        fails: ['not_found', 'gone'],
      }),
      validateRequest('param', invoiceLinkParams),
      async (context) => context.redirect(await openInvoiceLink(deps, context.req.valid('param').token), 303),
    )
    .post(
      '/portal',
      requireSession(deps),
      documentRoute({
        summary: 'Open the page where you change your card',
        tag,
        ok: portalResponse,
        fails: ['conflict'],
      }),
      validateRequest('json', portalRequest),
      async (context) =>
        context.json(await openPortal(deps, context.var.caller.user.id, context.req.valid('json').flow ?? 'overview')),
    )
    .route('/', subscriptionChangeRoutes(deps));
}
