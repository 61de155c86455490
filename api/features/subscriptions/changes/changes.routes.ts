import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { requireSession } from '#api/middleware/access.ts';
import {
  cancelRequest,
  changedSubscriptionResponse,
  changePlanRequest,
  changePreviewResponse,
  ownerRequest,
  previewChangeRequest,
  subscriptionParams,
} from '#api/features/subscriptions/subscriptions.contract.ts';
import { requireBillingManager, requireOwner } from '#api/features/subscriptions/subscriptions.service.ts';
import { cancelSubscription, endSubscription, reactivateSubscription } from './cancellation.service.ts';
import { previewPlanChange } from './change-preview.service.ts';
import { cancelPlanChange, changePlan } from './plan-change.service.ts';

const tag = 'Subscriptions';

const describe = (summary: string) =>
  documentRoute({ summary, tag, ok: changedSubscriptionResponse, fails: ['not_found', 'conflict'] });

/** Changes of a subscription. The session decides whose it is: one of another user is not found. */
export function subscriptionChangeRoutes(deps: Deps) {
  return new Hono()
    .post(
      '/cancel/:subscriptionId',
      requireSession(deps),
      describe('End a subscription with its period; those who manage billing can end one straight away'),
      validateRequest('param', subscriptionParams),
      validateRequest('json', cancelRequest),
      async (context) => {
        const { userId, when, reason, comment } = context.req.valid('json');
        requireOwner(context.var.caller, userId);
        if (when === 'now') requireBillingManager(context.var.caller);
        const target = { ...context.req.valid('param'), userId, actorId: context.var.caller.user.id };
        if (when === 'now') return context.json(await endSubscription(deps, target));
        const feedback = { feedback: reason ?? undefined, comment: comment ?? undefined };
        return context.json(await cancelSubscription(deps, target, feedback));
      },
    )
    .post(
      '/reactivate/:subscriptionId',
      requireSession(deps),
      describe('Take a cancellation back'),
      validateRequest('param', subscriptionParams),
      validateRequest('json', ownerRequest),
      async (context) => {
        const { userId } = context.req.valid('json');
        requireOwner(context.var.caller, userId);
        const actorId = context.var.caller.user.id;
        return context.json(await reactivateSubscription(deps, { ...context.req.valid('param'), userId, actorId }));
      },
    )
    .post(
      '/change-preview/:subscriptionId',
      requireSession(deps),
      documentRoute({
        summary: 'Get what a change of plan costs, now and next',
        tag,
        ok: changePreviewResponse,
        fails: ['not_found', 'conflict'],
      }),
      validateRequest('param', subscriptionParams),
      validateRequest('json', previewChangeRequest),
      async (context) => {
        const input = context.req.valid('json');
        requireOwner(context.var.caller, input.userId);
        return context.json(await previewPlanChange(deps, { ...context.req.valid('param'), ...input }));
      },
    )
    .post(
      '/change/:subscriptionId',
      requireSession(deps),
      describe('Change your plan: upgrades start immediately, downgrades with the next period'),
      validateRequest('param', subscriptionParams),
      validateRequest('json', changePlanRequest),
      async (context) => {
        const input = context.req.valid('json');
        requireOwner(context.var.caller, input.userId);
        const actorId = context.var.caller.user.id;
        return context.json(await changePlan(deps, { ...context.req.valid('param'), ...input, actorId }));
      },
    )
    .post(
      '/cancel-change/:subscriptionId',
      requireSession(deps),
      describe('Take a scheduled change of plan back'),
      validateRequest('param', subscriptionParams),
      validateRequest('json', ownerRequest),
      async (context) => {
        const { userId } = context.req.valid('json');
        requireOwner(context.var.caller, userId);
        const actorId = context.var.caller.user.id;
        return context.json(await cancelPlanChange(deps, { ...context.req.valid('param'), userId, actorId }));
      },
    );
}
