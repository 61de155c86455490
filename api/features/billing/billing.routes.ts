import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
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
  return endpoints(deps, { tag, access: 'billing.read' })
    .get(
      '/status',
      { summary: 'Get whether Stripe is set up, and what needs someone', answer: billingStatusResponse },
      () => getStatus(deps),
    )
    .get(
      '/events',
      { summary: 'List the events that Stripe sent, newest first', query: listEventsQuery, answer: eventsResponse },
      ({ query }) => listEvents(deps, query),
    )
    .get(
      '/events/:id',
      {
        summary: 'Get an event as Stripe sent it',
        params: eventParams,
        answer: eventDetailResponse,
        fails: ['not_found'],
      },
      ({ params }) => getEvent(deps, params.id),
    )
    .post(
      '/events/replay-failed',
      { summary: 'Apply all failed events again', access: 'billing.manage', answer: replayResponse },
      ({ caller }) => replayFailedEvents(deps, caller.user.id),
    )
    .post(
      '/events/:id/replay',
      {
        summary: 'Apply an event again',
        access: 'billing.manage',
        params: eventParams,
        answer: replayResponse,
        fails: ['not_found'],
      },
      ({ params, caller }) => replayEvent(deps, caller.user.id, params.id),
    )
    .get(
      '/revenue',
      { summary: 'Get the money received, by month and plan', query: revenueQuery, answer: revenueResponse },
      ({ query }) => getRevenue(deps, query.months),
    )
    .get(
      '/disputes',
      { summary: 'List disputes and refunds, those first that wait for someone', answer: disputesResponse },
      () => listDisputes(deps),
    )
    .post(
      '/refunds/:id/settle',
      {
        summary: 'Note that a refund that failed was paid back another way, or take that back',
        access: 'billing.manage',
        params: refundParams,
        body: settleRefundRequest,
        answer: settleRefundResponse,
        fails: ['not_found', 'conflict'],
      },
      ({ params, body, caller }) => {
        const target = { ...params, isSettled: body.is_settled };
        return settleRefund(deps, caller.user.id, target);
      },
    )
    .get('/past-due', { summary: 'List the subscriptions whose payment failed', answer: pastDueResponse }, () =>
      listPastDue(deps),
    )
    .get(
      '/reconciliations',
      { summary: 'List the comparisons with Stripe, and what they found in 30 days', answer: reconciliationsResponse },
      () => getReconciliations(deps),
    )
    .post(
      '/reconcile',
      {
        summary: 'Begin to compare everything at Stripe with the database, and to repair what differs',
        access: 'billing.manage',
        answer: reconcileResponse,
        fails: ['conflict'],
      },
      ({ caller }) => startReconciliation(deps, caller.user.id),
    )
    .post(
      '/users/:userId/resync',
      {
        summary: 'Fetch a user’s subscriptions and invoices from Stripe again',
        access: 'billing.manage',
        params: resyncParams,
        answer: resyncResponse,
        fails: ['not_found'],
      },
      ({ params, caller }) => resyncUser(deps, caller.user.id, params.userId),
    )
    .build();
}
