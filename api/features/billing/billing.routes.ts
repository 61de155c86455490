import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { requirePermission } from '#api/middleware/access.ts';
import {
  billingStatusResponse,
  disputesResponse,
  eventDetailResponse,
  eventParams,
  eventsResponse,
  listEventsQuery,
  pastDueResponse,
  reconcileResponse,
  reconciliationsResponse,
  refundParams,
  replayResponse,
  resyncParams,
  resyncResponse,
  revenueQuery,
  revenueResponse,
  settleRefundRequest,
  settleRefundResponse,
} from './billing.contract.ts';
import {
  getEvent,
  getReconciliations,
  getRevenue,
  getStatus,
  listDisputes,
  listEvents,
  listPastDue,
  replayEvent,
  replayFailedEvents,
  settleRefund,
} from './billing.service.ts';
import { resyncUser, startReconciliation } from './reconciliation/reconciliation.service.ts';

const tag = 'Billing (admin)';

export function billingRoutes(deps: Deps) {
  const canRead = requirePermission(deps, 'billing.read');
  const canManage = requirePermission(deps, 'billing.manage');
  return new Hono()
    .get(
      '/status',
      canRead,
      documentRoute({
        summary: 'Get whether Stripe is set up, and what needs someone',
        tag,
        ok: billingStatusResponse,
      }),
      async (context) => context.json(await getStatus(deps)),
    )
    .get(
      '/events',
      canRead,
      documentRoute({ summary: 'List the events that Stripe sent, newest first', tag, ok: eventsResponse }),
      validateRequest('query', listEventsQuery),
      async (context) => context.json(await listEvents(deps, context.req.valid('query'))),
    )
    .get(
      '/events/:id',
      canRead,
      documentRoute({
        summary: 'Get an event as Stripe sent it',
        tag,
        ok: eventDetailResponse,
        fails: ['not_found'],
      }),
      validateRequest('param', eventParams),
      async (context) => context.json(await getEvent(deps, context.req.valid('param').id)),
    )
    .post(
      '/events/replay-failed',
      canManage,
      documentRoute({ summary: 'Apply all failed events again', tag, ok: replayResponse }),
      async (context) => context.json(await replayFailedEvents(deps, context.var.caller.user.id)),
    )
    .post(
      '/events/:id/replay',
      canManage,
      documentRoute({ summary: 'Apply an event again', tag, ok: replayResponse, fails: ['not_found'] }),
      validateRequest('param', eventParams),
      async (context) =>
        context.json(await replayEvent(deps, context.var.caller.user.id, context.req.valid('param').id)),
    )
    .get(
      '/revenue',
      canRead,
      documentRoute({ summary: 'Get the money received, by month and plan', tag, ok: revenueResponse }),
      validateRequest('query', revenueQuery),
      async (context) => context.json(await getRevenue(deps, context.req.valid('query').months)),
    )
    .get(
      '/disputes',
      canRead,
      documentRoute({
        summary: 'List disputes and refunds, those first that wait for someone',
        tag,
        ok: disputesResponse,
      }),
      async (context) => context.json(await listDisputes(deps)),
    )
    .post(
      '/refunds/:id/settle',
      canManage,
      documentRoute({
        summary: 'Note that a refund that failed was paid back another way, or take that back',
        tag,
        ok: settleRefundResponse,
        fails: ['not_found', 'conflict'],
      }),
      validateRequest('param', refundParams),
      validateRequest('json', settleRefundRequest),
      async (context) => {
        const target = { ...context.req.valid('param'), isSettled: context.req.valid('json').is_settled };
        return context.json(await settleRefund(deps, context.var.caller.user.id, target));
      },
    )
    .get(
      '/past-due',
      canRead,
      documentRoute({ summary: 'List the subscriptions whose payment failed', tag, ok: pastDueResponse }),
      async (context) => context.json(await listPastDue(deps)),
    )
    .get(
      '/reconciliations',
      canRead,
      documentRoute({
        summary: 'List the comparisons with Stripe, and what they found in 30 days',
        tag,
        ok: reconciliationsResponse,
      }),
      async (context) => context.json(await getReconciliations(deps)),
    )
    .post(
      '/reconcile',
      canManage,
      documentRoute({
        summary: 'Begin to compare everything at Stripe with the database, and to repair what differs',
        tag,
        ok: reconcileResponse,
        fails: ['conflict'],
      }),
      async (context) => context.json(await startReconciliation(deps, context.var.caller.user.id)),
    )
    .post(
      '/users/:userId/resync',
      canManage,
      documentRoute({
        summary: 'Fetch a user’s subscriptions and invoices from Stripe again',
        tag,
        ok: resyncResponse,
        fails: ['not_found'],
      }),
      validateRequest('param', resyncParams),
      async (context) =>
        context.json(await resyncUser(deps, context.var.caller.user.id, context.req.valid('param').userId)),
    );
}
