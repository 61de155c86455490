import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import {
  cancelRequest,
  changedPlanResponse,
  changedSubscriptionResponse,
  changePlanRequest,
  changePreviewResponse,
  ownerRequest,
  previewChangeRequest,
  subscriptionParams,
} from '#api/features/subscriptions/subscriptions.contract.ts';
import { requireBillingManager, requireOwner } from '#api/features/subscriptions/subscriptions.service.ts';
import { cancelSubscription, endSubscription, reactivateSubscription } from './cancellation.service.ts';
import { switchToCurrentPrice } from './own-price.service.ts';
import { previewPlanChange } from './change-preview.service.ts';
import { cancelPlanChange, changePlan } from './plan-change.service.ts';

const tag = 'Subscriptions';

const change = { answer: changedSubscriptionResponse, fails: ['not_found', 'conflict'] } as const;

/** Changes of a subscription. The session decides whose it is: one of another user is not found. */
export function subscriptionChangeRoutes(deps: Deps) {
  return endpoints(deps, { tag, access: 'signed-in' })
    .post(
      '/cancel/:subscriptionId',
      {
        summary: 'End a subscription with its period; those who manage billing can end one straight away',
        ...change,
        params: subscriptionParams,
        body: cancelRequest,
      },
      async ({ params, body, caller }) => {
        const { userId, when, reason, comment } = body;
        requireOwner(caller, userId);
        if (when === 'now') requireBillingManager(caller);
        const target = { ...params, userId, actorId: caller.user.id };
        if (when === 'now') return endSubscription(deps, target);
        const feedback = { feedback: reason ?? undefined, comment: comment ?? undefined };
        return cancelSubscription(deps, target, feedback);
      },
    )
    .post(
      '/reactivate/:subscriptionId',
      { summary: 'Take a cancellation back', ...change, params: subscriptionParams, body: ownerRequest },
      ({ params, body, caller }) => {
        requireOwner(caller, body.userId);
        return reactivateSubscription(deps, { ...params, ...body, actorId: caller.user.id });
      },
    )
    .post(
      '/change-preview/:subscriptionId',
      {
        summary: 'Get what a change of plan costs, now and next',
        params: subscriptionParams,
        body: previewChangeRequest,
        answer: changePreviewResponse,
        fails: ['not_found', 'conflict'],
      },
      ({ params, body, caller }) => {
        requireOwner(caller, body.userId);
        return previewPlanChange(deps, { ...params, ...body });
      },
    )
    .post(
      '/change/:subscriptionId',
      {
        summary: 'Change your plan: upgrades start immediately, downgrades with the next period',
        ...change,
        answer: changedPlanResponse,
        params: subscriptionParams,
        body: changePlanRequest,
      },
      ({ params, body, caller }) => {
        requireOwner(caller, body.userId);
        return changePlan(deps, { ...params, ...body, actorId: caller.user.id });
      },
    )
    .post(
      '/switch-price/:subscriptionId',
      {
        summary: 'Move from an earlier price of your plan to its current one, with the next period',
        ...change,
        params: subscriptionParams,
        body: ownerRequest,
      },
      ({ params, body, caller }) => {
        requireOwner(caller, body.userId);
        return switchToCurrentPrice(deps, { ...params, ...body, actorId: caller.user.id });
      },
    )
    .post(
      '/cancel-change/:subscriptionId',
      { summary: 'Take a scheduled change of plan back', ...change, params: subscriptionParams, body: ownerRequest },
      ({ params, body, caller }) => {
        requireOwner(caller, body.userId);
        return cancelPlanChange(deps, { ...params, ...body, actorId: caller.user.id });
      },
    )
    .build();
}
